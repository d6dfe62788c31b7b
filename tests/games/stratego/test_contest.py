"""The contest protocol: outside programs at our table, and our bots at theirs."""

from __future__ import annotations

import dataclasses
import io
import json
import logging
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.bots.random import RandomPlayer
from ludotheque.cli.main import main
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.contest.bot_program import OPTIONS, BotProgram, play_contest_game
from ludotheque.games.stratego.contest.lines import (
    COLOURS,
    BadLine,
    read_result,
    read_rows,
    read_step,
    write_board,
    write_result,
    write_setup,
    write_step,
)
from ludotheque.games.stratego.contest.program import Program, ProgramFailed
from ludotheque.games.stratego.contest.seat import ContestPlayer
from ludotheque.games.stratego.moves import PLACES, STEPS, AnyMove, Fought, Moved, Resign
from ludotheque.games.stratego.notation import BadNotation
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.setups import starter_setups
from ludotheque.games.stratego.state import State
from tests.games.stratego.duel import Duel
from tests.games.stratego.field import BLUE, RED, RULES, field, play

PYTHON = shlex.quote(sys.executable)
BEST = f"{PYTHON} -m ludotheque.games.stratego.contest"
OURS = f"{BEST} --level strong"

WALKER = '''
"""Walks at random, follows only the moves it gets, and exits if the board it gets is another."""
import random, sys
WAYS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
def hear():
    line = sys.stdin.readline().rstrip()
    if not line or line == "QUIT": sys.exit(0)
    return line
def follow(line):
    x, y, way, *rest = line.split()
    far = int(rest.pop(0)) if rest[0].isdigit() else 1
    here = int(x), int(y)
    there = here[0] + far * WAYS[way][0], here[1] + far * WAYS[way][1]
    mover = board.pop(here)
    if rest[0] in ("OK", "KILLS"): board[there] = mover
    elif rest[0] == "BOTHDIE": del board[there]
    elif rest[0] == "VICTORY_FLAG": assert hear() == "QUIT"
    else: assert rest[0] == "DIES"
random.seed(SEED)
colour, opponent, width, height = hear().split()
rows = ["FB8sB479B8", "BB31555583", "6724898974", "967B669999"]
print("\\n".join(rows if colour == "RED" else rows[::-1]), flush=True)
board = None
while True:
    line = hear()
    if board is not None: follow(line)
    else: assert (line == "START") == (colour == "RED")
    shown = {(x, y): piece for y in range(10) for x, piece in enumerate(hear()) if piece != "."}
    assert board is None or board == shown
    board = shown
    moves = []
    for (x, y), piece in board.items():
        if piece in "123456789s":
            for way, (dx, dy) in WAYS.items():
                if 0 <= x + dx < 10 and 0 <= y + dy < 10 and board.get((x + dx, y + dy), "#") == "#":
                    moves.append(f"{x} {y} {way}")
    print(random.choice(moves), flush=True)
    follow(hear())
'''


def script(text: str) -> str:
    """The command line of a small program."""
    return f"{PYTHON} -c {shlex.quote(text)}"


def program(command: str, patience: float = 10.0) -> type[ContestPlayer]:
    """Seats a program in a :class:`Duel`."""

    class Seated(ContestPlayer):
        def __init__(self, seat: Seat, rng: object) -> None:
            super().__init__(seat, command, patience)

    return Seated


# Lines


@pytest.mark.parametrize(
    ("frm", "to", "line"),
    [
        ("a4", "a5", "0 3 DOWN"),
        ("j7", "j6", "9 6 UP"),
        ("e4", "d4", "4 3 LEFT"),
        ("a4", "b4", "0 3 RIGHT"),
        ("a1", "a10", "0 0 DOWN 9"),
        ("j7", "c7", "9 6 LEFT 7"),
    ],
)
def test_move_is_written_with_coordinates_and_a_direction(frm: str, to: str, line: str) -> None:
    assert write_step(frm, to) == line
    step = read_step(line)
    assert (step.frm, step.to) == (frm, to)


