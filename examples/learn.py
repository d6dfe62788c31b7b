"""Learn Koalition at a table of three, one country long, against random play: PPO, with masks of what is allowed.

pip install 'ludotheque[rl]' sb3-contrib matplotlib
python examples/learn.py learning      writes learning.csv and learning.svg: the games won, as learning goes on
"""

import csv
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

import gymnasium
import matplotlib.pyplot as plt
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import ludotheque.lab.adapters.gymnasium  # noqa: F401  # registers the games

GAME: dict[str, Any] = {"id": "ludotheque/koalition-v0", "players": 3, "options": {"countries": 1}, "level": "random"}
STEPS, BETWEEN, GAMES = 122_880, 12_288, 400
"""Steps in all, steps between two measurements, and games of a measurement."""


def make_env() -> gymnasium.Env[Any, Any]:
    """The seat that learns; it is another one in every game."""
    return gymnasium.make(**GAME, disable_env_checker=True)


def play(model: MaskablePPO | None, games: int = GAMES) -> float:
    """The share of games in which the model is first, and no other seat with it; without a model, by random play.

    The games are the same at every measurement, and none of those that the model learns from.
    """
    env, wins = make_env(), 0
    for game in range(games):
        seen, info = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            if model is None:
                number = random.choice(info["action_mask"].nonzero()[0])
            else:
                number = model.predict(seen, action_masks=info["action_mask"], deterministic=True)[0]
            seen, reward, ended, cut_off, info = env.step(number)
            over = ended or cut_off
        wins += float(reward) == 1
    return wins / games


def cpu_seconds() -> float:
    """CPU time of this process and of those that it started."""
    return sum(os.times()[:4])


def main(name: str) -> None:
    """Learn, measure, and write what was measured after every measurement."""
    torch.set_num_threads(1)  # so small a network is quicker on one
    env = DummyVecEnv([make_env] * 8)
    env.seed(1)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=256, batch_size=512, n_epochs=4, learning_rate=5e-4, gamma=1.0, ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]}, seed=1, device="cpu",
    )  # fmt: skip
    at_random = play(None)
    begun, cpu = time.perf_counter(), cpu_seconds()
    rows: list[tuple[int, float, float, float, float]] = []
    while not rows or model.num_timesteps < STEPS:
        if rows:
            model.learn(BETWEEN, reset_num_timesteps=False)
        won = play(model)
        error = 1.96 * (won * (1 - won) / GAMES) ** 0.5
        rows.append((model.num_timesteps, won, error, time.perf_counter() - begun, cpu_seconds() - cpu))
        print("{:7d} steps: won {:.3f} ± {:.3f} after {:.0f} s, {:.0f} s of CPU time".format(*rows[-1]), flush=True)
        with Path(f"{name}.csv").open("w", newline="") as file:
            csv.writer(file).writerows([("steps", "won", "error", "seconds", "cpu_seconds"), *rows])
        draw(rows, at_random, f"{name}.svg")


def draw(rows: list[tuple[int, float, float, float, float]], at_random: float, path: str) -> None:
    """The learning curve with the error of each measurement, and random play in the same seats."""
    steps, won, error, _, _ = zip(*rows, strict=True)
    low, high = ([w + sign * e for w, e in zip(won, error, strict=True)] for sign in (-1, 1))
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.fill_between(steps, low, high, alpha=0.25, label="95 of 100 such measurements")
    axes.plot(steps, won, marker="o", markersize=3, label="PPO")
    axes.axhline(at_random, color="grey", linestyle="--", label="random play in its place")
    axes.set(xlabel="numbers chosen by the learner", ylabel="games won against two at random", ylim=(0, 1))
    axes.legend(loc="lower right")
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    main(sys.argv[1])
