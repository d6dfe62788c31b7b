"""Errors of the client. All of them are a :class:`ClientError`."""

from __future__ import annotations

from typing import Any

from ludotheque.engine.rules import Refusal


class ClientError(Exception):
    """Base of every error of the client; the message says what is wrong."""


class BadAddress(ClientError):
    """An address of no server and no table."""


class Unreachable(ClientError):
    """The server does not answer, or has not answered for longer than ``patience`` seconds."""


class RequestRefused(ClientError):
    """The server refused an HTTP request. ``code`` is one of those listed in ``docs/bots.md``."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.status = status
        self.code = code
        self.detail = detail


class NoTable(RequestRefused):
    """There is no such table."""


class TableFull(RequestRefused):
    """Every seat is taken."""


class TooFast(RequestRefused):
    """Requests still come too fast after the client has waited for ``patience`` seconds."""


class ClosedByServer(ClientError):
    """The server has closed the socket for good. ``code`` is the close code: 4403, 4404."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"the server closed the connection: {reason or 'no reason given'} ({code})")
        self.code = code
        self.reason = reason


class NotSeated(ClientError):
    """The client has no seat at the table: it can watch, not play."""


class MoveRefused(ClientError):
    """A move that is not allowed, though nothing has changed since the program was asked: its own mistake.

    ``code`` is ``rule`` when a rule forbids it; ``refusal`` then has the clause, and which sentence of the game's
    words says it.
    """

    def __init__(self, code: str, refusal: Refusal | None, moves: Any) -> None:
        why = f"{refusal.reason} ({refusal.clause})" if refusal is not None else code
        super().__init__(f"refused: {why}")
        self.code = code
        self.refusal = refusal
        self.moves = moves

    @property
    def clause(self) -> str | None:
        """The clause that forbids it, such as ``stratego.move.step``."""
        return self.refusal.clause if self.refusal is not None else None


class IncompatibleRules(ClientError):
    """What the server sends does not fit the rules installed here: one of the two is newer."""


_BY_CODE: dict[str, type[RequestRefused]] = {"no_table": NoTable, "full": TableFull, "too_fast": TooFast}


def refused(status: int, code: str, detail: str) -> RequestRefused:
    """The error for an answer of the server."""
    return _BY_CODE.get(code, RequestRefused)(status, code, detail)
