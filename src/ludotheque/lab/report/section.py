"""A section of a report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludotheque.lab.estimates import Estimate
from ludotheque.lab.report.tables import Tables

PANEL: Final = 290
"""The width of a plot for one number of players."""
WHOLE: Final = 360
"""The width of a plot for all of them."""


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    id: str
    name: str
    headline: str
    """What was found, as a sentence."""
    about: str
    plots: tuple[str, ...]
    """SVG elements."""
    reading: str
    """How the plots are read."""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """The figures behind the plots."""
    timed: bool = False
    """Whether its figures differ from run to run."""


def panel_width(tables: Tables) -> int:
    """The width of a plot for one number of players."""
    return PANEL if len(tables.players) > 1 else WHOLE


def in_cells(estimate: Estimate, percent: bool = False) -> tuple[str, str]:
    """An estimate and its interval, for a table."""
    if percent:
        return f"{estimate.value:.1%}", f"{estimate.low:.1%} to {estimate.high:.1%}"
    return f"{estimate.value:.2f}", f"{estimate.low:.2f} to {estimate.high:.2f}"
