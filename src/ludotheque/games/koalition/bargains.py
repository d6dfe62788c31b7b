"""Bargains in Koalition: to enter a coalition together, and to spare each other; when such a promise is kept or broken.

A promise to *join* is about the coalition of one country, a promise to *spare* about the actions played in one. Rounds
are countries.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Final

from ludotheque.engine.bargains import Bargaining, Pledge, Promise, PromiseState, Terms
from ludotheque.engine.question_stack import Negotiation, Proposal
from ludotheque.engine.rules import NOBODY, Event, Seat
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import AnyMove, Retire, Scandal, Topple
from ludotheque.games.koalition.state import ACT, LAY, NEGOTIATE, REACT, State

CLAUSE: Final = "koalition.ruling.bargains"
JOIN, SPARE = "join", "spare"
TERMS: Final = {
    "together": Terms(Pledge(JOIN), Pledge(JOIN)),
    "join_for_next": Terms(Pledge(JOIN), Pledge(JOIN, 1)),
    "join_for_peace": Terms(Pledge(JOIN), Pledge(SPARE, 1)),
    "peace": Terms(Pledge(SPARE), Pledge(SPARE)),
}
_NAMES: Final = tuple(TERMS)
_IN_LAST_COUNTRY: Final = ("together", "peace")
_AFTER_COUNT: Final = ("together", "join_for_next", "join_for_peace")
_STAGES: Final = frozenset((LAY, ACT, REACT, NEGOTIATE))


class KoalitionBargaining(Bargaining[State]):
    """The bargains of Koalition."""

    clause = CLAUSE
    terms: ClassVar = TERMS

    def round_of(self, s: State) -> int:
        return s.number if s.stack.what in _STAGES else 0

    def terms_between(self, s: State, by: Seat, to: Seat) -> tuple[str, ...]:
        """All terms while cards are played; after the count those about a coalition, between seats that negotiate."""
        is_last = s.number == s.options.countries
        talk = s.stack.top
        if type(talk) is not Negotiation:
            return _IN_LAST_COUNTRY if is_last else _NAMES
        if by not in talk.seats or to not in talk.seats:
            return ()
        return _AFTER_COUNT[:1] if is_last else _AFTER_COUNT

    def not_now(self, s: State, by: Seat, to: Seat, terms: str) -> str:
        if s.number == s.options.countries and terms not in _IN_LAST_COUNTRY:
            return "no_next_country"
        return "peace_too_late" if terms == "peace" else "cannot_join"


BARGAINING: Final = KoalitionBargaining()


def find_victim(s: State, move: AnyMove) -> Seat:
    """The seat against which an action is played: who leads the party, or whose card it is; NOBODY if it harms none."""
    if isinstance(move, Topple | Scandal):
        return s.leaders[PARTIES.index(move.party)]
    if isinstance(move, Retire):
        card = s.box.number[move.card]
        return next((seat for column in s.columns for seat, laid in column if laid == card), NOBODY)
    return NOBODY


def judge_action(s: State, seat: Seat, victim: Seat, events: list[Event]) -> None:
    """An action was played against a seat: a promise to spare that seat is broken."""

    def judge(promise: Promise) -> PromiseState | None:
        breaks = promise.kind == SPARE and promise.by == seat and promise.to == victim
        return "broken" if breaks and promise.due == s.number else None

    BARGAINING.settle(s, events, judge)


def judge_withdrawal(s: State, seat: Seat, proposal: Proposal, events: list[Event]) -> None:
    """A leader declined a proposal, or took a hand back: a promise to join a seat that has agreed to it is broken."""

    def judge(promise: Promise) -> PromiseState | None:
        breaks = promise.kind == JOIN and promise.by == seat and promise.to in proposal.agreed
        return "broken" if breaks and promise.due == s.number else None

    BARGAINING.settle(s, events, judge)


def end_country(s: State, members: Collection[Seat], events: list[Event]) -> None:
    """Judge the promises of a country at its end; ``members`` are the seats that formed a coalition, if any did."""
    talk = s.stack.top
    open_ = list(talk.proposals.values()) if isinstance(talk, Negotiation) else []

    def judge(promise: Promise) -> PromiseState | None:
        if promise.due != s.number:
            return None
        if promise.kind == SPARE:
            return "kept"
        if promise.by in members:
            return "kept" if promise.to in members else "broken"
        left_waiting = promise.to not in members and any(
            promise.to in made.agreed and promise.by in made.needs - made.agreed for made in open_
        )
        return "broken" if left_waiting else "void"

    BARGAINING.settle(s, events, judge)
    BARGAINING.end_round(s, events, s.number)
