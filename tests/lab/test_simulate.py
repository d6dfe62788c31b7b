"""Simulations: games kept as records, and the time that bots take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine import record
from ludotheque.lab.simulate import plan, play_one, simulate


@pytest.mark.parametrize("name", list(games.shelf()))
def test_every_game_is_kept_as_a_record_that_replays(name: str, tmp_path: Path) -> None:
    """The record of each game is the game that was counted, with its random numbers, in the same order."""
    game = games.find(name)
    planned = plan(name, 2, None, ["random", "strong"][: game.rules.seats[0]], 5, {})
    simulate(planned, folder=tmp_path)
    counted = [play_one(game, planned, number) for number in range(2)]
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"{name}-5-00000.jsonl", f"{name}-5-00001.jsonl"]
    for file, result in zip(files, counted, strict=True):
        kept = record.read(file.read_bytes())
        verdict = record.verify(game, kept)
        assert verdict.outcome == result.outcome
        assert verdict.sealed
        assert kept.header.players == [planned.bots[place] for place in result.seating]
        assert kept.header.kinds == [f"bot/{planned.bots[place]}" for place in result.seating]
        assert sum(line.seat >= 0 for line in kept.moves) == result.decisions


@pytest.mark.parametrize("bots", [["random"], ["strategist", "random"]])
def test_saving_records_does_not_change_the_games(bots: list[str], tmp_path: Path) -> None:
    planned = plan("stratego", 3, None, bots, 2, {})
    kept, plain = simulate(planned, folder=tmp_path), simulate(planned)
    assert (kept.reasons, kept.decisions, kept.bot_shares) == (plain.reasons, plain.decisions, plain.bot_shares)
    assert len(list(tmp_path.iterdir())) == 3


def test_sim_command_saves_the_games_of_every_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "games"
    command = ["sim", "stratego", "--games", "21", "--bots", "random", "--jobs", "2", "--save", str(folder)]
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 21
    assert len(list(folder.iterdir())) == 21
    assert main(["record", "verify", str(folder / "stratego-0-00020.jsonl")]) == 0
    assert "every one allowed" in capsys.readouterr().out


def test_impossible_folder_is_refused_before_any_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["sim", "stratego", "--games", "2", "--save", str(tmp_path / "file")]) == 2
    assert f"cannot keep games in {tmp_path / 'file'}" in capsys.readouterr().err


def test_report_has_the_time_per_move_of_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sim", "stratego", "--games", "2", "--bots", "strategist,random", "--jobs", "1"]
    assert main([*command, "--json"]) == 0
    slow, quick = json.loads(capsys.readouterr().out)["bot_seconds"]
    assert slow > quick > 0
    assert main(command) == 0
    assert "seconds a move" in capsys.readouterr().out


def test_report_has_the_time_per_move_of_random_bots() -> None:
    report = simulate(plan("koalition", 2, 3, ["random"], 1, {}))
    assert len(report.bot_seconds) == 3
    assert all(0 < seconds < 0.1 for seconds in report.bot_seconds)
