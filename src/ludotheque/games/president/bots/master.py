"""The bot “master” of Le Jeu du Président: what its search needs to know of the game."""

from __future__ import annotations

from functools import partial
from math import exp, sqrt
from typing import Final

from ludotheque.bots.guide import Guide
from ludotheque.games.president.bots import prices
from ludotheque.games.president.bots.outlook import SECOND_ROUND, Chart, chart_of
from ludotheque.games.president.bots.spin_doctor import SpinDoctor
from ludotheque.games.president.box import GOAL, Box
from ludotheque.games.president.rules import President
from ludotheque.games.president.state import ROLL, State

MARGIN: Final = 0.01
"""By how much a move must be worth more than the quick one. Without it, searches gained nothing that lasts: at 60
decisions of three players, -0.02 ± 0.05 games in a hundred for each with 60 rollouts, -0.09 ± 0.09 with 200."""
CLOSE: Final = 5.0
"""Units that are a clear lead at the end."""
SWING: Final = 11.5
"""The same, more for the square root of the turns to come."""
CARDS: Final = 0.8
"""The part of the campaign cards promised by departments now that will be drawn: departments change hands."""
PATIENCE: Final = 0.4
"""The same, where one of the two departments of a roll is free."""
ALLY: Final = 0.15
"""The share of a candidate's hopes that the ally in the second round has: second place, if the candidate wins."""
PACE: Final = 6.8
"""Units that the first of two players wins in a turn, on average."""


def master_guide(box: Box) -> Guide:
    """Search the next turns, and value what they lead to by votes and by the cards that departments promise.

    The constants of :func:`worth` are those that foretell best how 2,500 games between two strong bots end.
    """
    return Guide(
        rules=President(box),
        quick=partial(SpinDoctor, box),
        worth=worth,
        turn=ROLL,
        horizon=5.0,
        breadth=5,
        margin=MARGIN,
    )


def worth(s: State) -> list[float]:
    """The share of each seat: its chance to be elected."""
    if s.outcome is None:
        return _shares(s)
    winners = s.outcome.winners
    if not winners:
        return [1 / s.players] * s.players
    elected = s.sides[winners[0]]
    return [1.0 if seat == elected else ALLY if side == elected else 0.0 for seat, side in enumerate(s.sides)]


def _shares(s: State) -> list[float]:
    turns = turns_to_come(s)
    units = promised_units(s, turns)
    if s.round == 1 and s.players > 2:
        found = prices.election_chances(tuple(units), round(turns))
        whole = sum(found)
        return [mine / whole for mine in found]
    one, other = sorted(set(s.sides))
    first = 1 / (1 + exp((units[other] - units[one]) / (CLOSE + SWING * sqrt(turns))))
    return [
        (first if side == one else 1 - first) * (1.0 if side == seat else ALLY) for seat, side in enumerate(s.sides)
    ]


def turns_to_come(s: State) -> float:
    """About how many turns each player still has in this round."""
    turns = (GOAL - max(s.votes)) / PACE if s.players == 2 else 1.35 * s.free.bit_count() / s.players
    return max(0.0, min(turns, s.closing / s.players) if s.closing else turns)


def promised_units(s: State, turns: float) -> list[float]:
    """The units of each side, and those that its departments promise: two digits in one hand bring cards."""
    chart = chart_of(s.box)
    turns += SECOND_ROUND if s.round == 1 and s.players > 2 else 0.0
    spell = turns / 36 * _mean_card(s, chart, 0.9 * turns * s.players / 2)
    rolls = card_rolls(s, chart)
    return [
        units + spell * found * s.sides.count(side)
        for side, (units, found) in enumerate(zip(s.votes, rolls, strict=True))
    ]


def card_rolls(s: State, chart: Chart) -> list[float]:
    """For each side, the rolls that bring it a campaign card: all that they allow is its own, or unchallengeable."""
    found = [0.0] * s.players
    for slot in chart.pairs:
        waiting = slot & s.free
        if waiting & (waiting - 1):
            continue
        closed = slot & ~s.safe & ~waiting
        part = PATIENCE if waiting else CARDS
        for side, own in enumerate(s.own):
            if not closed & ~own:
                found[side] += part
    return found


def _mean_card(s: State, chart: Chart, draws: float) -> float:
    """The mean units of so many campaign cards to come: kept ones come once, the others again."""
    brings = chart.brings_by_number
    now = sum([brings[card] for card in s.deck])
    if len(s.deck) >= draws:
        return now / len(s.deck)
    again = [brings[card] for card in s.deck + s.talon if chart.comes_again[card]]
    return (now + (draws - len(s.deck)) * sum(again) / max(1, len(again))) / draws
