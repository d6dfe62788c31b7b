"""Balance figures of Stratagem, with their bounds."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.balance import Gauge, Weighed
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.moves import Began, Counted, Draw, Ended, Pass

MARGIN: Final = 1.0
"""Tokens by which a move may fall short of drawing and still count as an alternative to it."""


def _party(ended: Ended) -> tuple[str, ...]:
    return (ended.party,)


def _reason(ended: Ended) -> tuple[str, ...]:
    return (ended.reason,)


def _force(ended: Ended) -> tuple[str, ...]:
    return () if ended.reason == "elected" else ("by force",)


def _first_vote(counted: Counted) -> tuple[str, ...]:
    if counted.campaign != 1:
        return ()
    return ("first vote",) if counted.candidates else ("first vote", "won outright")


def _choice(event: Began | Weighed) -> tuple[str, ...]:
    if isinstance(event, Began):
        return ("turn",)
    return ("a choice",) if has_alternative(event) else ()


def has_alternative(weighed: Weighed) -> bool:
    """Whether a move other than drawing was better than drawing, or nearly as good; passing does not count."""
    drawing, others = 0.0, [float("-inf")]
    for move, value in zip(weighed.answers, weighed.values, strict=True):
        if type(move) is Draw:
            drawing = value
        elif type(move) is not Pass:
            others.append(value)
    return max(others) >= drawing - MARGIN


GAUGES = (
    Gauge("party's victory", Ended, _party, PARTIES, "game", low=0.24, high=0.26),
    Gauge("victory by force", Ended, _force, ("by force",), "game", low=0.15, high=0.40),
    Gauge("first vote's outcome", Counted, _first_vote, ("won outright",), "all", 0.08, 0.25, over="first vote"),
    Gauge(
        "turn with a choice",
        (Began, Weighed),
        _choice,
        ("a choice",),
        "all",
        0.5,
        1.0,
        over="turn",
        about="On such a turn, by the bot's own reckoning, something other than drawing is worth more than to draw, or"
        " at most one token less. Turns that are lost, and those on which a card must be drawn, count as turns without"
        " a choice.",
    ),
    Gauge("way to win", Ended, _reason, ("elected", "coup", "dictatorship"), "game", low=0.01, high=0.85),
)
