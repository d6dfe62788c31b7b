"""The pace of a table's bots: seconds between two of their moves, so that people can follow."""

from __future__ import annotations

from typing import Final

from ludotheque.protocol.messages import Pace

_BEATS: Final[dict[Pace, float]] = {"slow": 20 / 9, "normal": 1.0, "fast": 4 / 9, "at_once": 0.0}
"""Seconds between two moves, as multiples of the host's setting for the normal pace."""


def beat_seconds(pace: Pace, normal: float) -> float:
    """Seconds between two moves at a pace; ``normal`` is the setting ``bot_delay``.

    >>> [round(beat_seconds(pace, 0.9), 2) for pace in ("slow", "normal", "fast", "at_once")]
    [2.0, 0.9, 0.4, 0.0]
    """
    return _BEATS[pace] * normal
