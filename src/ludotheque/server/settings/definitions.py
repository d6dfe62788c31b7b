"""How a house is run: every setting, documented once.

The options of ``ludotheque serve``, the names of environment variables, the keys of a settings file, the page for
hosts and what ``ludotheque config`` prints all follow from :class:`Settings`; where they are read is
:mod:`ludotheque.server.settings.sources`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import msgspec
from msgspec import Meta

PREFIX: Final = "LUDOTHEQUE_"
MASK: Final = "***"
_DAY: Final = 86_400
_WEEK: Final = 7 * _DAY
_POSTGRESQL: Final = ("postgresql", "postgres")

Database = Path | str
"""Where games are kept: a SQLite file, or the URL of a PostgreSQL database."""


def _about(description: str, **extra: Any) -> dict[str, Any]:
    """What people are told of a setting: what it does and, where its type does not tell, what is ``allowed``."""
    return {"description": description, "extra": extra}


def default_file() -> Path:
    """Where games are kept if nobody says: in the user's data folder."""
    return Path.home() / ".local/share/ludotheque/ludotheque.db"


class Settings(msgspec.Struct, frozen=True):
    """How a house is run."""

    database: Annotated[
        Database,
        Meta(
            **_about(
                "where games are kept: a SQLite file, or a PostgreSQL database by its URL",
                allowed="a path, sqlite:///path, or postgresql://user:password@machine/name",
                option="--database --data",
                also="DATA",
                unset="~/.local/share/ludotheque/ludotheque.db",
            )
        ),
    ] = msgspec.field(default_factory=default_file)
    host: Annotated[
        str,
        Meta(
            min_length=1,
            **_about(
                "the address to listen on: this machine alone, or 0.0.0.0 for everybody", allowed="an address or a name"
            ),
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int | None,
        Meta(ge=0, le=65535, **_about("the port to listen on; 0 takes any", unset="8000, or the next free one")),
    ] = None
    workers: Annotated[
        int, Meta(ge=1, le=64, **_about("how many processes serve tables; more than one needs PostgreSQL"))
    ] = 1
    origins: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^https?://[^/\s]+$")], ...],
        Meta(
            **_about(
                "other addresses the site is reached at; pages from elsewhere are refused",
                allowed="addresses such as https://games.example.org, without a path",
                option="--origin",
            )
        ),
    ] = ()
    proxies: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^(\*|[0-9a-fA-F.:]+(/[0-9]{1,3})?)$")], ...],
        Meta(
            **_about(
                "the proxies that are believed when they say for whom they ask",
                allowed="addresses or networks such as 10.0.0.0/8, or * for anybody",
                option="--proxy",
            )
        ),
    ] = ("127.0.0.1", "::1")
    drain: Annotated[
        float,
        Meta(ge=0, le=300, **_about("seconds during which a server that was told to stop is only not ready any more")),
    ] = 0.0
    log_format: Annotated[
        Literal["text", "json"], Meta(**_about("how the log is written: for people, or a JSON object a line"))
    ] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(**_about("what is worth a line in the log"))
    ] = "info"
    metrics_port: Annotated[
        int | None,
        Meta(
            ge=1,
            le=65535,
            **_about("the port on which Prometheus is told figures; each further worker takes the next", unset="none"),
        ),
    ] = None
    metrics_host: Annotated[
        str,
        Meta(min_length=1, **_about("the address on which Prometheus is told figures", allowed="an address or a name")),
    ] = "127.0.0.1"
    boxes: Annotated[
        Path | None,
        Meta(**_about("a folder with the contents of your own boxes", allowed="a folder", unset="none")),
    ] = None
    bot_delay: Annotated[
        float, Meta(ge=0, le=60, **_about("seconds a bot takes at least over a move, so that people can follow"))
    ] = 0.4
    bot_processes: Annotated[
        int | None, Meta(ge=1, le=256, **_about("processes that bots think in", unset="2, or 1 where there is 1 core"))
    ] = None
    posts_per_minute: Annotated[
        int, Meta(ge=1, le=1_000_000, **_about("how many tables an address may open or join in a minute"))
    ] = 60
    frames_per_second: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            **_about("how many frames a guest may send in a second over all their sockets, pings among them"),
        ),
    ] = 40
    sockets_per_guest: Annotated[
        int, Meta(ge=1, le=1_000_000, **_about("how many sockets a guest may have open at once, at each worker"))
    ] = 24
    sockets_per_address: Annotated[
        int, Meta(ge=1, le=1_000_000, **_about("how many sockets an address may have open at once, at each worker"))
    ] = 256
    request_seconds: Annotated[
        float,
        Meta(ge=0.1, le=3600, **_about("seconds in which a request must have arrived, and its answer be taken")),
    ] = 20.0
    lines_per_minute: Annotated[
        int, Meta(ge=1, le=1_000_000, **_about("how many lines a guest may say at a table in a minute"))
    ] = 30
    away: Annotated[
        float,
        Meta(ge=0, le=_DAY, **_about("seconds somebody must have been gone before the others may have a bot play")),
    ] = 30.0
    keep: Annotated[
        float, Meta(ge=0, le=_DAY, **_about("seconds a table stays in memory after everybody has left"))
    ] = 60.0
    push_contact: Annotated[
        str | None,
        Meta(
            pattern=r"^(mailto:|https://)\S+$",
            **_about(
                "whom push services write to",
                allowed="mailto:you@example.org, or an address that begins with https://",
                unset="the first of the origins that begins with https://",
            ),
        ),
    ] = None
    push_nearby: Annotated[
        bool, Meta(**_about("let push services be on this network, and without TLS: for trying things out only"))
    ] = False
    push_delay: Annotated[
        float, Meta(ge=0, le=_DAY, **_about("seconds after which somebody absent is called to their turn"))
    ] = 5.0
    push_quiet: Annotated[
        float, Meta(ge=0, le=_DAY, **_about("seconds during which nobody is called twice to a table"))
    ] = 600.0
    call_address: Annotated[
        str,
        Meta(
            pattern=r"^(https?://[^\s]+)?$",
            **_about(
                "where guests reach this house, for the links in e-mail and in salons",
                allowed="an address such as https://games.example.org",
                unset="the first of the origins that begins with https://",
            ),
        ),
    ] = ""
    call_webhooks: Annotated[
        bool, Meta(**_about("let guests be called by a webhook, in a channel of Discord or the like"))
    ] = False
    call_delay: Annotated[
        float, Meta(ge=0, le=_WEEK, **_about("seconds after which somebody who is awaited and not back is written to"))
    ] = 300.0
    call_quiet: Annotated[
        float, Meta(ge=0, le=_WEEK, **_about("seconds between two messages to somebody at least"))
    ] = 3600.0
    call_warning: Annotated[
        float, Meta(ge=0, le=_WEEK, **_about("seconds before a long clock runs out at which somebody is reminded"))
    ] = 3600.0
    mail_server: Annotated[
        str,
        Meta(
            **_about(
                "the mail server that letters are handed to",
                allowed="smtps://machine, smtp://machine or smtp+plain://machine",
                unset="none",
            )
        ),
    ] = ""
    mail_user: Annotated[str, Meta(**_about("who we are at the mail server", allowed="a name", unset="nobody"))] = ""
    mail_password: Annotated[
        str,
        Meta(**_about("the password for it", allowed="text", unset="none", secret="never on a command line")),
    ] = ""
    mail_from: Annotated[
        str,
        Meta(**_about("whom letters come from", allowed="Ludothèque <games@example.org>", unset="nobody")),
    ] = ""

    @property
    def contact(self) -> str:
        """Where push services find whoever runs this house; if nobody says, where guests do."""
        return self.push_contact or self._by_origin or "mailto:host@localhost"

    @property
    def reached_at(self) -> str:
        """Where the links in messages lead; empty if nobody says where guests reach this house."""
        return (self.call_address or self._by_origin).rstrip("/")

    @property
    def _by_origin(self) -> str:
        return next((origin for origin in self.origins if origin.startswith("https://")), "")


