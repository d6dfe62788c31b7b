"""Records from before chases of several pieces were followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.engine import record
from ludotheque.engine.match import Match
from ludotheque.engine.rules import Refused
from ludotheque.games import find
from tests.games.stratego.field import RULES

GAME = find("stratego")
OLD = record.read((Path(__file__).parent / "old" / "before-chase.jsonl").read_bytes())
"""A game between two bots; its 120th move repeats a position in a chase of several pieces."""
REPEATED = 119


@pytest.mark.clause("stratego.ruling.chase")
def test_a_game_that_was_allowed_when_it_was_played_still_replays() -> None:
    verdict = record.verify(GAME, OLD)
    assert verdict.moves == 325
    assert verdict.outcome is not None
    assert verdict.outcome.reason == "flag"
    assert Match.resume(GAME, OLD, "13" * 32).outcome == verdict.outcome


@pytest.mark.clause("stratego.ruling.chase")
def test_move_of_an_old_game_is_refused_in_a_new_one() -> None:
    """Only recorded moves pass: a game that continues it is bound by the rule."""
    so_far = record.Record(OLD.header, OLD.moves[:REPEATED])
    match = Match.resume(GAME, so_far, "13" * 32)
    line = OLD.moves[REPEATED]
    move = match.decode(line.move)
    refusal = RULES.refusal(match.state, line.seat, move)
    assert refusal is not None
    assert refusal.reason == "chase"
    assert move not in match.legal(line.seat)
    with pytest.raises(Refused):
        match.play(line.seat, move)
    match.replay_move(line)
    assert len(match.record.moves) == REPEATED + 1


def test_other_refusals_in_an_old_record_are_errors() -> None:
    assert RULES.later_reasons == {"chase"}
    broken = record.Record(OLD.header, [*OLD.moves[:100], OLD.moves[99]])
    with pytest.raises(record.BadRecord):
        record.verify(GAME, broken)
