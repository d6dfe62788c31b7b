"""What a position with open ranks is worth: the ends, the balance, and the flags."""

from __future__ import annotations

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.games.stratego.bots.prospects import worth
from tests.games.stratego.duel import Duel
from tests.games.stratego.field import field, play


@pytest.mark.parametrize("army", ["full", "training"])
def test_worths_are_shares_of_one_in_every_position(army: str) -> None:
    duel = Duel((RandomPlayer, RandomPlayer), "prospects", army=army)
    for _ in duel.moves():
        red, blue = worth(duel.state)
        assert 0 < red < 1
        assert red + blue == pytest.approx(1)
    assert sorted(worth(duel.state)) in ([0, 1], [0.5, 0.5])


def test_a_taken_flag_is_the_whole_game() -> None:
    s = field("F a9, M a1", "M a10, H j8")
    play(s, "a9xa10")
    assert worth(s) == (1, 0)


def test_the_side_with_more_pieces_is_ahead() -> None:
    bombs = ", B a2, B b1, M a1"
    there = "B a9, B b10, M a10, H e7"
    assert worth(field("L e4, K f4" + bombs, there))[0] > worth(field("L e4" + bombs, there))[0]


def test_a_miner_before_the_camp_is_worse_than_one_far_away() -> None:
    red = "L e4, B a2, B b1, M a1"
    assert worth(field(red, "M j10, E a3"))[0] < worth(field(red, "M j10, E j8"))[0]


def test_a_closed_camp_without_enemy_miners_is_safe() -> None:
    red = "H e4, B a2, B b1, M a1"
    assert worth(field(red, "M j10, F j8"))[0] > worth(field(red, "M j10, E j8"))[0]


def test_the_side_to_move_can_take_a_loose_piece() -> None:
    red, blue = "I e4, M a1", "H e5, M j10"
    assert worth(field(red, blue, turn="r"))[0] > worth(field(red, blue, turn="b"))[0]
