"""``ludotheque games``."""

from __future__ import annotations

import pytest

from ludotheque.cli.main import main


def test_games_command_lists_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "stratego" in capsys.readouterr().out
