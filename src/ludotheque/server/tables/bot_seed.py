"""The seeds of the bots of a table, which follow from its secret."""

from __future__ import annotations

import hashlib
from typing import Literal

from ludotheque.engine.rules import Seat

Purpose = Literal["bot", "advice"]
"""What a bot does for a seat: play, or give advice."""


def bot_seed(secret: str, seat: Seat, purpose: Purpose) -> str:
    """The seed of a bot of a seat: the same during a whole game, and another one for each purpose."""
    return hashlib.sha256(f"{secret} {purpose} {seat}".encode()).hexdigest()
