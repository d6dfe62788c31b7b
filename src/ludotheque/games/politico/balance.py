"""Balance figures of Politico, with their bounds."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.engine.balance import Gauge
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.politico.moves import Began, Fell, Formed, Scored

SHORTEST, LONGEST = 40, 120
"""Bounds for the median number of turns of a game."""


class FirstRound:
    """Counts governments that last a round; one whose first round is cut short by the end of the game is left out."""

    def __init__(self) -> None:
        self.head: Seat = NATURE
        """The prime minister of a government in its first round."""

    def __call__(self, event: Event) -> Iterator[str]:
        if isinstance(event, Formed):
            self.head = event.pm
        elif self.head != NATURE:
            if isinstance(event, Fell):
                self.head = NATURE
                yield "fell before"
            elif isinstance(event, Scored) and event.why == "round" and event.seat == self.head:
                self.head = NATURE
                yield "lasted a round"


def _turn(number: int) -> tuple[str, ...]:
    return (f"turn {number}",)


GAUGES = (
    Gauge(
        "government", (Formed, Fell, Scored), FirstRound, ("lasted a round", "fell before"), "all", low=0.35, high=0.65
    ),
    Gauge(
        "game that comes to its 40th turn",
        Began,
        lambda began: _turn(SHORTEST) if began.turn == SHORTEST else (),
        _turn(SHORTEST),
        "game",
        low=0.5,
        high=1,
    ),
    Gauge(
        "game that goes on after 120 turns",
        Began,
        lambda began: _turn(LONGEST + 1) if began.turn == LONGEST + 1 else (),
        _turn(LONGEST + 1),
        "game",
        low=0,
        high=0.5,
    ),
)
