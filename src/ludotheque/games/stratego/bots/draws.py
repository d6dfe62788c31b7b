"""When the strategist accepts a draw, and why."""

from __future__ import annotations

from typing import Final, Literal

from ludotheque.games.stratego.bots.outlook import Outlook

HOPELESS: Final = -0.5
"""The balance below which any draw is accepted."""
DEADLOCK: Final = 0.6
"""How far towards the no-fight draw a game has to be before a draw is accepted without being ahead."""


def reason_to_draw(outlook: Outlook) -> Literal["behind", "deadlock"] | None:
    """Why a draw is at least as good as this position; None if it is not."""
    if outlook.balance < HOPELESS:
        return "behind"
    return "deadlock" if outlook.quiet_share > DEADLOCK and outlook.balance <= 0 else None
