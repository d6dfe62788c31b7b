"""The sources of settings: defaults, a file, the environment, the command line; each overrides the one before.

An invalid value is refused with a message that names its source and says what is allowed.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.server.settings.definitions import (
    FIELDS,
    MASK,
    PREFIX,
    Database,
    Field,
    Settings,
    read_database,
    shown_database,
    without_password,
)

CONFIG: Final = PREFIX + "CONFIG"
BUILT_IN: Final = "built in"
_FOR_TESTS: Final = {PREFIX + "CHROMIUM", PREFIX + "SHOTS"}
"""Variables of the tests, which the server ignores."""


class BadSettings(ValueError):
    """An invalid setting; the message says which one, its source, and what is allowed."""


class Configuration(NamedTuple):
    """The settings in force, and the source of each."""

    settings: Settings
    sources: Mapping[str, str]


def takes_settings(parser: argparse.ArgumentParser, names: Iterable[str] = tuple(FIELDS)) -> None:
    """Add the options of these settings to a command, and one for the settings file."""
    parser.add_argument("--config", metavar="FILE", help=f"a TOML file with settings ({CONFIG})")
    for name in names:
        field = FIELDS[name]
        if field.secret:
            continue
        help = f"{field.description} ({field.default})".replace("%", "%%")
        if field.kind is bool:
            parser.add_argument(*field.options, dest=name, action=argparse.BooleanOptionalAction, help=help)
        else:
            action = "append" if field.many else "store"
            metavar = field.options[0].lstrip("-").rsplit("-", 1)[-1].upper()
            parser.add_argument(*field.options, dest=name, action=action, metavar=metavar, help=help)


def configure(options: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> Configuration:
    """Read the settings; ``options`` are those of the command line. Raises :class:`BadSettings`."""
    values: dict[str, Any] = {}
    sources = dict.fromkeys(FIELDS, BUILT_IN)

    def take(field: Field, value: Any, source: str, is_text: bool) -> None:
        values[field.name] = _read(field, value, source, is_text)
        sources[field.name] = source

    file = options.get("config") or environ.get(CONFIG)
    if file:
        for key, value in _load(Path(file)).items():
            take(_known(key, FIELDS, f"{file}: there is no setting “{key}”"), value, f"{key} in {file}", is_text=False)
    by_variable = {variable: field for field in FIELDS.values() for variable in reversed(field.variables)}
    for variable in environ:
        if variable.startswith(PREFIX) and variable not in (CONFIG, *_FOR_TESTS):
            _known(variable, by_variable, f"there is no setting {variable} (in the environment)")
    for field in FIELDS.values():
        for variable in reversed(field.variables):
            text = environ.get(variable)
            if text:
                value = [part for part in re.split(r"[,\s]+", text) if part] if field.many else text
                take(field, value, variable, is_text=True)
    for field in FIELDS.values():
        value = options.get(field.name)
        if value is not None and not field.secret:
            take(field, value, field.options[0], is_text=True)
    settings = Settings(**values)
    if settings.workers > 1 and isinstance(settings.database, Path):
        raise BadSettings(
            f"{sources['workers']}: {settings.workers} workers need a PostgreSQL database (database = postgresql://…); "
            "a SQLite file allows one"
        )
    return Configuration(settings, sources)


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSettings(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path} is not TOML: {error}") from None


def _known(name: str, known: Mapping[str, Field], message: str) -> Field:
    if name in known:
        return known[name]
    close = difflib.get_close_matches(name, known, 1)
    raise BadSettings(f"{message}{f': do you mean {close[0]}?' if close else '; `ludotheque config` shows them all'}")


def _read(field: Field, value: Any, source: str, is_text: bool) -> Any:
    """A value, checked; with ``is_text`` it is converted from text, as in the environment."""
    try:
        if field.kind == Database:
            return read_database(msgspec.convert(value, str))
        return msgspec.convert(value, field.hint, strict=not is_text, dec_hook=_path)
    except (msgspec.ValidationError, ValueError):
        given = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
        given = MASK if field.secret else without_password(given)
        raise BadSettings(f"{source}: “{given}” is not valid: allowed is {field.allowed}") from None


def _path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str) and value and "\0" not in value:
        return Path(value).expanduser()
    raise ValueError(value)


def plain(name: str, value: Any) -> Any:
    """The value of a setting in the types of JSON and TOML, secrets masked."""
    if FIELDS[name].secret and value:
        return MASK
    if isinstance(value, Path) or (isinstance(value, str) and "://" in value):
        return shown_database(value)
    return list(value) if isinstance(value, tuple) else value


def as_toml(configuration: Configuration) -> str:
    """The settings in force as a settings file, with the source of each; passwords are masked."""
    lines = []
    for name, field in FIELDS.items():
        value = plain(name, getattr(configuration.settings, name))
        if value is None:
            line = f"# {name} is not set: {field.default}"
        else:
            line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
        lines.append(f"{line:<50}  # {configuration.sources[name]}")
    return "\n".join(lines) + "\n"
