"""Whether Politico is in balance between equal bots: a sample here, all of it when asked for with -m slow."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from ludotheque.engine.rules import Event
from ludotheque.games.politico import GAME
from ludotheque.games.politico.balance import GAUGES, LONGEST, SHORTEST
from ludotheque.games.politico.box import BARAKA
from ludotheque.games.politico.moves import Began, Fell, Formed, Passed, Scored
from ludotheque.lab import balance
from ludotheque.lab.simulate import GaugeCounters, play_one, simulate
from tests.games.politico.assembly import BOX

PAGE = Path(__file__).parents[3] / "docs" / "balance" / "politico.md"
GOVERNMENT, LONG_ENOUGH, TOO_LONG = GAUGES


def test_government_is_counted_once_after_its_first_round() -> None:
    watch = GaugeCounters(GAUGES)
    lasting: list[Event] = [Formed(1, (1, 2), False), Scored(1, 80, 80, "round"), Scored(2, 30, 30, "round")]
    again: list[Event] = [Passed(0), Scored(1, 80, 160, "round"), Fell(1, "attack", 0)]
    short: list[Event] = [Formed(2, (2, 1), False), Scored(1, 10, 170, "round"), Fell(2, "event", None)]
    cut: list[Event] = [Formed(0, (0,), False), Scored(0, 5, 5, "event")]
    for events in (lasting, again, short, cut):
        watch(events)
    assert watch.counted[GOVERNMENT.title] == {"lasted a round": 1, "fell before": 1}
    assert GOVERNMENT.figures({"lasted a round": 30, "fell before": 20}, 7) == {
        "lasted a round": 0.6,
        "fell before": 0.4,
    }


def test_gauge_counter_is_new_for_every_game() -> None:
    begun, other = GaugeCounters(GAUGES), GaugeCounters(GAUGES)
    begun([Formed(1, (1, 2), False)])
    other([Fell(1, "attack", 0)])
    assert sum(other.counted[GOVERNMENT.title].values()) == 0


def test_gauges_count_games_by_their_turns() -> None:
    watch = GaugeCounters(GAUGES)
    watch([Began(turn % 3, turn) for turn in range(1, SHORTEST)])
    assert watch.counted[LONG_ENOUGH.title] == {"turn 40": 0}
    watch([Began(turn % 3, turn) for turn in range(SHORTEST, LONGEST + 1)])
    assert watch.counted[LONG_ENOUGH.title] == {"turn 40": 1}
    assert watch.counted[TOO_LONG.title] == {"turn 121": 0}
    watch([Began(0, LONGEST + 1)])
    assert watch.counted[TOO_LONG.title] == {"turn 121": 1}


@pytest.mark.clause("politico.box.balance")
@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_a_sample_of_games_is_in_balance(players: int) -> None:
    """Sixty games hold some 500 governments: a share of them has a deviation of 0.02, one of games 0.06."""
    (plan,) = [plan for plan in balance.plans(GAME, 60, "kingmaker", 11) if plan.players == players]
    report = simulate(plan)
    assert 0.35 < GOVERNMENT.figures(report.gauges[GOVERNMENT.title], report.games)["lasted a round"] < 0.65
    assert report.gauges[LONG_ENOUGH.title]["turn 40"] > 30
    assert report.gauges[TOO_LONG.title]["turn 121"] < 30
    assert report.reasons["target"] > 30, "the clock does not decide most games"


@pytest.mark.clause("politico.box.balance")
def test_every_attack_has_two_answers_besides_baraka() -> None:
    counts = {card.id: card.count for card in BOX.defence}
    assert BARAKA not in {card.defence for card in BOX.attack}
    assert all(counts[card.defence] >= 2 for card in BOX.attack)


@pytest.mark.clause("politico.box.balance")
def test_never_governing_does_not_pay_in_a_sample() -> None:
    """Its score stays behind the average of the others; a share of so few games says little."""
    (plan,) = [plan for plan in balance.trials(GAME, 600, None, 3) if plan.players == 4]
    assert plan.bots == ("outsider", "strong", "strong", "strong")
    assert plan.games == 60
    behind = []
    for number in range(plan.games):
        result = play_one(GAME, plan, number)
        scores = result.outcome.scores
        assert scores is not None
        alone = result.seating.index(0)
        behind.append((sum(scores) - scores[alone]) / 3 - scores[alone])
    assert sum(behind) / len(behind) > 0


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.clause("politico.box.balance")
@pytest.mark.parametrize("players", range(3, 9))
def test_never_governing_wins_less_than_its_share(players: int) -> None:
    (plan,) = [plan for plan in balance.trials(GAME, 20_000, None, 0) if plan.players == players]
    assert not balance.out_of_bounds(GAME, simulate(plan, jobs=2))


def test_trials_are_on_the_balance_page_and_can_be_out_of_bounds() -> None:
    plans = [*balance.plans(GAME, 4, "kingmaker", 0)[:1], *balance.trials(GAME, 4, "kingmaker", 0)[:1]]
    reports = [simulate(plan) for plan in plans]
    text = balance.page(GAME, reports)
    assert "A bot that never governs should win less than 1 times its fair share." in text
    assert "One bot that never governs (“outsider”) among bots “strong”, in every seat in turn:" in text
    always = replace(reports[1], bot_shares=[1.0, 0.0, 0.0])
    assert balance.out_of_bounds(GAME, always) == ["outsider: 3.00"]
    assert not balance.out_of_bounds(GAME, replace(reports[1], bot_shares=[0.2, 0.4, 0.4]))
    assert not balance.trials(GAME, 4, "random", 0), "it is measured against the best bots or not at all"


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.clause("politico.box.balance")
@pytest.mark.parametrize("players", range(3, 9))
def test_no_figure_is_out_of_bounds(players: int) -> None:
    (plan,) = [plan for plan in balance.plans(GAME, 20_000, "kingmaker", 0) if plan.players == players]
    assert not balance.out_of_bounds(GAME, simulate(plan, jobs=2))


@pytest.mark.clause("politico.box.balance")
def test_the_published_page_meets_every_target() -> None:
    text = PAGE.read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and line.endswith("| met |")]
    assert len(rows) == len(GAME.rules.seats) * (1 + len(GAME.trials))
    assert "--games 20000 --bot kingmaker --seed 0" in text
    assert "missed" not in text
