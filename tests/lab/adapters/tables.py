"""Tables for the tests of adapters, and moments of random games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludotheque import shelf
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.rules import Seat
from ludotheque.lab.stepping import Stepper, make_setting

every_game = pytest.mark.parametrize("game", shelf())
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(name, players, marks=() if players in (seats[0], seats[-1]) else pytest.mark.slow)
        for name, seats in ((name, game.rules.seats) for name, game in shelf().items())
        for players in seats
    ],
)
"""Every game with the fewest and the most players; with any other number, only when the slow tests run too."""


def moments(game: str, players: int, stride: int = 5) -> Iterator[tuple[Stepper, Seat, Stepper]]:
    """Moments of a random game, a seat, and another world that the seat cannot tell from it.

    Every other seat is the one that chooses.
    """
    setting, rng = make_setting(game, players, free=True, horizon=600), QuickChance(players)
    stepper = Stepper(setting, rng)
    number = 0
    while (chooses := stepper.seat) is not None:
        number += 1
        if number % stride == 0:
            seat = chooses if number % 2 else number % players
            world = Stepper(setting, rng, setting.game.rules.imagine(stepper.sight(seat), rng))
            if seat == chooses:
                for chosen in stepper.spelled:
                    world.choose(chosen)
            yield stepper, seat, world
        stepper.choose(pick(rng, stepper.numbers()))
