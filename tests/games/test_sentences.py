"""Every game in words: whole sentences at every moment, in both languages, that name the players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from ludotheque.engine.game import Game
from ludotheque.engine.text import with_names
from ludotheque.games import find, shelf
from tests.laws import Walk, tables

NAMES = ("Anaïs", "Bruno", "Chloé", "Driss", "Élodie", "Farid", "Gaëlle", "Hugo", "Inès", "Jules")
SEAT = re.compile(r"\b(Place|Seat) \d")
UNFINISHED = re.compile(
    r"[{}]|\bNone\b|\bTrue\b|\bFalse\b|\b(text|event|mat|question)\.\w|  |\.\.|^\s|: ?[.,;]|[(\[][)\]]"
)
FRENCH = re.compile(r"[^\u00a0\u202f][:;!?»]|«[^\u00a0]")
every_game = pytest.mark.parametrize("game", shelf())
both_languages = pytest.mark.parametrize("lang", ["fr", "en"])


@cache
def _sights(id: str) -> list[Any]:
    """Sights of players and of spectators from the beginning of a random game to its end."""
    return list(_walk(find(id)))


def _walk(game: Game) -> Iterator[Any]:
    players, options = max(tables(game), key=lambda table: table[0])
    walk = Walk(game, players, options, seed=7)
    for step, (state, seat, _) in enumerate(walk):
        if step % 7 == 0:
            yield game.rules.sight(state, max(seat, 0))
        if step % 21 == 0:
            yield game.rules.sight(state, None)
    yield from (game.rules.sight(walk.state, seat) for seat in (0, None))


@every_game
@both_languages
def test_every_sentence_is_finished_and_names_the_players(game: str, lang: str) -> None:
    box = find(game)
    words = with_names(box.words(lang), NAMES)
    named: set[str] = set()
    for sight in _sights(game):
        parts = box.drawing(sight, words).sentences()
        assert parts
        for sentence in (sentence for part in parts for sentence in part):
            assert not UNFINISHED.search(sentence), sentence
            assert sentence.endswith((".", ":", "!", "?", "…", "»", "”")), sentence
            assert sentence[0] == sentence[0].upper(), sentence
            assert not SEAT.search(sentence), sentence
            named.update(name for name in NAMES if name in sentence)
    assert named >= set(NAMES[: box.rules.seats[0]])


@every_game
@both_languages
def test_the_terminal_shows_every_sentence_that_its_picture_does_not(game: str, lang: str) -> None:
    box, words = find(game), find(game).words(lang)
    for sight in _sights(game)[::5]:
        drawing = box.drawing(sight, words)
        lines = [line.strip() for line in box.draw(sight, words).splitlines()]
        for part in drawing.beside_picture():
            assert set(part) <= set(lines)


@every_game
def test_french_sentences_are_set_with_french_spaces(game: str) -> None:
    words = with_names(find(game).words("fr"), NAMES)
    for sight in _sights(game)[::5]:
        for part in find(game).drawing(sight, words).sentences():
            assert not [sentence for sentence in part if FRENCH.search(sentence)]
