"""Games over HTTP: their list, options, rulebooks, schemas and sentences."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Set
from functools import cache
from typing import Any, Final

import msgspec

from ludotheque.engine.figures import figures_of
from ludotheque.engine.game import Game
from ludotheque.engine.lessons import count_lessons
from ludotheque.engine.options import describe
from ludotheque.engine.words import LANGUAGES, common_words
from ludotheque.games import find, shelf
from ludotheque.protocol import http

_SUMMARY: Final = ("elision", "title", "tagline", "goal", "level_help", "seat", "option")
"""The parts of a game's catalogue that pages show where the game itself is not."""
_ELSEWHERE: Final = ("level", "level_help")
"""The parts of a game's catalogue that its board does not have: the app's catalogue names the levels."""
_NOT_SHOWN: Final = ("call", "terminal")
"""The parts of the app's catalogue that no page shows: notifications and the command line use them."""
_NOT_AT_TABLES: Final = (
    *("around", "club", "clubs", "evening", "footer", "ladder", "learn", "letter", "level_help", "lobby", "me", "mine"),
    *("moderation", "motto", "nowhere", "organise", "player", "prepare", "replay", "screen", "shelf", "ways"),
)
"""The parts of the app's catalogue that tables do not show at once, but for the sentences named below."""
_AT_TABLES: Final = (
    "learn.pupil",
    "me.link",
    "prepare.name_hint",
    "replay.back",
    "replay.on",
    "replay.open",
    "screen.open",
    "shelf.minutes",
    "shelf.minutes_range",
    "ways.open",
)


@cache
def schema_card(game: str) -> dict[str, Any]:
    """A game's options, sight, moves and events as JSON Schema."""
    rules = find(game).rules
    named = {
        "options": rules.options_type,
        "sight": rules.sight_type,
        "move": rules.move_type,
        "event": rules.event_type,
    }
    schemas, shapes = msgspec.json.schema_components(named.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **dict(zip(named, schemas, strict=True)),
        "$defs": shapes,
    }


@cache
def shelf_card() -> http.Shelf:
    """The games that can be played."""
    return http.Shelf([_game_card(game) for game in shelf().values()])


def _game_card(game: Game) -> http.GameCard:
    seats = game.rules.seats
    minutes = [game.lengths.minutes(players) for players in seats]
    return http.GameCard(
        id=game.id,
        least_seats=seats[0],
        most_seats=seats[-1],
        options=describe(game.rules.options_type),
        levels=list(game.levels),
        first_level=game.first_level or next(iter(game.levels), ""),
        first_players=game.first_players or seats[0],
        difficulty=game.difficulty,
        minutes=[some for some in minutes if some is not None],
        lessons=count_lessons(game),
        learnt=game.first_game.minutes if count_lessons(game) else 0,
    )


@cache
def rulebook_card(game: str, lang: str) -> http.RulebookCard:
    """A rulebook, ready for a page."""
    book = find(game).rulebook(lang)
    cards: dict[str, list[http.FigureCard]] = {}
    for figure in figures_of(find(game)).figures:
        card = http.FigureCard(figure.id, getattr(figure.caption, lang), figure.height)
        cards.setdefault(figure.clause, []).append(card)
    sections = [
        http.SectionCard(
            section.title,
            [
                http.ClauseCard(clause.id, clause.kind, clause.title, clause.html, cards.get(clause.id, []))
                for clause in section.clauses
            ],
        )
        for section in book.sections
    ]
    return http.RulebookCard(book.game, book.lang, book.title, book.opening_html, sections)


@cache
def words(lang: str) -> Mapping[str, Any]:
    """The catalogue of the app and those of all games."""
    own = common_words(lang)
    return {"house": own, "games": {game.id: game.words(lang) for game in shelf().values()}}


@cache
def shared_words(lang: str) -> Mapping[str, Any]:
    """What every page shows of the app's catalogue, and all that tables show of it."""
    own = common_words(lang)
    shared = {key: entry for key, entry in own.items() if key not in _NOT_SHOWN + _NOT_AT_TABLES}
    for key in _AT_TABLES:
        part, sentence = key.split(".")
        shared[part] = {**shared.get(part, {}), sentence: own[part][sentence]}
    return shared


@cache
def page_words(lang: str) -> Mapping[str, Any]:
    """What the other pages show besides: of the app's catalogue, and of each game what lists and forms say about it."""
    own = common_words(lang)
    return {
        "house": {key: own[key] for key in _NOT_AT_TABLES},
        "games": {game.id: _parts(game.words(lang), set(_SUMMARY)) for game in shelf().values()},
    }


@cache
def board_words(game: str, lang: str) -> Mapping[str, Any]:
    """What a game's board shows of its catalogue."""
    found = find(game)
    words = found.words(lang)
    return _parts(words, words.keys() - {*found.later_words, *_ELSEWHERE})


@cache
def later_words(game: str, lang: str) -> Mapping[str, Any]:
    """What a game's board shows of its catalogue when it is asked for: advice, refusals."""
    found = find(game)
    return _parts(found.words(lang), set(found.later_words))


def _parts(words: Mapping[str, Any], keys: Set[str]) -> Mapping[str, Any]:
    return {key: entry for key, entry in words.items() if key in keys}


@cache
def localized_extras(game: str, lang: str) -> Any:
    """A game's box with its texts in one language."""
    return _localize(msgspec.to_builtins(find(game).extras()), lang)


def _localize(data: Any, lang: str) -> Any:
    """Data with every text that is there in all languages in one of them alone.

    >>> _localize([{"title": {"fr": "Ministre", "en": "Minister"}, "votes": 3}], "fr")
    [{'title': {'fr': 'Ministre'}, 'votes': 3}]
    """
    if isinstance(data, Mapping):
        kept = [lang] if data.keys() == set(LANGUAGES) else data.keys()
        return {key: _localize(data[key], lang) for key in kept}
    return [_localize(entry, lang) for entry in data] if isinstance(data, list | tuple) else data


@cache
def data_version() -> str:
    """A digest of the words, the boxes and the list of games: addresses that carry it never change their content."""
    total = hashlib.blake2b(digest_size=8)
    for part in (*map(words, LANGUAGES), shelf_card(), {game.id: game.extras() for game in shelf().values()}):
        total.update(msgspec.json.encode(part, order="deterministic"))
    return total.hexdigest()
