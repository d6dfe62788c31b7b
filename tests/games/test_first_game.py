"""What a game declares for those who play it first: a level, a number of players, and how long it takes."""

from __future__ import annotations

import pytest

from ludotheque.engine.game import Game
from ludotheque.engine.lengths import minutes_of
from ludotheque.games import shelf
from ludotheque.lab.lengths import count_moments, moments_in

every_game = pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)


@every_game
def test_first_game_is_against_bots_that_play_sensibly_and_are_not_the_strongest(game: Game) -> None:
    first = game.level(game.first_level or next(iter(game.levels)))
    assert first in list(game.levels)[:-1]
    assert first not in game.variants, "nobody begins against a player that plays at random"
    assert (game.first_players or game.rules.seats[0]) in game.rules.seats


@every_game
def test_length_was_measured_for_every_number_of_players(game: Game) -> None:
    lengths = game.lengths
    assert [table.players for table in lengths.table] == list(game.rules.seats)
    assert lengths.bot in game.levels
    assert lengths.games >= 50
    for table in lengths.table:
        assert table.minutes == minutes_of(table.moments, lengths.seconds)
        assert 0 < table.moments <= table.decisions


@every_game
def test_a_game_has_fewer_moments_than_decisions(game: Game) -> None:
    decisions, moments = count_moments(game, "beginner", game.rules.seats[0], 1)
    assert 0 < moments <= decisions


def test_questions_put_together_and_answers_in_a_row_are_one_moment() -> None:
    both, red, blue = frozenset({0, 1}), frozenset({0}), frozenset({1})
    assert list(moments_in([(0, both, 2), (0, both, 2), (1, both, 2), (0, red, 3), (1, blue, 2)])) == [0, 0, 1]
    assert list(moments_in([(0, red, 2), (-1, frozenset({-1}), 1), (0, red, 2)])) == [0, 0]
    assert list(moments_in([(0, red, 1), (1, blue, 2)])) == [1]
