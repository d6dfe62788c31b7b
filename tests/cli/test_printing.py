"""``ludotheque print``."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.cli.main import main

Output = pytest.CaptureFixture[str]


def test_box_is_written_where_it_is_wanted(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "box.pdf"
    assert (
        main(["print", "stratego", "--lang", "en", "--paper", "letter", "--parts", "board", "--output", str(path)]) == 0
    )
    assert path.read_bytes().startswith(b"%PDF-")
    assert str(path) in capsys.readouterr().out


def test_file_is_named_after_game_language_and_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "koalition", "--parts", "cover, pads"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["koalition-fr-a4.pdf"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "there is no game “chess”"),
        (["stratego", "--parts", "cards"], "stratego has no part “cards”: there are cover, board"),
        (["stratego", "--box", "box.toml"], "there is no other box of it"),
        (["koalition", "--box", "nowhere.toml"], "nowhere.toml"),
        (["stratego", "--parts", "cover", "--output", "/nowhere/box.pdf"], "cannot write /nowhere/box.pdf"),
    ],
)
def test_wrong_words_get_a_sentence(words: list[str], said: str, capsys: Output) -> None:
    assert main(["print", *words]) == 2
    assert said in capsys.readouterr().err
