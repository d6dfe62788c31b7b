"""Balance figures of Koalition, with their bounds."""

from __future__ import annotations

from ludotheque.engine.balance import Gauge
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import Formed


def _parties(formed: Formed) -> set[str]:
    """The parties in a coalition; shares of a party without a leader count as the party, once."""
    return {label.partition(":")[0] for label in formed.blocs}


GAUGES = (Gauge("party in a winning coalition", Formed, _parties, PARTIES, "average", low=0.6, high=1.4),)
