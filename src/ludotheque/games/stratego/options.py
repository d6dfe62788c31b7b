"""Options of a table of Stratego."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """The options; the defaults are the rulebook's."""

    army: Literal["full", "training"] = "full"
    shuttle: Literal["seed", "isf", "classic", "off"] = "seed"
    no_fight: Annotated[int, Meta(ge=20, le=2000)] = 200
    max_moves: Annotated[int, Meta(ge=100, le=20000)] = 4000


CROSSINGS: Final = {"seed": 6, "isf": 3, "classic": 5}
"""How often in a row a piece may cross a border, by shuttle rule; ``off`` counts neither crossings nor chases."""
