"""Every game as PettingZoo's tests and users expect it."""

from __future__ import annotations

from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from ludotheque import find
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.lab.adapters.pettingzoo import TableEnv, make_env
from ludotheque.lab.stepping import NotAllowed, Stepper, make_setting
from tests.lab.adapters.tables import every_game, every_table, moments

pytestmark = pytest.mark.filterwarnings("ignore:Observation")  # that they are dictionaries, as board games' are


@pytest.mark.parametrize("cycles", [100, pytest.param(1000, marks=pytest.mark.slow)])
@every_table
def test_table_passes_the_tests_of_pettingzoo(game: str, players: int, cycles: int) -> None:
    api_test(make_env(game, players), num_cycles=cycles)
    seed_test(lambda: make_env(game, players), num_cycles=cycles)


@every_game
def test_table_passes_the_benchmark_of_pettingzoo(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # It plays for five seconds; here, a second is a round.
    clock = SimpleNamespace(time=count(0.0).__next__)
    monkeypatch.setattr(import_module("pettingzoo.test.performance_benchmark"), "time", clock)
    performance_benchmark(make_env(game))
    assert "Finished" in capsys.readouterr().out


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a game at random; the rewards of all agents, added up."""
    rng = QuickChance(seed)
    env.reset(seed=seed)
    found = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, cut_off, _ = env.last()
        found[agent] += reward
        env.step(None if ended or cut_off else pick(rng, np.flatnonzero(seen["action_mask"]).tolist()))
    return found


@every_game
def test_every_game_is_registered(game: str) -> None:
    env = pettingzoo.make("aec", f"ludotheque/{game}-v0", players=find(game).rules.seats[-1])
    assert env.max_num_agents == find(game).rules.seats[-1]


@every_game
def test_rewards_of_a_game_are_its_outcome(game: str) -> None:
    rewards = play(env := make_env(game), seed=5)
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) == 1 or len(set(rewards.values())) < len(rewards)
    assert env.agents == []


def test_agents_are_truncated_at_the_horizon() -> None:
    env = make_env("stratagem", horizon=3)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}


def test_a_number_that_is_not_allowed_is_refused_and_changes_nothing() -> None:
    env = make_env("stratego")
    env.reset(seed=1)
    before = env.observe("player_0")
    for number in (env.action_space("player_0").n, -1, None, int(before["action_mask"].argmin())):
        with pytest.raises(NotAllowed):
            env.step(number)
    after = env.observe("player_0")
    assert all(np.array_equal(before[part], after[part]) for part in before)
    assert env.agent_selection == "player_0"


def test_only_the_agent_whose_turn_it_is_may_choose() -> None:
    env = make_env("politico", 4)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_a_table_is_shown_in_words_as_its_agent_sees_it() -> None:
    env = make_env("stratego", render_mode="ansi")
    env.reset(seed=1)
    game = find("stratego")
    assert env.render() == game.draw(Stepper(make_setting("stratego"), None).sight(0), game.words("en"))
    assert make_env("stratego").unwrapped.render() is None


@every_table
def test_worlds_that_look_the_same_to_an_agent_are_observed_alike(game: str, players: int) -> None:
    env, other = (TableEnv(make_setting(game, players, free=True)) for _ in range(2))
    for stepper, seat, world in moments(game, players):
        env._stepper, other._stepper = stepper, world
        agent = env.possible_agents[seat]
        mine, theirs = env.observe(agent), other.observe(agent)
        assert all(np.array_equal(mine[part], theirs[part]) for part in ("observation", "action_mask"))
