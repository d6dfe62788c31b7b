"""Positions as text."""

from __future__ import annotations

import re

import pytest

from ludotheque.games.president.options import Options
from ludotheque.games.president.positions import BadPosition, read_position
from ludotheque.games.president.state import ROLL
from tests.games.president.race import BOX, codes, race, votes


def test_position_gives_departments_cards_and_the_dice() -> None:
    s = read_position(BOX, "RI 59 62!\n*PS 75 +television", Options())
    assert (s.parties, s.seat, s.stack.what) == (("RI", "PS"), 1, ROLL)
    assert (codes(s, 0), codes(s, 1)) == (["59", "62"], ["75"])
    assert votes(s) == [1_600_000, 1_900_000]
    assert BOX.codes_of(s.safe) == ("62",)
    same = race("59 62", "75", safe="62", kept=("", "television"), seat=1)
    assert (s.own, s.votes, s.free, s.deck, s.kept) == (same.own, same.votes, same.free, same.deck, same.kept)


def test_rest_of_the_map_goes_to_the_side_that_has_it() -> None:
    s = read_position(BOX, "*RI 59 75 13 33 69 76 29 44 31 34 67 57 78 06 38\nPS ... -23", Options())
    assert BOX.codes_of(s.free) == ("23",)
    assert len(codes(s, 1)) == 98 - 15 - 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("*RI 59\nXX 62", "another party"),
        ("*RI 59\nRI 62", "another party"),
        ("RI 59\nPS 62", "rolls the dice next"),
        ("*RI 59\nPS 59", "“59” is no department, or is there twice"),
        ("*RI -99\nPS 59", "“-99” is no department"),
        ("*RI 99\nPS 59", "“99” is no department"),
        ("*RI +rugby\nPS 59", "“rugby” is no card that is kept"),
        ("*RI ...\nPS 59", "RI has a majority already"),
    ],
)
def test_bad_position_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(said)):
        read_position(BOX, text, Options())
