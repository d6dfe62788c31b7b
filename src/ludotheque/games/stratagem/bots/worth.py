"""The value of options, supports and secrets to a bot, in tokens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import exp, sqrt
from typing import Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.games.stratagem.bots.outlook import Cards, Outlook, matched_strengths
from ludotheque.games.stratagem.box import COUP, DICTATORSHIP, STRIKE, THEMES, UPRISING
from ludotheque.games.stratagem.crisis import POPULAR
from ludotheque.games.stratagem.state import NOTHING, Mat

ADVERSARIES: Final = 3
REGULAR: Final = 4.0
"""The value of showing what an irregular support demands."""
RID: Final = 3.0
"""The value of giving up an irregular support."""


class Weights(msgspec.Struct, frozen=True):
    """The weights of a bot's aims, in tokens."""

    coup: float = 2.0
    """All supports of a coup."""
    last_hope: float = 24.0
    """The same, for a player who cannot be elected any more."""
    strike: float = 4.0
    """The ability to strike."""
    uprising: float = 1.5
    """The ability to rise against a dictator."""
    dictatorship: float = 1.5
    """All supports of a dictatorship."""
    sign: float = 0.4
    """A sign of the public or of the members, for each per cent of the cards that depend on them."""
    deny: float = 4.0
    """Keeping the supports of a coup from another player."""
    scarce: float = 0.7
    """The chance that a fitting support is drawn and offered, where no other player can keep it."""
    planned: float = 2.0
    """Keeping to one's programme."""


BALLOT, FORCE, RESIST = Weights(), Weights(coup=16.0), Weights(strike=12.0, uprising=12.0)
"""The weights to be elected, to plan a coup, and to oppose another's seizure of power."""


def support_value(o: Outlook, card: int, w: Weights) -> float:
    """The value of keeping a support: popularity, a step towards seizing power, the means to oppose others."""
    worth = float(o.cards.percent[card] * len(o.others)) if not o.cards.secret[card] else 0.0
    if not o.earned[o.me]:
        worth -= 0.5 * len(o.others) * len(o.cards.friends & o.unseen)
    if len(o.others) < 2:
        return worth
    popular = o.v.tokens[o.me] >= POPULAR
    return worth + _action_value(o.cards, o.own_strengths, o.cards.strengths[card], popular, o.running, w)


@cache
def _action_value(
    cards: Cards, held: tuple[int, ...], strength: int, popular: bool, running: bool, w: Weights
) -> float:
    """The value for one's own actions of a support of some strength, besides those that are held."""
    more = tuple(sorted((*held, strength), reverse=True))
    worth = 0.0
    for action, value in ((STRIKE, w.strike), (UPRISING, w.uprising)):
        if cards.suffice(action, more, popular) and not cards.suffice(action, held, popular):
            worth += value
    hope = w.coup if running else w.last_hope
    worth += hope * (cards.progress(COUP, more) - cards.progress(COUP, held))
    return worth + w.dictatorship * (cards.progress(DICTATORSHIP, more) - cards.progress(DICTATORSHIP, held))


def denial_value(o: Outlook, card: int, w: Weights) -> float:
    """The value of keeping a support from a later player who could then launch a coup."""
    assert o.v.offer is not None
    worth = 0.0
    for seat in o.others:
        if (seat - o.v.offer.drawer) % 4 <= (o.me - o.v.offer.drawer) % 4:
            continue
        held = o.earned[seat]
        if o.cards.marks[card] in o.marks(seat) or not o.cards.meets_demands(o.v.shown[seat], card):
            continue
        if o.can_launch(seat, COUP, [*held, card]) and not o.can_launch(seat, COUP, held):
            worth += w.deny
        worth += 0.2 * max(0, o.cards.percent[card] * len(o.others))
    return worth


def option_value(o: Outlook, number: int, w: Weights, values: dict[int, float]) -> float:
    """The value of showing an option while the deck lasts: opinions to come, signs, and supports still on offer."""
    cards = o.cards
    worth = opinions_to_come(o, number)
    opinion, members = cards.signs(number, cards.party[o.party])
    worth += w.sign * (opinion * o.rated_effect + members * o.loved_effect)
    for value, _ in supports_for(o, number, w, values):
        worth += value
    if o.v.plan[number >> 1] == number & 1:
        worth += w.planned
    return worth


def opinions_to_come(o: Outlook, number: int) -> float:
    """The tokens that cards still to come bring those who show an option, at the cost of those who do not."""
    worth = 0.0
    shared = sum([o.v.shown[seat][number >> 1] == number & 1 for seat in o.others])
    for card, percent in o.cards.moving[number]:
        if card in o.unseen:
            worth += percent * (len(o.others) - shared)
    return worth


