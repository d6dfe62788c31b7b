"""How ``ludotheque bench`` prints what it measured."""

from __future__ import annotations

import json

import pytest

from ludotheque.cli.main import main
from ludotheque.lab import bench, bench_environments
from ludotheque.lab.bench_environments import WAYS, Speed
from ludotheque.lab.figure import Figure

FIGURES = [
    Figure("copy", 1.25, "µs", "≤ 2", True),
    Figure("random play", 123_456.7, "decisions/s", "≥ 200,000", False),
    Figure("no peer is installed", 0, "", "", None),
]
SPEEDS = [Speed("OpenSpiel", "tic_tac_toe", "OpenSpiel", 1234.5, 0.126, 1000.0)]


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures without the minutes that measuring them takes."""
    monkeypatch.setattr(bench, "bench", lambda rounds, tick: FIGURES)
    monkeypatch.setattr(bench_environments, "measure_environments", lambda rounds, tick: SPEEDS)


def test_missed_target_is_shown_and_fails_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 1
    shown = capsys.readouterr().out
    assert "✓ met" in shown
    assert "✗ missed" in shown
    assert "123,457 decisions/s" in shown


def test_speeds_of_environments_are_shown_by_their_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--environments"]) == 0
    shown = capsys.readouterr().out
    assert WAYS["OpenSpiel"][:40] in shown
    assert "random play" not in shown
    for cell in ("OpenSpiel: tic_tac_toe", "1,234", "0.13", "1,000"):
        assert cell in shown


def test_figures_and_speeds_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 1
    *figures, speed = json.loads(capsys.readouterr().out)
    assert [figure["met"] for figure in figures] == [True, False, None]
    assert Speed(**speed) == SPEEDS[0]
