"""What each seat sees, and states that look the same to it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Literal

import msgspec

from ludotheque.engine.bargains import Bargains
from ludotheque.engine.chance import Chance
from ludotheque.engine.question_stack import OVER, Reaction, Stack, Turn, Vote
from ludotheque.engine.rules import Outcome, Seat, or_nobody, or_none
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.options import Options
from ludotheque.games.politico.shared_questions import voters
from ludotheque.games.politico.state import (
    Amendment,
    Assault,
    Bid,
    Count,
    Government,
    Pressure,
    State,
)


class GovernmentSight(msgspec.Struct, frozen=True):
    """A government in place: its head, all its members, the card that made it, how long it has lasted."""

    pm: Seat
    members: tuple[Seat, ...]
    card: str
    since: int
    """The turn in which it was formed: it scores at its head's turn once all others have played."""
    rounds: int
    immune: int
    providential: bool
    """Formed by HOMME PROVIDENTIEL without a vote."""
    resigning: bool
    """Its head has announced that they resign before the next player's turn."""


class BidSight(msgspec.Struct, frozen=True):
    """An attempt at forming a government."""

    by: Seat
    card: str
    union: bool
    army: bool
    invited: tuple[Seat, ...]
    joined: tuple[Seat, ...]
    at_once: bool


class AssaultSight(msgspec.Struct, frozen=True):
    """An attack that awaits its answer."""

    by: Seat
    target: Seat
    card: str
    offers: tuple[Seat, ...]


class FrameSight(msgspec.Struct, frozen=True):
    """A question on the stack: the seats it asks, and for a vote the weight of each."""

    kind: Literal["turn", "reaction", "vote"]
    what: str
    seats: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    weights: tuple[int, ...]


class Sight(msgspec.Struct, frozen=True):
    """A game of Politico as one seat (or a spectator) knows it."""

    seat: Seat | None
    players: int
    options: Options
    question: int
    stage: str
    """election, deal, event, draw, act, attack, form, invite, join, recruit, answer, lend, accept, counter, one of the
    votes (investiture, censure, amendment, dispute), or over."""
    asked: tuple[Seat, ...]
    frames: tuple[FrameSight, ...]
    """The open questions, the present one last."""
    ballot: str | None
    """The viewer's own ballot, in a vote that goes on."""
    first: Seat | None
    turn: Seat | None
    turns: int
    """Turns begun so far, this one included."""
    deputies: tuple[int, ...]
    plaques: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    """How many trumps each seat holds."""
    known: tuple[tuple[str, ...], ...]
    """Trumps that all have seen go back to a hand."""
    pack: int
    """Trumps left in the pack."""
    discard: tuple[int, ...]
    """Trumps that were put back, by kind, in the order of the box."""
    dropped: str | None
    """The last card that was put back to draw two."""
    due: tuple[int, ...]
    exposed: tuple[tuple[str, ...], ...]
    event: str | None
    """The last event; None for a blank one."""
    government: GovernmentSight | None
    vacant: int
    """Turns without a government."""
    short: int
    """Governments in a row that did not last a round."""
    union: int
    """Turns for which UNION NATIONALE still holds."""
    dissolved: bool
    election: str
    changed: tuple[Seat, ...]
    bid: BidSight | None
    assault: AssaultSight | None
    pressure: Pressure | None
    chances: tuple[Seat, ...]
    count: Count | None
    """The last vote."""
    amendment: Amendment | None
    disputed: int
    midterm: str
    time: bool
    bargains: Bargains
    """The bargains on offer and agreed, and how each seat has kept its word."""
    outcome: Outcome | None


