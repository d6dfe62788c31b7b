"""The contract of a game: stateless rules over plain data.

A game is a :class:`Rules` object without state of its own. It says which seats must decide, what they may do and what a
move does; everything that changes is in the state that is passed to it. Seats are small integers; nature, which draws
cards and throws dice, is the seat :data:`NATURE`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ludotheque.engine.chance import Chance
from ludotheque.engine.outcome import Outcome, ranked
from ludotheque.engine.question_stack import Turn
from ludotheque.engine.questions import Draw, Question
from ludotheque.engine.seats import NATURE, NOBODY, Seat, or_nobody, or_none
from ludotheque.engine.state import GameState
from ludotheque.engine.windows import seats_cut_off

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
    """The options of a table. Fields carry their own bounds, so invalid values do not decode."""


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """A move of a seat. Each game subclasses it once per kind of move; the tag names the kind in JSON."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="did", tag=str.lower):
    """An effect of a move. Public unless a subclass overrides :meth:`seen`."""

    def seen(self, seat: Seat | None) -> Event | None:
        """The event as ``seat`` (``None``: a spectator) sees it: whole, reduced, or None."""
        return self


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not allowed: the clause that forbids it, and the sentence to show.

    ``reason`` is a key under ``refusal`` in the game's words; ``args`` fill its placeholders.
    """

    clause: str
    reason: str
    args: dict[str, str | int] = {}


class Refused(Exception):
    """A move is not allowed; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.clause})")
        self.refusal = refusal


S = TypeVar("S", bound=GameState)
P = TypeVar("P", bound=Options)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=msgspec.Struct)


Handler = Callable[[Any, Seat, Any, list[Event]], bool | None]
"""Carries out a move: changes the state, adds events; returns True if a step ends with it (see ``continue_play``)."""


