"""The searcher: compares moves by playing on from each of them in imagined worlds, for any game.

A world is a whole state that agrees with what the seat knows (:meth:`Rules.imagine`). In each world every candidate is
played, and after it the game's quick policy plays for all seats, with the same luck, up to a horizon; there the game
says what the state is worth to each seat. Only differences to the quick policy's own move in the same world count: most
of what chance does is the same on both sides and cancels out. The quick move is left only where the difference is
clear (:mod:`ludotheque.bots.findings`).

Candidates are narrowed by sequential halving: after each round, the worse half of the rivals drops out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any, Final

import msgspec

from ludotheque.bots.findings import LEAST, Findings, Replies, Rival
from ludotheque.bots.guide import Budget, Guide
from ludotheque.bots.luck import Luck
from ludotheque.bots.rollout import Rollouts
from ludotheque.engine.advice import Advice, Explainer, Judge
from ludotheque.engine.bargain_moves import OfferBargain
from ludotheque.engine.chance import Chance
from ludotheque.engine.game import Game
from ludotheque.engine.rules import Event, Move, Seat

SEEDS: Final = 1 << 62


SIMULATED: Final = Budget(rollouts=60)
"""The budget in simulations, where the same seed must give the same game: a part of what fits into the second that
people give a bot."""


class Searcher:
    """A player that searches with a guide, within a budget."""

    def __init__(self, guide: Guide, budget: Budget, seat: Seat, rng: Chance) -> None:
        self.guide = guide
        self.budget = budget
        self.seat = seat
        self.rng = rng
        self.quick = guide.quick(seat, rng)
        self.is_stopped: Callable[[], bool] = lambda: False
        """Whether the answer is wanted at once, because the table was left."""

    def hear(self, events: Sequence[Event]) -> None:
        """Pass the events on to the quick policy."""
        self.quick.hear(events)

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """The move that the search finds."""
        move: Move = self.find(sight, legal, free).move
        return move

    def values(self, sight: Any, legal: Sequence[Any]) -> list[tuple[float, Any]]:
        """The values of the quick policy, which are quick; a search values a few moves only."""
        return list(self.quick.values(sight, legal)) if isinstance(self.quick, Judge) else []

    def advice(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Advice:
        """The move that the search finds, in the quick policy's words, with what the search knows of it."""
        assert isinstance(self.quick, Explainer)
        findings = self.find(sight, legal, free)
        advice = self.quick.explain(sight, legal, free, findings.move)
        return msgspec.structs.replace(advice, searched=findings.summary()) if findings.rivals else advice

    def find(self, sight: Any, legal: Sequence[Any], free: Sequence[Any], part: int = 0) -> Findings:
        """Search, if there is anything to compare. Searches of the same question in other parts see other worlds."""
        begun = perf_counter()
        quick = self.quick.choose(sight, legal, free)
        candidates = [] if self.guide.skips(sight) else self._candidates(quick, sight, legal, free)
        if not candidates:
            return Findings(quick)
        luck = Luck(self.rng.below(SEEDS) + part * SEEDS)
        comparison = Comparison(self, sight, quick, candidates, luck, begun)
        comparison.run()
        return comparison.findings()

    def _candidates(self, quick: Move, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> list[Any]:
        """The rivals of the quick move: the best by its own values, where it has some; else any."""
        others = [move for move in legal if move != quick]
        breadth, promising = self.guide.breadth, self.guide.promising(sight)
        if len(others) > breadth or promising > -inf:
            ranked = sorted(self.values(sight, legal), key=lambda found: -found[0])
            chosen = [move for value, move in ranked if move != quick and value >= promising][:breadth]
            rest = [move for move in others if move not in chosen] if promising == -inf else []
            others = chosen + _sample(rest, breadth - len(chosen), self.rng)
        offers = [move for move in free if type(move) is OfferBargain and move != quick]
        return others + _sample(offers, self.guide.offers, self.rng)

    def imagine(self, sight: Any, luck: Chance) -> Any:
        """A world that agrees with the sight."""
        guide = self.guide
        return guide.rules.imagine(sight, luck) if guide.imagine is None else guide.imagine(sight, self.quick, luck)


class SearcherMaker:
    """Makes searchers: a level of a game that thinks for as long as it is given (``Searcher.budget``)."""

    def __init__(self, guide: Callable[[], Guide], budget: Budget = SIMULATED) -> None:
        self._make_guide = guide
        self._guide: Guide | None = None
        self.budget = budget

    @property
    def guide(self) -> Guide:
        """The guide, made when it is first needed."""
        if self._guide is None:
            self._guide = self._make_guide()
        return self._guide

    def __call__(self, seat: Seat, rng: Chance) -> Searcher:
        """A searcher for a seat."""
        return Searcher(self.guide, self.budget, seat, rng)


def is_searching(game: Game, level: str) -> bool:
    """Whether the bots of a level search, for as long as they are given."""
    return isinstance(game.levels.get(game.former_levels.get(level, level)), SearcherMaker)


class Comparison:
    """One search: rounds of worlds, in which the quick move and its rivals are played."""

    def __init__(
        self, searcher: Searcher, sight: Any, quick: Any, candidates: Sequence[Any], luck: Luck, begun: float
    ) -> None:
        self.searcher = searcher
        self.sight = sight
        self.quick = quick
        self.rivals = [Rival(move) for move in candidates]
        self.left = list(self.rivals)
        self.worlds = 0
        self.total = 0.0
        self.replies = Replies()
        self.rollouts = 0
        self.begun = begun
        self._luck = luck
        guide = searcher.guide
        self._play = guide.lookahead(sight, searcher.quick) or Rollouts(guide, searcher.seat)
        self._margin = guide.margin
        self._longest = 0.0
        self._next = luck.below(SEEDS)

    def findings(self) -> Findings:
        """What was found so far."""
        value = self.total / self.worlds if self.worlds else 0.5
        seconds = perf_counter() - self.begun
        rivals, margin = tuple(self.rivals), self._margin
        return Findings(self.quick, value, self.worlds, rivals, self.rollouts, seconds, self.replies, margin)

    def run(self) -> None:
        """Play rounds until one rival is left and the budget is spent, or the choice is clear."""
        rounds = (len(self.rivals) - 1).bit_length() + 1
        for number in range(1, rounds + 1):
            if not self._play_round(number / rounds):
                return
            self.left.sort(key=lambda rival: -rival.mean)
            self.left = self.left[: (len(self.left) + 1) // 2]

    def _play_round(self, share: float) -> bool:
        """Play worlds until this share of the budget is spent; False if the search has ended."""
        budget = self.searcher.budget
        end = self.begun + budget.milliseconds / 1000 * share
        while not self.searcher.is_stopped():
            # The next world must fit into the budget.
            games = 1 + len(self.left)
            late = perf_counter() + games * self._longest > end
            if self.worlds and (late or self.rollouts + games > budget.rollouts * share):
                return True
            self._play_world()
            if self.worlds % (LEAST // 2) == 0 and self._settle():
                return False
        return False

    def _play_world(self) -> None:
        """Play the quick move and the rivals that are left in one more world."""
        world = self.searcher.imagine(self.sight, Luck(self._next))
        begun = perf_counter()
        base = self._play(world, self.quick, self._next)
        self.worlds += 1
        self.total += base
        self.replies.add(self._play.reply)
        for rival in self.left:
            value = self._play(world, rival.move, self._next)
            rival.add(value - base, self._play.reply)
        games = 1 + len(self.left)
        self.rollouts += games
        self._longest = max(self._longest, (perf_counter() - begun) / games)
        self._next = self._luck.below(SEEDS)

    def _settle(self) -> bool:
        """Drop the hopeless rivals; whether more worlds would hardly change the choice."""
        self.left = [rival for rival in self.left if not rival.is_hopeless(self._margin)]
        if not self.left:
            return True
        return len(self.left) == 1 and self.left[0].is_clearly_better(self._margin)


def _sample(moves: Sequence[Any], count: int, rng: Chance) -> list[Any]:
    """Some of the moves, in their order, all of them equally likely."""
    if len(moves) <= count:
        return list(moves)
    left = list(range(len(moves)))
    chosen = sorted(left.pop(rng.below(len(left))) for _ in range(count))
    return [moves[number] for number in chosen]