class _Held:
    """Cache of what all see of the hands: sights are made more often than hands change."""

    def __init__(self) -> None:
        self.last: tuple[Any, ...] = ((), [], [], (), ())

    def read(
        self, kinds: tuple[str, ...], hands: list[tuple[int, ...]], known: list[tuple[int, ...]]
    ) -> tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]:
        """How many trumps each seat holds, and those of them that were seen."""
        names, last_hands, last_known, counts, shown = self.last
        if last_hands != hands or last_known != known or names is not kinds:
            counts = tuple(map(sum, hands))
            shown = tuple([card_names(kinds, cards) if any(cards) else () for cards in known])
            self.last = (kinds, hands[:], known[:], counts, shown)
        return counts, shown


_held = _Held()


def make_sight(s: State, seat: Seat | None) -> Sight:
    """All that ``seat`` knows."""
    kinds = s.box.kinds
    frames = s.stack.frames
    top = frames[-1] if frames else None
    counts, known = _held.read(kinds, s.hands, s.known)
    return Sight(
        seat=seat,
        players=s.players,
        options=s.options,
        question=s.stack.number,
        stage=OVER if top is None else top.what,
        asked=() if top is None else tuple(top.asked()),
        frames=tuple([_frame(frame, s.players) for frame in frames]),
        ballot=top.ballots.get(seat) if isinstance(top, Vote) and seat is not None else None,
        first=or_none(s.first),
        turn=or_none(s.seat),
        turns=s.turn,
        deputies=tuple(s.deputies),
        plaques=s.plaques,
        points=tuple(s.points),
        hand=() if seat is None else card_names(kinds, s.hands[seat]),
        counts=counts,
        known=known,
        pack=sum(s.deck),
        discard=s.discard,
        dropped=s.dropped,
        due=s.due,
        exposed=tuple([tuple([kinds[kind] for kind in cards]) if cards else () for cards in s.exposed]),
        event=s.event,
        government=_government(s),
        vacant=s.vacant,
        short=s.short,
        union=s.union,
        dissolved=s.dissolved,
        election=s.election,
        changed=s.changed,
        bid=_bid(s),
        assault=_assault(s),
        pressure=s.pressure,
        chances=s.chances,
        count=s.count,
        amendment=s.amendment,
        disputed=s.disputed,
        midterm=s.midterm,
        time=s.time,
        bargains=s.bargains,
        outcome=s.outcome,
    )


@lru_cache(maxsize=4096)
def card_names(kinds: tuple[str, ...], counts: tuple[int, ...]) -> tuple[str, ...]:
    """Cards by name, from a count of each kind. Hands are looked at far more often than they change."""
    return tuple([kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)])


def _count_kinds(box: Box, cards: tuple[str, ...]) -> tuple[int, ...]:
    counts = [0] * len(box.kinds)
    for card in cards:
        counts[box.number[card]] += 1
    return tuple(counts)


@cache
def _turn(turn: Turn) -> FrameSight:
    return FrameSight("turn", turn.what, (turn.seat,), (turn.seat,), ())


def _frame(frame: Any, players: int) -> FrameSight:
    if type(frame) is Turn:
        return _turn(frame)
    if isinstance(frame, Reaction):
        return FrameSight("reaction", frame.what, frame.seats, tuple(frame.waiting), ())
    weights = tuple([frame.weights.get(seat, 0) for seat in range(players)])
    return FrameSight("vote", frame.what, (), tuple(frame.asked()), weights)


def _government(s: State) -> GovernmentSight | None:
    g = s.government
    if g is None:
        return None
    return GovernmentSight(
        g.pm, g.members, s.box.kinds[g.card], g.since, g.rounds, g.immune, g.providential, g.resigning
    )


def _bid(s: State) -> BidSight | None:
    b = s.bid
    if b is None:
        return None
    return BidSight(b.by, s.box.kinds[b.card], b.union, b.army, b.invited, b.joined, b.at_once)


def _assault(s: State) -> AssaultSight | None:
    a = s.assault
    return None if a is None else AssaultSight(a.by, a.target, s.box.kinds[a.card], a.offers)


# --- imagining -------------------------------------------------------------------------------------------------------


