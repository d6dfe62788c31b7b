"""``ludotheque sim``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine import record

Output = pytest.CaptureFixture[str]


def test_sim_command_prints_a_report_or_json(capsys: Output) -> None:
    plan = ["sim", "stratego", "--games", "6", "--bots", "random", "--seed", "3", "--jobs", "1"]
    assert main(plan) == 0
    assert "decisions/s" in capsys.readouterr().out
    assert main([*plan, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 6
    assert sum(report["reasons"].values()) == 6
    assert sum(report["seat_shares"]) + report["draws"] / 6 == pytest.approx(1, abs=0.001)


def test_a_simulation_does_not_depend_on_how_many_processes_play_it(capsys: Output) -> None:
    found = []
    for jobs in ("1", "2"):
        assert main(["sim", "stratego", "--games", "41", "--bots", "random", "--jobs", jobs, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        found.append((report["decisions"], report["reasons"], report["seat_shares"]))
    assert found[0] == found[1]


def test_sim_writes_a_verifiable_record_of_every_game(tmp_path: Path, capsys: Output) -> None:
    folder = tmp_path / "new" / "games"
    assert main(["sim", "koalition", "--games", "3", "--bots", "random", "--jobs", "1", "--save", str(folder)]) == 0
    files = sorted(folder.iterdir())
    assert len(files) == 3
    for file in files:
        record.verify(games.find("koalition"), record.read(file.read_bytes()))
    assert "koalition" in capsys.readouterr().out


def test_sim_refuses_a_folder_that_cannot_be_made(tmp_path: Path, capsys: Output) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert main(["sim", "stratego", "--games", "1", "--save", str(blocked / "games")]) == 2
    assert "cannot keep games in" in capsys.readouterr().err
