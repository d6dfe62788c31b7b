"""What each seat sees, and states that look the same to it."""

from __future__ import annotations

from bisect import bisect_left as bisect
from collections import Counter
from collections.abc import Iterable

import msgspec

from ludotheque.engine.bargains import Bargains
from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.question_stack import (
    OVER,
    Frame,
    Negotiation,
    Proposal,
    Reaction,
    Sealed,
    Stack,
    Turn,
    clockwise_from,
)
from ludotheque.engine.rules import NOBODY, Outcome, Seat, or_nobody, or_none
from ludotheque.engine.tuples import changed
from ludotheque.games.koalition.box import PARTIES, Box
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.parties import count_parties, update_leader
from ludotheque.games.koalition.state import ELECT, NEGOTIATE, REACT, Result, State


class InPlay(msgspec.Struct, frozen=True):
    """A card in play."""

    seat: Seat
    card: str
    resigned: bool
    resigned_lap: int
    """The lap in which it was last made to resign, 0 for never."""


class Column(msgspec.Struct, frozen=True):
    """A party in this vote: its cards in the order played, its leader, and the actions played on it."""

    cards: tuple[InPlay, ...]
    leader: Seat | None
    doubles: int
    scandals: int
    scandal_lap: int
    toppled: Seat | None
    """The last leader to have been toppled, who may not lead it now."""


class BlocSight(msgspec.Struct, frozen=True):
    """Votes that go together in a coalition."""

    label: str
    party: str
    seat: Seat
    votes: int
    led: bool


class ProposalSight(msgspec.Struct, frozen=True):
    """An open proposal."""

    number: int
    by: Seat
    blocs: tuple[str, ...]
    needs: tuple[Seat, ...]
    agreed: tuple[Seat, ...]
    taken_back: tuple[Seat, ...]
    """The seats that have withdrawn their agreement; to agree again is a renewal."""


class Sight(msgspec.Struct, frozen=True):
    """A game of Koalition as one seat (or a spectator) knows it. Lists by party follow the order of the parties."""

    seat: Seat | None
    players: int
    options: Options
    question: int
    stage: str
    """elect, lot, deal, country, lay, act, react, negotiate or over."""
    asked: tuple[Seat, ...]
    ballots: tuple[Seat | None, ...]
    """Ballots for the first player: only the viewer's own until all have voted."""
    starter: Seat | None
    hand: tuple[str, ...]
    """The viewer's own politicians and jokers."""
    actions: tuple[int, ...]
    """How many of each action the viewer has."""
    card_counts: tuple[int, ...]
    """How many cards dealt as politicians each seat holds."""
    trump_counts: tuple[int, ...]
    """How many cards dealt as actions and jokers each seat holds."""
    known: tuple[tuple[str, ...], ...]
    """Cards that all have seen go back to a hand."""
    gone: tuple[str, ...]
    """Cards that have left play since the deal."""
    used: tuple[int, ...]
    """Actions that have been played since the deal."""
    deals: int
    left: tuple[str, ...]
    """Countries not yet turned up."""
    country: str | None
    number: int
    lap: int
    layer: Seat | None
    columns: tuple[Column, ...]
    votes: tuple[int, ...]
    majority: int
    blocs: tuple[BlocSight, ...]
    possible: tuple[tuple[str, ...], ...]
    """Coalitions that could be formed."""
    proposals: tuple[ProposalSight, ...]
    proposed: tuple[tuple[str, ...], ...]
    """Coalitions that have been proposed in this negotiation, with any result."""
    made: int
    waiting: tuple[Seat, ...]
    """In an action round the seats still to be asked, in order; in a negotiation those that have spoken."""
    silent: tuple[Seat, ...]
    """In a negotiation the seats that have nothing to add."""
    renewed: tuple[int, ...]
    """How often each seat has renewed a proposal or its agreement in this negotiation."""
    points: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    """The points of each seat from the last country."""
    result: Result | None
    """The result of the last vote."""
    bonuses: tuple[int, ...]
    bargains: Bargains
    outcome: Outcome | None


def make_sight(s: State, seat: Seat | None) -> Sight:
    """All that ``seat`` knows. After the game the hands stay hidden: they hold nothing of interest."""
    return make_sights(s, (seat,))[seat]