def supports_for(o: Outlook, number: int, w: Weights, values: dict[int, float]) -> Iterator[tuple[float, int]]:
    """Yield the supports that an option serves, with the value that it adds to each."""
    cards, marks = o.cards, o.marks(o.me)
    for card in cards.wanting[number]:
        if card in o.secrets:
            if cards.marks[card] not in marks:
                yield max(0.0, support_value(o, card, w)), card
            continue
        if card in o.held[o.me] and o.missing_options(o.me, card, number >> 1) == 1:
            yield REGULAR, card
        if card not in o.to_come or cards.marks[card] in marks:
            continue
        gap = o.missing_options(o.me, card, number >> 1)
        if gap > len(cards.demands[card]):
            continue
        if card not in values:
            values[card] = support_value(o, card, w)
        if values[card] <= 0:
            continue
        chance = 0.15 if cards.secret[card] else w.scarce / (1 + o.rivals(card)) / gap
        yield chance * values[card], card


def draw_value(o: Outlook, w: Weights, values: dict[int, float]) -> float:
    """The mean value of drawing a card."""
    cards, worth = o.cards, 0.0
    marks = o.marks(o.me)
    for card in o.unseen:
        if cards.secret[card]:
            worth += 2.0
        elif cards.strengths[card]:
            if cards.marks[card] not in marks and cards.meets_demands(o.mat, card):
                if card not in values:
                    values[card] = support_value(o, card, w)
                others = o.rivals(card)
                worth += max(0.0, values[card]) * others / (1 + others)
        elif card in cards.halting:
            worth -= 1.5
        else:
            worth += cards.drawer[card] * len(o.others)
    return worth / max(1, len(o.unseen))


def election_chance(o: Outlook, seat: Seat, loss: int = 0) -> float:
    """The chance of being elected, after the loss of some tokens, estimated from tokens alone."""
    v = o.v
    mine = v.tokens[seat] - loss
    swing = 2.0 * sqrt(v.deck + 1)
    if v.candidates:
        if seat not in v.candidates:
            return 0.02
        rival = max([v.tokens[other] for other in v.candidates if other != seat], default=0)
        return 1 / (1 + exp(-1.7 * (mine - rival) / swing))
    swing += 8
    mass = [exp(2 * v.tokens[other] / swing) for other in range(len(v.tokens)) if v.alive[other] and other != seat]
    own = exp(2 * mine / swing)
    return own / (own + sum(mass))


# --- programmes ------------------------------------------------------------------------------------------------------


@cache
def best_programmes(cards: Cards, party: str, w: Weights, begun: Mat = ()) -> tuple[Mat, ...]:
    """The most valuable programmes of a party before anything is shown; of those that go on from ``begun``, if any."""
    denied = cards.denied[party]
    sides = [[side for side in (0, 1) if 2 * theme + side not in denied] for theme in range(THEMES)]
    plans = [plan for plan in product(*sides) if not begun or agrees_with(begun, plan)]
    found = [(_programme_value(cards, cards.party[party], plan, w), plan) for plan in plans]
    highest = max([worth for worth, _ in found])
    return tuple([plan for worth, plan in found if worth > highest - 0.01])


def _programme_value(cards: Cards, party: int, plan: Mat, w: Weights) -> float:
    worth = 0.0
    for theme, side in enumerate(plan):
        number = 2 * theme + side
        opinion, members = cards.signs(number, party)
        worth += ADVERSARIES * sum([percent for _, percent in cards.moving[number]])
        worth += w.sign * (opinion * sum(cards.rated.values()) + members * sum(cards.loved.values()))
    strength = cards.strengths.__getitem__
    by_mark: dict[str | None, list[int]] = {}
    for card in cards.supports:
        if not cards.secret[card] and cards.meets_demands(plan, card):
            by_mark.setdefault(cards.marks[card], []).append(card)
    gains = sum([max([cards.percent[card] for card in found]) for found in by_mark.values()])
    worth += w.scarce * ADVERSARIES * gains + w.strike * 0.3 * len(by_mark)
    best = sorted([max(found, key=strength) for found in by_mark.values()], key=strength, reverse=True)
    used = matched_strengths(cards.needs[COUP], [strength(card) for card in best])
    caught = sum([w.scarce / len(cards.demands[best[at]]) for at in used])
    return worth + w.coup * caught / len(cards.needs[COUP])


def agrees_with(plan: Mat, programme: Mat) -> bool:
    """Whether a programme agrees with another as far as that is complete."""
    return all(side in (NOTHING, other) for side, other in zip(plan, programme, strict=True))
