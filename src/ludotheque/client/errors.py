"""What can go wrong between a program and a house. All of it is a :class:`ClientTrouble`."""

from __future__ import annotations

from typing import Any

from ludotheque.engine.rules import Refusal


class ClientTrouble(Exception):
    """Anything that keeps a program from playing; the sentence says what."""


class BadAddress(ClientTrouble):
    """An address that leads to no house and no table."""


class Unreachable(ClientTrouble):
    """The house does not answer, or has not answered for longer than the program is patient."""


class HouseRefused(ClientTrouble):
    """The house said no over HTTP. ``code`` is one of those listed in ``docs/bots.md``."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.status = status
        self.code = code
        self.detail = detail


class NoTable(HouseRefused):
    """There is no such table."""


class TableFull(HouseRefused):
    """Every seat is taken."""


class TooFast(HouseRefused):
    """The house still says “not so fast” after the program has waited as long as it was told to."""


class LineClosed(ClientTrouble):
    """The house has closed the socket for good. ``code`` is the close code: 4403, 4404."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"the house closed the line: {reason or 'it does not say why'} ({code})")
        self.code = code
        self.reason = reason


class NotSeated(ClientTrouble):
    """A program without a seat at the table can look on, not play."""


class MoveRefused(ClientTrouble):
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


class OtherEdition(ClientTrouble):
    """What the house sends does not fit the rules installed here: one of the two is newer."""


_BY_CODE: dict[str, type[HouseRefused]] = {"no_table": NoTable, "full": TableFull, "too_fast": TooFast}


def refused(status: int, code: str, detail: str) -> HouseRefused:
    """The error for what a house said."""
    return _BY_CODE.get(code, HouseRefused)(status, code, detail)
