"""Gymnasium: a seat as an environment, with bots on all others.

Importing this module registers every game: ``gymnasium.make("ludotheque/NAME-v0", level="casual")``. The numbers that
may be chosen are in ``info["action_mask"]``, and in ``action_masks()`` for libraries that ask for them there. Another
number loses the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque import games
from ludotheque.bots.factory import make_bot
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Player
from ludotheque.engine.rules import NATURE, Event, Move, Seat
from ludotheque.lab.adapters import MissingLibrary
from ludotheque.lab.adapters.arrays import Array, action_mask, action_numbers, observation_array, observation_box, text
from ludotheque.lab.play import send_events
from ludotheque.lab.stepping import NotAllowed, Stepper, make_setting

try:
    import gymnasium
    import numpy as np
except ModuleNotFoundError as error:
    raise MissingLibrary(error, "rl") from error

LOST = -1.0
"""The reward of the last place, and of a number that is not allowed."""
Step = tuple[Array, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Array, np.int64]):
    """A seat of a table, with a bot of a level on every other.

    ``level`` is one of the game's bots, or one for each other seat, clockwise; ``seat`` is drawn for every game where
    it is None. The further parameters are those of :func:`ludotheque.lab.stepping.make_setting`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as in gymnasium.Env

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        level: str | Sequence[str] = "beginner",
        seat: Seat | None = None,
        free: bool = False,
        horizon: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.setting = make_setting(game, players, options, free=free, horizon=horizon)
        others = self.setting.players - 1
        self.levels = [level] * others if isinstance(level, str) else [*level]
        if len(self.levels) != others:
            raise ValueError(f"there are {others} other seats, not {len(self.levels)}")
        if seat is not None and seat not in range(self.setting.players):
            raise ValueError(f"there is no seat {seat}: there are {self.setting.players}, counted from 0")
        for name in self.levels:
            self.setting.game.bot(name)
        self.render_mode = render_mode
        self.observation_space = observation_box(self.setting)
        self.action_space = action_numbers(self.setting)
        self._seat = seat
        self.seat: Seat
        """The seat that is played."""
        self._players: list[Player]
        self._rng: QuickChance
        self._stepper: Stepper

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a new game; the same seed gives the same luck and the same bots."""
        super().reset(seed=seed)
        players = self.setting.players
        self.seat = int(self.np_random.integers(players)) if self._seat is None else self._seat
        lot = int(self.np_random.integers(2**63))
        self._rng = QuickChance(lot)
        self._stepper = Stepper(self.setting, None)
        self._players = [_Learner()] * players
        for place, level in enumerate(self.levels, 1):
            seat = (self.seat + place) % players
            self._players[seat] = make_bot(self.setting.game, level, seat, f"{lot}/{seat}")
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: int | np.int64) -> Step:
        """Choose a number, and let the others play until there is another to choose."""
        try:
            events = self._stepper.choose(int(action))
        except NotAllowed:
            return self._observation(), LOST, True, False, self._info()
        send_events(self._players, events)
        self._go_on()
        over = self._stepper.outcome is not None
        cut_off = self._stepper.seat is None and not over
        return self._observation(), self._stepper.returns[self.seat], over, cut_off, self._info()

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which numbers may be chosen now."""
        return action_mask(self._stepper, self.seat).astype(bool)

    def render(self) -> str | None:
        """What the seat knows, in words."""
        return text(self._stepper, self.seat) if self.render_mode == "ansi" else None

    def _observation(self) -> Array:
        return observation_array(self._stepper, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": action_mask(self._stepper, self.seat), "seat": self.seat}

    def _go_on(self) -> None:
        """Let nature and the bots play until the seat chooses, or the game is over."""
        stepper = self._stepper
        rules = self.setting.game.rules
        while (seat := stepper.seat) is not None and seat != self.seat:
            if seat == NATURE:
                move = rules.chance(stepper.state, self._rng)
            else:
                move = self._players[seat].choose(stepper.sight(), stepper.answers(), rules.free(stepper.state, seat))
            send_events(self._players, stepper.play(move))


class _Learner:
    """The place of the seat that is played from outside, among the players: it hears nothing."""

    def hear(self, events: Sequence[Event]) -> None:
        pass

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        raise AssertionError("it is played from outside")


for _name in games.shelf():
    gymnasium.register(f"ludotheque/{_name}-v0", entry_point=f"{__name__}:SeatEnv", kwargs={"game": _name})
