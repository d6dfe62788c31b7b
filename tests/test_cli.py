"""The command ``ludotheque``, as people run it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import msgspec
import pytest

from ludotheque import games
from ludotheque.cli import terminal
from ludotheque.cli.main import main
from ludotheque.engine import record
from ludotheque.engine.match import Match

GOLDEN = Path(__file__).parent / "games" / "stratego" / "golden" / "2-training.jsonl"
TESTS = str(Path(__file__).parent)

Output = pytest.CaptureFixture[str]


def test_games_command_lists_the_games(capsys: Output) -> None:
    assert main(["games"]) == 0
    assert "stratego" in capsys.readouterr().out


def test_a_clause_is_shown_in_either_language(capsys: Output) -> None:
    assert main(["rules", "stratego", "move.scout"]) == 0
    assert "éclaireur" in capsys.readouterr().out
    assert main(["rules", "stratego", "stratego.move.scout", "--lang", "en"]) == 0
    assert "scout" in capsys.readouterr().out


def test_a_whole_rulebook_is_shown(capsys: Output) -> None:
    assert main(["rules", "stratego", "--lang", "en"]) == 0
    assert "stratego.attack.spy" in capsys.readouterr().out


def test_rules_coverage_finds_a_test_for_every_clause(capsys: Output) -> None:
    assert main(["rules", "--coverage", "--tests", TESTS]) == 0
    out = capsys.readouterr().out
    assert "stratego.move.shuttle" in out
    assert "test_three_round_trips_are_allowed" in out
    assert ", 0 without a test." in out


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


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["rules", "stratego", "nonsense"], 2, "no clause “nonsense”"),
        (["rules", "chess"], 2, "no game “chess”"),
        (["rules"], 2, "say which game"),
        (["rules", "--coverage", "--tests", "/nowhere"], 2, "no tests"),
        (["sim", "stratego", "--players", "9"], 2, "not 9"),
        (["sim", "stratego", "--games", "0"], 2, "0 games"),
        (["sim", "stratego", "--bots", "hal"], 2, "no bot “hal”"),
        (["sim", "stratego", "--bots", "random,random,random", "--players", "2"], 2, "3 bots for 2 seats"),
        (["sim", "stratego", "-o", "army=giant"], 2, "army is one of full, training"),
        (["sim", "stratego", "-o", "no_fight=3"], 2, "no_fight is from 20 to 2000"),
        (["sim", "stratego", "-o", "colour=red"], 2, "no option “colour”"),
        (["sim", "stratego", "-o", "army"], 2, "NAME=VALUE"),
        (["play", "stratego", "--seat", "7"], 2, "no seat 7"),
        (["play", "stratego", "--bot", "hal"], 2, "no bot “hal”"),
        (["record", "verify", "/nowhere"], 2, "cannot read"),
        (["record", "verify", __file__], 1, "line 1"),
        (["record", "show", str(GOLDEN), "--seat", "5"], 2, "nobody at that table"),
        (["bench", "--rounds", "0"], 2, "at least one round"),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(arguments: list[str], code: int, why: str, capsys: Output) -> None:
    assert main(arguments) == code
    shown = capsys.readouterr()
    assert why in shown.err
    assert shown.err.startswith("ludotheque: ")
    assert "Traceback" not in shown.err


def test_a_corrupt_record_is_refused_with_its_line(capsys: Output, tmp_path: Path) -> None:
    rows = GOLDEN.read_bytes().splitlines()
    rows[90] = rows[90].replace(b'"to":"', b'"to":"z')
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"\n".join(rows))
    assert main(["record", "verify", str(bad)]) == 1
    assert "line 91" in capsys.readouterr().err


def sitting(lang: str, answers: list[str], options: dict[str, object] | None = None) -> tuple[Match, str]:
    """Play in a terminal with these answers, then leave."""
    out = io.StringIO()
    match = Match(games.find("stratego"), ["you", "bot"], options or {})
    given = iter([*answers, "q"])
    with pytest.raises(terminal.PlayerLeft):
        terminal.Terminal(match, 0, "strategist", lang, out).run(lambda prompt: next(given))
    return match, out.getvalue()


def test_a_game_is_played_by_numbers_in_a_terminal() -> None:
    match, shown = sitting("en", ["1", "99", "nonsense", "??", "1", "a2-a9", "2"])
    assert match.rules.sight(match.state, 0).ply >= 4
    assert "That is not on the list." in shown
    assert "( ?)" in shown
    assert "Both armies are in position" in shown


def test_a_game_in_a_terminal_comes_to_its_end() -> None:
    out = io.StringIO()
    match = Match(games.find("stratego"), ["you", "bot"], {"army": "training"})
    terminal.Terminal(match, 0, "strategist", "fr", out).run(lambda prompt: "??")
    assert match.outcome is not None
    assert match.record.closing is not None


def test_closed_terminal_ends_the_game() -> None:
    def gone(prompt: str) -> str:
        raise EOFError

    match = Match(games.find("stratego"), ["you", "bot"])
    with pytest.raises(terminal.PlayerLeft):
        terminal.Terminal(match, 0, "random", "fr", io.StringIO()).run(gone)
