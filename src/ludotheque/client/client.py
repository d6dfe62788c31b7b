"""A server's games, lobby, tables and records, over HTTP.

>>> Address.read("https://games.example.org/t/abc234")
Address(server='https://games.example.org', table='abc234', claim=None)
"""

from __future__ import annotations

import asyncio
import re
import secrets
import ssl
import time
import warnings
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self, TypeVar
from urllib.parse import urlencode, urlsplit

import httpcore
import msgspec

from ludotheque.client.errors import BadAddress, TooFast, Unreachable, refused
from ludotheque.engine import record
from ludotheque.engine.record import Record
from ludotheque.protocol import http, messages

COOKIE: Final = "ludotheque_guest"
_TIMEOUTS: Final = {"connect": 10.0, "read": 30.0, "write": 10.0, "pool": 30.0}
_DEFAULT_DELAY: Final = 1.0
"""Seconds to wait where the server names no delay."""
_TABLE: Final = re.compile(r"(?P<before>.*)/t/(?P<table>[^/]+)(?:/claim/(?P<claim>[^/]+))?/?")
_NEXT: Final = re.compile(r'<([^>]*)>; rel="next"')

T = TypeVar("T")


class Address(NamedTuple):
    """A parsed link: a server, and where the link has them a table there and the claim code of a seat."""

    server: str
    table: str | None
    claim: str | None

    @property
    def house(self) -> str:
        """The name of :attr:`server` in 0.1."""
        warnings.warn("Address.house is now called Address.server", DeprecationWarning, stacklevel=2)
        return self.server

    @classmethod
    def read(cls, link: str) -> Address:
        """Parse a server's address, the link of a table, or the claim link of a seat; raises :class:`BadAddress`."""
        parts = urlsplit(link)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadAddress(f"an address begins with http:// or https://, not “{link}”")
        found = _TABLE.fullmatch(parts.path)
        before = found["before"] if found else parts.path.rstrip("/")
        server = f"{parts.scheme}://{parts.netloc}{before}"
        return cls(server, found["table"], found["claim"]) if found else cls(server, None, None)


class Promise(NamedTuple):
    """The commitment that a table showed before we sent our nonce, and that nonce."""

    commitment: str
    nonce: str

    def kept(self, found: Record, seat: int) -> bool:
        """Whether both are in the record of the game, ours at our seat."""
        header = found.header
        return header.commitment == self.commitment and header.nonces[seat : seat + 1] == [self.nonce]