class Rules(ABC, Generic[S, P, M, V]):
    """The rules of one game.

    A game is defined by tables, in which the engine looks up: ``questions`` and ``draws`` by the name of a question,
    ``handlers`` by the kind of a move.
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
    own_fields: ClassVar[tuple[str, ...] | None] = None
    """The fields of a sight that differ between seats, where all others are the same for all; None where other fields
    may differ too."""
    questions: ClassVar[Mapping[str, Question]] = {}
    """The questions that are put to players."""
    draws: ClassVar[Mapping[str, Draw]] = {}
    """The questions that are put to nature."""
    alarms: ClassVar[Mapping[type, Callable[[Any], bool]]] = {}
    """The kinds of moves that the clock plays as nature, unasked, and whether each is possible (see :meth:`alarm`)."""
    handlers: ClassVar[Mapping[type, Handler]]
    """What each kind of move does."""
    over_clause: ClassVar[str] = ""
    """The clause of the refusal of a move after the end; by default, the one that ended the game."""
    nature_clause: ClassVar[str] = ""
    """The clause of the refusal of a player's move that is nature's, and of an impossible move of nature."""
    asked_clause: ClassVar[str] = ""
    """The clause of the refusal of a move by a seat that is not asked."""
    nature_moves: ClassVar[frozenset[type]]
    """The kinds of moves that only nature makes, from ``draws`` and ``alarms``."""
    _continues: ClassVar[bool]
    """Whether the game has a ``continue_play`` of its own: a call that does nothing would cost time on every move."""
    later_reasons: ClassVar[frozenset[str]] = frozenset()
    """Reasons of refusals that were added since the first games of this version were recorded."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._continues = cls.continue_play is not Rules.continue_play
        cls.nature_moves = frozenset((*(draw.kind for draw in cls.draws.values()), *cls.alarms))

    @abstractmethod
    def setup(self, options: P, players: int) -> S:
        """The state before the first move."""

    def asked(self, s: S) -> Sequence[Seat]:
        """The seats that must decide now, in order of precedence; ``(NATURE,)`` for a draw; empty after the end."""
        frames = s.stack.frames
        if not frames:
            return ()
        top = frames[-1]
        # Most questions are turns: for them, this is quicker than asking the frame.
        return (top.seat,) if type(top) is Turn else top.asked()

    def question(self, s: S) -> int:
        """A number that changes with every new question, so that a late answer is not taken for one to it."""
        return s.stack.number

    def legal(self, s: S, seat: Seat) -> Sequence[M]:
        """The legal answers of ``seat`` to the present question; empty if it is not asked.

        It may be a view that lists nothing before it is asked for; it stays the same when the state changes.
        """
        frames = s.stack.frames
        if not frames or seat < 0:
            return ()
        top = frames[-1]
        if not (seat == top.seat if type(top) is Turn else top.asks(seat)):
            return ()
        return self.questions[top.what].answers(s, seat)

    def free(self, s: S, seat: Seat) -> Sequence[M]:
        """The moves that ``seat`` may make without being asked, such as to resign, offer or denounce.

        These and ``legal`` are exactly the moves that ``play`` accepts.
        """
        return ()

    def addressed(self, s: S) -> Sequence[Seat]:
        """The seats that have an offer of another seat to answer, asked or not; nothing waits for them.

        Bots among them answer at once, by one of their :meth:`replies`. It must follow from public facts.
        """
        return ()

    def replies(self, s: S, seat: Seat) -> Sequence[M]:
        """The answers of an addressed seat to what it is offered, all among ``free``; the last one is to refuse.

        Each must end what it answers, so that bots that are addressed do not answer forever.
        """
        return ()

    def cut_off(self, s: S, seat: Seat) -> Collection[Seat]:
        """The other asked seats whose question an answer of ``seat`` may end before they have answered it.

        A server lets bots wait for these, where they are people. It must follow from public facts, not from what
        ``seat`` holds or means to play. Games override it where fewer answers end a window.
        """
        return seats_cut_off(s.stack, seat)

    def choice(self, s: S, seat: Seat) -> object | None:
        """The choice that ``seat`` may make by several moves sent together; None where each move is sent by itself.

        Each move after the first is played only while this stays the same. A sealed choice, such as a deployment,
        is one. Others are declared where, between two moves, nothing is drawn, nothing hidden is shown to the seat
        and no other seat is asked: whether the next move is allowed follows from what the seat knows.
        """
        return s.stack.number if s.stack.is_sealing(seat) else None

    def refusal(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """Why ``seat`` may not play ``move`` now, or None if it may."""
        if s.outcome is not None:
            return Refusal(self.over_clause or s.outcome.clause, "over")
        if type(move) in self.nature_moves or (seat == NATURE and self.nature_moves):
            possible = seat == NATURE and self._is_possible_for_nature(s, move)
            return None if possible else Refusal(self.nature_clause, "not_nature")
        return self.player_refusal(s, seat, move)

    def _is_possible_for_nature(self, s: S, move: M) -> bool:
        """Whether nature is asked for ``move`` and can make it, or the clock can."""
        alarm = self.alarms.get(type(move))
        if alarm is not None:
            return alarm(s)
        draw = self.draws.get(s.stack.what)
        return draw is not None and type(move) is draw.kind and draw.fits(s, move)

    @abstractmethod
    def player_refusal(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """Why a player's move is not allowed while the game goes on: the game's part of :meth:`refusal`."""

    def answer_refusal(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """The refusal of a move that answers no question: ``seat`` is not asked, or for another kind of move."""
        top = s.stack.top
        if not top.asks(seat):
            return Refusal(self.asked_clause, "not_asked")
        return None if isinstance(move, self.questions[top.what].kinds) else self.question_refusal(s)

    def question_refusal(self, s: S) -> Refusal:
        """The refusal of a move because the present question asks for another."""
        what = s.stack.what
        question = self.questions[what]
        return Refusal(question.clause, question.reason or f"asked_{what}")

    def recorded_refusal(self, s: S, seat: Seat, move: M) -> Refusal | None:
        """Why a recorded move cannot have been played, or None if it can.

        Refusals for a reason in ``later_reasons`` do not count: such a move was allowed when it was played.
        """
        refusal = self.refusal(s, seat, move)
        return None if refusal is not None and refusal.reason in self.later_reasons else refusal

    def play(self, s: S, seat: Seat, move: M) -> Sequence[Event]:
        """Play a legal move, changing ``s``. It does not check the move: see :meth:`Match.play`."""
        events: list[Event] = []
        step_ends = self.handlers[type(move)](s, seat, move, events)
        if self._continues:
            self.continue_play(s, step_ends, events)
        return events

    def continue_play(self, s: S, step_ends: bool | None, events: list[Event]) -> None:
        """Carry out what follows from a move without a choice; ``step_ends`` is its handler's result."""

    def chance(self, s: S, rng: Chance) -> M:
        """Nature's move, drawn from ``rng``; only called when nature is asked."""
        drawn: M = self.draws[s.stack.frames[-1].what].draw(s, rng)
        return drawn

    def alarm(self, s: S) -> tuple[int, M] | None:
        """The next move of the game clock, as nature, and after how many milliseconds of the game; or None.

        For games with a time limit. The move is recorded like any other, so that a replay needs no clock.
        """
        return None

    @abstractmethod
    def default(self, s: S, seat: Seat) -> M:
        """The move that is played for an asked seat whose time ran out."""

    @abstractmethod
    def sight(self, s: S, seat: Seat | None) -> V:
        """All that ``seat`` knows, and nothing else (``None``: a spectator)."""

    def sees_everything(self, s: S, seat: Seat) -> bool:
        """Whether ``seat`` is out of the game and sees what the other players hide from each other.

        Such a seat may not chat with them: the server refuses its messages to the table.
        """
        return False

    def sights(self, s: S, seats: Iterable[Seat | None]) -> dict[Seat | None, V]:
        """The sight of each of these seats. Games override it to compute common parts once."""
        return {seat: self.sight(s, seat) for seat in seats}

    def revealed(self, s: S) -> V:
        """The sight without secrets, for finished games; by default that of a spectator."""
        return self.sight(s, None)

    @abstractmethod
    def imagine(self, v: V, rng: Chance) -> S:
        """A state that is consistent with ``v``, its hidden part drawn from ``rng``."""

    def outcome(self, s: S) -> Outcome | None:
        """The outcome, or None while the game goes on."""
        return s.outcome


AnyRules = Rules[Any, Any, Any, Any]
