"""``ludotheque rules``."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.cli.main import main

TESTS = str(Path(__file__).parents[1])

Output = pytest.CaptureFixture[str]


def test_a_clause_is_shown_in_either_language(capsys: Output) -> None:
    assert main(["rules", "stratego", "move.scout"]) == 0
    assert "éclaireur" in capsys.readouterr().out
    assert main(["rules", "stratego", "stratego.move.scout", "--lang", "en"]) == 0
    assert "scout" in capsys.readouterr().out


def test_a_whole_rulebook_is_shown(capsys: Output) -> None:
    assert main(["rules", "stratego", "--lang", "en"]) == 0
    assert "stratego.attack.spy" in capsys.readouterr().out


def test_rules_coverage_finds_a_test_for_every_clause(capsys: Output) -> None:
    assert main(["rules", "--coverage", "--tests", TESTS]) == 0
    out = capsys.readouterr().out
    assert "stratego.move.shuttle" in out
    assert "test_three_round_trips_are_allowed" in out
    assert ", 0 without a test." in out
