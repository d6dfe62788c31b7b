"""Games over HTTP: their list, options, rulebooks, schemas and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.options import describe
from ludotheque.engine.words import common_words
from ludotheque.games import find, shelf
from ludotheque.protocol import http


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
    return http.GameCard(game.id, seats[0], seats[-1], describe(game.rules.options_type), list(game.levels))


@cache
def rulebook_card(game: str, lang: str) -> http.RulebookCard:
    """A rulebook, ready for a page."""
    book = find(game).rulebook(lang)
    sections = [
        http.SectionCard(
            section.title,
            [http.ClauseCard(clause.id, clause.kind, clause.title, clause.html) for clause in section.clauses],
        )
        for section in book.sections
    ]
    return http.RulebookCard(book.game, book.lang, book.title, book.opening_html, sections)


@cache
def words(lang: str) -> Mapping[str, Any]:
    """The catalogue of the app and those of all games."""
    own = common_words(lang)
    return {"house": own, "games": {game.id: game.words(lang) for game in shelf().values()}}
