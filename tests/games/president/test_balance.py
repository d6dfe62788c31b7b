"""Whether seats are in balance, and games keep moving: a sample here, all of it when asked for with -m slow."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.cli.main import main
from ludotheque.games.president import GAME
from ludotheque.games.president.balance import GAUGES
from ludotheque.games.president.moves import Drawn, Rolled
from ludotheque.lab import balance
from ludotheque.lab.simulate import GaugeCounters, Report, play_one, simulate

PAGE = Path(__file__).parents[3] / "docs" / "balance" / "president.md"
ROLLS, CARDS = GAUGES


def sample(players: int, games: int, level: str) -> Report:
    """Some games between equal bots."""
    (plan,) = [plan for plan in balance.plans(GAME, games, level, 0) if plan.players == players]
    return simulate(plan)


def test_gauges_count_rolls_by_stars_and_cards_by_kind() -> None:
    watch = GaugeCounters(GAUGES)
    watch([Rolled(0, "2", "6"), Rolled(1, "*", "6"), Rolled(0, "2", "*"), Rolled(1, "*", "*")])
    watch([Drawn(0, 0, "rugby", "gain", 600_000)])
    assert watch.counted[ROLLS.title] == {"two digits": 1, "one star": 2, "two stars": 1}
    assert watch.counted[CARDS.title] == {"keep": 0, "gain": 1, "lose": 0}


@pytest.mark.clause("president.start")
def test_wins_are_counted_by_the_order_of_play() -> None:
    """Wins of 12 games, by seats and by order of play: the first player is drawn by lot."""
    (plan,) = [plan for plan in balance.plans(GAME, 12, "militant", 3) if plan.players == 4]
    report = simulate(plan)
    wins = [0.0] * 4
    for number in range(12):
        result = play_one(GAME, plan, number)
        assert result.first is not None
        for seat in result.outcome.winners:
            wins[(seat - result.first) % 4] += 1 / len(result.outcome.winners)
    assert report.order_shares == pytest.approx([won / 12 for won in wins], abs=1e-4)
    assert sum(report.order_shares) == pytest.approx(sum(report.seat_shares), abs=1e-3)


@pytest.mark.parametrize("players", [2, *(pytest.param(players, marks=pytest.mark.slow) for players in (3, 4))])
def test_a_sample_of_games_is_in_balance(players: int) -> None:
    """Bounds wide enough for 120 games: a deviation of a seat is at most 0.16 times the fair share."""
    report = sample(players, 120, "militant")
    assert all(0.5 < times < 1.5 for times, _ in (*balance.seat_multiples(report), *balance.order_multiples(report)))
    turns = sum(report.gauges[ROLLS.title].values()) / report.games / players
    assert 30 < turns < 65, "turns for each player"


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_is_out_of_bounds(players: int) -> None:
    (plan,) = [plan for plan in balance.plans(GAME, 20_000, None, 0) if plan.players == players]
    assert not balance.out_of_bounds(GAME, simulate(plan, jobs=2))


def test_balance_page_has_the_order_of_play_and_the_endings(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    main(["balance", "president", "--games", "4", "--bot", "random", "--jobs", "1", "--output", str(page)])
    text = page.read_text("utf-8")
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## At a glance", *(f"## {n} players" for n in (2, 3, 4))]
    assert text.count("| order of play | times its fair share | 95 % interval |") == 3
    assert "| majority | 4 | 100.0% |" in text


def test_simulation_reports_wins_by_order_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sim", "president", "--games", "2", "--players", "3", "--bot", "random", "--jobs", "1"])
    assert "order of play" in capsys.readouterr().out
    main(["sim", "koalition", "--games", "1", "--players", "3", "--bot", "random", "--jobs", "1"])
    assert "order of play" not in capsys.readouterr().out, "nobody draws lots for it"


def test_the_published_page_meets_every_target() -> None:
    text = PAGE.read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and line.endswith("| met |")]
    assert len(rows) == len(GAME.rules.seats)
    assert "--games 20000 --bot spin_doctor --seed 0" in text
    assert "missed" not in text
