"""``ludotheque record``."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine import record
from ludotheque.engine.match import Match

GOLDEN = Path(__file__).parents[1] / "games" / "stratego" / "golden" / "2-training.jsonl"

Output = pytest.CaptureFixture[str]


def test_record_verify_says_what_the_record_proves_about_chance(capsys: Output, tmp_path: Path) -> None:
    match = Match(games.find("president"), ["Anne", "random"], nonces=["from Anne", ""])
    match.begin()
    while asked := match.asked():
        match.play(asked[0], match.legal(asked[0])[0])
    header = msgspec.structs.replace(match.record.header, kinds=["human", "bot/random"])
    path = tmp_path / "game.jsonl"
    path.write_bytes(record.write(msgspec.structs.replace(match.record, header=header)))
    known = ["--commitment", header.commitment, "--nonce", "from Anne"]
    assert main(["record", "verify", str(path), *known]) == 0
    shown = capsys.readouterr().out
    assert "the secret was fixed before" in shown
    assert "nothing was left to choose" in shown
    assert "thrown away" in shown
    assert main(["record", "verify", str(path)]) == 0
    assert "It cannot show that the commitment came before the nonces" in capsys.readouterr().out
    for wrong in (["--nonce", "another"], ["--commitment", "ff"]):
        assert main(["record", "verify", str(path), *wrong]) == 1
        assert "that you" in capsys.readouterr().err


def test_record_verify_names_nonces_given_to_bots(capsys: Output, tmp_path: Path) -> None:
    match = Match(games.find("stratego"), ["Anne", "Bruno"], nonces=["", "9b49"])
    match.play(0, match.decode('{"do": "resign"}'))
    header = msgspec.structs.replace(match.record.header, kinds=["human", "bot/random"])
    path = tmp_path / "game.jsonl"
    path.write_bytes(record.write(msgspec.structs.replace(match.record, header=header)))
    assert main(["record", "verify", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "gave a nonce to the bots (seats 1)" in shown
    assert "Anne (seat 0) was not there when the game began" in shown


def test_a_record_is_verified_shown_and_exported(capsys: Output, tmp_path: Path) -> None:
    assert main(["record", "verify", str(GOLDEN)]) == 0
    assert "every one allowed" in capsys.readouterr().out
    assert main(["record", "show", str(GOLDEN), "--lang", "en"]) == 0
    assert "flag is taken" in capsys.readouterr().out
    out = tmp_path / "seen.jsonl"
    assert main(["record", "export", str(GOLDEN), "--seat", "1", "-o", str(out)]) == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert lines[0]["eyes"] == 1
    placed = [event for line in lines[1:] for event in line["events"] if event["did"] == "placed"]
    assert {event["seat"] for event in placed} == {1}, "a seat never saw the other deploy"
    assert "secret" not in out.read_text()


def test_a_corrupt_record_is_refused_with_its_line(capsys: Output, tmp_path: Path) -> None:
    rows = GOLDEN.read_bytes().splitlines()
    rows[90] = rows[90].replace(b'"to":"', b'"to":"z')
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"\n".join(rows))
    assert main(["record", "verify", str(bad)]) == 1
    assert "line 91" in capsys.readouterr().err
