"""Stratego is learnt in small: from the command line, in stretches, and what comes of it plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import jax
import msgspec
import numpy as np
import pytest

from ludotheque.cli.main import main
from ludotheque.games import find
from ludotheque.games.stratego.bots.learnt.player import WEIGHTS, player_from
from ludotheque.games.stratego.learning import make_problem
from ludotheque.lab.learn.log import Bred, Iterated, read_log
from ludotheque.lab.learn.ppo import new_learner
from ludotheque.lab.learn.run import Run
from ludotheque.lab.learn.settings import Settings
from tests.games.stratego.duel import Duel

SETTINGS: Final = Settings(
    channels=8, blocks=1, games=16, moves=12, batch=80, iterations=4, breed=2, evaluate=2, duels=0, seed=3
)
CHECKPOINT_LIMIT: Final = 16_000_000


@pytest.fixture(autouse=True)
def quick_compiler() -> Iterator[None]:
    """Compile in half the time, to slower code."""
    jax.config.update("jax_disable_most_optimizations", True)  # type: ignore[no-untyped-call]
    yield
    jax.config.update("jax_disable_most_optimizations", False)  # type: ignore[no-untyped-call]


def read_arrays(path: Path) -> dict[str, Any]:
    """The arrays of a file."""
    with np.load(path) as file:
        return {name: file[name] for name in file.files if name != "header"}


def test_four_iterations_are_two_and_two_and_their_weights_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [
        argument
        for name, value in msgspec.to_builtins(SETTINGS).items()
        for argument in ("-s", f"{name}={msgspec.json.encode(value).decode()}")
    ]
    assert main(["learn", "stratego", "--folder", str(tmp_path / "one"), *given]) == 0
    assert "4 of 4 iterations are done and saved" in capsys.readouterr().out
    two = tmp_path / "two"
    for _ in Run("stratego", make_problem(8, 1), SETTINGS, two).go_on(until=2):
        pass
    assert main(["learn", "stratego", "--folder", str(two)]) == 0
    assert "2 of 4 iterations are done" in capsys.readouterr().out
    for name in ("checkpoint.npz", "weights.npz"):
        once, twice = read_arrays(tmp_path / "one" / name), read_arrays(two / name)
        assert once.keys() == twice.keys()
        for part, array in once.items():
            assert array.tobytes() == twice[part].tobytes(), part
    logs = [read_log(folder / "log.jsonl") for folder in (tmp_path / "one", two)]
    figures = [[entry.figures for entry in log if isinstance(entry, Iterated)] for log in logs]
    assert len(figures[0]) == 4
    assert figures[0] == figures[1]
    assert sum(isinstance(entry, Bred) for entry in logs[1]) == 2
    duel = Duel([player_from(two / "weights.npz"), find("stratego").variants["random"]], "learnt")
    for _ in zip(range(90), duel.moves(), strict=False):
        pass
    assert duel.state.ply >= 9


def test_checkpoint_of_the_usual_settings_is_below_16_megabytes() -> None:
    settings = Settings()
    problem = make_problem(settings.channels, settings.blocks)
    openings = problem.first_openings(0)
    key = jax.random.key(0)
    arrays = jax.eval_shape(
        lambda: (
            new_learner(problem.new_parameters(key), len(openings)),
            problem.begin(key, settings.games, openings),
            openings,
        )
    )
    size = sum(array.size * array.dtype.itemsize for array in jax.tree.leaves(arrays))
    assert 8_000_000 < size < CHECKPOINT_LIMIT, "even if nothing of it could be compressed"


def test_learning_can_begin_with_the_weights_of_the_package() -> None:
    problem = make_problem(Settings().channels, Settings().blocks)
    with np.load(WEIGHTS) as exported:
        weights = dict(exported)
    parameters, openings = problem.load(weights)
    assert {name: array.shape for name, array in parameters.items()} == {
        name: array.shape for name, array in weights.items() if name != "setups"
    }
    assert np.array_equal(openings[:256], weights["setups"])
    with pytest.raises(ValueError, match="it has no array"):
        make_problem(8, 1).load(weights)