def test_every_move_is_written_and_read_back() -> None:
    for step in STEPS.values():
        assert read_step(write_step(step.frm, step.to)) is step


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "no move"),
        ("hello", "no move"),
        ("0 3", "no move"),
        ("0 3 down", "no move"),
        ("0 3 DOWN 0", "no move"),
        ("0 3 DOWN -1", "no move"),
        ("10 3 DOWN", "no move"),
        ("٣ 3 DOWN", "no move"),
        ("0 3 DOWN 1 1", "no move"),
        ("0 0 UP", "off the board"),
        ("9 3 RIGHT", "off the board"),
        ("2 3 DOWN", "water"),
        ("0 4 RIGHT 5", "water"),
    ],
)
def test_a_line_that_is_no_move_is_refused_with_a_reason(line: str, why: str) -> None:
    with pytest.raises(BadLine, match=why):
        read_step(line)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Moved(RED, "a4", "a5"), "0 3 DOWN OK"),
        (Moved(BLUE, "a7", "a5"), "0 6 UP 2 OK"),
        (Fought(RED, "a4", "a5", "L", "B", "lost"), "0 3 DOWN DIES 1 B"),
        (Fought(RED, "a4", "a7", "D", "D", "both"), "0 3 DOWN 3 BOTHDIE 9 9"),
        (Fought(BLUE, "a7", "a6", "C", "L", "won"), "0 6 UP KILLS s 1"),
    ],
)
def test_move_is_written_with_its_outcome(event: Moved | Fought, line: str) -> None:
    assert write_result(event) == line
    assert read_result(line, event.seat) == event


def test_capture_of_the_flag_is_written_without_ranks() -> None:
    assert write_result(Fought(RED, "a4", "a5", "L", "M", "flag")) == "0 3 DOWN VICTORY_FLAG"


@pytest.mark.parametrize(
    "line", ["NO_MOVE OK", "0 3 DOWN ILLEGAL", "0 3 DOWN VICTORY_FLAG", "0 3 UP VICTORY_ATTRITION"]
)
def test_some_outcomes_leave_the_board_as_it_was(line: str) -> None:
    assert read_result(line, RED) is None


@pytest.mark.parametrize("line", ["", "START", "0 3 DOWN", "0 3 DOWN KILLS", "0 3 DOWN KILLS x 1", "0 3 DOWN WINS 1 2"])
def test_a_garbled_outcome_is_refused(line: str) -> None:
    with pytest.raises(BadLine):
        read_result(line, RED)


