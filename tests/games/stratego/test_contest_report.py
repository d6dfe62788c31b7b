"""Outside programs in simulations: their options, and the report on a stopped one."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque.cli.main import main
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Stopped
from ludotheque.games import find
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.contest.bot_program import BotProgram
from ludotheque.games.stratego.contest.lines import read_result
from ludotheque.games.stratego.contest.seat import ContestPlayer
from ludotheque.games.stratego.moves import Resign
from ludotheque.games.stratego.options import Options
from ludotheque.lab.simulate import plan
from tests.games.stratego.field import RED, RULES

PYTHON = shlex.quote(sys.executable)

SHUTTLER = '''
"""Knows no rule against going to and fro, and does nothing else; writes down the last line it gets."""
import sys
colour = sys.stdin.readline().split()[0]
rows = ["FB8sB479B8", "BB31555583", "6724898974", "967B669999"]
print("\\n".join(rows if colour == "RED" else rows[::-1]), flush=True)
out, back = ("4 3 DOWN", "4 4 UP") if colour == "RED" else ("4 6 UP", "4 5 DOWN")
while True:
    for _ in range(11):
        if sys.stdin.readline().strip() in ("", "QUIT"): sys.exit(0)
    print(out, flush=True)
    out, back = back, out
    line = sys.stdin.readline().strip()
    if "OK" not in line:
        open(NOTE, "a").write(line + "\\n" + sys.stdin.readline())
        sys.exit(0)
'''


def shuttler(note: Path) -> str:
    """The command line of the program that only goes to and fro."""
    return f"{PYTHON} -c {shlex.quote(SHUTTLER.replace('NOTE', repr(str(note))))}"


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The report of a simulation."""
    assert main(["sim", "stratego", "--games", "2", "--bots", "random", "--jobs", "1", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.clause("stratego.ruling.shuttle-count")
def test_table_with_a_program_uses_the_federation_shuttle_rule_by_default() -> None:
    def option(program: str | None, given: dict[str, Any]) -> str:
        return str(plan("stratego", 1, None, [], 0, given, program).options["shuttle"])

    assert option(PYTHON, {}) == "isf"
    assert option(PYTHON, {"shuttle": "seed"}) == "seed"
    assert option(PYTHON, {"shuttle": "off"}) == "off"
    assert option(None, {}) == "seed"
    assert find("koalition").program_options == {}


@pytest.mark.clause("stratego.ruling.shuttle-count")
@pytest.mark.parametrize(
    ("arguments", "clause"),
    [
        ((), "stratego.ruling.shuttle-count"),
        (("-o", "shuttle=seed"), "stratego.move.shuttle"),
    ],
)
def test_report_has_the_reason_and_the_clause_of_a_stopped_program(
    arguments: tuple[str, ...], clause: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "note"
    report = simulated(capsys, "--program", shuttler(note), *arguments)
    (stop,) = report["stopped"]
    assert (stop["bot"], stop["why"], stop["clause"]) == (shuttler(note), "shuttle", clause)
    assert (stop["games"], stop["first"]) == (2, 0)
    assert report["reasons"] == {"resigned": 2}
    assert report["bot_shares"] == [1.0, 0.0]
    # The program got the refusal and the end.
    lines = note.read_text().splitlines()
    assert lines[0] == f"{stop['answer']} ILLEGAL"
    assert lines[1] == "QUIT"


def test_printed_report_names_the_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sim", "stratego", "--games", "1", "--bots", "random", "--jobs", "1"]
    assert main([*command, "--program", shuttler(tmp_path / "note")]) == 0
    out = capsys.readouterr().out
    assert "stopped" in out
    assert "shuttle" in out


@pytest.mark.clause("stratego.ruling.shuttle-count")
def test_program_plays_on_under_the_option_without_the_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("-o", "shuttle=off", "-o", "no_fight=20")
    report = simulated(capsys, "--program", shuttler(tmp_path / "note"), *options, "--seed", "4")
    assert report["stopped"] == []
    assert "resigned" not in report["reasons"]


def test_report_names_a_program_without_answer() -> None:
    s = RULES.setup(Options(), 2)
    silent = f"{PYTHON} -c {shlex.quote('import time; time.sleep(60)')}"
    with ContestPlayer(RED, silent, patience=0.2) as guest:
        assert guest.stopped is None
        assert isinstance(guest.choose(RULES.sight(s, RED), RULES.legal(s, RED), RULES.free(s, RED)), Resign)
        assert guest.stopped == Stopped("no answer within 0.2 s")


def test_contest_program_surrenders_without_a_movable_piece() -> None:
    program = BotProgram(RED, Strategist, QuickChance(2))
    program.deploy()
    program.place_enemies([*["." * 10] * 9, "....##...."], None)
    program.state.mobile[RED] = program.state.scouts[RED] = 0
    assert program.choose() == "SURRENDER"


@pytest.mark.parametrize("line", ["SURRENDER", "SURRENDER OK"])
def test_echoed_surrender_leaves_the_board_unchanged(line: str) -> None:
    assert read_result(line, RED) is None


def test_game_with_a_program_is_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    simulated(capsys, "--program", shuttler(tmp_path / "note"), "--save", str(tmp_path / "games"))
    for number, seat in ((0, 1), (1, 0)):
        file = tmp_path / "games" / f"stratego-0-{number:05}.jsonl"
        header = json.loads(file.read_text().splitlines()[0])
        assert header["kinds"][seat] == "program"
        assert header["kinds"][1 - seat] == "bot/random"
        assert header["options"]["shuttle"] == "isf"
        assert main(["record", "verify", str(file)]) == 0
        assert "resigned" in capsys.readouterr().out
