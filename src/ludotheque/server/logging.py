"""The server's log: a line for each thing worth one, for people or, as JSON, for a program.

A log is read by more eyes than a table has: it names no guest, no token and no move. A table stands there under a mark
that its address cannot be found from, and what an unexpected error says is left out, for that may be anything.
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
    """Something happened: ``what``, the same words each time, with its ``facts`` and where an ``error`` came from."""
    log.log(level, "%s", what, extra={_FACTS: facts}, exc_info=error)


def hashed_id(table: str) -> str:
    """What a table is called in the log. Its address lets one in, so that is not for the log."""
    return hashlib.sha256(table.encode()).hexdigest()[:8]


def set_up_logging(settings: Settings) -> None:
    """Send every logger of the process to standard error, in the form asked for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else Lines())
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for chatty in ("uvicorn", "asyncio", "httpcore"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class JsonLines(logging.Formatter):
    """A JSON object a line."""

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


class Lines(logging.Formatter):
    """For people."""

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
    """Which kind of error, and where; not its words."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return []
    return [type(error).__name__, *(_place(frame) for frame in traceback.extract_tb(error.__traceback__))]


def _place(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    name = path.relative_to(_PACKAGES) if path.is_relative_to(_PACKAGES) else path.name
    return f"{name}:{frame.lineno} {frame.name}"
