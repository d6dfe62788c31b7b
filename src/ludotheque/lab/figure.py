"""A measured figure and its target."""

from __future__ import annotations

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """Something measured, and what it should be."""

    what: str
    value: float
    unit: str
    target: str = ""
    met: bool | None = None
    """None where there is nothing to meet."""
