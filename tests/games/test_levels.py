"""The levels of bots: named alike in all games, their former names kept, and each a player by the laws."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludotheque.bots.factory import make_bot
from ludotheque.engine.advice import Adviser
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import LEVELS, Game, UnknownLevel
from ludotheque.engine.rules import NATURE
from ludotheque.engine.words import LANGUAGES, common_words
from ludotheque.games import find, shelf
from tests import laws
from tests.playing import play_game, remembers_nothing, won_by

FORMER = {
    "koalition": {"deputy": "casual", "chancellor": "strong"},
    "politico": {"backbencher": "casual", "kingmaker": "strong"},
    "president": {"militant": "casual", "spin_doctor": "strong"},
    "stratagem": {"militant": "casual", "tribune": "strong"},
    "stratego": {"sergeant": "casual", "strategist": "strong"},
}
"""The names that levels had in databases, records and links. They stay."""

every_game = pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
every_level = pytest.mark.parametrize(
    ("game", "level"),
    [pytest.param(game, level, id=f"{game.id}-{level}") for game in shelf().values() for level in game.levels],
)


@every_game
def test_levels_are_named_alike_weakest_first(game: Game) -> None:
    assert list(game.levels) == [level for level in LEVELS if level in game.levels]
    assert {"beginner", "casual", "strong"} <= set(game.levels)
    for lang in LANGUAGES:
        assert [*game.words(lang)["level"]] == [*game.words(lang)["level_help"]] == list(game.levels)


@every_game
def test_former_names_go_on_working(game: Game) -> None:
    for name, level in FORMER[game.id].items():
        assert game.level(name) == level
        assert type(game.make_player(name, 0, QuickChance(1))) is type(game.make_player(level, 0, QuickChance(1)))
        assert make_bot(game, name, 0, 1) is not None
        assert all(common_words(lang)["level"][name] == common_words(lang)["level"][level] for lang in LANGUAGES)


@every_game
def test_random_player_goes_on_where_it_plays_and_is_not_offered(game: Game) -> None:
    assert "random" not in game.levels
    assert game.level("random") == game.bot("random") == "random"
    assert make_bot(game, "random", 0, 1) is not None


@every_game
def test_unknown_level_is_an_error_that_lists_the_levels(game: Game) -> None:
    with pytest.raises(UnknownLevel, match="“hal”: there are beginner, casual, strong"):
        game.level("hal")
    with pytest.raises(UnknownLevel, match="“hal”: there are beginner, casual, strong"):
        game.bot("hal")


@every_game
def test_coach_is_the_strong_level_whatever_comes_after_it(game: Game) -> None:
    assert game.coach == "strong"
    assert isinstance(game.make_player("strong", 0, QuickChance(1)), Adviser)


@every_level
def test_level_chooses_by_the_laws(game: Game, level: str) -> None:
    for players in {game.rules.seats[0], game.rules.seats[-1]}:
        walk = laws.Walk(game, players, {}, seed=players, bargains=False)
        rng, asked = QuickChance(6), 0
        for step, (state, seat, _) in enumerate(walk):
            if seat != NATURE and step % 5 == 0 and len(game.rules.legal(state, seat)) > 1:
                laws.choice_is_sound(game, level, state, seat, rng)
                asked += 1
                if asked == (10 if level == "master" else 40):
                    break
        assert asked


@every_level
def test_level_plays_whole_games_legally(game: Game, level: str) -> None:
    for players in {game.rules.seats[0], game.rules.seats[-1]}:
        # One master is enough: each of its moves is a search.
        others = game.levels["strong" if level == "master" else level]
        play_game(game, [game.levels[level], *[others] * (players - 1)], f"whole {players}")


@pytest.mark.parametrize("game", ["koalition", "politico", "president", "stratagem"])
@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_level_made_anew_for_every_answer_makes_the_same_mistakes(game: str, level: str) -> None:
    found = find(game)
    remembers_nothing(found, level, found.rules.seats[0], {})


@pytest.mark.parametrize("game", ["koalition", "politico", "president", "stratagem"])
def test_each_level_beats_the_one_below_and_the_beginner_the_random_player(game: str) -> None:
    found = find(game)
    for lower, upper in pairwise(["random", "beginner", "casual", "strong"]):
        seats = 4
        assert won_by(found, ",".join([upper] + [lower] * (seats - 1)), seats, 80) > 1.1, f"{upper} among {lower}"
