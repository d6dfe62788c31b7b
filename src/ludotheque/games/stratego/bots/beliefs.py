"""Beliefs about the enemy's hidden pieces: a probability for every token and kind.

Three things are certain: how many of each kind are still hidden, that a piece that has moved is neither bomb nor flag,
and the pieces that were shown. The rest is estimated: where players put each kind, and what the behaviour of a piece
says about it. The estimates are weights; fitting them to the counts makes them probabilities.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

from ludotheque.games.stratego.board import BIT, HOME, NEAR
from ludotheque.games.stratego.bots.chronicle import NO_REACTIONS, Chronicle, Reaction
from ludotheque.games.stratego.pieces import ARMIES, BOMB, FIGHT, FLAG, LETTERS, MOBILE, WON
from ludotheque.games.stratego.sight import HIDDEN, Sight
from ludotheque.games.stratego.state import MOVED

Odds = Sequence[float]
"""The probability of each kind, by kind."""

_KINDS: Final = range(13)
_MOVERS: Final = tuple(kind for kind in _KINDS if MOBILE[kind])

ROWS: Final = (
    # bomb spy scout miner sergeant lieutenant captain major colonel general marshal flag: of a hundred of each
    (0, 42, 12, 15, 38, 25, 12, 10, 9, 8, 6, 5, 86),  # the owner's back row
    (0, 30, 40, 22, 27, 30, 24, 23, 24, 28, 33, 30, 10),
    (0, 17, 36, 22, 20, 25, 29, 30, 34, 34, 36, 35, 3),
    (0, 11, 12, 41, 15, 20, 35, 37, 33, 30, 25, 30, 1),  # the front row
)
"""Where players put their pieces, by row."""
CARELESS: Final = 4
"""Added to every figure above: some players, and every random one, deploy without a plan."""

OPEN_SIDE: Final = 0.45
"""For each neighbouring square that its owner has left: a flag rarely has an open side."""
BESIDE_BOMB: Final = 2.3
"""For each bomb shown next to it: a flag is often beside a bomb."""
IDLE: Final = 0.86
"""For a piece that could have moved and never did: how much less likely it is a movable one."""

BOLD: Final = 3.6
"""Added to the weight 1 of a kind that could take the known piece it approached (a spy, if that is the marshal)."""
TIMID: Final = 1.1
"""Added to the weight of a kind that was in danger from the known piece it left."""
MISSED: Final = 0.7
"""Taken from the weight of a kind that left a piece alone which it could have taken."""
FEARLESS: Final = 0.1
"""Taken from the weight of a kind that stayed next to a piece dangerous to it, though it could move away."""
UNCURIOUS: Final = 0.085
"""Taken from the weight of every kind that moves, for staying next to an unknown piece."""
REPEATS: Final = 3
"""A repeated reaction counts at most this many times."""

REMEMBERED: Final = 256
"""The number of estimates that are kept."""
_TOLERANCE: Final = 0.005
_ROUNDS: Final = 40


def _prior(index: int) -> tuple[float, ...]:
    row = ROWS[index // 10]
    return (0.0, *(float(row[kind] + CARELESS) for kind in _KINDS[1:]))


_PRIOR: Final = tuple(_prior(index) for index in range(40))


def left_hidden(v: Sight, side: int) -> list[int]:
    """How many of each kind a side still has hidden. Pieces off the board have been shown."""
    letters = v.letters[40 * side : 40 * side + 40]
    return [0, *(ARMIES[v.options.army][kind] - letters.count(LETTERS[kind]) for kind in _KINDS[1:])]


_remembered: OrderedDict[tuple[object, ...], dict[int, Odds]] = OrderedDict()


def recall_odds(v: Sight, chronicle: Chronicle) -> dict[int, Odds]:
    """The odds of every enemy token on the board, estimated once where nothing was learnt from its behaviour.

    A search comes to the same view of the enemy in all the worlds that it imagines.
    """
    if chronicle.reactions or chronicle.honest or chronicle.bluffs:
        return estimate_odds(v, chronicle)
    theirs = slice(0, 40) if chronicle.seat else slice(40, 80)
    key = chronicle.seat, bytes(v.squares), v.letters[theirs], v.marks[theirs], v.options.army
    odds = _remembered.get(key)
    if odds is None:
        odds = _remembered[key] = estimate_odds(v, chronicle)
        if len(_remembered) > REMEMBERED:
            _remembered.popitem(last=False)
    return odds


def estimate_odds(v: Sight, chronicle: Chronicle) -> dict[int, Odds]:
    """The odds of every enemy token on the board."""
    foe = 1 - chronicle.seat
    left = left_hidden(v, foe)
    standing = {token: square for square, token in enumerate(v.squares) if token and token not in chronicle.mine}
    hidden = [token for token in standing if v.letters[token - 1] == HIDDEN]
    unmoved = {token for token in hidden if not int(v.marks[token - 1]) & MOVED}
    # As many unmoved tokens as bombs and flag: then they are exactly those, and everything else moves.
    all_still = len(unmoved) == left[BOMB] + left[FLAG]
    trust = (chronicle.honest + 2) / (chronicle.honest + chronicle.bluffs + 2.5)
    occupied = sum(BIT[square] for square, token in enumerate(v.squares) if token)
    weights = []
    for token in hidden:
        weight = list(_PRIOR[token - 40 * foe - 1])
        _weigh_reactions(weight, chronicle.reactions.get(token, NO_REACTIONS), trust)
        if token not in unmoved:
            weight[BOMB] = weight[FLAG] = 0.0
        else:
            _weigh_stillness(weight, v, standing, token, occupied)
            if all_still:
                for kind in _MOVERS:
                    weight[kind] = 0.0
        weights.append(weight)
    odds: dict[int, Odds] = dict(zip(hidden, fit(weights, left), strict=True))
    for token in standing:
        if token not in odds:
            kind = LETTERS.index(v.letters[token - 1])
            odds[token] = [float(kind == other) for other in _KINDS]
    return odds


def _weigh_reactions(weight: list[float], reactions: Mapping[tuple[Reaction, int], int], trust: float) -> None:
    """Multiply the weights by what a piece did, as far as this opponent's behaviour is reliable."""
    for (reaction, prey), count in reactions.items():
        times = min(count, REPEATS)
        for kind in _MOVERS:
            takes = FIGHT[kind][prey] == WON
            fears = prey > BOMB and FIGHT[prey][kind] == WON
            if reaction == "approached" and takes:
                weight[kind] *= (1 + BOLD * trust) ** times
            elif reaction == "fled" and fears:
                weight[kind] *= (1 + TIMID * trust) ** times
            elif reaction == "stayed" and (takes or fears):
                weight[kind] *= (1 - (MISSED if takes else FEARLESS) * trust) ** times
            elif reaction == "ignored":
                weight[kind] *= (1 - UNCURIOUS) ** times


