"""Recorded games of every way to end; that they replay to the same state is a law of every game."""

from __future__ import annotations

import pytest

from ludotheque.engine import record
from tests.games.stratagem.endings import ALL, FOLDER, endings


@pytest.mark.parametrize("name", sorted(ALL))
def test_golden_games_have_every_ending(name: str) -> None:
    assert name in endings(record.read((FOLDER / f"{name}.jsonl").read_bytes()))
