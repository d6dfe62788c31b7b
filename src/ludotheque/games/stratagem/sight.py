"""What each seat sees, and states that look the same to it. Mats lie open; programmes and secrets are hidden."""

from __future__ import annotations

import msgspec

from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.question_stack import OVER, Sealed, Stack, Turn
from ludotheque.engine.rules import Outcome, Seat, or_nobody, or_none
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem.box import PARTIES, THEMES, Box
from ludotheque.games.stratagem.choices import must_draw
from ludotheque.games.stratagem.mats import irregular_supports
from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.state import (
    NOTHING,
    PLAYERS,
    PROGRAMME,
    TURN,
    Charge,
    Crisis,
    Mat,
    Offer,
    State,
    cards_left,
)


class OfferSight(msgspec.Struct, frozen=True):
    """A support on offer."""

    card: str
    drawer: Seat
    seat: Seat


class Sight(msgspec.Struct, frozen=True):
    """A game of Stratagem as one seat (or a spectator) knows it. For each theme -1 is nothing, 0 and 1 its options."""

    seat: Seat | None
    options: Options
    question: int
    stage: str
    """seating, party, programme, turn, card, offer, heir or over."""
    asked: tuple[Seat, ...]
    numbers: tuple[int, ...]
    first: Seat | None
    parties: tuple[str, ...]
    plan: Mat
    """The viewer's own programme."""
    programmes: tuple[Mat, ...]
    """The programmes of all seats, for finished games and for those who are out and see all cards; empty otherwise."""
    shown: tuple[Mat, ...]
    supports: tuple[tuple[str, ...], ...]
    secrets: tuple[str, ...]
    """The viewer's own secrets."""
    open_secrets: tuple[tuple[str, ...], ...]
    """The secrets of all seats, likewise."""
    secret_counts: tuple[int, ...]
    tokens: tuple[int, ...]
    laid: tuple[int, ...]
    skips: tuple[int, ...]
    owing: str | None
    """The secret support that the viewer must show next."""
    owed: tuple[bool, ...]
    """Whether each seat must show a secret support next."""
    alive: tuple[bool, ...]
    broke: tuple[Seat, ...]
    """The seats that owed more tokens than they had, and are out when the turn is over."""
    out: tuple[Seat, ...]
    resigned: tuple[Seat, ...]
    watching: tuple[Seat, ...]
    """The seats that are out and see all cards."""
    deck: int
    """Common cards still to come before a vote."""
    fallen: tuple[str, ...]
    campaign: int
    candidates: tuple[Seat, ...]
    turn: Seat | None
    turns: int
    idle: int
    """Turns since a common card was last drawn, this one included; none in a crisis."""
    must_draw: bool
    """Whether a common card must be drawn, because none was for a whole round."""
    card: str | None
    """The last common card that all have seen, in this turn or before."""
    offer: OfferSight | None
    crisis: Crisis | None
    charge: Charge | None
    charged: tuple[tuple[Seat, Seat], ...]
    """The seats that each seat has denounced in this turn."""
    irregular: tuple[bool, ...]
    """Whether each seat is irregular, where the table has agreed to show it; empty otherwise."""
    outcome: Outcome | None


def make_sight(s: State, seat: Seat | None) -> Sight:
    """All that ``seat`` knows."""
    common = s.box.common
    owing = NOTHING if seat is None else s.owed[seat]
    watching = seat is not None and seat in s.watching
    return Sight(
        seat=seat,
        options=s.options,
        question=s.stack.number,
        stage=s.stack.what,
        asked=tuple(s.stack.asked()),
        numbers=s.numbers,
        first=or_none(s.first),
        parties=tuple([PARTIES[party] for party in s.parties]),
        plan=() if seat is None else s.plans[seat],
        programmes=tuple(s.plans) if watching else (),
        shown=tuple(s.shown),
        supports=tuple([tuple([common[card].id for card in cards]) for cards in s.supports]),
        secrets=() if seat is None else tuple([common[card].id for card in s.secrets[seat]]),
        open_secrets=open_hands(s) if watching else (),
        secret_counts=tuple([len(hand) for hand in s.secrets]),
        tokens=tuple(s.tokens),
        laid=s.laid,
        skips=s.skips,
        owing=None if owing == NOTHING else common[owing].id,
        owed=tuple([card != NOTHING for card in s.owed]),
        alive=s.alive,
        broke=s.broke,
        out=s.out,
        resigned=s.resigned,
        watching=s.watching,
        deck=cards_left(s),
        fallen=tuple([common[card].id for card in s.fallen]),
        campaign=s.campaign,
        candidates=s.candidates,
        turn=or_none(s.seat),
        turns=s.turn,
        idle=s.idle,
        must_draw=s.stack.what == TURN and must_draw(s),
        card=s.card,
        offer=None if s.offer is None else OfferSight(common[s.offer.card].id, s.offer.drawer, s.offer.seat),
        crisis=s.crisis,
        charge=s.charge,
        charged=s.charged,
        irregular=tuple([bool(irregular_supports(s, other)) for other in range(PLAYERS)])
        if s.options.show_irregular
        else (),
        outcome=s.outcome,
    )


