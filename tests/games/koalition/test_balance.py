"""Whether seats and parties are in balance: a sample here, all of it when asked for with -m slow."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.cli.main import main
from ludotheque.engine.rules import Event
from ludotheque.games.koalition import GAME
from ludotheque.games.koalition.balance import GAUGES
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import Formed, Passed
from ludotheque.lab import balance
from ludotheque.lab.simulate import GaugeCounters, simulate

PAGE = Path(__file__).parents[3] / "docs" / "balance" / "koalition.md"
PARTY = GAUGES[0]


def test_a_party_counts_once_in_a_coalition_even_in_shares() -> None:
    watch = GaugeCounters(GAUGES)
    events: list[Event] = [Passed(0), Formed(("roses", "hats:0", "hats:2"), 30, 26), Formed(("roses",), 40, 30)]
    watch(events)
    counted = watch.counted[PARTY.title]
    assert counted == {**dict.fromkeys(PARTIES, 0), "roses": 2, "hats": 1}
    assert PARTY.figures(counted, 1)["roses"] == pytest.approx(2 / (3 / 7))


@pytest.mark.clause("koalition.box.balance")
def test_a_sample_of_games_is_in_balance() -> None:
    """Bounds wide enough for a sample: 300 games, a seat's share has a deviation of 0.12 times the fair one."""
    (plan,) = [plan for plan in balance.plans(GAME, 300, "deputy", 11) if plan.players == 5]
    report = simulate(plan)
    assert all(0.6 < times < 1.4 for times, _ in balance.seat_multiples(report))
    assert all(0.5 < figure < 1.5 for figure in PARTY.figures(report.gauges[PARTY.title], report.games).values())


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.clause("koalition.box.balance")
@pytest.mark.parametrize("level", ["deputy", "chancellor"])
@pytest.mark.parametrize("players", range(3, 11))
def test_no_seat_and_no_party_is_out_of_bounds(players: int, level: str) -> None:
    (plan,) = [plan for plan in balance.plans(GAME, 20_000, level, 0) if plan.players == players]
    assert not balance.out_of_bounds(GAME, simulate(plan, jobs=2))


def test_figures_out_of_bounds_are_listed() -> None:
    (plan,) = [plan for plan in balance.plans(GAME, 2, "random", 0) if plan.players == 10]
    report = simulate(plan)
    assert any(miss.startswith("seat ") for miss in balance.out_of_bounds(GAME, report)), (
        "two games have two winners of ten"
    )


def test_balance_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "new" / "page.md"
    main(["balance", "koalition", "--games", "1", "--bot", "random", "--jobs", "1", "--output", str(page)])
    assert capsys.readouterr().out == ""
    text = page.read_text("utf-8")
    assert "ludotheque balance koalition --games 1 --bot random --seed 0" in text
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## At a glance", *(f"## {n} players" for n in range(3, 11))]
    assert "missed: seat" in text


def test_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "koalition", "--bot", "emperor"]) == 2
    assert "there are beginner, casual, strong, master, random, deputy" in capsys.readouterr().err


@pytest.mark.clause("koalition.box.balance")
def test_the_published_page_meets_every_target() -> None:
    text = PAGE.read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and line.endswith(("| met |", "missed"))]
    assert len(rows) == len(GAME.rules.seats)
    assert "--games 20000 " in text
    assert "missed" not in text
