"""What a game declares for those who play it first: a level, a number of players, and how long it takes."""

from __future__ import annotations

import re

import pytest

from hatch_build import WEB
from ludotheque.engine.first_game import MINUTES
from ludotheque.engine.game import Game
from ludotheque.engine.lengths import minutes_of
from ludotheque.engine.lesson_time import BETWEEN, lesson_seconds
from ludotheque.engine.lessons import lessons_of
from ludotheque.games import shelf
from ludotheque.lab.lengths import count_moments, moments_in
from ludotheque.lab.short_games import BEAT, measure_short_game, play_short_game
from ludotheque.server.settings.definitions import Settings

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


@every_game
def test_a_newcomer_has_learnt_a_game_and_played_it_within_ten_minutes(game: Game) -> None:
    first = game.first_game
    assert first.lesson_minutes
    assert first.short_minutes
    assert first.minutes <= MINUTES, f"{first.lesson_minutes} of lessons, {first.short_minutes} of a short game"


@every_game
def test_minutes_of_lessons_are_those_of_their_words_in_the_longer_language(game: Game) -> None:
    lessons = {lesson.id: round(lesson_seconds(game, lesson)) for lesson in lessons_of(game)}
    assert game.first_game.lessons == lessons, "script/lengths --first writes them anew"


@every_game
def test_length_of_the_short_game_was_measured_as_it_is_played(game: Game) -> None:
    first, short = game.first_game, lessons_of(game)[-1].short_game
    assert first.short is not None
    assert short is not None
    assert first.played == short, "script/lengths --first measures it anew"
    assert first.short.games >= 50
    assert first.short.won >= 0.5, "a newcomer who asks the coach mostly wins"
    found = measure_short_game(game, short, 20)
    assert found.seconds == pytest.approx(first.short.seconds, rel=0.25)


def test_short_game_is_the_same_for_the_same_number() -> None:
    game = next(iter(shelf().values()))
    short = lessons_of(game)[-1].short_game
    assert short is not None
    played = play_short_game(game, short, 1)
    assert played == play_short_game(game, short, 1)
    assert min(played.moments, played.beats, played.words) > 0


def test_pauses_are_those_of_the_page_and_of_the_server() -> None:
    page = (WEB / "src/learn/lesson.svelte.ts").read_text("utf-8")
    assert re.findall(r"const BETWEEN = (\d+);", page) == [str(round(1000 * BETWEEN))]
    assert Settings().bot_delay == BEAT


def test_questions_put_together_and_answers_in_a_row_are_one_moment() -> None:
    both, red, blue = frozenset({0, 1}), frozenset({0}), frozenset({1})
    assert list(moments_in([(0, both, 2), (0, both, 2), (1, both, 2), (0, red, 3), (1, blue, 2)])) == [0, 0, 1]
    assert list(moments_in([(0, red, 2), (-1, frozenset({-1}), 1), (0, red, 2)])) == [0, 0]
    assert list(moments_in([(0, red, 1), (1, blue, 2)])) == [1]
