"""How ``ludotheque bench`` prints what it measured."""

from __future__ import annotations

import json

import pytest

from ludotheque.cli.main import main
from ludotheque.lab import bench
from ludotheque.lab.figure import Figure

FIGURES = [
    Figure("copy", 1.25, "µs", "≤ 2", True),
    Figure("random play", 123_456.7, "decisions/s", "≥ 200,000", False),
    Figure("no peer is installed", 0, "", "", None),
]


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures without the minutes that measuring them takes."""
    monkeypatch.setattr(bench, "bench", lambda rounds, tick: FIGURES)


def test_missed_target_is_shown_and_fails_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 1
    shown = capsys.readouterr().out
    assert "✓ met" in shown
    assert "✗ missed" in shown
    assert "123,457 decisions/s" in shown


def test_figures_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 1
    assert [figure["met"] for figure in json.loads(capsys.readouterr().out)] == [True, False, None]