class Field(NamedTuple):
    """A setting, as people meet it."""

    name: str
    hint: Any
    """Its type, with its limits: what may be given, so not None."""
    kind: Any
    """Its type alone: ``int``, ``bool``, a literal …"""
    description: str
    extra: Mapping[str, str]

    @property
    def options(self) -> list[str]:
        """What it is called on the command line, where others can read it: a secret is not."""
        if self.secret:
            return []
        return self.extra.get("option", "--" + self.name.replace("_", "-")).split()

    @property
    def variables(self) -> list[str]:
        """What it is called in the environment; the first name counts more."""
        others = [self.extra["also"]] if "also" in self.extra else []
        return [PREFIX + name for name in (self.name.upper(), *others)]

    @property
    def secret(self) -> bool:
        """Whether nobody is to see it."""
        return "secret" in self.extra

    @property
    def many(self) -> bool:
        """Whether it has any number of values."""
        return get_origin(self.kind) is tuple

    @property
    def default(self) -> str:
        """What counts if nobody says anything."""
        if "unset" in self.extra:
            return self.extra["unset"]
        value = getattr(Settings(), self.name)
        if self.many:
            return ", ".join(value) or "none"
        return str(value).lower() if self.kind is bool else f"{value:g}" if self.kind is float else str(value)

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return self.extra.get("allowed") or _in_words(self.kind, _limits(self.hint))


