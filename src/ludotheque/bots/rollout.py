"""Rollouts: playing on from a move in an imagined world with the quick policy on every seat."""

from __future__ import annotations

from typing import Any, Final

from ludotheque.bots.findings import Reply
from ludotheque.bots.guide import Guide
from ludotheque.bots.luck import Luck
from ludotheque.engine.player import Player
from ludotheque.engine.rules import NATURE, Rules, Seat

MOST_MOVES: Final = 5000
"""Moves after which a rollout ends, whatever the horizon: a guard against games that do not get on."""
BOOK: Final = MOST_MOVES
"""Chapters of luck for each question to nature."""


class Rollouts:
    """Plays on from moves of one seat, up to the guide's horizon."""

    def __init__(self, guide: Guide, seat: Seat) -> None:
        self.guide = guide
        self.seat = seat
        self.has_offers = type(guide.rules).addressed is not Rules.addressed
        self._books: dict[str, int] = {}
        self.reply: Reply | None = None
        """The first choice of another seat in the last rollout."""

    def __call__(self, world: Any, move: Any, seed: int) -> float:
        """The worth to the seat of what follows from a move in a world, with the luck of this seed."""
        guide, rules = self.guide, self.guide.rules
        state = world.copy()
        rules.play(state, self.seat, move)
        clock, turn, luck = guide.clock, guide.turn, Luck(seed)
        until = (0.0 if clock is None else clock(world)) + guide.horizon
        players: dict[Seat, Player] = {}
        draws: dict[str, int] = {}
        self.reply = None
        for _ in range(MOST_MOVES):
            asked = rules.asked(state)
            if not asked or (clock is not None and clock(state) >= until):
                break
            seat = asked[0]
            if seat == NATURE:
                what = state.stack.what
                count = draws.get(what, 0)
                if what == turn and count >= until:
                    break
                draws[what] = count + 1
                luck.open(self._book(what) + count)
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
                if self.reply is None and seat != self.seat:
                    self.reply = Reply(seat, chosen)
            rules.play(state, seat, chosen)
        return guide.worth(state)[self.seat]

    def _book(self, what: str) -> int:
        """The first chapter for a question to nature: the third roll of the dice is the same in all rollouts, however
        many cards were drawn before it."""
        return self._books.setdefault(what, len(self._books) * BOOK)
