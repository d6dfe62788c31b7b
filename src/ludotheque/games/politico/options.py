"""Options of a table of Politico; most of them can be amended by a vote during the game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """Options of a table: length, size of hands, and optional rules."""

    target: Annotated[int, Meta(ge=100, le=2000)] = 500
    """Points that end the game."""
    clock: Literal["rounds", "minutes"] = "rounds"
    rounds: Annotated[int, Meta(ge=4, le=200)] = 30
    """With a clock that counts rounds: the most that are played."""
    minutes: Annotated[int, Meta(ge=10, le=600)] = 150
    """With a clock that counts minutes: the longest time that the game lasts."""
    hand: Annotated[int, Meta(ge=3, le=8)] = 6
    personal: bool = True
    """Whether personal attacks are allowed."""
    lending: bool = True
    """Whether defences may be lent."""
    midterm: bool = True
    """Whether there are mid-term elections, after three fifths of the time."""
