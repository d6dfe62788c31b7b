"""The server's log: one line per event, as text or as JSON.

The log contains no guest, no token and no move: those who read it need not be players. A table appears as a hash from
which its address cannot be found, and the messages of unexpected errors are left out, since they may contain anything.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import time
import traceback
from pathlib import Path
from typing import Any, Final

from ludotheque.server.settings.definitions import Settings

_PACKAGES: Final = Path(__file__).parents[2]
_FACTS: Final = "facts"


def log_event(
    log: logging.Logger, what: str, *, level: int = logging.INFO, error: Exception | None = None, **facts: Any
) -> None:
    """Log an event: ``what``, the same text each time, with its ``facts`` and the traceback of an ``error``."""
    log.log(level, "%s", what, extra={_FACTS: facts}, exc_info=error)


def hashed_id(table: str) -> str:
    """The name of a table in the log. Its id is a secret: with it, a table can be joined."""
    return hashlib.sha256(table.encode()).hexdigest()[:8]


def set_up_logging(settings: Settings) -> None:
    """Send all loggers of the process to standard error, in the format of the settings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else TextFormatter())
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for verbose in ("uvicorn", "asyncio", "httpcore"):
        logging.getLogger(verbose).setLevel(logging.WARNING)


class JsonFormatter(logging.Formatter):
    """Formats a log record as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": _at(record),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, _FACTS, {}),
            "logger": record.name,
            "process": record.process,
        }
        if record.exc_info:
            line["error"] = _error(record)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """Formats a log record as text for people."""

    def format(self, record: logging.LogRecord) -> str:
        facts = [f"{name}={_value(value)}" for name, value in getattr(record, _FACTS, {}).items()]
        line = " ".join([_at(record), record.levelname.lower(), record.getMessage(), *facts])
        error = "".join(f"\n    {part}" for part in _error(record)) if record.exc_info else ""
        return line.replace("\n", " ") + error


def _value(value: Any) -> str:
    if isinstance(value, str) and value and not any(sign.isspace() for sign in value):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)


def _at(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


def _error(record: logging.LogRecord) -> list[str]:
    """The type of the error and its traceback, without its message."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return []
    return [type(error).__name__, *(_place(frame) for frame in traceback.extract_tb(error.__traceback__))]


def _place(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    name = path.relative_to(_PACKAGES) if path.is_relative_to(_PACKAGES) else path.name
    return f"{name}:{frame.lineno} {frame.name}"
