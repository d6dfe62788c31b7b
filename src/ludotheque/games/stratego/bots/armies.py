"""Whole enemy armies drawn from the beliefs: states that look like a sight, the likelier ones drawn more often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludotheque.engine.chance import Chance, pick
from ludotheque.games.stratego.bots.beliefs import Odds, left_hidden
from ludotheque.games.stratego.choices import legal_steps
from ludotheque.games.stratego.pieces import BOMB, FLAG, LETTERS, MARSHAL
from ludotheque.games.stratego.sight import HIDDEN, Sight, imagine, make_state
from ludotheque.games.stratego.state import MOVED, State

ORDER: Final = (FLAG, BOMB, *range(MARSHAL, BOMB, -1))
"""The kinds in the order they are dealt: first those that only some tokens can be, then from the top."""
TRIES: Final = 50
"""How many armies are drawn before any that fits is taken."""
_GRAIN: Final = 1 << 20
"""The steps in which a weight is drawn."""


def imagine_from_beliefs(v: Sight, odds: Mapping[int, Odds], rng: Chance) -> State:
    """A state that looks like ``v`` to its seat: what is hidden is drawn by the odds of each enemy token."""
    if v.seat is None or v.turn is None:
        return imagine(v, rng)
    for _ in range(TRIES):
        kinds = [_read_army(v, 0), _read_army(v, 1)]
        kinds[1 - v.seat] = _deal_army(v, 1 - v.seat, odds, rng)
        s = make_state(v, kinds)
        # The side to move can move, or the game would be over.
        if legal_steps(s, v.turn):
            return s
    return imagine(v, rng)


def _read_army(v: Sight, side: int) -> list[int]:
    """The kinds of a side's forty tokens, 0 where they are hidden."""
    return [0 if letter == HIDDEN else LETTERS.index(letter) for letter in v.letters[40 * side : 40 * side + 40]]


def _deal_army(v: Sight, side: int, odds: Mapping[int, Odds], rng: Chance) -> list[int]:
    """The kinds of a side's tokens: each hidden kind goes to tokens drawn by their odds of being that kind."""
    kinds = _read_army(v, side)
    first = 40 * side
    free = [place for place in range(40) if v.letters[first + place] == HIDDEN]
    left = left_hidden(v, side)
    for kind in ORDER:
        for _ in range(left[kind]):
            places = free
            if kind in (BOMB, FLAG):
                places = [place for place in free if not int(v.marks[first + place]) & MOVED]
            place = _draw(places, [_weight(odds.get(first + place + 1), kind) for place in places], rng)
            kinds[place] = kind
            free.remove(place)
    return kinds


def _weight(odds: Odds | None, kind: int) -> int:
    """The weight of a token for a kind, as a whole number."""
    return 0 if odds is None else round(_GRAIN * odds[kind])


def _draw(places: Sequence[int], weights: Sequence[int], rng: Chance) -> int:
    """One of some places, drawn by weight; any of them if none has a weight."""
    whole = sum(weights)
    if not whole:
        return pick(rng, places)
    drawn = rng.below(whole)
    for place, weight in zip(places, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return place
    raise AssertionError("a number below the sum of the weights falls on one of them")
