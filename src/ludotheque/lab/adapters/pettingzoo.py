"""PettingZoo: a table as an environment, in which the seats choose one after the other.

Importing this module registers every game: ``pettingzoo.make("aec", "ludotheque/NAME-v0", players=4)``.

An observation is a dictionary, as in PettingZoo's own board games: ``observation``, the array of what the agent knows,
and ``action_mask``, a one for each number that it may choose now. Rewards come at the end and add up to 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque import games
from ludotheque.engine.chance import QuickChance
from ludotheque.lab.adapters import MissingLibrary
from ludotheque.lab.adapters.arrays import (
    Array,
    Mask,
    action_mask,
    action_numbers,
    observation_array,
    observation_box,
    text,
)
from ludotheque.lab.stepping import NotAllowed, Setting, Stepper, make_setting

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, register
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise MissingLibrary(error, "rl") from error

Observation = dict[str, Array | Mask]


def make_env(
    game: str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    free: bool = False,
    horizon: int = 0,
    render_mode: str | None = None,
) -> Any:
    """The environment of a table; the parameters are those of :func:`ludotheque.lab.stepping.make_setting`."""
    setting = make_setting(game, players, options, free=free, horizon=horizon)
    return OrderEnforcingWrapper(TableEnv(setting, render_mode))


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table, without PettingZoo's check of the order of calls.

    A number that is not allowed raises :class:`~ludotheque.lab.stepping.NotAllowed` and changes nothing.
    """

    def __init__(self, setting: Setting, render_mode: str | None = None) -> None:
        super().__init__()
        self.setting = setting
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["ansi"],
            "name": f"ludotheque_{setting.name}_v0",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setting.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _space(setting) for agent in self.possible_agents}
        self.action_spaces = {agent: action_numbers(setting) for agent in self.possible_agents}
        self._rng: QuickChance | None = None
        self._stepper: Stepper

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's numbers, the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same luck, and none goes on from the game before."""
        if seed is not None or self._rng is None:
            self._rng = QuickChance(seed)
        self._stepper = Stepper(self.setting, self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and which numbers it may choose now."""
        seat = self._seats[agent]
        return {
            "observation": observation_array(self._stepper, seat),
            "action_mask": action_mask(self._stepper, seat),
        }

    def step(self, action: int | None) -> None:
        """Choose a number for the agent whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise NotAllowed("None is only for an agent whose game is over")
        self._stepper.choose(action)
        self._cumulative_rewards[agent] = 0.0
        if self._stepper.seat is None:
            cut_off = self._stepper.outcome is None
            self.rewards = dict(zip(self.agents, self._stepper.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, not cut_off)
            self.truncations = dict.fromkeys(self.agents, cut_off)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What the agent whose turn it is knows, in words."""
        return text(self._stepper, self._seats[self.agent_selection]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _select(self) -> None:
        if self._stepper.seat is not None:
            self.agent_selection = self.possible_agents[self._stepper.seat]


def _space(setting: Setting) -> Dict:
    return Dict({"observation": observation_box(setting), "action_mask": Box(0, 1, (setting.actions,), np.int8)})


for _name in games.shelf():
    register("aec", f"ludotheque/{_name}-v0", f"{__name__}:make_env", kwargs={"game": _name})
