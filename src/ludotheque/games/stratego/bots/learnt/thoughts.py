"""What the network makes of what one seat sees: how much it likes each move, what it guesses of hidden pieces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.bots.learnt.features import ACTIONS, make_numbers, make_planes
from ludotheque.games.stratego.bots.learnt.network import Network, Numbers, Thought
from ludotheque.games.stratego.bots.learnt.recollection import Recollection
from ludotheque.games.stratego.moves import AnyMove, Step
from ludotheque.games.stratego.sight import HIDDEN, Sight


def think_about(network: Network, sight: Sight, seat: Seat, memory: Recollection) -> Thought:
    """What a network makes of what a seat sees and remembers."""
    return network.think(make_planes(sight, seat, memory)[None], make_numbers(sight, seat)[None])


def likings_of(thought: Thought, seat: Seat, legal: Sequence[AnyMove]) -> Numbers:
    """The probability with which each move of a piece would be played."""
    logits = thought.logits[0, [ACTIONS[seat][step] for step in legal if type(step) is Step]]
    likings: Numbers = np.exp(logits - logits.max())
    likings /= likings.sum()
    return likings


def odds_of(thought: Thought, sight: Sight, seat: Seat) -> dict[int, list[float]]:
    """How likely each kind, 0 to 12, is for each hidden enemy on the board, by token."""
    kinds = thought.kinds[0]
    likely = np.exp(kinds - kinds.max(-1, keepdims=True))
    likely /= likely.sum(-1, keepdims=True)
    return {
        token: [0.0, *likely[99 - square if seat == 1 else square].tolist()]
        for square, token in enumerate(sight.squares)
        if token and sight.letters[token - 1] == HIDDEN
    }
