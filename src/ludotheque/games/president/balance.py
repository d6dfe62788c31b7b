"""Balance figures of Le Jeu du Président, with their bounds."""

from __future__ import annotations

from ludotheque.engine.balance import Gauge
from ludotheque.games.president.box import STAR
from ludotheque.games.president.moves import Drawn, Rolled

_STARS = ("two digits", "one star", "two stars")


def _stars(rolled: Rolled) -> tuple[str]:
    """The number of stars of a roll; every turn is a roll."""
    return (_STARS[(rolled.low == STAR) + (rolled.high == STAR)],)


GAUGES = (
    Gauge("kind of roll", Rolled, _stars, _STARS, "game", low=1.5, high=180),
    Gauge(
        "kind of campaign card", Drawn, lambda drawn: (drawn.kind,), ("keep", "gain", "lose"), "game", low=4, high=60
    ),
)
