"""Positions as text."""

from __future__ import annotations

import re

import pytest

from ludotheque.games.stratagem.options import Options
from ludotheque.games.stratagem.positions import BadPosition, read_position
from ludotheque.games.stratagem.state import TURN
from tests.games.stratagem.campaign import REAL, campaign

TEXT = """
*popular 25 shared-land conscription +veterans
democrat 30 free-press ?dossier
conservative 20
nationalist 25
"""


def test_position_gives_mats_cards_and_the_turn() -> None:
    s = read_position(REAL, TEXT, Options())
    same = campaign(
        25,
        30,
        20,
        25,
        shown={0: ["shared-land"], 1: ["free-press"]},
        supports={0: ["veterans"]},
        secrets={1: ["dossier"]},
    )
    assert (s.tokens, s.shown, s.supports, s.secrets) == (same.tokens, same.shown, same.supports, same.secrets)
    assert (s.deck, s.parties, s.seat, s.stack.what) == (same.deck, same.parties, 0, TURN)


def test_cards_outside_the_deck_have_fallen() -> None:
    s = read_position(REAL, TEXT + "deck speech triumph", Options())
    assert {REAL.common[card].id for card in s.deck} == {"speech", "triumph"}
    assert len(s.fallen) == 50 - 2 - 2


def test_programmes_hold_nothing_that_a_party_is_denied() -> None:
    s = read_position(REAL, TEXT, Options())
    for seat in range(4):
        planned = {2 * theme + side for theme, side in enumerate(s.plans[seat])}
        assert not planned & REAL.denied[seat]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("*popular", "popular", "it is its turn"),
        ("nationalist", "royalist", "a line for each party"),
        ("democrat", "nationalist", "a line for each party"),
        ("30", "31", "there are 100 tokens, not 101"),
        ("30 ", "", "the number of its tokens"),
        ("shared-land", "salt-tax", "“salt-tax” is no option of the party popular"),
        ("?dossier", "?veterans", "“veterans” is no common card, or is there twice"),
    ],
)
def test_bad_position_is_refused_with_the_reason(before: str, after: str, said: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(said)):
        read_position(REAL, TEXT.replace(before, after, 1), Options())


def test_parties_sit_in_their_order() -> None:
    lines = TEXT.strip().splitlines()
    with pytest.raises(BadPosition, match="clockwise"):
        read_position(REAL, "\n".join([lines[0], lines[2], lines[1], lines[3]]), Options())
