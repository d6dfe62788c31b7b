"""The bench of environments measures our games and those of the libraries in the same ways."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.lab import bench_environments
from ludotheque.lab.bench_environments import OURS, WAYS, Speed


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of ours and one of each library, for as short as can be."""
    less = {
        "games": SimpleNamespace(shelf=lambda: {"stratagem": games.find("stratagem")}),
        "LEAST": 0.001,
        "PROCESSES": (1, 2),
        "BATCH": 4,
        "PETTING_ZOO": (),
        "OPEN_SPIEL": ("tic_tac_toe",),
    }
    for name, value in less.items():
        monkeypatch.setattr(bench_environments, name, value)


@pytest.mark.usefixtures("quick")
def test_command_measures_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--environments", "--rounds", "1", "--json"]) == 0
    found = [Speed(**row) for row in json.loads(capsys.readouterr().out)]
    assert {speed.way for speed in found if speed.library == OURS} == {*WAYS} - {"4 processes"}
    assert {speed.way for speed in found if speed.library == "OpenSpiel"} == {"OpenSpiel state", "OpenSpiel"}
    assert all(speed.per_second > 0 and speed.by_the_clock > 0 for speed in found)
