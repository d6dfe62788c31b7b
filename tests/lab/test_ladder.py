"""The ladder: levels against each other, measured in parts, on a page for people."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ludotheque.cli.main import main
from ludotheque.games import find
from ludotheque.lab.ladder import BadLadder, Pairing, Score, ThinkingTime, measure, pairings, target, wilson
from ludotheque.lab.seats import SeatShares
from ludotheque.lab.strength import read_figures, write_figures

Output = pytest.CaptureFixture[str]
PRESIDENT = find("president")


def score(upper: str, lower: str, won: float, players: int = 2) -> Score:
    """A result of twenty games."""
    return Score(Pairing(players, lower, upper), 20, 0, won, ThinkingTime(0.1, 2.0), ThinkingTime(0.2, 30.0))


def test_every_level_meets_every_other_at_every_table() -> None:
    found = pairings(PRESIDENT, [], [])
    assert [pairing.players for pairing in found] == [2] * 6 + [3] * 6 + [4] * 6
    assert found[:6] == [
        Pairing(2, "beginner", "casual"),
        Pairing(2, "beginner", "strong"),
        Pairing(2, "beginner", "master"),
        Pairing(2, "casual", "strong"),
        Pairing(2, "casual", "master"),
        Pairing(2, "strong", "master"),
    ]
    assert pairings(PRESIDENT, ["random", "spin_doctor"], [3]) == [Pairing(3, "random", "strong")]


def test_results_are_the_same_in_several_processes() -> None:
    found = pairings(PRESIDENT, ["beginner", "casual", "strong"], [2])
    alone, together = ([(one.games, one.won) for one in measure(PRESIDENT, found, 12, 3, jobs)] for jobs in (1, 2))
    assert alone == together
    assert [games for games, _ in alone] == [10, 12] * 3, "each pairing is reported after every ten games"


def test_ladder_that_was_cut_off_goes_on_with_the_games_that_were_left() -> None:
    found = pairings(PRESIDENT, ["beginner", "strong"], [2])
    first, whole = measure(PRESIDENT, found, 12, 3)
    ticks: list[int] = []
    (resumed,) = measure(PRESIDENT, found, 12, 3, tick=ticks.append, known=[first])
    assert (resumed.games, resumed.won, ticks) == (whole.games, whole.won, [10, 2])
    assert resumed.upper_time.longest >= first.upper_time.longest
    assert not list(measure(PRESIDENT, found, 12, 3, known=[whole])), "all has been played"
    assert len(list(measure(PRESIDENT, found, 12, 4, known=[whole]))) == 2, "another seed is another measurement"


def test_interval_holds_the_share_and_stays_a_share() -> None:
    low, high = wilson(13, 20)
    assert 0.4 < low < 0.65 < high < 0.85
    assert wilson(0, 20)[0] == 0
    assert wilson(20, 20)[1] == 1
    assert score("strong", "casual", 13).multiple == 1.3


def test_targets_are_between_neighbours() -> None:
    assert target(PRESIDENT, Pairing(2, "casual", "strong")) == 1.3
    assert target(PRESIDENT, Pairing(4, "beginner", "casual")) == 1.6
    assert target(PRESIDENT, Pairing(2, "beginner", "strong")) is None
    assert target(PRESIDENT, Pairing(2, "random", "beginner")) is None


def test_figures_are_replaced_pairing_by_pairing(tmp_path: Path) -> None:
    write_figures(PRESIDENT, tmp_path, [score("strong", "casual", 14), score("casual", "beginner", 9)])
    write_figures(PRESIDENT, tmp_path, [score("casual", "beginner", 15), score("strong", "casual", 9, players=3)])
    assert [one.won for one in read_figures(PRESIDENT, tmp_path).scores] == [15, 14, 9]
    page = (tmp_path / "president.md").read_text("utf-8")
    assert page.count("| met |") == 2
    assert page.count("| missed |") == 1
    assert "ludotheque ladder president --games 20 --seed 0 --write" in page
    assert PRESIDENT.words("en")["level_help"]["beginner"] in page
    assert "0.2 ms | 30 ms" in page


def test_command_writes_the_page_of_what_it_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["ladder", "president", "--games", "6", "--players", "2", "--levels", "beginner,strong", "--jobs", "1"]
    assert main([*command, "--write"]) == 0, "there is no target between these two"
    assert "strong among beginner" in capsys.readouterr().out
    (kept,) = read_figures(PRESIDENT, tmp_path / "docs" / "strength").scores
    assert main([*command, "--json"]) == 0
    (again,) = json.loads(capsys.readouterr().out)
    assert (again["won"], again["games"]) == (kept.won, 6)
    assert main([*command, "--games", "8", "--write", "--resume"]) == 0
    (more,) = read_figures(PRESIDENT, tmp_path / "docs" / "strength").scores
    assert (more.games, more.won >= kept.won) == (8, True)
    capsys.readouterr()
    assert main([*command, "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["games"] == 8, "what was measured is shown, nothing played"


def test_without_the_extra_the_command_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    command = ["ladder", "president", "--games", "2", "--players", "2", "--levels", "random,beginner", "--jobs", "1"]
    main(command)
    assert "pip install 'ludotheque[report]'" in capsys.readouterr().out


def test_every_seat_wins_its_share_among_bots_of_one_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "docs" / "strength"
    write_figures(PRESIDENT, folder, [score("strong", "casual", 14)])
    command = ["ladder", "president", "--seats", "--games", "150", "--players", "2", "--jobs", "1"]
    assert main([*command, "--levels", "casual,beginner", "--write"]) == 0
    figures = read_figures(PRESIDENT, folder)
    assert [one.level for one in figures.seats] == ["beginner", "casual"]
    assert all(sum(one.multiples) == pytest.approx(2) for one in figures.seats)
    assert len(figures.scores) == 1, "the ladder is kept"
    page = (folder / "president.md").read_text("utf-8")
    assert "| 2 | casual | 150 |" in page
    assert "ludotheque ladder president --seats --games 150 --write" in page
    assert "± 0.1" in capsys.readouterr().out
    assert main(["ladder", "president", "--seats", "--players", "9"]) == 2


def test_seat_is_judged_by_what_chance_leaves_open() -> None:
    verdicts = [SeatShares(2, "casual", 100, 0, [1 - by, 1 + by], 0.05).verdict for by in (0.1, 0.14, 0.2)]
    assert verdicts == ["met", "open", "missed"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--levels", "beginner,hal"], "no bot “hal”: there are beginner"),
        (["--levels", "strong"], "weakest first"),
        (["--players", "9"], "choose from 2, 3, 4"),
        (["--players", "two"], "such as 3,4"),
        (["--games", "0"], "above 0"),
    ],
)
def test_wrong_arguments_are_refused_with_what_to_do(arguments: list[str], why: str, capsys: Output) -> None:
    assert main(["ladder", "president", "--jobs", "1", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_figures_that_cannot_be_read_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "president.json").write_text("{", "utf-8")
    with pytest.raises(BadLadder, match="move it away"):
        write_figures(PRESIDENT, tmp_path, [])
