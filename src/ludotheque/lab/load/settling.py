"""How many tables are played at, and how long before measuring."""

from __future__ import annotations

from typing import Final

TABLES: Final = 50
SETTLE: Final = 90
"""Moves at each table before measuring, so that the opening is over and caches are warm."""
