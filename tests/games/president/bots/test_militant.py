"""The militant: what it does in plain situations."""

from __future__ import annotations

import pytest

from ludotheque.games.president.bots.militant import Militant
from ludotheque.games.president.moves import AnyMove, Challenge, Draw, Hit, Protect, Release, Stand, Take
from tests.games.president.race import TURNCOAT, card, chosen, deal, do, race, roll

# By rules of thumb


def test_militant_takes_the_largest_department() -> None:
    s = race("62", "75")
    roll(s, "2*")
    assert chosen(s, Militant) == Take("92")


def test_militant_gives_up_the_smallest_department() -> None:
    s = race("04 14 22 62 13", "75")
    roll(s, "**")
    do(s, 0, Take("59"))
    card(s, TURNCOAT)
    assert chosen(s, Militant) == Release("04")


@pytest.mark.parametrize(("cards", "move"), [((10, 6), Hit()), ((10, 7), Stand()), ((1, 5), Hit()), ((1, 6), Stand())])
def test_the_militant_stands_at_17(cards: tuple[int, ...], move: AnyMove) -> None:
    s = race("", "26 62")
    roll(s, "26")
    do(s, 0, Challenge("62"))
    deal(s, *cards)
    assert chosen(s, Militant) == move


def test_militant_protects_its_large_departments() -> None:
    s = race("26 62", "75")
    roll(s, "26")
    assert chosen(s, Militant) == Protect("62")
    s = race("27 72", "75")
    roll(s, "27")
    assert chosen(s, Militant) == Draw()