def make_sights(s: State, seats: Iterable[Seat | None]) -> dict[Seat | None, Sight]:
    """What each of these seats knows: the table, and its own cards."""
    common = _make_spectator_sight(s)
    return {seat: common if seat is None else _add_own_cards(s, common, seat) for seat in seats}


def _add_own_cards(s: State, common: Sight, seat: Seat) -> Sight:
    hand = tuple(map(s.box.ids.__getitem__, s.hands[seat]))
    ballots = common.ballots
    if s.ballots[seat] != NOBODY and ballots[seat] is None:
        ballots = changed(ballots, seat, s.ballots[seat])
    return msgspec.structs.replace(common, seat=seat, hand=hand, actions=s.actions[seat], ballots=ballots)


def _make_spectator_sight(s: State) -> Sight:
    """What a spectator knows. While ballots are cast, that includes none of them."""
    name = s.box.ids.__getitem__
    top = s.stack.frames[-1] if s.stack.frames else None
    talk = top if type(top) is Negotiation else None
    pack = s.box.pack_size(s.players)
    held = [bisect(hand, pack) for hand in s.hands]
    return Sight(
        seat=None,
        players=s.players,
        options=s.options,
        question=s.stack.number,
        stage=s.stack.what,
        asked=tuple(s.stack.asked()),
        ballots=(None,) * s.players if type(top) is Sealed else s.ballots,
        starter=or_none(s.starter),
        hand=(),
        actions=(),
        card_counts=tuple(held),
        trump_counts=tuple(
            [len(hand) - cards + sum(actions) for hand, cards, actions in zip(s.hands, held, s.actions, strict=True)]
        ),
        known=tuple([tuple(map(name, cards)) if cards else () for cards in s.known]),
        gone=tuple(map(name, s.gone)),
        used=s.used,
        deals=s.deals,
        left=tuple([s.box.country[country].id for country in s.left]),
        country=None if s.country == NOBODY else s.box.country[s.country].id,
        number=s.number,
        lap=s.lap,
        layer=or_none(s.layer),
        columns=tuple([_column(s, party) if s.columns[party] else _EMPTY for party in range(7)]),
        votes=s.votes,
        majority=s.majority,
        blocs=tuple([BlocSight(b.label, PARTIES[b.party], b.seat, b.votes, b.led) for b in s.blocs]),
        possible=tuple([coalition.labels for coalition in s.coalitions]),
        proposals=() if talk is None else tuple(_proposal(made) for made in talk.proposals.values()),
        proposed=() if talk is None else tuple(sorted(talk.proposed)),
        made=0 if talk is None else talk.made,
        waiting=_waiting(top),
        silent=() if talk is None else tuple(sorted(talk.silent)),
        renewed=() if talk is None else tuple([talk.renewed.get(seat, 0) for seat in range(s.players)]),
        points=s.points,
        scores=s.scores,
        result=s.result,
        bonuses=s.bonuses,
        bargains=s.bargains,
        outcome=s.outcome,
    )


def _waiting(top: Frame | None) -> tuple[Seat, ...]:
    if isinstance(top, Reaction):
        return tuple(top.waiting)
    return tuple(sorted(top.waiting)) if isinstance(top, Negotiation) else ()


_EMPTY = Column((), None, 0, 0, 0, None)


def _column(s: State, party: int) -> Column:
    ids, resigned, laps = s.box.ids, s.resigned, s.resigned_lap
    cards = [InPlay(seat, ids[card], card in resigned, laps.get(card, 0)) for seat, card in s.columns[party]]
    leader, toppled = or_none(s.leaders[party]), or_none(s.toppled[party])
    return Column(tuple(cards), leader, s.doubles[party], s.scandals[party], s.scandal_lap[party], toppled)


def _proposal(made: Proposal) -> ProposalSight:
    needs, agreed, taken_back = (tuple(sorted(seats)) for seats in (made.needs, made.agreed, made.taken_back))
    return ProposalSight(made.number, made.by, made.terms, needs, agreed, taken_back)


# --- imagining -------------------------------------------------------------------------------------------------------