def test_a_set_up_has_red_at_the_top_and_blue_at_the_bottom() -> None:
    letters = starter_setups()[0].letters
    red, blue = write_setup(letters, RED), write_setup(letters, BLUE)
    assert blue == [row[::-1] for row in reversed(red)]
    for seat, rows in ((RED, red), (BLUE, blue)):
        assert "".join(place.piece for place in read_rows(rows, seat)) == letters
    flag = letters.index("M")
    assert red[flag // 10][flag % 10] == "F"


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["FB8sB479B8", "BB31555583", "6724898974", "967B66999"], "ten pieces"),
        (["FB8sB479B8", "BB31555583", "6724898974", "967B66999?"], "no piece"),
        (["FB8sB479B8", "BB31555583", "6724898974", "967B66999."], "army has 8 of D"),
    ],
)
def test_invalid_set_up_is_refused(rows: list[str], why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        read_rows(rows, RED)


def test_a_board_shows_ones_own_pieces_and_hides_all_others() -> None:
    s = field("L a4, M a1", "C a5, M j10, F j5")
    assert write_board(RULES.sight(s, RED)) == [
        "F.........",
        "..........",
        "..........",
        "1.........",
        "#.++..++.#",
        "..++..++..",
        "..........",
        "..........",
        "..........",
        ".........#",
    ]
    play(s, "a4-b4", "j5-j4")
    assert write_board(RULES.sight(s, BLUE))[3:5] == [".#.......7", "s.++..++.."]


# Programs at our table


@pytest.mark.parametrize("shuttle", ["seed", "isf"])
def test_strategist_plays_itself_through_two_programs(shuttle: str) -> None:
    duel = Duel((program(f"{OURS} --seed 1"), program(f"{OURS} --seed 2")), "pipes", shuttle=shuttle)
    for _, move in duel.moves():
        assert not isinstance(move, Resign)
    assert duel.state.outcome is not None
    assert duel.state.ply > 50


def test_a_program_plays_what_its_player_would_at_our_own_table() -> None:
    """The sight made from the protocol is that of a seat of ours, so the same seed plays the same game."""
    ends = []
    for blue in (program(f"{OURS} --seed 5"), lambda seat, rng: Strategist(seat, QuickChance(5))):
        duel = Duel((RandomPlayer, blue), "same", shuttle="isf")
        ends.append([move for _, move in duel.moves()])
    assert ends[0] == ends[1]


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_program_gets_every_move_and_board(seat: Seat) -> None:
    walker = program(script(WALKER.replace("SEED", "4")))
    makers = (walker, RandomPlayer) if seat == RED else (RandomPlayer, walker)
    duel = Duel(makers, "followed")
    duel.play()
    assert duel.state.outcome is not None
    assert duel.state.outcome.reason != "resigned"


SET_UP = 'print("FB8sB479B8\\nBB31555583\\n6724898974\\n967B669999", flush=True)\n'
LISTEN = "\nimport sys; sys.stdout.flush(); sys.stdin.read()"
SILENT = "import time; time.sleep(60)"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it has exited"),
        ('print("FB8sB479B8")', "it has exited"),
        ('print("hello\\n" * 4)', "ten pieces"),
        ('print("x" * 100_000)', "too long"),
        (SILENT, "no answer within 0.5 s"),
        (SET_UP, "it has exited"),
        (SET_UP + 'print("hello")' + LISTEN, "no move"),
        (SET_UP + 'import sys; sys.stdout.buffer.write(b"\\xff\\x00\\n")' + LISTEN, "no move"),
        (SET_UP + 'print("NO_MOVE")' + LISTEN, "does not move"),
        (SET_UP + 'print("0 0 DOWN")' + LISTEN, "not allowed"),
        (SET_UP + 'print("9 3 DOWN 9")' + LISTEN, "off the board"),
        (SET_UP + SILENT, "no answer within 0.5 s"),
    ],
)
def test_program_that_answers_badly_exits_or_hangs_resigns(
    text: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    s = RULES.setup(Options(), 2)
    patience = 0.5 if "0.5 s" in why else 60.0  # a busy machine takes its time to start a program
    with ContestPlayer(RED, script(text), patience=patience) as guest, caplog.at_level(logging.WARNING):
        host = RandomPlayer(BLUE, QuickChance(1))
        seats: list[Player] = [guest, host]
        while RULES.outcome(s) is None:
            seat = RULES.asked(s)[0]
            move = seats[seat].choose(RULES.sight(s, seat), RULES.legal(s, seat), RULES.free(s, seat))
            guest.hear([seen for event in RULES.play(s, seat, move) if (seen := event.seen(RED)) is not None])  # type: ignore[arg-type]
    assert s.outcome is not None
    assert (s.outcome.reason, s.outcome.winners) == ("resigned", (BLUE,))
    assert why in caplog.text


def test_what_a_program_wrote_before_it_exited_is_read() -> None:
    running = Program(script('print("hello")'))
    running._process.wait()
    running.write_lines(["RED ludotheque 10 10"])
    assert running.read_line(60) == "hello"
    with pytest.raises(ProgramFailed, match="it has exited"):
        running.read_line(60)
    running.close()


def test_a_program_may_surrender(caplog: pytest.LogCaptureFixture) -> None:
    duel = Duel((program(script(SET_UP + 'print("SURRENDER")' + LISTEN)), RandomPlayer), "white flag")
    with pytest.raises(AssertionError, match="played Resign"):
        duel.play()
    assert not caplog.records


def test_program_that_does_not_exit_is_killed_with_its_children(tmp_path: Path) -> None:
    note = tmp_path / "child"
    child = f'import pathlib, time; time.sleep(1.5); pathlib.Path({str(note)!r}).write_text("still here")'
    stays = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {child!r}])\n" + SET_UP + SILENT
    player = ContestPlayer(RED, script(stays))
    s = RULES.setup(Options(), 2)
    player.choose(RULES.sight(s, RED), RULES.legal(s, RED), RULES.free(s, RED))
    process = player._program._process  # type: ignore[union-attr]
    player.close()
    assert process.returncode == -9
    player.close()
    time.sleep(2)
    assert not note.exists()


# Our bots at another's table


def answers_to(*lines: str) -> list[str]:
    """What ours answers to a judge who says this."""
    out = io.StringIO()
    play_contest_game(iter(f"{line}\n" for line in lines), out, Strategist, QuickChance(3))
    return out.getvalue().splitlines()