def imagine(box: Box, v: Sight, rng: Chance) -> State:
    """A state that looks like ``v``: the trumps that have not been shown are dealt anew."""
    number = box.number
    s = State.opening(box, v.options, v.players)
    s.election, s.midterm = v.election, v.midterm  # type: ignore[assignment]
    s.plaques, s.deputies, s.points = v.plaques, list(v.deputies), list(v.points)
    s.known = [_count_kinds(box, cards) for cards in v.known]
    s.discard, s.dropped, s.due = v.discard, v.dropped, v.due
    s.exposed = [tuple(number[card] for card in cards) for cards in v.exposed]
    s.first, s.seat = or_nobody(v.first), or_nobody(v.turn)
    s.turn, s.event, s.vacant, s.short, s.union = v.turns, v.event, v.vacant, v.short, v.union
    s.dissolved, s.changed, s.chances = v.dissolved, v.changed, v.chances
    if v.government is not None:
        g = v.government
        s.government = Government(
            g.pm, g.members, number[g.card], g.since, g.rounds, g.immune, g.providential, g.resigning
        )
    if v.bid is not None:
        b = v.bid
        s.bid = Bid(b.by, number[b.card], b.union, b.army, b.invited, b.joined, b.at_once)
    if v.assault is not None:
        a = v.assault
        s.assault = Assault(a.by, a.target, number[a.card], a.offers)
    s.pressure, s.count, s.amendment = v.pressure, v.count, v.amendment
    s.disputed, s.time, s.outcome = v.disputed, v.time, v.outcome
    s.bargains = v.bargains
    s.stack = Stack([_imagine_frame(v, frame, rng) for frame in v.frames], v.question)
    _imagine_hands(s, v, rng)
    return s


def _imagine_frame(v: Sight, frame: FrameSight, rng: Chance) -> Any:
    if frame.kind == "turn":
        return Turn(frame.seats[0], frame.what)
    if frame.kind == "reaction":
        return Reaction(frame.seats, frame.what, waiting=list(frame.waiting))
    vote = Vote(voters(frame.weights), frame.what)
    for voter in vote.weights:
        if voter not in frame.waiting:
            own = v.ballot if voter == v.seat else None
            vote.ballots[voter] = own or ("yes", "no", "abstain")[rng.below(3)]
    return vote


def _imagine_hands(s: State, v: Sight, rng: Chance) -> None:
    """Deal the cards that have not been shown to the seats that hold them; the rest is the pack."""
    left = [total - gone for total, gone in zip(s.box.counts, s.discard, strict=True)]
    for kind in _on_the_table(s):
        left[kind] -= 1
    hands = [list(known) for known in s.known]
    if v.seat is not None:
        hands[v.seat] = list(_count_kinds(s.box, v.hand))
    for hand in hands:
        for kind, count in enumerate(hand):
            left[kind] -= count
    total = sum(left)
    for seat, hand in enumerate(hands):
        for _ in range(v.counts[seat] - sum(hand)):
            at, kind = rng.below(total), 0
            while at >= left[kind]:
                at -= left[kind]
                kind += 1
            left[kind] -= 1
            total -= 1
            hand[kind] += 1
    s.hands = [tuple(hand) for hand in hands]
    s.deck = tuple(left)


def _on_the_table(s: State) -> list[int]:
    """The kinds of the cards that lie open: not in a hand, not in the pack and not put back."""
    number = s.box.number
    kinds = [kind for cards in s.exposed for kind in cards]
    if s.government is not None:
        kinds.append(s.government.card)
    if s.bid is not None:
        kinds.append(s.bid.card)
        if s.bid.union:
            kinds.append(number["union"])
    if s.assault is not None:
        kinds.append(s.assault.card)
    if s.union:
        kinds.append(number["union"])
    censured = s.pressure is not None and s.pressure.purpose == "censure"
    if censured or any(isinstance(frame, Turn) and frame.what == "censure" for frame in s.stack.frames):
        kinds.append(number["censure"])
    return kinds
