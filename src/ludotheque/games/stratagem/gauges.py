"""What is counted to see whether Stratagem is in balance, and the bounds to keep to."""

from __future__ import annotations

from ludotheque.engine.gauges import Gauge
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.moves import Ended


def _party(ended: Ended) -> tuple[str, ...]:
    return (ended.party,)


def _way(ended: Ended) -> tuple[str, ...]:
    return (ended.reason,)


def _force(ended: Ended) -> tuple[str, ...]:
    return () if ended.reason == "elected" else ("by force",)


GAUGES = (
    Gauge("party's victory", Ended, _party, PARTIES, "game", low=0.24, high=0.26),
    Gauge("victory by force", Ended, _force, ("by force",), "game", low=0.15, high=0.40),
    Gauge("way to win", Ended, _way, ("elected", "coup", "dictatorship"), "game", low=0.01, high=0.85),
)