def _weigh_stillness(weight: list[float], v: Sight, standing: Mapping[int, int], token: int, occupied: int) -> None:
    """Multiply the weights of a piece that never moved by what its neighbours say about a bomb or a flag."""
    home = HOME[0] if token <= 40 else HOME[1]
    beside = NEAR[standing[token]]
    if beside & ~occupied:
        for kind in _MOVERS:
            weight[kind] *= IDLE
    for square in home:
        if beside & BIT[square]:
            other = v.squares[square]
            if other not in standing:
                weight[FLAG] *= OPEN_SIDE
            elif v.letters[other - 1] == LETTERS[BOMB]:
                weight[FLAG] *= BESIDE_BOMB


def fit(weights: list[list[float]], left: Sequence[int]) -> list[list[float]]:
    """Scale weights until every token is one piece, and each kind is there as often as it is left.

    Rows and columns are scaled in turn, which keeps the odds between tokens as the weights had them.

    >>> [[round(p, 1) for p in row] for row in fit([[0.0, 3.0, 1.0], [0.0, 1.0, 1.0]], [0, 1, 1])]
    [[0.0, 0.6, 0.4], [0.0, 0.4, 0.6]]
    """
    for _ in range(_ROUNDS):
        totals = [sum(column) for column in zip(*weights, strict=True)]
        if all(abs(total - count) <= _TOLERANCE for total, count in zip(totals, left, strict=False)):
            break
        scale = [count / total if total else 0.0 for total, count in zip(totals, left, strict=False)]
        for i, row in enumerate(weights):
            scaled = [w * s for w, s in zip(row, scale, strict=True)]
            whole = sum(scaled) or 1.0
            weights[i] = [w / whole for w in scaled]
    return weights
