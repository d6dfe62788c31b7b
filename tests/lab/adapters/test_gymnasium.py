"""Every game as Gymnasium's test and users expect it: one seat, with bots on all others."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludotheque import UnknownBot
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.lab.adapters.gymnasium import SeatEnv
from tests.lab.adapters.tables import every_game, every_table, moments


@every_table
def test_seat_passes_the_test_of_gymnasium(game: str, players: int) -> None:
    env = gymnasium.make(f"ludotheque/{game}-v0", players=players, level="random", render_mode="ansi")
    check_env(env.unwrapped)


def play(env: SeatEnv, seed: int) -> tuple[list[int], float]:
    """Play a game at random: the numbers chosen, and the reward at the end."""
    rng, chosen, over, reward = QuickChance(seed), [], False, 0.0
    _, info = env.reset(seed=seed)
    while not over:
        assert reward == 0
        assert (info["action_mask"] == env.action_masks()).all()
        chosen.append(pick(rng, np.flatnonzero(info["action_mask"]).tolist()))
        seen, reward, ended, cut_off, info = env.step(chosen[-1])
        assert seen in env.observation_space
        over = ended or cut_off
    return chosen, reward


@every_game
def test_a_game_against_bots_ends_with_a_reward_and_is_the_same_again(game: str) -> None:
    first = play(env := SeatEnv(game, level="strong", horizon=400), seed=3)
    assert -1 <= first[1] <= 1
    assert play(env, seed=3) == first
    assert play(env, seed=4) != first


def test_bots_play_the_moves_of_their_level() -> None:
    """Against a strong bot a seat at random never wins; the bot must hear what happens and answer what it is asked."""
    env = SeatEnv("stratego", options={"army": "training"}, level="strong")
    assert {play(env, seed)[1] for seed in range(5)} == {-1}


def test_a_number_that_is_not_allowed_loses() -> None:
    env = SeatEnv("koalition", level="random")
    _, info = env.reset(seed=1)
    _, reward, ended, cut_off, _ = env.step(int(info["action_mask"].argmin()))
    assert (reward, ended, cut_off) == (-1, True, False)


def test_a_game_is_truncated_at_the_horizon() -> None:
    env = SeatEnv("president", level="random", horizon=1)
    env.reset(seed=1)
    _, reward, ended, cut_off, _ = env.step(int(env.action_masks().argmax()))
    assert (reward, ended, cut_off) == (0, False, True)


def test_a_seat_is_kept_or_drawn_for_every_game() -> None:
    kept, drawn = SeatEnv("stratagem", seat=2, level="random"), SeatEnv("stratagem", level="random")
    assert {kept.reset(seed=seed)[1]["seat"] for seed in range(30)} == {2}
    assert {drawn.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}


def test_every_other_seat_may_have_a_level_of_its_own() -> None:
    levels = ["beginner", "strong"]
    assert SeatEnv("politico", 3, level=levels).levels == levels
    with pytest.raises(ValueError, match="2 other seats, not 1"):
        SeatEnv("politico", 3, level=["strong"])
    with pytest.raises(UnknownBot, match="no bot “hal”"):
        SeatEnv("politico", 3, level="hal")
    with pytest.raises(ValueError, match="no seat 3"):
        SeatEnv("politico", 3, seat=3)


@every_table
def test_worlds_that_look_the_same_to_the_seat_are_observed_alike(game: str, players: int) -> None:
    env, other = (SeatEnv(game, players, free=True, level="random") for _ in range(2))
    for stepper, seat, world in moments(game, players):
        seen = []
        for one, shown in ((env, stepper), (other, world)):
            one._stepper, one.seat = shown, seat
            seen.append((one._observation(), one._info()["action_mask"], one.action_masks()))
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(*seen, strict=True))
