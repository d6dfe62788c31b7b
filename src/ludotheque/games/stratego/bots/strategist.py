"""The bot “strategist”, which plays Stratego from its sight, its memory and an evaluation of moves.

It deploys behind a guarded flag, estimates every hidden piece, and plays the move of the highest expected value. It
uses only what its seat saw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.engine.advice import Advice
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratego.bots.advice import TurnAdvice
from ludotheque.games.stratego.bots.beliefs import Odds, recall_odds
from ludotheque.games.stratego.bots.chronicle import Chronicle
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.bots.deployment_advice import advise_place
from ludotheque.games.stratego.bots.draws import reason_to_draw
from ludotheque.games.stratego.bots.evaluation import Evaluation
from ludotheque.games.stratego.bots.outlook import Outlook
from ludotheque.games.stratego.moves import PLACES, Accept, AnyMove, Fought, Moved, Place, Step
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.sight import Sight

TIE_MARGIN: Final = 0.05
"""Moves closer in value than this are chosen between at random, so that it does not play the same game twice."""


class Strategist:
    """A player for one seat. It can be rebuilt at any time from the events of the game."""

    def __init__(self, seat: Seat, rng: Chance) -> None:
        self.seat = seat
        self.rng = rng
        self._unread: list[Event] = []
        self._chronicle: Chronicle | None = None
        self._plan: list[int] = []
        self._known: tuple[Sight, dict[int, Odds]] | None = None
        """The last sight, and what it believes of the enemy there: a search asks again and again."""

    def hear(self, events: Sequence[Event]) -> None:
        """Keep the events, to evaluate them when it has to choose."""
        self._unread += events

    def choose(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove]) -> AnyMove:
        """Choose the next piece to deploy, or the best move."""
        if type(legal[0]) is Place:
            return self._deploy(sight, legal)
        evaluation = self._evaluate(sight)
        if Accept() in free and reason_to_draw(evaluation.outlook) is not None:
            return Accept()
        best: tuple[float, AnyMove] = max(
            ((evaluation.score(move) + self._tie_break(), move) for move in legal if type(move) is Step),
            key=lambda scored: scored[0],
        )
        return best[1]

    def advice(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove]) -> Advice:
        """Its own choice, with the reasons of its plan for the deployment or of its evaluation."""
        return self.explain(sight, legal, free, self.choose(sight, legal, free))

    def explain(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove], move: AnyMove) -> Advice:
        """The advice to play a move, with the reasons of its plan for the deployment or of its evaluation."""
        if type(move) is Place:
            return advise_place(sight, self.seat, self._plan, move, legal)
        evaluation = self._evaluate(sight)
        steps = _step_values(evaluation, legal)
        return TurnAdvice(sight, evaluation, self._update_chronicle(sight)).advice(move, steps)

    def values(self, sight: Sight, legal: Sequence[AnyMove]) -> list[tuple[float, Step]]:
        """The expected values of the moves of pieces; a deployment is not valued piece by piece."""
        return [] if type(legal[0]) is Place else _step_values(self._evaluate(sight), legal)

    def odds(self, v: Sight) -> dict[int, Odds]:
        """What it believes of each enemy piece: the probability of each kind."""
        chronicle = self._update_chronicle(v)
        if self._known is None or self._known[0] is not v:
            self._known = v, recall_odds(v, chronicle)
        return self._known[1]

    def _evaluate(self, v: Sight) -> Evaluation:
        return Evaluation(Outlook(v, self.seat, self.odds(v)), self._update_chronicle(v))

    def _deploy(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Place the planned piece on the next square; make a new plan if the board does not follow the old one."""
        own = v.letters[40 * self.seat : 40 * self.seat + v.placed]
        fixed = [LETTERS.index(letter) for letter in own]
        if not self._plan:  # from the same seed, a player rebuilt half-way makes the same plan again
            self._plan = deploy(v.options.army, [], self.rng)
        if self._plan[: v.placed] != fixed:
            self._plan = deploy(v.options.army, fixed, self.rng)
        return PLACES[self._plan[v.placed]]

    def _update_chronicle(self, v: Sight) -> Chronicle:
        if self._chronicle is None:
            moves = sum(type(event) in (Moved, Fought) for event in self._unread)
            if moves == v.ply > 0:
                self._chronicle = Chronicle.from_start(self.seat, v)
            else:
                self._chronicle = Chronicle.from_middle(self.seat, v)
                self._unread.clear()
        self._chronicle.follow(self._unread)
        self._unread.clear()
        return self._chronicle

    def _tie_break(self) -> float:
        return TIE_MARGIN * self.rng.below(1000) / 1000


def _step_values(evaluation: Evaluation, legal: Sequence[AnyMove]) -> list[tuple[float, Step]]:
    return [(evaluation.score(step), step) for step in legal if type(step) is Step]
