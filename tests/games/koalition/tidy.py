"""In what order nature deals, for worlds that are made alike (see ``tests/server/paired_games.py``)."""

from __future__ import annotations

from typing import Any

from ludotheque.games.koalition import BOX


def tidy(parts: Any) -> None:
    """Hands are held in the box's order."""
    for hand in parts.get("cards", ()):
        hand.sort(key=BOX.number.__getitem__)