def imagine(box: Box, v: Sight, rng: Chance) -> State:
    """A state that looks like ``v``: the cards that have not been shown are dealt anew."""
    s = State.opening(box, v.options, v.players)
    number = box.number
    s.starter = or_nobody(v.starter)
    s.known = [tuple(number[card] for card in cards) for cards in v.known]
    s.gone = tuple(number[card] for card in v.gone)
    s.used = v.used
    s.deals, s.number, s.lap = v.deals, v.number, v.lap
    countries = [country.id for country in box.country]
    s.left = tuple(countries.index(country) for country in v.left)
    s.country = NOBODY if v.country is None else countries.index(v.country)
    s.layer = or_nobody(v.layer)
    s.points, s.scores, s.result, s.bonuses, s.outcome = v.points, v.scores, v.result, v.bonuses, v.outcome
    s.bargains = v.bargains
    _imagine_table(s, v)
    _imagine_hands(s, v, rng)
    s.ballots = tuple(or_nobody(_ballot(v, voter, rng)) for voter in range(v.players))
    s.stack = Stack([] if v.stage == OVER else [_imagine_frame(s, v)], v.question)
    return s


def _ballot(v: Sight, voter: Seat, rng: Chance) -> Seat | None:
    """A ballot: the one seen, or any, if it has been cast in secret."""
    cast = v.stage == ELECT and voter not in v.asked and v.ballots[voter] is None
    return rng.below(v.players) if cast else v.ballots[voter]


def _imagine_table(s: State, v: Sight) -> None:
    number = s.box.number
    for party, column in enumerate(v.columns):
        s.columns[party] = tuple((card.seat, number[card.card]) for card in column.cards)
        s.doubles[party], s.scandals[party] = column.doubles, column.scandals
        s.scandal_lap[party] = column.scandal_lap
        s.toppled[party] = or_nobody(column.toppled)
        for card in column.cards:
            if card.resigned:
                s.resigned |= {number[card.card]}
            if card.resigned_lap:
                s.resigned_lap[number[card.card]] = card.resigned_lap
    for party in range(7):
        update_leader(s, party)
    if v.majority:
        count_parties(s)


def _imagine_hands(s: State, v: Sight, rng: Chance) -> None:
    box, number = s.box, s.box.number
    pack, jokers, actions = box.packs(s.players)
    if v.seat is not None:
        s.hands[v.seat] = tuple(number[card] for card in v.hand)
        s.actions[v.seat] = v.actions
    laid = {card for column in s.columns for _, card in column}
    seen = {
        *laid,
        *s.gone,
        *(card for cards in s.known for card in cards),
        *(card for hand in s.hands for card in hand),
    }
    unseen = [card for card in pack if card not in seen]
    trumps = [card for card in jokers if card not in seen]
    own = v.actions or (0,) * 5
    trumps += [-1 - kind for kind in range(5) for _ in range(actions[kind] - s.used[kind] - own[kind])]
    shuffle(rng, unseen)
    shuffle(rng, trumps)
    for seat in range(s.players):
        if seat == v.seat:
            continue
        held = list(s.known[seat])
        held += [unseen.pop() for _ in range(v.card_counts[seat] - len(held))]
        mine = [trumps.pop() for _ in range(v.trump_counts[seat])]
        s.hands[seat] = tuple(sorted((*held, *(card for card in mine if card >= 0))))
        found = Counter(mine)
        s.actions[seat] = tuple(found[-1 - kind] for kind in range(5))


def _imagine_frame(s: State, v: Sight) -> Frame:
    seats = tuple(range(v.players))
    if v.stage == ELECT:
        return Sealed(seats, v.stage, set(seats) - set(v.asked))
    if v.stage == REACT:
        order = clockwise_from(((v.layer or 0) + 1) % v.players, v.players)
        return Reaction(order, v.stage, True, list(v.waiting))
    if v.stage == NEGOTIATE:
        order = tuple(dict.fromkeys(b.seat for b in s.blocs if any(b.seat in c.seats for c in s.coalitions)))
        proposals = {
            p.number: Proposal(
                p.number, p.by, p.blocs, frozenset(p.needs), frozenset(p.agreed), frozenset(p.taken_back)
            )
            for p in v.proposals
        }
        renewed = {seat: times for seat, times in enumerate(v.renewed) if times}
        return Negotiation(order, v.stage, proposals, set(v.waiting), set(v.silent), set(v.proposed), renewed, v.made)
    return Turn(v.asked[0], v.stage)
