"""What is counted to see whether Le Jeu du Président keeps moving, and the bounds to keep to."""

from __future__ import annotations

from ludotheque.engine.gauges import Gauge
from ludotheque.games.president.box import STAR
from ludotheque.games.president.moves import Drawn, Rolled

_STARS = ("two digits", "one star", "two stars")


def _stars(rolled: Rolled) -> tuple[str]:
    """Every turn is a roll, with as many stars."""
    return (_STARS[(rolled.low == STAR) + (rolled.high == STAR)],)


GAUGES = (
    Gauge("kind of roll", Rolled, _stars, _STARS, "game", low=1.5, high=180),
    Gauge(
        "kind of campaign card", Drawn, lambda drawn: (drawn.kind,), ("keep", "gain", "lose"), "game", low=4, high=60
    ),
)
