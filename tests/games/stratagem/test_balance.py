"""Whether parties, seats and the two roads to power are in balance: a sample here, all of it with -m slow."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.engine.rules import Event
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.gauges import GAUGES
from ludotheque.games.stratagem.moves import Ended, Ready
from ludotheque.lab import balance
from ludotheque.lab.simulate import Watch, simulate

PAGE = Path(__file__).parents[3] / "docs" / "balance" / "stratagem.md"
PARTY, FORCE, WAY = GAUGES


def test_a_victory_counts_for_its_party_and_for_its_road_to_power() -> None:
    watch = Watch(GAUGES)
    events: list[Event] = [Ready(0), Ended(0, PARTIES[1], "elected", (1, 2, 3, 4))]
    watch(events)
    watch([Ended(2, PARTIES[1], "coup", (2, 3, 1, 4))])
    watch([Ended(2, PARTIES[3], "dictatorship", (2, 3, 1, 4))])
    assert watch.counted[PARTY.title] == {**dict.fromkeys(PARTIES, 0), PARTIES[1]: 2, PARTIES[3]: 1}
    assert watch.counted[FORCE.title] == {"by force": 2}
    assert watch.counted[WAY.title] == {"elected": 1, "coup": 1, "dictatorship": 1}


@pytest.mark.clause("stratagem.box.balance")
def test_a_sample_of_games_is_in_balance() -> None:
    """Bounds wide enough for a sample: in 120 games a share of a quarter has a deviation of 4 points."""
    (plan,) = balance.plans(GAME, 120, "tribune", 5)
    report = simulate(plan)
    assert all(0.09 < figure < 0.41 for figure in PARTY.figures(report.gauges[PARTY.title], report.games).values())
    assert 0.10 < report.gauges[FORCE.title]["by force"] / report.games < 0.42


def test_the_page_gives_the_interval_of_what_happens_once_a_game() -> None:
    (plan,) = balance.plans(GAME, 4, "militant", 0)
    report = simulate(plan)
    text = balance.page(GAME, [report])
    assert "| party's victory | times | per game | 95 % interval |" in text
    wins = report.gauges[PARTY.title][PARTIES[0]]
    assert f"| {PARTIES[0]} | {wins} | {wins / 4:.3f} | {balance._interval(wins / 4, 4)} |" in text
    assert balance._interval(0.25, 20_000) == "0.244 to 0.256"


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.clause("stratagem.box.balance")
def test_no_party_no_seat_and_no_road_is_out_of_bounds() -> None:
    (plan,) = balance.plans(GAME, 20_000, "tribune", 0)
    assert not balance.misses(GAME, simulate(plan, jobs=2))


@pytest.mark.clause("stratagem.box.balance")
def test_the_published_page_meets_every_target() -> None:
    text = PAGE.read_text("utf-8")
    assert "ludotheque balance stratagem --games 20000 --bot tribune --seed 0" in text
    assert "| met |" in text
    assert "missed" not in text
