"""``ludotheque play``: a whole game in a terminal, and leaving it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine import record

TRAINING = ["-o", "army=training"]


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_finished_game_is_saved_as_a_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    type_in(monkeypatch, "??\n" * 5000)
    assert main(["play", "stratego", *TRAINING, "--bot", "random", "--lang", "en", "--save", str(file)]) == 0
    found = record.read(file.read_bytes())
    assert found.header.players == ["You", "random"]
    assert record.verify(games.find("stratego"), found).sealed
    assert "1 " in capsys.readouterr().out, "the moves are numbered"


@pytest.mark.parametrize("game", games.shelf())
def test_typed_hint_is_answered_with_advice(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, typed, rule in (("fr", "conseil", "La règle derrière cela"), ("en", "Hint", "The rule behind it")):
        type_in(monkeypatch, f"{typed}\n{typed}\nq\n")
        assert main(["play", game, "--lang", lang]) == 0
        shown = capsys.readouterr().out
        said = [line for line in shown.splitlines() if line.startswith(rule)]
        assert len(said) == 2
        assert said[0] == said[1], "asked again, the coach says the same"
        assert f"({game}." in said[0]


def test_leaving_the_game_is_not_an_error_and_saves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    type_in(monkeypatch, "q\n")
    assert main(["play", "stratego", "--seat", "1", "--save", str(file)]) == 0
    assert not file.exists()
