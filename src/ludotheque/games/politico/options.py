"""What a table agrees on before a game of Politico; most of it can be amended by a vote while it is played."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludotheque.engine import rules


class Options(rules.Options, frozen=True):
    """How long, how many cards, and which of the rules that a table may do without."""

    target: Annotated[int, Meta(ge=100, le=2000)] = 500
    """Points that end the game."""
    clock: Literal["rounds", "minutes"] = "rounds"
    rounds: Annotated[int, Meta(ge=4, le=200)] = 30
    """With a clock that counts rounds: how many are played at most."""
    minutes: Annotated[int, Meta(ge=10, le=600)] = 150
    """With a clock that counts minutes: how long the game lasts at most."""
    hand: Annotated[int, Meta(ge=3, le=8)] = 6
    personal: bool = True
    """Personal attacks may be made."""
    lending: bool = True
    """Defences may be lent."""
    midterm: bool = True
    """Mid-term elections, after three fifths of the time."""
