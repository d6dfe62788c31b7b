"""Every game's coach: its advice obeys the laws at every question, is its own choice, and can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import pytest

from ludotheque.engine.advice import Adviser
from ludotheque.engine.chance import Chance, QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.player import PlayerMaker
from ludotheque.engine.rules import NATURE, Event, Move, Seat
from ludotheque.engine.text import with_names
from ludotheque.games import find, shelf
from tests import laws
from tests.games.test_sentences import FRENCH, NAMES, SEAT, UNFINISHED
from tests.playing import play_game

every_game = pytest.mark.parametrize("game", shelf())
TABLES = [(game.id, players, options) for game in shelf().values() for players, options in laws.tables(game)]
every_table = pytest.mark.parametrize(
    ("game", "players", "options"),
    TABLES,
    ids=[f"{game}-{players}-{'-'.join(map(str, options.values()))}" for game, players, options in TABLES],
)
GAMES_COMPARED = 100


class Follower:
    """A player that follows the coach's advice."""

    def __init__(self, make: PlayerMaker, seat: Seat, rng: Chance) -> None:
        self.coach = make(seat, rng)

    def hear(self, events: Sequence[Event]) -> None:
        """Pass events on to the coach."""
        self.coach.hear(events)

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """The move that is advised."""
        assert isinstance(self.coach, Adviser)
        move: Move = self.coach.advice(sight, legal, free).move
        return move


@every_table
def test_advice_obeys_the_laws_at_every_question(game: str, players: int, options: dict[str, Any]) -> None:
    rng = QuickChance(11)
    asked: dict[str, int] = {}
    for state in _positions(find(game), players, options):
        for seat in find(game).rules.asked(state):
            question = state.stack.what
            asked[question] = asked.get(question, 0) + 1
            if seat != NATURE and (asked[question] <= 30 or asked[question] % 40 == 0):
                laws.advice_is_sound(find(game), state, seat, rng)


def _positions(game: Game, players: int, options: dict[str, Any]) -> Iterator[Any]:
    """The states of a game at random, and of one between the best bots."""
    for state, _, _ in laws.Walk(game, players, options, seed=3):
        yield state
    states: list[Any] = []
    rules, rng = game.rules, QuickChance(5)
    assert game.coach is not None
    bots = [game.levels[game.coach](seat, QuickChance(seat)) for seat in range(players)]
    state = rules.setup(game.options(options), players)
    while asked := rules.asked(state):
        states.append(state.copy())
        seat = asked[rng.below(len(asked))]
        if seat == NATURE:
            move = rules.chance(state, rng)
        else:
            move = bots[seat].choose(rules.sight(state, seat), rules.legal(state, seat), rules.free(state, seat))
        events = rules.play(state, seat, move)
        for other, bot in enumerate(bots):
            bot.hear(laws.views(events, other))
    yield from states


@every_game
def test_following_the_advice_is_playing_like_the_best_bot(game: str) -> None:
    box = find(game)
    assert box.coach is not None
    make = box.levels[box.coach]
    for players in {box.rules.seats[0], box.rules.seats[-1]}:
        alone, _ = play_game(box, [make] * players, "advised")
        advised, _ = play_game(box, [partial(Follower, make)] * players, "advised")
        assert laws.dump(advised) == laws.dump(alone)


@pytest.mark.slow
@every_game
def test_following_the_advice_wins_as_often_as_the_best_bot_in_that_seat(game: str) -> None:
    box = find(game)
    assert box.coach is not None
    make, players = box.levels[box.coach], box.rules.seats[0]
    for number in range(GAMES_COMPARED):
        seat = number % players
        makers: list[PlayerMaker] = [make] * players
        alone, _ = play_game(box, makers, number)
        makers[seat] = partial(Follower, make)
        advised, _ = play_game(box, makers, number)
        ends = box.rules.outcome(advised), box.rules.outcome(alone)
        assert ends[0] is not None
        assert ends[1] is not None
        assert ends[0].places[seat] <= ends[1].places[seat]


@cache
def _sentences(id: str, lang: str) -> list[str]:
    """The sentences of advice over a game between the best bots."""
    box = find(id)
    words = with_names(box.words(lang), NAMES)
    rng = QuickChance(13)
    found: list[str] = []
    for state in list(_positions(box, max(box.rules.seats), {}))[::17]:
        for seat in box.rules.asked(state):
            if seat != NATURE:
                advice = laws.advice_is_sound(box, state, seat, rng)
                found += [reason.say(words) for reason in advice.reasons]
                found += [other.reason.say(words) for other in advice.alternatives]
    return found


@every_game
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_advice_is_said_in_finished_sentences_that_name_the_players(game: str, lang: str) -> None:
    for sentence in _sentences(game, lang):
        assert not UNFINISHED.search(sentence), sentence
        assert not re.search(r"\badvice\.", sentence), sentence
        assert sentence.endswith((".", "!", "?", "…", "»", "”")), sentence
        assert sentence[0] == sentence[0].upper(), sentence
        assert not SEAT.search(sentence), sentence
        assert lang != "fr" or not FRENCH.search(sentence), sentence
