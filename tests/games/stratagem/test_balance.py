"""Whether parties, seats and the two roads to power are in balance: a sample here, all of it with -m slow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.gauges import Weighed
from ludotheque.engine.rules import Event
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.bots.tribune import Tribune
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.choices import DRAW, PASS
from ludotheque.games.stratagem.gauges import GAUGES
from ludotheque.games.stratagem.moves import Began, Counted, Ended, Launch, Ready, Show, Withdraw
from ludotheque.lab import balance
from ludotheque.lab.simulate import GaugeCounters, simulate
from tests.games.stratagem.campaign import BOX, RULES, campaign

PAGE = Path(__file__).parents[3] / "docs" / "balance" / "stratagem.md"
PARTY, FORCE, FIRST_VOTE, CHOICE, WAY = GAUGES


def test_gauges_count_victories_by_party_and_by_reason() -> None:
    watch = GaugeCounters(GAUGES)
    events: list[Event] = [Ready(0), Ended(0, PARTIES[1], "elected", (1, 2, 3, 4))]
    watch(events)
    watch([Ended(2, PARTIES[1], "coup", (2, 3, 1, 4))])
    watch([Ended(2, PARTIES[3], "dictatorship", (2, 3, 1, 4))])
    assert watch.counted[PARTY.title] == {**dict.fromkeys(PARTIES, 0), PARTIES[1]: 2, PARTIES[3]: 1}
    assert watch.counted[FORCE.title] == {"by force": 2}
    assert watch.counted[WAY.title] == {"elected": 1, "coup": 1, "dictatorship": 1}


def test_gauges_count_only_first_votes() -> None:
    watch = GaugeCounters(GAUGES)
    watch([Counted(1, (51, 20, 20, 9), ()), Counted(1, (40, 30, 20, 10), (0, 1)), Counted(2, (60, 20, 20, 0), ())])
    counted = watch.counted[FIRST_VOTE.title]
    assert counted == {"won outright": 1, "first vote": 2}
    assert FIRST_VOTE.figures(counted, 3) == {"won outright": 0.5}


@pytest.mark.parametrize(
    ("weighed", "thought"),
    [
        ([(DRAW, 3.0), (Show("x"), 3.5)], True),
        ([(DRAW, 3.0), (Show("x"), 2.0)], True),
        ([(DRAW, 3.0), (Show("x"), 1.9)], False),
        ([(PASS, 0.0), (Withdraw("x"), -5.0)], False),
        ([(PASS, 0.0), (Withdraw("x"), -0.5)], True),
        ([(Launch("coup"), 0.0)], True),
        ([(DRAW, 0.0)], False),
    ],
)
def test_turn_has_an_alternative_if_a_move_is_nearly_as_good_as_drawing(
    weighed: list[tuple[Any, float]], thought: bool
) -> None:
    moves, values = zip(*weighed, strict=True)
    watch = GaugeCounters(GAUGES)
    watch([Began(0, 1), Weighed(0, moves, values), Began(1, 2)])
    counted = watch.counted[CHOICE.title]
    assert counted == {"a choice": int(thought), "turn": 2}
    assert CHOICE.figures(counted, 1) == {"a choice": thought / 2}


def test_tribune_reports_the_values_of_its_answers() -> None:
    s, bot = campaign(), Tribune(BOX, 0, QuickChance(1))
    legal = RULES.legal(s, 0)
    chosen = bot.choose(RULES.sight(s, 0), legal, ())
    assert bot.weighed is not None
    assert bot.weighed.answers == tuple(legal)
    assert max(bot.weighed.values) == bot.weighed.values[legal.index(chosen)]
    s.idle = 5
    bot.choose(RULES.sight(s, 0), RULES.legal(s, 0), ())
    assert bot.weighed is None, "there was nothing to weigh"


@pytest.mark.clause("stratagem.box.balance")
def test_a_sample_of_games_is_in_balance() -> None:
    """Bounds wide enough for a sample: in 120 games a share of a quarter has a deviation of 4 points."""
    (plan,) = balance.plans(GAME, 120, "tribune", 5)
    report = simulate(plan)
    assert all(0.09 < figure < 0.41 for figure in PARTY.figures(report.gauges[PARTY.title], report.games).values())
    assert 0.10 < report.gauges[FORCE.title]["by force"] / report.games < 0.42
    first_votes = FIRST_VOTE.figures(report.gauges[FIRST_VOTE.title], report.games)
    assert 0.03 < first_votes["won outright"] < 0.33
    assert CHOICE.figures(report.gauges[CHOICE.title], report.games)["a choice"] > 0.5


def test_balance_page_has_confidence_intervals() -> None:
    (plan,) = balance.plans(GAME, 4, "militant", 0)
    report = simulate(plan)
    text = balance.page(GAME, [report])
    assert "| first vote's outcome | times | per first vote | 95 % interval |" in text
    assert "between 0.5 and 1 of each turn. On such a turn," in text
    assert "| party's victory | times | per game | 95 % interval |" in text
    wins = report.gauges[PARTY.title][PARTIES[0]]
    assert f"| {PARTIES[0]} | {wins} | {wins / 4:.3f} | {balance._interval(wins / 4, 4)} |" in text
    assert balance._interval(0.25, 20_000) == "0.244 to 0.256"


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.clause("stratagem.box.balance")
def test_no_party_seat_or_reason_is_out_of_bounds() -> None:
    (plan,) = balance.plans(GAME, 20_000, "tribune", 0)
    assert not balance.out_of_bounds(GAME, simulate(plan, jobs=2))


@pytest.mark.clause("stratagem.box.balance")
def test_the_published_page_meets_every_target() -> None:
    text = PAGE.read_text("utf-8")
    assert "ludotheque balance stratagem --games 20000 --bot tribune --seed 0" in text
    assert "| met |" in text
    assert "missed" not in text
