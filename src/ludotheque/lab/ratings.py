"""Ratings of bots from games of one among others, with error bars, for any number of seats.

The model is Luce's choice axiom, which for two seats is Bradley and Terry's: the chance of a seat to win is its
strength over the sum of all strengths at the table. One bot of strength ``u`` among ``n - 1`` of strength ``l`` so wins
``u / (u + (n - 1) l)``, and the logarithm of its odds is a difference of ratings less ``log(n - 1)``: a logistic
regression, which SciPy fits by maximum likelihood. The errors come from the curvature of the likelihood. Where more
pairings were played than are needed and one number for each bot does not explain them all, the errors grow with the
misfit. OpenSkill, which rates players of tournaments as they play, is not meant for that: its result depends on the
order of games, and its ``sigma`` is a belief about the next game, not an error of measurement.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from types import ModuleType
from typing import Any, Final, NamedTuple

from ludotheque.lab.ladder import Score

MISSING: Final = (
    "ratings and plots need SciPy and Matplotlib, which are not installed: pip install 'ludotheque[report]'"
)
POINTS: Final = 400 / log(10)
"""Points of a rating for a factor *e* of strength: with 400 more a bot wins ten times as often as one at its table."""
_NORMAL: Final = 1.96


class ReportExtraMissing(RuntimeError):
    """SciPy or Matplotlib is not installed; the message says how to install them."""


class Rating(NamedTuple):
    """The rating of a bot at a number of players, and where it lies 95 times of 100."""

    players: int
    bot: str
    points: float
    low: float
    high: float


def rate(scores: Sequence[Score], zero: str) -> list[Rating]:
    """The ratings of all bots at each number of players, in the order in which the scores name them.

    The bot ``zero`` (the first one, where that was not measured) is at 0 and has no error: the others are measured
    against it. One that no pairing links to it has no rating. Raises :class:`ReportExtraMissing`.
    """
    found: list[Rating] = []
    for players in sorted({score.pairing.players for score in scores}):
        found += _rate_table([score for score in scores if score.pairing.players == players], zero)
    return found


def _rate_table(scores: Sequence[Score], zero: str) -> list[Rating]:
    """The ratings at one number of players."""
    optimize, np = _scipy()
    players = scores[0].pairing.players
    bots = _linked_bots(scores, zero)
    scores = [score for score in scores if score.pairing.lower in bots]
    # A fair game is added to each pairing: a bot that won every game would have no rating otherwise.
    games = np.array([score.games + 1 for score in scores], float)
    won = np.array([score.won + 1 / players for score in scores], float)
    others = bots[1:]
    terms = np.array(
        [[(bot == score.pairing.upper) - (bot == score.pairing.lower) for bot in others] for score in scores], float
    )

    def expected(strengths: Any) -> Any:
        return 1 / (1 + np.exp(log(players - 1) - terms @ strengths))

    def surprise(strengths: Any) -> float:
        chance = expected(strengths)
        return float(-(won * np.log(chance) + (games - won) * np.log1p(-chance)).sum())

    def slope(strengths: Any) -> Any:
        return terms.T @ (games * expected(strengths) - won)

    def curvature(strengths: Any) -> Any:
        chance = expected(strengths)
        return terms.T @ (terms * (games * chance * (1 - chance))[:, None])

    start = np.zeros(len(others))
    fitted = optimize.minimize(surprise, start, jac=slope, hess=curvature, method="trust-exact").x
    chance = expected(fitted)
    spare = len(scores) - len(others)
    misfit = float(((won - games * chance) ** 2 / (games * chance * (1 - chance))).sum()) / spare if spare else 1.0
    errors = np.sqrt(np.diag(np.linalg.inv(curvature(fitted))) * max(1.0, misfit))
    found = {bots[0]: Rating(players, bots[0], 0.0, 0.0, 0.0)}
    for bot, strength, error in zip(others, fitted, errors, strict=True):
        points, width = POINTS * float(strength), POINTS * _NORMAL * float(error)
        found[bot] = Rating(players, bot, *(round(bound, 1) for bound in (points, points - width, points + width)))
    return [found[bot] for bot in _named(scores)]


def _named(scores: Sequence[Score]) -> list[str]:
    """The bots of some scores, in the order in which they are named."""
    return list(dict.fromkeys(bot for score in scores for bot in (score.pairing.lower, score.pairing.upper)))


def _linked_bots(scores: Sequence[Score], zero: str) -> list[str]:
    """A bot to measure from, and all that pairings link to it."""
    named = _named(scores)
    first = zero if zero in named else named[0]
    pairs = [{score.pairing.lower, score.pairing.upper} for score in scores]
    linked = {first}
    while more := {bot for pair in pairs if pair & linked for bot in pair} - linked:
        linked |= more
    return [first, *(bot for bot in named if bot in linked - {first})]


def _scipy() -> tuple[ModuleType, ModuleType]:
    try:
        import numpy as np
        from scipy import optimize
    except ImportError:
        raise ReportExtraMissing(MISSING) from None
    return optimize, np
