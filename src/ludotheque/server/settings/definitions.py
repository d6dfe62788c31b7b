"""The settings of the server, each documented once.

The options of ``ludotheque serve``, the environment variables, the keys of a settings file, the page for hosts and the
output of ``ludotheque config`` all follow from :class:`Settings`; :mod:`ludotheque.server.settings.sources` reads them.
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
"""The address of a database: the path of a SQLite file, or the URL of a PostgreSQL database."""


def _about(description: str, **extra: Any) -> dict[str, Any]:
    """The documentation of a setting: what it does and, where its type does not say, what is ``allowed``."""
    return {"description": description, "extra": extra}


def _seconds(description: str, most: int = _DAY) -> Meta:
    """A number of seconds, from 0 on."""
    return Meta(ge=0, le=most, **_about(description))


def _limit(description: str) -> Meta:
    """A number of things that are allowed at most."""
    return Meta(ge=1, le=1_000_000, **_about(description))


def default_file() -> Path:
    """The default database: in the user's data folder."""
    return Path.home() / ".local/share/ludotheque/ludotheque.db"


class Settings(msgspec.Struct, frozen=True):
    """The settings of a server."""

    database: Annotated[
        Database,
        Meta(
            **_about(
                "the database: a SQLite file, or a PostgreSQL database by its URL",
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
                "the address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all networks",
                allowed="an address or a name",
            ),
        ),
    ] = "127.0.0.1"
    lan: Annotated[
        bool,
        Meta(**_about("open the server to the home network, and print its address there as a QR code")),
    ] = False
    port: Annotated[
        int | None,
        Meta(ge=0, le=65535, **_about("the port to listen on; 0 for any free one", unset="8000, or the next free one")),
    ] = None
    workers: Annotated[
        int, Meta(ge=1, le=64, **_about("number of worker processes; more than one needs PostgreSQL"))
    ] = 1
    origins: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^https?://[^/\s]+$")], ...],
        Meta(
            **_about(
                "other addresses of the site; requests from pages of other sites are refused",
                allowed="addresses such as https://games.example.org, without a path",
                option="--origin",
            )
        ),
    ] = ()
    proxies: Annotated[
        tuple[Annotated[str, Meta(pattern=r"^(\*|[0-9a-fA-F.:]+(/[0-9]{1,3})?)$")], ...],
        Meta(
            **_about(
                "trusted proxies, whose forwarded client addresses are used",
                allowed="addresses or networks such as 10.0.0.0/8, or * for all",
                option="--proxy",
            )
        ),
    ] = ("127.0.0.1", "::1")
    drain: Annotated[
        float,
        _seconds("seconds for which a stopping server still answers, while it reports not to be ready", 300),
    ] = 0.0
    log_format: Annotated[
        Literal["text", "json"], Meta(**_about("format of the log: text, or one JSON object per line"))
    ] = "text"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(**_about("the lowest level of messages in the log"))
    ] = "info"
    metrics_port: Annotated[
        int | None,
        Meta(
            ge=1,
            le=65535,
            **_about("the port of the Prometheus metrics; each further worker uses the next one", unset="none"),
        ),
    ] = None
    metrics_host: Annotated[
        str,
        Meta(min_length=1, **_about("the address of the Prometheus metrics", allowed="an address or a name")),
    ] = "127.0.0.1"
    boxes: Annotated[
        Path | None,
        Meta(**_about("a folder with the contents of your own game boxes", allowed="a folder", unset="none")),
    ] = None
    bot_delay: Annotated[
        float,
        _seconds("seconds that a bot takes at least for a move at the normal pace, so that people can follow", 60),
    ] = 0.9
    reaction_time: Annotated[
        float,
        _seconds("seconds that bots give people for an answer before theirs may end the question, as a deal does", 600),
    ] = 20.0
    answer_delay: Annotated[
        float,
        _seconds(
            "seconds after which the server gives a player’s automatic answer at least; two and a half times as many "
            "at most",
            60,
        ),
    ] = 1.5
    bot_processes: Annotated[
        int | None,
        Meta(ge=1, le=256, **_about("number of processes for the bots", unset="2, or 1 on a single core")),
    ] = None
    bot_thinking: Annotated[
        float,
        Meta(ge=0.05, le=60, **_about("processor seconds that a bot of the level master may think about a move")),
    ] = 1.0
    posts_per_minute: Annotated[int, _limit("requests to open or join tables per minute and client address")] = 60
    frames_per_second: Annotated[
        int,
        _limit("frames per second of a guest over all their sockets, including pings"),
    ] = 40
    sockets_per_guest: Annotated[int, _limit("open sockets per guest, at each worker")] = 24
    sockets_per_address: Annotated[int, _limit("open sockets per client address, at each worker")] = 256
    request_seconds: Annotated[
        float,
        Meta(ge=0.1, le=3600, **_about("seconds for receiving a request, and for sending its answer")),
    ] = 20.0
    lines_per_minute: Annotated[int, _limit("chat messages of a guest per minute and table")] = 30
    away: Annotated[
        float,
        _seconds("seconds that a player must be away before the others may let a bot play"),
    ] = 30.0
    keep: Annotated[float, _seconds("seconds that a table stays in memory after everyone has disconnected")] = 60.0
    push_contact: Annotated[
        str | None,
        Meta(
            pattern=r"^(mailto:|https://)\S+$",
            **_about(
                "the contact address that push services are given",
                allowed="mailto:you@example.org, or an address that begins with https://",
                unset="the first of the origins that begins with https://",
            ),
        ),
    ] = None
    push_nearby: Annotated[
        bool, Meta(**_about("allow push services on the local network, and without TLS: for testing only"))
    ] = False
    push_delay: Annotated[float, _seconds("seconds after which an absent player is notified of their turn by push")] = (
        5.0
    )
    push_quiet: Annotated[
        float,
        _seconds("seconds at least between two push notifications about the same table"),
    ] = 600.0
    call_address: Annotated[
        str,
        Meta(
            pattern=r"^(https?://[^\s]+)?$",
            **_about(
                "the address of this server, for links in e-mail and webhook messages",
                allowed="an address such as https://games.example.org",
                unset="the first of the origins that begins with https://",
            ),
        ),
    ] = ""
    call_webhooks: Annotated[bool, Meta(**_about("allow notifications by webhook, as to a channel of Discord"))] = False
    call_delay: Annotated[
        float,
        _seconds("seconds after which an absent player is notified by e-mail or webhook", _WEEK),
    ] = 300.0
    call_quiet: Annotated[float, _seconds("seconds at least between two messages to the same address", _WEEK)] = 3600.0
    call_warning: Annotated[
        float, _seconds("seconds before a long clock runs out at which the player is reminded", _WEEK)
    ] = 3600.0
    mail_server: Annotated[
        str,
        Meta(
            **_about(
                "the mail server that sends e-mail",
                allowed="smtps://machine, smtp://machine or smtp+plain://machine",
                unset="none",
            )
        ),
    ] = ""
    mail_user: Annotated[str, Meta(**_about("the user name for the mail server", allowed="a name", unset="none"))] = ""
    mail_password: Annotated[
        str,
        Meta(
            **_about("the password for the mail server", allowed="text", unset="none", secret="never on a command line")
        ),
    ] = ""
    mail_from: Annotated[
        str,
        Meta(**_about("the sender of e-mail", allowed="Ludothèque <games@example.org>", unset="none")),
    ] = ""

    @property
    def contact(self) -> str:
        """The contact address for push services: the one set, or the address of the site."""
        return self.push_contact or self._by_origin or "mailto:host@localhost"

    @property
    def reached_at(self) -> str:
        """The address in the links of messages; empty if it is not set."""
        return (self.call_address or self._by_origin).rstrip("/")

    @property
    def _by_origin(self) -> str:
        return next((origin for origin in self.origins if origin.startswith("https://")), "")


