"""What is counted to see whether Stratagem is in balance, and the bounds to keep to."""

from __future__ import annotations

from ludotheque.engine.gauges import Gauge
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.moves import Ended


def _party(ended: Ended) -> tuple[str]:
    return (ended.party,)


def _force(ended: Ended) -> tuple[str, ...]:
    return () if ended.reason == "elected" else ("by force",)


GAUGES = (
    Gauge("party that wins", Ended, _party, PARTIES, "game", low=0.24, high=0.26),
    Gauge("road to power", Ended, _force, ("by force",), "game", low=0.15, high=0.40),
)
