"""The contract a game fulfils: stateless rules over plain data.

A game is a :class:`Rules` object that holds nothing. It is asked who must decide, what they may do and what a
move does; everything that changes lives in the state it is handed. Seats are small integers; nature, who draws
cards and throws dice, is the seat :data:`NATURE`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ludotheque.engine.chance import Chance
from ludotheque.engine.frames import Turn
from ludotheque.engine.outcome import Outcome, ranked
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.seats import NATURE, NOBODY, Seat, or_nobody, or_none
from ludotheque.engine.state import GameState

__all__ = [
    "NATURE",
    "NOBODY",
    "AnyRules",
    "Event",
    "Handler",
    "Move",
    "Options",
    "Outcome",
    "Refusal",
    "Refused",
    "Rules",
    "Seat",
    "or_nobody",
    "or_none",
    "ranked",
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the start. Fields carry their own bounds, so absurd values do not decode."""


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Something a seat does. Each game subclasses it once per kind of move; the tag says which on the wire."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="did", tag=str.lower):
    """A fact that a move brought about. Public unless a subclass says otherwise in :meth:`seen`."""

    def seen(self, seat: Seat | None) -> Event | None:
        """What ``seat`` (``None``: a spectator) learns of it: the event, a poorer one, or nothing."""
        return self


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: the clause that forbids it, and which of its sentences to say.

    ``reason`` is a key under ``refusal`` in the game's words; ``args`` fill its blanks.
    """

    clause: str
    reason: str
    args: dict[str, str | int] = {}


class Refused(Exception):
    """Raised where a refused move was about to be played."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.clause})")
        self.refusal = refusal


S = TypeVar("S", bound=GameState)
P = TypeVar("P", bound=Options)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=msgspec.Struct)


Handler = Callable[[Any, Seat, Any, list[Event]], bool | None]
"""Does a move: changes the state and adds to the events. True where that is the end of a step (:meth:`Rules.go_on`)."""


