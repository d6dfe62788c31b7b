"""Rollouts: playing on from a move in an imagined world with the quick policy on every seat."""

from __future__ import annotations

from typing import Any, Final

from ludotheque.bots.guide import Guide
from ludotheque.bots.luck import Luck
from ludotheque.engine.player import Player
from ludotheque.engine.rules import NATURE, Rules, Seat

MOST_MOVES: Final = 5000
"""Moves after which a rollout ends, whatever the horizon: a guard against games that do not get on."""


class Rollouts:
    """Plays on from moves of one seat, up to the guide's horizon."""

    def __init__(self, guide: Guide, seat: Seat) -> None:
        self.guide = guide
        self.seat = seat
        self.has_offers = type(guide.rules).addressed is not Rules.addressed

    def __call__(self, world: Any, move: Any, seed: int) -> float:
        """The worth to the seat of what follows from a move in a world, with the luck of this seed."""
        guide, rules = self.guide, self.guide.rules
        state = world.copy()
        rules.play(state, self.seat, move)
        clock, luck = guide.clock, Luck(seed)
        until = clock(world) + guide.horizon
        players: dict[Seat, Player] = {}
        draws = 0
        for _ in range(MOST_MOVES):
            asked = rules.asked(state)
            if not asked or clock(state) >= until:
                break
            seat = asked[0]
            if seat == NATURE:
                draws += 1
                luck.open(draws)
                rules.play(state, NATURE, rules.chance(state, luck))
                continue
            offered = rules.addressed(state) if self.has_offers else ()
            if offered:
                seat = offered[0]
            answers = rules.replies(state, seat) if offered else rules.legal(state, seat)
            if len(answers) == 1:
                chosen = answers[0]
            else:
                player = players.get(seat)
                if player is None:
                    player = players[seat] = guide.quick(seat, Luck(seed + seat + 1))
                chosen = player.choose(rules.sight(state, seat), answers, rules.free(state, seat))
            rules.play(state, seat, chosen)
        return guide.worth(state)[self.seat]
