"""What follows from a move in an imagined world, as the network sees it: some moves of both sides, and what is expected
then.

Both sides remember what really happened: all of it is public. Each plays by what it would see in that world.
"""

from __future__ import annotations

from typing import Any, Final

from ludotheque.bots.findings import Reply
from ludotheque.bots.luck import Luck
from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.bots.learnt.player import LearntPlayer
from ludotheque.games.stratego.bots.learnt.recollection import Recollection
from ludotheque.games.stratego.bots.learnt.thoughts import likings_of, think_about
from ludotheque.games.stratego.bots.prospects import worth
from ludotheque.games.stratego.moves import AnyMove, Step
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.state import State

MOVES: Final = 9
"""How many moves are played after the one that is tried. With one, the search gained nothing: the network's value is
wrong by as much as moves differ. With more, the consequences show, and errors of several positions cancel out."""
SHARPNESS: Final = 2.0
"""Replies are drawn by their probability to this power."""
GRAIN: Final = 1 << 24


class Lookahead:
    """Plays moves of one seat in imagined worlds, for a search."""

    def __init__(self, player: LearntPlayer, memory: Recollection) -> None:
        self.network = player.network
        self.seat = player.seat
        self.rules = Stratego()
        self.reply: Reply | None = None
        """The enemy's reply in the last world."""
        self._memory = memory

    def __call__(self, world: State, move: AnyMove, seed: int) -> float:
        """The worth to the seat, 0 to 1, of what follows from a move in a world, with the luck of this seed."""
        state, memory, luck = world.copy(), self._memory.copy(), Luck(seed)
        self.reply = None
        memory.follow(self.rules.play(state, self.seat, move))
        for _ in range(MOVES):
            if state.outcome is not None:
                break
            seat = self.rules.asked(state)[0]
            chosen = self._choose(state, seat, memory, luck)
            if self.reply is None:
                self.reply = Reply(seat, chosen)
            memory.follow(self.rules.play(state, seat, chosen))
        if state.outcome is not None:
            return worth(state)[self.seat]
        seat = self.rules.asked(state)[0]
        value = float(think_about(self.network, self.rules.sight(state, seat), seat, memory).value[0])
        return (1 + (value if seat == self.seat else -value)) / 2

    def _choose(self, state: State, seat: Seat, memory: Recollection, luck: Luck) -> Any:
        """What a side would play: drawn by the probabilities of the network."""
        legal = [step for step in self.rules.legal(state, seat) if type(step) is Step]
        if len(legal) == 1:
            return legal[0]
        likings = likings_of(think_about(self.network, self.rules.sight(state, seat), seat, memory), seat, legal)
        weights = likings**SHARPNESS
        drawn = luck.below(GRAIN) / GRAIN * float(weights.sum())
        for step, weight in zip(legal, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return step
        return legal[int(weights.argmax())]