class Rules(ABC, Generic[S, P, M, V]):
    """The rules of one game.

    A game says what it does in tables: ``questions`` and ``draws`` by the name of a question, ``handlers`` by the kind
    of a move. The engine looks things up there.
    """

    id: ClassVar[str]
    version: ClassVar[int]
    seats: ClassVar[range]
    box_mark: str = ""
    """A hash of a host's own box, for records; empty for the box that comes with the game."""
    options_type: ClassVar[type[Any]]
    move_type: ClassVar[Any]
    """The tagged union of this game's moves, for decoding."""
    event_type: ClassVar[Any]
    """The tagged union of this game's events."""
    sight_type: ClassVar[type[Any]]
    own: ClassVar[tuple[str, ...] | None] = None
    """The fields of a sight that differ from seat to seat, where all others are always the same to all; None
    where that is not so."""
    questions: ClassVar[Mapping[str, Question]]
    """The questions that are put to players."""
    draws: ClassVar[Mapping[str, Draw]] = {}
    """The questions that are put to nature."""
    alarms: ClassVar[Mapping[type, Callable[[Any], bool]]] = {}
    """The kinds of moves that the clock plays as nature, unasked, and whether each is possible (see :meth:`alarm`)."""
    handlers: ClassVar[Mapping[type, Handler]]
    """What each kind of move does."""
    over_clause: ClassVar[str] = ""
    """The clause that is named to a seat which moves once the game is over; by default, the one that ended it."""
    nature_clause: ClassVar[str] = ""
    """The clause that is named to a seat which makes a move of nature's, and to nature for one that is impossible."""
    asked_clause: ClassVar[str] = ""
    """The clause that is named to a seat which is not asked."""
    nature_moves: ClassVar[frozenset[type]]
    """The kinds of moves that only nature makes; made from ``draws`` and ``alarms``."""
    later: ClassVar[frozenset[str]] = frozenset()
    """Reasons for which a move has come to be refused since the first games of this version were recorded."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.nature_moves = frozenset((*(draw.kind for draw in cls.draws.values()), *cls.alarms))

    @abstractmethod
    def setup(self, options: P, players: int) -> S:
        """The state before the first move."""

    def asked(self, s: S) -> Sequence[Seat]:
        """Who must decide now, in order of precedence; ``(NATURE,)`` for a draw or a die; empty once it is over."""
        return s.stack.asked()

    def question(self, s: S) -> int:
        """A number that changes whenever another question is put, so that a late answer is not taken for a new one."""
        return s.stack.number

    def legal(self, s: S, seat: Seat) -> Sequence[M]:
        """The answers ``seat`` may give to the question put to it; empty if it is not asked."""
        frames = s.stack.frames
        if not frames or seat < 0:
            return ()
        top = frames[-1]
        # Most questions are turns: for them, this is quicker than asked().
        if seat != top.seat if type(top) is Turn else seat not in top.asked():
            return ()
        return self.questions[top.what].answers(s, seat)

    def free(self, s: S, seat: Seat) -> Sequence[M]:
        """What ``seat`` may do besides, asked or not: resign, offer, denounce.

        Together with ``legal`` it is exactly what ``play`` takes.
        """
        return ()

    def choice(self, s: S, seat: Seat) -> object | None:
        """Which choice ``seat`` may make by several moves sent together; None where each move is sent by itself.

        Each move after the first is played only while this stays the same. A sealed choice, such as a deployment,
        is one. Others are declared where, between two moves, nothing is drawn, nothing hidden is shown to the seat
        and no other seat is asked: whether the next move is allowed follows from what the seat knows.
        """
        return s.stack.number if s.stack.seals(seat) else None

    def refusal(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """Why ``seat`` may not play ``move`` now, or None if it may."""
        if s.outcome is not None:
            return Refusal(self.over_clause or s.outcome.clause, "over")
        if type(move) in self.nature_moves or (seat == NATURE and self.nature_moves):
            possible = seat == NATURE and self._nature_may(s, move)
            return None if possible else Refusal(self.nature_clause, "not_nature")
        return self.why_not(s, seat, move)

    def _nature_may(self, s: S, move: M) -> bool:
        """Whether nature is asked for ``move`` and can make it, or the clock can."""
        alarm = self.alarms.get(type(move))
        if alarm is not None:
            return alarm(s)
        draw = self.draws.get(s.stack.what)
        return draw is not None and type(move) is draw.kind and draw.fits(s, move)

    @abstractmethod
    def why_not(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """The same for a player's move while the game goes on: what :meth:`refusal` leaves to the game."""

    def no_answer(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """Why ``move`` is no answer at all: ``seat`` is not asked, or is asked for another kind of move."""
        top = s.stack.top
        if seat not in top.asked():
            return Refusal(self.asked_clause, "not_asked")
        return None if isinstance(move, self.questions[top.what].kinds) else self.other_asked(s)

    def other_asked(self, s: S) -> Refusal:
        """The refusal of a move because the present question asks for another."""
        what = s.stack.what
        question = self.questions[what]
        return Refusal(question.clause, question.reason or f"asked_{what}")

    def recorded_refusal(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """Why a move that is on record cannot have been played, or None if it can.

        What only a reason in ``later`` forbids may have been played when it was allowed: records stay replayable.
        """
        refusal = self.refusal(s, seat, move)
        return None if refusal is not None and refusal.reason in self.later else refusal

    def play(self, s: S, seat: Seat, move: M) -> Sequence[Event]:
        """Play a move that is allowed, changing ``s``. It trusts its caller: see :meth:`Match.play`."""
        events: list[Event] = []
        self.go_on(s, self.handlers[type(move)](s, seat, move, events), events)
        return events

    def go_on(self, s: S, step_ends: bool | None, events: list[Event]) -> None:
        """What follows from a move without a choice; ``step_ends`` is what its handler has returned."""

    def chance(self, s: S, rng: Chance) -> M:
        """Nature's move, drawn from ``rng``; asked for only when nature is."""
        drawn: M = self.draws[s.stack.what].draw(s, rng)
        return drawn

    def alarm(self, s: S) -> tuple[int, M] | None:
        """What the game clock plays next, as nature, and after how many milliseconds of the game; or None.

        For games that last a time agreed beforehand. It is written down like any other move, so that looking back
        needs no clock.
        """
        return None

    @abstractmethod
    def default(self, s: S, seat: Seat) -> M:
        """What is played for an asked seat whose time ran out."""

    @abstractmethod
    def sight(self, s: S, seat: Seat | None) -> V:
        """All that ``seat`` knows, and nothing else (``None``: a spectator)."""

    def all_seeing(self, s: S, seat: Seat) -> bool:
        """Whether ``seat`` sees what those who play on hide from each other, being out of the game itself.

        Such a seat may not speak to them: the server takes no message of it to the table.
        """
        return False

    def sights(self, s: S, seats: Iterable[Seat | None]) -> dict[Seat | None, V]:
        """The sight of each of these seats. Where they have much in common, a game makes that once."""
        return {seat: self.sight(s, seat) for seat in seats}

    def revealed(self, s: S) -> V:
        """Everything, for those who look back at a finished game. A game without secrets has nothing to add."""
        return self.sight(s, None)

    @abstractmethod
    def imagine(self, v: V, rng: Chance) -> S:
        """A whole world that looks like ``v``, the unseen part drawn from ``rng``."""

    def outcome(self, s: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return s.outcome


AnyRules = Rules[Any, Any, Any, Any]
