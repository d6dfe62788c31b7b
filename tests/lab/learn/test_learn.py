"""A learner learns, goes on exactly from what it saved, and keeps a log."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

from ludotheque.cli.learn import usual_settings
from ludotheque.lab.learn.checkpoint import BadCheckpoint
from ludotheque.lab.learn.log import Dueled, Iterated, Stretch, read_log
from ludotheque.lab.learn.ppo import Played, find_advantages
from ludotheque.lab.learn.run import Run, read_settings
from ludotheque.lab.learn.settings import SMALL, Settings
from tests.lab.learn.pile import PileProblem

PROBLEM: Final = PileProblem()
SETTINGS: Final = Settings(
    games=64, moves=16, batch=224, iterations=60, rate=(0.1, 0.01), breed=3, evaluate=20, duels=256, duel_moves=20
)


def run_in(folder: Path, **changes: Any) -> Run:
    """A learner in a folder."""
    return Run("pile", PROBLEM, msgspec.structs.replace(SETTINGS, **changes), folder)


def read_arrays(folder: Path, name: str) -> dict[str, Any]:
    """What a file of arrays holds, but for the time that it took."""
    with np.load(folder / name) as file:
        return {part: file[part] for part in file.files if part != "header"}


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a learner that has done all its iterations in one go."""
    folder = tmp_path_factory.mktemp("learnt")
    for _ in run_in(folder).go_on(SETTINGS.iterations):
        pass
    return folder


def test_learner_beats_random_play_and_its_untrained_self(learnt: Path) -> None:
    duels = [entry for entry in read_log(learnt / "log.jsonl") if isinstance(entry, Dueled)]
    against_random = [entry.score for entry in duels if entry.opponent == "random"]
    assert len(against_random) == 4
    assert abs(against_random[0] - 0.5) < 0.15, "it begins by knowing nothing"
    assert against_random[-1] > 0.85
    assert [entry.score for entry in duels if entry.opponent == "self 0"][-1] > 0.85
    assert {entry.opponent for entry in duels} == {"random", "self 0", "self 20", "self 40"}
    assert all(entry.games == SETTINGS.duels and entry.unfinished == 0 for entry in duels)


def test_learning_in_stretches_gives_the_same_bits_as_in_one_go(learnt: Path, tmp_path: Path) -> None:
    for until in (7, 20, 31, SETTINGS.iterations):
        for _ in run_in(tmp_path).go_on(until):
            pass
    for name in ("checkpoint.npz", "weights.npz", "selves.npz"):
        one, many = read_arrays(learnt, name), read_arrays(tmp_path, name)
        assert one.keys() == many.keys()
        for part, array in one.items():
            assert array.tobytes() == many[part].tobytes(), part
    logs = [read_log(folder / "log.jsonl") for folder in (learnt, tmp_path)]
    assert sum(isinstance(entry, Stretch) for entry in logs[1]) == 4
    figures = [[one.figures for one in log if isinstance(one, Iterated)] for log in logs]
    assert figures[0] == figures[1]


def test_stretch_ends_and_saves_when_time_is_up(tmp_path: Path) -> None:
    left = [False, False, False, True]
    run = run_in(tmp_path)
    for _ in run.go_on(SETTINGS.iterations, lambda: left.pop(0)):
        pass
    assert run.iteration == 3
    assert run_in(tmp_path).iteration == 3


def test_log_forgets_what_was_not_saved(learnt: Path, tmp_path: Path) -> None:
    for name in ("checkpoint.npz", "selves.npz", "log.jsonl"):
        (tmp_path / name).write_bytes((learnt / name).read_bytes())
    with (tmp_path / "log.jsonl").open("ab") as file:
        file.write(msgspec.json.encode(Iterated(SETTINGS.iterations + 1, 1.0, {})) + b"\n")
    run_in(tmp_path)
    assert read_log(tmp_path / "log.jsonl") == read_log(learnt / "log.jsonl")


def test_plots_show_every_opponent_and_figure(learnt: Path) -> None:
    texts = {element.text for element in ElementTree.parse(learnt / "progress.svg").iter() if element.text}
    assert {"score against", "random", "self 0", "entropy", "value error", "apart"} <= texts


def test_learner_that_begins_with_weights_is_as_strong_as_they_are(learnt: Path, tmp_path: Path) -> None:
    run = Run("pile", PROBLEM, SETTINGS, tmp_path, learnt / "weights.npz")
    first = next(entry for entry in run.go_on(1) if isinstance(entry, Dueled))
    assert first.iteration == 0
    assert first.score > 0.85
    (tmp_path / "nothing.npz").write_bytes(b"nothing")
    with pytest.raises(BadCheckpoint, match="learning cannot begin from"):
        Run("pile", PROBLEM, SETTINGS, tmp_path / "new", tmp_path / "nothing.npz")


def test_file_that_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.npz").write_bytes(b"nothing")
    with pytest.raises(BadCheckpoint, match="cannot be read"):
        run_in(tmp_path)
    np.savez(tmp_path / "checkpoint.npz", header=np.zeros(2, np.uint8))
    with pytest.raises(BadCheckpoint, match="not a checkpoint of this version"):
        run_in(tmp_path)


def test_a_new_learner_on_a_processor_begins_in_small(tmp_path: Path) -> None:
    found = read_settings(tmp_path / "checkpoint.npz", {"games": 7}, usual_settings())
    assert (found.games, found.channels, found.iterations) == (7, SMALL["channels"], SMALL["iterations"])


def test_what_games_are_made_of_cannot_be_changed_later(learnt: Path) -> None:
    checkpoint = learnt / "checkpoint.npz"
    assert read_settings(checkpoint, {"iterations": 90}) == msgspec.structs.replace(SETTINGS, iterations=90)
    with pytest.raises(BadCheckpoint, match="games is 64 here"):
        read_settings(checkpoint, {"games": 65})


def test_advantages_are_those_of_a_sides_own_next_moves() -> None:
    """Compared with the definition, written out for one game at a time."""
    rng = np.random.default_rng(1)
    moves, games = 12, 40
    over = rng.random((moves, games)) < 0.2
    reward = np.where(over, rng.integers(-1, 2, (moves, games)), 0).astype(np.float32)
    exchange, value = rng.normal(size=(2, moves, games)).astype(np.float32) / 4
    drawn = over & (reward == 0)
    nothing = jnp.zeros((moves, games))
    unused = Played(*[nothing] * 11)
    known = {"value": value, "over": over, "reward": reward, "drawn": drawn, "exchange": exchange}
    played = unused._replace(**{name: jnp.asarray(array) for name, array in known.items()})
    settings = Settings(trace=0.9, draw=0.3)
    found, results = find_advantages(played, settings, jnp.float32(0.5))

    def advantage(move: int, game: int) -> float:
        """What a move gained, until the opponent's answer, and later gains of the same side, each counted less."""
        if move >= moves - 2:
            return 0.0
        cost = -settings.draw * drawn[:, game]
        gain = reward[:, game] + 0.5 * exchange[:, game]
        error = gain[move] + cost[move] - value[move, game]
        if over[move, game]:
            return float(error)
        error += cost[move + 1] - gain[move + 1]
        if over[move + 1, game]:
            return float(error)
        return float(error + value[move + 2, game] + settings.trace * advantage(move + 2, game))

    expected = [[advantage(move, game) for game in range(games)] for move in range(moves - 2)]
    np.testing.assert_allclose(found, expected, atol=1e-5)
    np.testing.assert_allclose(results, np.clip(np.array(expected) + value[:-2], -1, 1), atol=1e-5)
