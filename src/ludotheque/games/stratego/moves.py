"""The moves of players, and the events they cause."""

from __future__ import annotations

from typing import Final, Literal

from ludotheque.engine.rules import Event, Move, Seat
from ludotheque.games.stratego.board import LINES, NAMES


class Place(Move, frozen=True):
    """Deploy: name the piece (a letter, A for none) for one's next square, from the back row, left to right."""

    piece: Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"]


class Step(Move, frozen=True, rename={"frm": "from"}):
    """Move a piece to an empty square, or attack the enemy on it."""

    frm: str
    to: str


class Offer(Move, frozen=True):
    """Offer a draw with the move that follows."""


class Accept(Move, frozen=True):
    """Accept the draw offered."""


class Decline(Move, frozen=True):
    """Refuse the draw offered; moving on refuses it too."""


class Withdraw(Move, frozen=True):
    """Take back one's own draw offer, before the move that goes with it or before the answer."""


class Resign(Move, frozen=True):
    """Resign the game."""


AnyMove = Place | Step | Offer | Accept | Decline | Withdraw | Resign


class Placed(Event, frozen=True):
    """A piece was deployed, which only its owner knows."""

    seat: Seat
    square: str
    piece: str

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else None


class Deployed(Event, frozen=True):
    """A side has completed its set-up."""

    seat: Seat


class Began(Event, frozen=True):
    """Both set-ups are complete: the game begins, red to move."""


class Moved(Event, frozen=True, rename={"frm": "from"}):
    """A piece moved to an empty square."""

    seat: Seat
    frm: str
    to: str


class Fought(Event, frozen=True, rename={"frm": "from"}):
    """A piece attacked another, and both were shown."""

    seat: Seat
    frm: str
    to: str
    attacker: str
    defender: str
    result: Literal["won", "lost", "both", "flag"]


class Offered(Event, frozen=True):
    """A draw was offered."""

    seat: Seat


class Declined(Event, frozen=True):
    """The draw offered was refused."""

    seat: Seat


class Withdrawn(Event, frozen=True):
    """The draw offered was taken back."""

    seat: Seat


class Ended(Event, frozen=True):
    """The game is over; ``winner`` is None for a draw."""

    winner: Seat | None
    reason: str
    clause: str


AnyEvent = Placed | Deployed | Began | Moved | Fought | Offered | Declined | Withdrawn | Ended

# Frequent moves and events are made once: creating them anew would be most of the cost of listing them.
STEPS: Final = {(a, b): Step(NAMES[a], NAMES[b]) for a, b in LINES}
PLACES: Final = tuple(Place(letter) for letter in "ABCDEFGHIJKLM")  # type: ignore[arg-type]
MOVED: Final = tuple({way: Moved(seat, NAMES[way[0]], NAMES[way[1]]) for way in LINES} for seat in (0, 1))


def move_text(move: AnyMove, attack: bool = False) -> str:
    """A move as players write it.

    >>> move_text(Step("a4", "a5")), move_text(Step("a4", "a5"), attack=True)
    ('a4-a5', 'a4xa5')
    >>> move_text(Place("L")), move_text(Resign())
    ('L', 'resign')
    """
    if isinstance(move, Step):
        return f"{move.frm}{'x' if attack else '-'}{move.to}"
    if isinstance(move, Place):
        return move.piece
    return type(move).__name__.lower()