class Field(NamedTuple):
    """A setting with its documentation."""

    name: str
    hint: Any
    """Its type with its limits, without None."""
    kind: Any
    """Its type without limits: ``int``, ``bool``, a literal …"""
    description: str
    extra: Mapping[str, str]

    @property
    def options(self) -> list[str]:
        """Its options on the command line; none for a secret, since other users can read command lines."""
        if self.secret:
            return []
        return self.extra.get("option", "--" + self.name.replace("_", "-")).split()

    @property
    def variables(self) -> list[str]:
        """Its environment variables; the first one takes precedence."""
        others = [self.extra["also"]] if "also" in self.extra else []
        return [PREFIX + name for name in (self.name.upper(), *others)]

    @property
    def secret(self) -> bool:
        """Whether its value is never shown."""
        return "secret" in self.extra

    @property
    def many(self) -> bool:
        """Whether it is a list of values."""
        return get_origin(self.kind) is tuple

    @property
    def default(self) -> str:
        """The default, as text."""
        if "unset" in self.extra:
            return self.extra["unset"]
        value = getattr(Settings(), self.name)
        if self.many:
            return ", ".join(value) or "none"
        return str(value).lower() if self.kind is bool else f"{value:g}" if self.kind is float else str(value)

    @property
    def allowed(self) -> str:
        """The allowed values, as text."""
        return self.extra.get("allowed") or _describe_type(self.kind, _limits(self.hint))


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


def _describe_type(kind: Any, limits: Meta) -> str:
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
    """The address of a database from its text; raises :class:`ValueError`."""
    scheme, colon, rest = text.partition("://")
    if not colon:
        if not text or "\0" in text:
            raise ValueError(text)
        return Path(text).expanduser()
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(rest)
    if scheme in _POSTGRESQL and urlsplit(text).path.strip("/"):
        _ = urlsplit(text).port  # raises ValueError if it is invalid
        return text
    raise ValueError(text)


def shown_database(database: Database) -> str:
    """The address of a database as text, without its password."""
    if isinstance(database, Path):
        return str(database)
    parts = urlsplit(database)
    place = parts.netloc
    if parts.password is not None:
        place = f"{quote(parts.username or '')}:{MASK}@{place.rpartition('@')[2]}"
    query = urlencode([(key, MASK if key == "password" else value) for key, value in parse_qsl(parts.query)], safe="*/")
    return parts._replace(netloc=place, query=query).geturl()


def without_password(text: str) -> str:
    """Text with the passwords of URLs in it masked."""
    return re.sub(r"(://[^:/@\s]*):[^@\s]*@", rf"\1:{MASK}@", text)