def open_hands(s: State) -> tuple[tuple[str, ...], ...]:
    """The secrets in all hands."""
    return tuple([tuple([s.box.common[card].id for card in hand]) for hand in s.secrets])


# --- imagining -------------------------------------------------------------------------------------------------------


def imagine(box: Box, v: Sight, rng: Chance) -> State:
    """A state that looks like ``v``: other programmes, and secrets dealt anew."""
    s = State.opening(box, v.options)
    cards = box.cards
    s.numbers, s.laid, s.skips, s.alive, s.out, s.resigned = v.numbers, v.laid, v.skips, v.alive, v.out, v.resigned
    s.first, s.seat = or_nobody(v.first), or_nobody(v.turn)
    s.parties = tuple(PARTIES.index(party) for party in v.parties)
    s.shown, s.tokens = list(v.shown), list(v.tokens)
    s.supports = [tuple(cards[card] for card in held) for held in v.supports]
    s.fallen = tuple(cards[card] for card in v.fallen)
    s.campaign, s.candidates, s.turn, s.card = v.campaign, v.candidates, v.turns, v.card
    s.crisis, s.charge, s.charged, s.outcome = v.crisis, v.charge, v.charged, v.outcome
    s.broke, s.watching, s.idle = v.broke, v.watching, v.idle
    if v.offer is not None:
        s.offer = Offer(cards[v.offer.card], v.offer.drawer, v.offer.seat)
    _imagine_secrets(s, v, rng)
    _imagine_programmes(s, v, rng)
    s.stack = Stack([] if v.stage == OVER else [_frame(v)], v.question)
    return s


def _frame(v: Sight) -> Sealed | Turn:
    if v.stage == PROGRAMME:
        seats = tuple(range(PLAYERS))
        return Sealed(seats, PROGRAMME, set(seats) - set(v.asked))
    return Turn(v.asked[0], v.stage)


def _imagine_secrets(s: State, v: Sight, rng: Chance) -> None:
    """Deal the secrets that have not been shown to the seats that hold some; a seat that owes one holds a support."""
    box = s.box
    seen = {*s.fallen, *(card for held in s.supports for card in held)}
    if s.offer is not None:
        seen.add(s.offer.card)
    if v.seat is not None:
        s.secrets[v.seat] = tuple(box.cards[card] for card in v.secrets)
        seen.update(s.secrets[v.seat])
        if v.owing is not None:
            s.owed = changed(s.owed, v.seat, box.cards[v.owing])
    unseen = [card for card in range(len(box.common)) if card not in seen]
    hidden = [card for card in unseen if box.common[card].family == "secret"]
    shuffle(rng, hidden)
    others = [seat for seat in range(PLAYERS) if seat != v.seat and v.secret_counts[seat]]
    for seat in others:
        if v.open_secrets:
            s.secrets[seat] = tuple(box.cards[card] for card in v.open_secrets[seat])
        if v.owed[seat]:  # before the other secrets are dealt, for there may be no more supports among them
            owed = next(card for card in s.secrets[seat] or hidden if box.strengths[card])
            s.owed = changed(s.owed, seat, owed)
            if not v.open_secrets:
                hidden.remove(owed)
                s.secrets[seat] = (owed,)
    for seat in others:
        more = [hidden.pop() for _ in range(v.secret_counts[seat] - len(s.secrets[seat]))]
        s.secrets[seat] = tuple(sorted((*s.secrets[seat], *more)))
    held = {card for hand in s.secrets for card in hand}
    s.deck = tuple(card for card in unseen if card not in held)
    s.kept = len(s.deck) - v.deck


def _imagine_programmes(s: State, v: Sight, rng: Chance) -> None:
    """Any programme that its party can have; while they are made, as far as each may be."""
    if v.programmes:
        s.plans = list(v.programmes)
        return
    if not s.parties:
        return
    for seat in range(PLAYERS):
        if seat == v.seat:
            s.plans[seat] = v.plan
            continue
        denied = s.box.denied[s.parties[seat]]
        plan = []
        for theme in range(THEMES):
            sides = [side for side in (0, 1) if 2 * theme + side not in denied]
            plan.append(sides[0] if len(sides) == 1 else NOTHING if seat in v.asked else sides[rng.below(2)])
        if v.stage != PROGRAMME:
            plan = [side if side != NOTHING else rng.below(2) for side in plan]
        s.plans[seat] = tuple(plan)
