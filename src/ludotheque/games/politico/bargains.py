"""Bargains: what players may promise each other, and when a promise is kept, broken or void.

Rounds are counted in turns here, so that an offer stays open, and a promise holds, for whole rounds of the table,
whichever player makes it. Votes are counted once all ballots are in, so bargains rest while a vote is on: a ballot that
is in the box already could not keep a promise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from ludotheque.engine.bargain_moves import BargainLapsed
from ludotheque.engine.bargains import Bargain, Bargaining, Pledge, Promise, PromiseState, Terms
from ludotheque.engine.question_stack import Turn, Vote
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.state import CENSURE, INVESTITURE, MINORITY, NONE, TOPPLE, State, in_government

CLAUSE: Final = "politico.ruling.bargains"
JOIN, VOTE, SPARE = "join", "vote", "spare"
"""What may be promised: to accept the other's next invitation into a government, to vote for the next government that
the other presents, and to leave the other in peace."""
PATIENCE: Final = 3
"""Rounds of the table after which an invitation or a vote that has not come up binds no more."""
TRUCE: Final = 1
"""Rounds of the table for which a player is left in peace."""

_JOIN, _VOTE, _SPARE = Pledge(JOIN, PATIENCE), Pledge(VOTE, PATIENCE), Pledge(SPARE, TRUCE)
TERMS: Final = {
    "join_for_vote": Terms(_JOIN, _VOTE),
    "vote_for_join": Terms(_VOTE, _JOIN),
    "vote_each": Terms(_VOTE, _VOTE),
    "spare_for_join": Terms(_SPARE, _JOIN),
    "peace": Terms(_SPARE, _SPARE),
}
"""The ready-made bargains: what is wanted of the other player, and what is promised for it."""
_ALL: Final = tuple(TERMS)

AGAINST_GOVERNMENT: Final = (TOPPLE, CENSURE)
AGAINST_BID: Final = (INVESTITURE, MINORITY)
"""The uses of the army that concern a government in place, and one that is being formed."""
SUPPORTED: Final = (CENSURE, MINORITY)
"""The uses of the army of which the first one serves the government, or the attempt to form one."""


class PoliticoBargaining(Bargaining[State]):
    """The bargains of Politico."""

    clause = CLAUSE
    terms = TERMS

    def round_of(self, s: State) -> int:
        frames = s.stack.frames
        if not frames:
            return 0
        top = frames[-1]
        resting = top.seat < 0 if type(top) is Turn else type(top) is Vote
        return 0 if resting else s.turn

    def oldest_round(self, s: State) -> int:
        return s.turn - s.players + 1

    def due(self, s: State, pledge: Pledge) -> int:
        return s.turn + (pledge.later or 0) * s.players

    def terms_between(self, s: State, by: Seat, to: Seat) -> tuple[str, ...]:
        """All terms, except those by which one of the two would promise again what they have promised already."""
        pending = s.bargains.pending() if s.bargains.entries else ()
        between = [promise for promise in pending if promise.by in (by, to) and promise.to in (by, to)]
        if not between:
            return _ALL
        given = {promise.kind for promise in between if promise.by == by}
        wanted = {promise.kind for promise in between if promise.by == to}
        return tuple(
            name for name, made in TERMS.items() if made.wanted.kind not in wanted and made.given.kind not in given
        )

    def not_now(self, s: State, by: Seat, to: Seat, terms: str) -> str:
        return "promised_already"

    def end_round(self, s: State, events: list[Event], round: int) -> None:
        """Let offers lapse a round of the table after they were made, and forget what has come to its end by then."""
        since = self.oldest_round(s)
        entries: list[Bargain] = []
        for bargain in s.bargains.entries:
            if bargain.round >= since or any(promise.state == "pending" for promise in bargain.promises):
                entries.append(bargain)
            elif bargain.state == "open":
                events.append(BargainLapsed(bargain.number, bargain.by, bargain.to, bargain.terms))
        s.bargains = replace(s.bargains, entries=tuple(entries))


BARGAINING: Final = PoliticoBargaining()


def begin_turn(s: State, events: list[Event]) -> None:
    """End the promises whose time is over, and the offers that were not answered for a round of the table."""
    turn = s.turn
    BARGAINING.settle(
        s, events, lambda promise: ("kept" if promise.kind == SPARE else "void") if promise.due <= turn else None
    )
    BARGAINING.end_round(s, events, turn - 1)


def end_promises(s: State, events: list[Event]) -> None:
    """End all promises with the game."""
    BARGAINING.settle(s, events, lambda promise: "void")


def judge_reply(s: State, seat: Seat, inviter: Seat, joins: bool, events: list[Event]) -> None:
    """Judge promises to join by the answer to an invitation."""
    BARGAINING.settle(
        s,
        events,
        lambda promise: ("kept" if joins else "broken") if _is(promise, JOIN, seat) and promise.to == inviter else None,
    )


def judge_ballots(s: State, subject: str, ballots: Sequence[str], events: list[Event]) -> None:
    """Judge promises by the ballots of an investiture or a censure. Without deputies there is no ballot to give."""
    if subject == INVESTITURE:
        assert s.bid is not None
        presented = s.bid.by
        kept: dict[str, PromiseState] = {"yes": "kept", NONE: "void"}
        BARGAINING.settle(
            s,
            events,
            lambda promise: (
                kept.get(ballots[promise.by], "broken") if promise.kind == VOTE and promise.to == presented else None
            ),
        )
    elif subject == CENSURE:
        assert s.government is not None
        for seat, ballot in enumerate(ballots):
            if ballot == "yes":
                _break_peace(s, seat, s.government.members, events)


def judge_attack(s: State, seat: Seat, target: Seat, kind: int, events: list[Event]) -> None:
    """Judge promises of peace by an attack: on a player, or on a government that it could bring down."""
    card = s.box.attacks[kind]
    assert card is not None
    threatens = card.falls and s.government is not None and in_government(s, target)
    _break_peace(s, seat, s.government.members if threatens and s.government is not None else (target,), events)


def judge_motion(s: State, seat: Seat, events: list[Event]) -> None:
    """Judge promises of peace by a motion of censure."""
    assert s.government is not None
    _break_peace(s, seat, s.government.members, events)


def judge_army(s: State, seat: Seat, purpose: str, laid: int, events: list[Event]) -> None:
    """Judge promises of peace by an army that is played where so many lie already: each turns the effect around."""
    if purpose in AGAINST_GOVERNMENT:
        assert s.government is not None
        threatened = s.government.members
    elif purpose in AGAINST_BID:
        assert s.bid is not None
        threatened = (s.bid.by, *s.bid.joined)
    else:
        return
    if laid % 2 == (purpose in SUPPORTED):
        _break_peace(s, seat, threatened, events)


def _break_peace(s: State, seat: Seat, threatened: Collection[Seat], events: list[Event]) -> None:
    BARGAINING.settle(
        s, events, lambda promise: "broken" if _is(promise, SPARE, seat) and promise.to in threatened else None
    )


def _is(promise: Promise, kind: str, by: Seat) -> bool:
    return promise.kind == kind and promise.by == by