class Client:
    """A client of one server, as one guest. Use it with ``async with``.

    ``guest`` is the value of the session cookie: keep :attr:`guest` and pass it again to have the same seats.
    ``program`` declares that no person plays here. When the server answers that requests come too fast, or that it
    could not write, they are sent again after the delay it names, for up to ``patience`` seconds.
    """

    def __init__(
        self, url: str, name: str = "Program", guest: str | None = None, program: bool = True, patience: float = 90.0
    ) -> None:
        self.address = Address.read(url).server
        self.name = name
        self.guest = guest
        self.program = program
        self.patience = patience
        self.trusted: ssl.SSLContext | None = None
        """The certificates that are trusted; None for a server without TLS."""
        self.promises: dict[str, Promise] = {}
        """For each table, its commitment and our nonce."""
        self._pool: httpcore.AsyncConnectionPool | None = None

    async def __aenter__(self) -> Self:
        if self.address.startswith("https://"):  # reading the world's certificates takes a moment
            self.trusted = await asyncio.to_thread(httpcore.default_ssl_context)
        self._pool = httpcore.AsyncConnectionPool(self.trusted)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._pool is not None:
            await self._pool.aclose()
            self._pool = None

    # --- reading -------------------------------------------------------------------------------------------------

    async def shelf(self) -> http.Shelf:
        """The games that can be played, their options and the levels of their bots."""
        return await self._ask("GET", "/api/shelf", http.Shelf)

    async def lobby(self, page: int = 0) -> http.TableList:
        """The public tables: those with a free seat, then those that can be watched."""
        return await self._ask("GET", f"/api/lobby?page={page}", http.TableList)

    async def mine(self, page: int = 0) -> http.TableList:
        """This guest's own tables: those where it is their turn first."""
        return await self._ask("GET", f"/api/mine?page={page}", http.TableList)

    async def table(self, table: str) -> messages.TableCard:
        """Who sits at a table, and which seat is ours."""
        return await self._ask("GET", f"/api/tables/{table}", messages.TableCard)

    async def record(self, table: str) -> Record:
        """The record of a finished game, with everything that we may read."""
        return record.read(await self._fetch("GET", f"/api/tables/{table}/record"))

    async def finished(
        self, game: str | None = None, since: int = 0, until: int | None = None
    ) -> AsyncIterator[Record]:
        """Every finished public game, oldest first; ``since`` and ``until`` in milliseconds since 1970."""
        asked = {"game": game, "since": since, "until": until}
        path = f"/api/export?{urlencode({key: value for key, value in asked.items() if value is not None})}"
        while path:
            answer = await self._send("GET", path, None)
            for found in record.read_all(answer.content.splitlines()):
                yield found
            after = _NEXT.search(_header(answer, b"link") or "")
            path = after[1] if after else ""

    # --- taking a seat -------------------------------------------------------------------------------------------

    async def open(
        self,
        game: str,
        chairs: Sequence[str],
        options: Mapping[str, Any] | None = None,
        *,
        public: bool = False,
        by_lot: bool = False,
        clock: messages.ClockOrder | None = None,
        watch_delay: int = 0,
    ) -> messages.TableCard:
        """Open a table, and take our seat there. ``chairs`` fills the seats: ``me``, ``friend`` or the level of a bot.

        A friend is a person who gets the link. Our nonce is sent once we know the table's commitment.
        """
        order = http.OpenTable(
            game,
            self.name,
            [_seat_request(word) for word in chairs],
            dict(options or {}),
            by_lot,
            public,
            clock,
            watch_delay,
            self.program,
        )
        card = await self._ask("POST", "/api/tables", messages.TableCard, order)
        return card if card.you is None else await self.join(card.id, card.commitment)

    async def join(self, table: str, commitment: str | None = None) -> messages.TableCard:
        """Take the seat that is kept for us at a table, or the first free one; one that we have taken we keep.

        ``commitment`` is what the table has shown us; without it we look before we send our nonce. Both are kept in
        :attr:`promises`. It may be asked twice.
        """
        if commitment is None:
            commitment = (await self.table(table)).commitment
        promise = self.promises.get(table) or Promise(commitment, secrets.token_hex(8))
        wish = http.Join(self.name, promise.nonce, self.program)
        card = await self._ask("POST", f"/api/tables/{table}/join", messages.TableCard, wish)
        if card.nonce == promise.nonce:  # otherwise the seat was taken before, with another
            self.promises[table] = promise
        return card

    async def claim(self, table: str, code: str) -> messages.TableCard:
        """Take our own seat as another guest; ``code`` is the end of its claim link."""
        return await self._ask("POST", f"/api/tables/{table}/claim", messages.TableCard, http.Claim(code))

    # --- requests ------------------------------------------------------------------------------------------------

    def socket(self, table: str) -> str:
        """The address of a table's socket."""
        return f"ws{self.address.removeprefix('http')}/api/tables/{table}/socket"

    async def _ask(self, method: str, path: str, kind: type[T], body: msgspec.Struct | None = None) -> T:
        return msgspec.json.decode(await self._fetch(method, path, body), type=kind)

    async def _fetch(self, method: str, path: str, body: msgspec.Struct | None = None) -> bytes:
        return (await self._send(method, path, body)).content

    async def _send(self, method: str, path: str, body: msgspec.Struct | None) -> httpcore.Response:
        """Send a request, and send it again after the delay that the server names."""
        until = time.monotonic() + self.patience
        while True:
            answer = await self._request(method, path, body)
            if answer.status < 400:
                self._remember(answer)
                return answer
            error = _error(answer)
            wait = float(_header(answer, b"retry-after") or _DEFAULT_DELAY)
            later = isinstance(error, TooFast) or answer.status == 503
            if not later or time.monotonic() + wait > until:
                raise error
            await asyncio.sleep(wait)

    async def _request(self, method: str, path: str, body: msgspec.Struct | None) -> httpcore.Response:
        if self._pool is None:
            raise RuntimeError("a client is used with “async with Client(…) as client:”")
        headers: dict[bytes | str, bytes | str] = {"User-Agent": "ludotheque-client"}
        content = None
        if self.guest is not None:
            headers["Cookie"] = f"{COOKIE}={self.guest}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = msgspec.json.encode(body)
        try:
            return await self._pool.request(
                method, self.address + path, headers=headers, content=content, extensions={"timeout": _TIMEOUTS}
            )
        except (OSError, httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
            raise Unreachable(f"{self.address} does not answer: {error or type(error).__name__}") from error

    def _remember(self, answer: httpcore.Response) -> None:
        """Keep the session cookie, which the server sets when a guest opens or joins a table."""
        for name, value in answer.headers:
            key, equals, rest = value.decode("latin-1").partition("=")
            if name.lower() == b"set-cookie" and equals and key == COOKIE:
                self.guest = rest.partition(";")[0]


def _seat_request(word: str) -> http.SeatRequest:
    if word == "me":
        return http.SeatRequest("me")
    return http.SeatRequest("friend") if word == "friend" else http.SeatRequest("bot", word)


def _header(answer: httpcore.Response, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in answer.headers if key.lower() == name), None)


def _error(answer: httpcore.Response) -> Exception:
    try:
        said = msgspec.json.decode(answer.content, type=http.ErrorBody)
    except msgspec.DecodeError:  # a proxy answered in place of the server
        return refused(answer.status, "unknown", f"the answer was {answer.status}")
    return refused(answer.status, said.code, said.detail)
