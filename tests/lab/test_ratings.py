"""Ratings: from pairings to numbers with honest error bars, on the page of a ladder and in its plot."""

from __future__ import annotations

import shutil
from itertools import combinations
from math import exp, log10
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from ludotheque.cli.main import main
from ludotheque.lab.ladder import Pairing, Score, ThinkingTime
from ludotheque.lab.ratings import POINTS, rate

Output = pytest.CaptureFixture[str]
NEVER = ThinkingTime(0.0, 0.0)
FIGURES = Path(__file__).parents[2] / "docs" / "strength"


def score(lower: str, upper: str, won: float, games: int = 200, players: int = 2) -> Score:
    return Score(Pairing(players, lower, upper), games, 0, won, NEVER, NEVER)


@pytest.mark.parametrize("players", [2, 3, 10])
def test_a_rating_says_how_often_a_bot_wins_for_each_win_of_another_at_its_table(players: int) -> None:
    one, other = rate([score("weak", "fine", 2000, 6000, players)], "weak")
    odds = (1 / 3) / ((2 / 3) / (players - 1))  # it wins one game of three, and the others share the rest
    assert (one.bot, one.points, one.low, one.high) == ("weak", 0, 0, 0)
    assert other.points == pytest.approx(400 * log10(odds), abs=1)
    assert other.low < other.points < other.high


def test_a_fair_share_is_no_difference_at_any_table() -> None:
    scores = [score("a", "b", 600 / players, 600, players) for players in range(2, 11)]
    assert all(rating.points == pytest.approx(0, abs=0.2) for rating in rate(scores, "a"))


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, true = Random(5), {"a": 0.0, "b": 0.6, "c": 1.4}
    held = 0
    for _ in range(200):
        scores = []
        for lower, upper in combinations(true, 2):
            chance = 1 / (1 + 3 * exp(true[lower] - true[upper]))
            scores.append(score(lower, upper, sum(rng.random() < chance for _ in range(100)), 100, 4))
        held += sum(found.low <= POINTS * true[found.bot] <= found.high for found in rate(scores, "a")[1:])
    assert 0.91 < held / 400 < 0.99


def test_intervals_grow_where_one_number_does_not_explain_the_pairings() -> None:
    even = [score("a", "b", 150), score("b", "c", 150), score("a", "c", 180)]
    odd = [score("a", "b", 150), score("b", "c", 150), score("a", "c", 100)]
    honest, doubtful = (rate(scores, "a")[-1] for scores in (even, odd))
    assert doubtful.high - doubtful.low > 2 * (honest.high - honest.low)


def test_a_bot_that_won_every_game_has_a_rating_that_is_uncertain() -> None:
    random, beginner, casual = rate([score("random", "beginner", 200), score("beginner", "casual", 130)], "beginner")
    assert random.points < -800
    assert random.high - random.low > 3 * (casual.high - casual.low)
    assert beginner.low == beginner.high == 0


def test_bots_that_no_pairing_links_to_the_others_have_no_rating() -> None:
    found = rate([score("a", "b", 120), score("c", "d", 120), score("x", "y", 90, players=3)], "a")
    assert [(rating.players, rating.bot) for rating in found] == [(2, "a"), (2, "b"), (3, "x"), (3, "y")]


def test_ladder_command_writes_the_page_of_its_kept_figures_with_ratings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    folder = tmp_path / "docs" / "strength"
    folder.mkdir(parents=True)
    shutil.copy(FIGURES / "president.json", folder)
    monkeypatch.chdir(tmp_path)
    assert main(["ladder", "president", "--kept", "--write"]) == 0
    assert "rating" in capsys.readouterr().out
    page = (folder / "president.md").read_text("utf-8")
    assert "](president.svg)" in page
    assert "| players | random | beginner | casual | strong |" in page
    assert page.count(" ± ") >= 9
    plot = ElementTree.fromstring((folder / "president.svg").read_text("utf-8"))
    assert plot.findtext("{http://www.w3.org/2000/svg}title") == "Le Jeu du Président: ratings of the bots"
    assert (folder / "president.json").read_bytes() == (FIGURES / "president.json").read_bytes()


def test_kept_figures_that_are_not_there_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["ladder", "president", "--kept"]) == 2
    assert "has no figures of president" in capsys.readouterr().err


def test_published_pages_have_a_rating_of_every_level_that_was_measured() -> None:
    for file in sorted(FIGURES.glob("*.json")):
        page = file.with_suffix(".md").read_text("utf-8")
        assert f"]({file.stem}.svg)" in page
        assert file.with_suffix(".svg").is_file()
        assert " ± " in page.partition("## Ratings")[2].partition("## ")[0]
