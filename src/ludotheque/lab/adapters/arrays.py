"""What a seat knows and may do, as NumPy arrays and their spaces."""

from __future__ import annotations

from typing import Any

from ludotheque.engine.rules import Seat
from ludotheque.lab.adapters import MissingLibrary
from ludotheque.lab.stepping import Setting, Stepper

try:
    import numpy as np
    from gymnasium.spaces import Box, Discrete
except ModuleNotFoundError as error:
    raise MissingLibrary(error, "rl") from error

Array = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.int8]]


def observation_box(setting: Setting) -> Box[np.float32]:
    """The space of the arrays of sights."""
    return Box(-1.0, 1.0, (setting.observations,), np.float32)


def action_numbers(setting: Setting) -> Discrete[np.int64]:
    """The space of the numbers of moves."""
    return Discrete(setting.actions)


def observation_array(stepper: Stepper, seat: Seat) -> Array:
    """What a seat knows."""
    return np.array(stepper.observation(seat), np.float32)


def action_mask(stepper: Stepper, seat: Seat) -> Mask:
    """A one for each number that a seat may choose now; only zeros while another seat chooses."""
    mask = np.zeros(stepper.setting.actions, np.int8)
    if seat == stepper.seat:
        mask[stepper.numbers()] = 1
    return mask


def text(stepper: Stepper, seat: Seat) -> str:
    """What a seat knows, in words."""
    game = stepper.setting.game
    return game.draw(stepper.sight(seat), game.words("en"))
