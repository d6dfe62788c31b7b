"""A game in a plain terminal."""

from __future__ import annotations

import io

import pytest

from ludotheque import games
from ludotheque.cli import terminal
from ludotheque.engine.match import Match


def sitting(lang: str, answers: list[str], options: dict[str, object] | None = None) -> tuple[Match, str]:
    """Play in a terminal with these answers, then leave."""
    out = io.StringIO()
    match = Match(games.find("stratego"), ["you", "bot"], options or {})
    given = iter([*answers, "q"])
    with pytest.raises(terminal.PlayerLeft):
        terminal.Terminal(match, 0, "strategist", lang, out).run(lambda prompt: next(given))
    return match, out.getvalue()


def test_a_game_is_played_by_numbers_in_a_terminal() -> None:
    match, shown = sitting("en", ["1", "99", "nonsense", "??", "1", "a2-a9", "2"])
    assert match.rules.sight(match.state, 0).ply >= 4
    assert "That is not on the list." in shown
    assert "( ?)" in shown
    assert "Both armies are in position" in shown


def test_a_game_in_a_terminal_comes_to_its_end() -> None:
    out = io.StringIO()
    match = Match(games.find("stratego"), ["you", "bot"], {"army": "training"})
    terminal.Terminal(match, 0, "strategist", "fr", out).run(lambda prompt: "??")
    assert match.outcome is not None
    assert match.record.closing is not None


def test_closed_terminal_ends_the_game() -> None:
    def gone(prompt: str) -> str:
        raise EOFError

    match = Match(games.find("stratego"), ["you", "bot"])
    with pytest.raises(terminal.PlayerLeft):
        terminal.Terminal(match, 0, "random", "fr", io.StringIO()).run(gone)
