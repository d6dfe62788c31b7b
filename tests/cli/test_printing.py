"""``ludotheque print``."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.cli.main import main
from tests.printing.test_contents import own_box

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
        (["koalition", "--box", "nowhere.toml"], "nowhere.toml cannot be read: No such file or directory"),
        (["stratego", "--parts", "cover", "--output", "/nowhere/box.pdf"], "cannot write /nowhere/box.pdf"),
    ],
)
def test_wrong_words_get_a_sentence(words: list[str], said: str, capsys: Output) -> None:
    assert main(["print", *words]) == 2
    assert said in capsys.readouterr().err


def test_own_box_is_printed(tmp_path: Path) -> None:
    path = own_box(tmp_path, "koalition", ('"Églantine Desbourgeons"', '"Églantine Dubois"'))
    output = tmp_path / "box.pdf"
    assert main(["print", "koalition", "--parts", "cover,cards", "--box", str(path), "--output", str(output)]) == 0
    assert output.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[[politician", "mine.toml is not TOML"),
        (b"\x86\xff\x00", "mine.toml is not a text in UTF-8"),
        (b"", "mine.toml: Object missing required field `politician`"),
        (b"[[politician]]\nvotes = 'ten'", "mine.toml: Expected `int`, got `str` - at `$.politician[0].votes`"),
    ],
)
def test_corrupt_box_gets_a_sentence_and_writes_nothing(
    content: bytes, said: str, tmp_path: Path, capsys: Output
) -> None:
    path, output = tmp_path / "mine.toml", tmp_path / "box.pdf"
    path.write_bytes(content)
    assert main(["print", "koalition", "--box", str(path), "--output", str(output)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error
    assert not output.exists()
