"""Counts of positions are those that docs/perft.md promises to other implementations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine.rules import NATURE
from ludotheque.lab.perft import (
    Position,
    TooManyOutcomes,
    count_positions,
    divide,
    nature_outcomes,
    position_in_record,
)

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "perft.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(\w+)/([\w.-]+)` \| (\d+) \| [^|]+ \|(.*)\|$", PAGE, re.MULTILINE)
SHUTTLE = ROOT / "tests" / "games" / "stratego" / "golden" / "2.jsonl"


def position(game: str, file: str, after: int) -> Position:
    return position_in_record(ROOT / "tests" / "games" / game / "golden" / file, after)


def test_the_page_has_positions_of_every_game() -> None:
    assert {game for game, _, _, _ in ROWS} == set(games.shelf())
    assert len(ROWS) >= 40


@pytest.mark.parametrize(("game", "file", "after", "cells"), ROWS, ids=lambda value: value.strip().split(" ")[0])
def test_counts_are_those_on_the_page(game: str, file: str, after: str, cells: str) -> None:
    begin = position(game, file, int(after))
    counts = [cell.strip().replace(",", "") for cell in cells.split("|")]
    assert len(counts) == 7
    ways = [(depth, False) for depth in (1, 2, 3, 4)] + [(depth, True) for depth in (1, 2, 3)]
    for (depth, every), count in zip(ways, counts, strict=True):
        if count:
            assert count_positions(begin, depth, every) == int(count), (depth, every)


@pytest.mark.parametrize(("game", "file", "after"), [("stratagem", "4-False.jsonl", 22), ("koalition", "3.jsonl", 6)])
def test_counts_after_each_first_move_add_up(game: str, file: str, after: int) -> None:
    begin = position(game, file, after)
    for every in (False, True):
        parts = divide(begin, 2, every)
        assert len(parts) == count_positions(begin, 1, every)
        assert sum(parts.values()) == count_positions(begin, 2, every)


@pytest.mark.parametrize(
    ("game", "file", "after", "count"),
    [
        ("president", "2-full.jsonl", 1, 36),  # two dice of six faces
        ("president", "2-full.jsonl", 0, 4 * 3 * 2),  # a party for each of two players, and who begins
        ("koalition", "10.jsonl", 12, 15),  # countries, of which none has been turned up
        ("koalition", "4.jsonl", 4, 4),  # each of four has one ballot
    ],
)
def test_outcomes_of_nature_are_all_that_are_possible(game: str, file: str, after: int, count: int) -> None:
    begin = position(game, file, after)
    rules = begin.game.rules
    found = nature_outcomes(rules, begin.state)
    assert len(set(found)) == len(found) == count
    assert all(rules.refusal(begin.state, NATURE, move) is None for move in found)


def test_a_deal_has_too_many_outcomes_to_count() -> None:
    with pytest.raises(TooManyOutcomes, match="begin after the deal"):
        count_positions(position("koalition", "3.jsonl", 3), 1)
    assert main(["perft", "stratagem"]) == 2


def test_command_counts_from_the_opening_and_from_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "stratego", "--depth", "3"]) == 0
    assert capsys.readouterr().out.split() == ["1:", "12", "2:", "140", "3:", "1591"]
    assert main(["perft", "stratego", "--record", str(SHUTTLE), "--after", "104", "--depth", "1", "--divide"]) == 0
    *parts, whole = capsys.readouterr().out.splitlines()
    assert whole == "1: 17"
    assert len(parts) == 17
    assert parts[0].split(maxsplit=2) == ["1", "0", '{"do": "step", "from": "a4", "to": "a3"}']


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["stratego", "--depth", "0"], "at least one"),
        (["stratego", "--players", "3"], "played by 2 to 2"),
        (["koalition", "--record", str(SHUTTLE)], "is a game of stratego"),
        (["stratego", "--record", "none.jsonl"], "cannot read none.jsonl"),
        (["stratego", "--record", str(SHUTTLE), "--after", "9999"], "has 558 moves, not 9999"),
    ],
)
def test_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str], words: list[str], why: str) -> None:
    assert main(["perft", *words]) == 2
    assert why in capsys.readouterr().err