def test_contest_program_deploys_and_exits_on_quit() -> None:
    rows = answers_to("BLUE them 10 10", "QUIT")
    assert len(read_rows(rows, BLUE)) == 40
    assert answers_to("RED them 10 10") == [row[::-1] for row in reversed(rows)]


@pytest.mark.parametrize(
    "lines",
    [
        ("hello",),
        ("GREEN them 10 10",),
        ("RED them 8 8",),
        ("RED them 10 10", "hello"),
        ("RED them 10 10", "START", "too short"),
        ("BLUE them 10 10", "0 4 DOWN OK", *["#" * 10] * 10),
    ],
)
def test_contest_program_reports_invalid_lines_of_the_judge(lines: tuple[str, ...]) -> None:
    with pytest.raises(BadLine):
        answers_to(*lines)


def judge(s: State, seat: Seat, enemy: str, out: io.StringIO) -> Iterator[str]:
    """What a judge says to ours, who plays an enemy that deploys these letters and moves at random."""
    rng = QuickChance(1)
    yield f"{COLOURS[seat]} them 10 10"
    setups = {
        seat: read_rows(out.getvalue().splitlines(), seat),
        1 - seat: [PLACES["ABCDEFGHIJKLM".index(x)] for x in enemy],
    }
    for side, places in setups.items():
        for place in places:
            RULES.play(s, side, place)
    last = "START"
    while turn := RULES.asked(s):
        if turn[0] == seat:
            yield last
            yield from write_board(RULES.sight(s, seat))
            step: AnyMove = read_step(out.getvalue().splitlines()[-1])
            assert RULES.refusal(s, seat, step) is None
        else:
            legal = RULES.legal(s, 1 - seat)
            step = legal[rng.below(len(legal))]
        event = RULES.play(s, turn[0], step)[0]
        assert isinstance(event, Moved | Fought)
        last = write_result(event)
        if turn[0] == seat:
            yield last
    yield "QUIT"


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_contest_program_beats_an_enemy_with_missing_pieces(seat: Seat) -> None:
    """The contest asks for no more than a flag."""
    s, out = RULES.setup(Options(), 2), io.StringIO()
    play_contest_game(judge(s, seat, "MB" + "A" * 26 + "CE" + "DLAAADFFFA", out), out, Strategist, QuickChance(2))
    assert s.outcome is not None
    assert s.outcome.winners == (seat,)


def test_contest_program_plays_on_where_our_rules_end_the_game() -> None:
    program = BotProgram(RED, Strategist, QuickChance(2))
    program.deploy()
    program.place_enemies([*["." * 10] * 9, "....##...."], None)
    program.state.quiet = OPTIONS.no_fight - 4
    for number in range(10):  # past the no-fight draw, and past what our rules have to say about shuttling
        assert read_step(program.choose()) in STEPS.values()
        program.follow(Moved(RED, *(("a4", "a5") if number % 2 == 0 else ("a5", "a4"))))
        program.follow(Moved(BLUE, *(("e10", "e9") if number % 2 == 0 else ("e9", "e10"))))
    assert program.state.quiet > OPTIONS.no_fight


# The command line


def test_a_simulation_seats_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sim", "stratego", "--games", "2", "--bots", "random", "--program", f"{OURS} --seed 1"]
    assert main([*command, "--jobs", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["plan"]["bots"] == ["random", f"{OURS} --seed 1"]
    assert "resigned" not in report["reasons"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--program", "/nowhere/theirs"], "no program “/nowhere/theirs”"),
        (["--program", ""], "no program “”"),
        (["--program", "'"], "no command line"),
        (["--program", PYTHON, "-o", "army=training"], "only the full army"),
        (["--program", PYTHON, "--bots", "random,random"], "not 3"),
    ],
)
def test_program_that_cannot_be_started_is_named(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", "stratego", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_game_without_a_protocol_refuses_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mute = dataclasses.replace(games.find("stratego"), programs=None)
    monkeypatch.setattr(games, "find", lambda game: mute)
    assert main(["sim", "stratego", "--program", PYTHON]) == 2
    assert "no protocol" in capsys.readouterr().err


def test_master_plays_by_the_protocol_with_what_it_remembers() -> None:
    duel = Duel([program(BEST), games.find("stratego").levels["strong"]], "protocol")
    for _ in zip(range(80 + 20), duel.moves(), strict=False):
        pass
    assert duel.state.ply >= 19
    assert duel.state.outcome is None, "none of its moves was refused"