def _plain(hint: Any) -> Any:
    """A type without its limits, and without None."""
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if isinstance(hint, UnionType) and NoneType in get_args(hint):
        return _plain(next(part for part in get_args(hint) if part is not NoneType))
    return hint


def _limits(hint: Any) -> Meta:
    found: Meta = get_args(hint)[1]
    return found


def _in_words(kind: Any, limits: Meta) -> str:
    if kind is bool:
        return "true or false"
    if kind in (int, float):
        return f"a {'whole ' if kind is int else ''}number from {limits.ge} to {limits.le}"
    return " or ".join(get_args(kind))


def _fields() -> dict[str, Field]:
    hints = get_type_hints(Settings, include_extras=True)
    found = {}
    for name, hint in hints.items():
        kind, limits = _plain(hint), _limits(hint)
        found[name] = Field(name, Annotated[kind, limits], kind, limits.description or "", limits.extra or {})
    return found


FIELDS: Final = _fields()
"""Every setting, by its name."""


def read_database(text: str) -> Database:
    """Where games are kept, as somebody wrote it; raises :class:`ValueError`."""
    scheme, colon, rest = text.partition("://")
    if not colon:
        if not text or "\0" in text:
            raise ValueError(text)
        return Path(text).expanduser()
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(rest)
    if scheme in _POSTGRESQL and urlsplit(text).path.strip("/"):
        _ = urlsplit(text).port  # an absurd one is a ValueError
        return text
    raise ValueError(text)


def shown_database(database: Database) -> str:
    """The same for people to read, its password hidden."""
    if isinstance(database, Path):
        return str(database)
    parts = urlsplit(database)
    place = parts.netloc
    if parts.password is not None:
        place = f"{quote(parts.username or '')}:{MASK}@{place.rpartition('@')[2]}"
    query = urlencode([(key, MASK if key == "password" else value) for key, value in parse_qsl(parts.query)], safe="*/")
    return parts._replace(netloc=place, query=query).geturl()


def without_password(text: str) -> str:
    """A piece of text that may hold a URL with a password in it, such as a database's that does not read."""
    return re.sub(r"(://[^:/@\s]*):[^@\s]*@", rf"\1:{MASK}@", text)
