"""``ludotheque learn`` and ``bench --batch``, with a game of counters that is learnt in a second."""

from __future__ import annotations

import dataclasses
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine.learning import Learning
from ludotheque.lab.learn.log import read_log
from ludotheque.lab.learn.run import Run
from tests.lab.learn.pile import PileProblem

SMALL = ("games=32", "moves=10", "batch=64", "evaluate=2", "duels=16", "duel_moves=20", "breed=2", "iterations=4")
PROBLEM = PileProblem()


def make_problem(channels: int, blocks: int) -> Any:
    """The game of counters; its table has no layers."""
    return PROBLEM


def give_settings(*settings: str) -> list[str]:
    """Settings as arguments."""
    return [argument for setting in settings for argument in ("--set", setting)]


@pytest.fixture
def counters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first game on the shelf is learnt as the game of counters, the others are not."""
    shelf = {
        name: dataclasses.replace(game, learning=None if number else Learning(make_problem, None))  # type: ignore[arg-type]
        for number, (name, game) in enumerate(games.shelf().items())
    }
    monkeypatch.setattr(games, "shelf", lambda: shelf)
    monkeypatch.setattr(games, "find", shelf.__getitem__)


@pytest.mark.usefixtures("counters")
def test_learning_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["learn", next(iter(games.shelf())), "--folder", str(tmp_path / "new" / "run")]
    assert main([*command, "--minutes", "1e-9", *give_settings(*SMALL)]) == 0
    shown = capsys.readouterr().out
    assert "0: against random" in shown
    assert "0 of 4 iterations are done and saved" in shown
    assert main([*command, "--set", "iterations=6"]) == 0
    shown = capsys.readouterr().out
    assert "6: against self 0" in shown
    assert "6 of 6 iterations are done and saved" in shown
    weights = tmp_path / "new" / "run" / "weights.npz"
    assert main([*command, "--weights", str(weights)]) == 2
    assert "--weights is for a new folder" in capsys.readouterr().err
    assert main([*command[:3], str(tmp_path / "other"), "--weights", str(weights), *give_settings(*SMALL)]) == 0
    assert "4 of 4 iterations are done and saved" in capsys.readouterr().out
    assert main([*command, "--set", "seed=4"]) == 2
    assert "seed is 0 here: begin in another folder" in capsys.readouterr().err


@pytest.mark.usefixtures("counters")
def test_interrupted_learner_ends_its_iteration_and_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    learn_once = Run._learn_once

    def interrupt(run: Run) -> Any:
        signal.raise_signal(signal.SIGTERM)
        return learn_once(run)

    monkeypatch.setattr(Run, "_learn_once", interrupt)
    before = signal.getsignal(signal.SIGTERM)
    assert main(["learn", next(iter(games.shelf())), "--folder", str(tmp_path), *give_settings(*SMALL)]) == 0
    assert "1 of 4 iterations are done and saved" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGTERM) is before
    assert read_log(tmp_path / "log.jsonl")[-1].iteration == 1


@pytest.mark.usefixtures("counters")
def test_arguments_that_make_no_sense_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = list(games.shelf())[:2]
    assert main(["learn", other, "--folder", str(tmp_path / "run")]) == 2
    assert f"{other} cannot be learnt: there is {one}" in capsys.readouterr().err
    for given, answer in {
        "games": "a setting is written NAME=VALUE, not “games”",
        "games=many": "“games=many” is not a setting",
        "game=4": "“game=4” is not a setting",
        'games="4"': "is not a setting",
    }.items():
        assert main(["learn", one, "--folder", str(tmp_path / "run"), "--set", given]) == 2
        assert answer in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    (tmp_path / "file").write_text("")
    assert main(["learn", one, "--folder", str(tmp_path / "file")]) == 2
    assert "cannot learn in" in capsys.readouterr().err


def test_without_jax_the_command_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = next(name for name, game in games.shelf().items() if game.learning is not None)
    monkeypatch.setitem(sys.modules, "jax", None)
    assert main(["learn", name, "--folder", str(tmp_path)]) == 1
    assert "pip install 'ludotheque[batch]'" in capsys.readouterr().err


@pytest.mark.usefixtures("counters")
def test_bench_measures_batches_of_the_games_that_are_learnt(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--batch", "--rounds", "1", "--json", *give_settings(*SMALL)]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert [figure["unit"] for figure in figures] == ["moves/s"] * 4 + ["(checksum)"]
