"""What the house tells of its games: shelf, options, rulebooks and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import inspect as mi

from ludotheque.engine.game import Game
from ludotheque.engine.words import house_words
from ludotheque.games import find, shelf
from ludotheque.server import wire


@cache
def shelf_card() -> wire.Shelf:
    """The boxes that are open."""
    return wire.Shelf([_game_card(game) for game in shelf().values()])


def _game_card(game: Game) -> wire.GameCard:
    seats = game.rules.seats
    return wire.GameCard(game.id, seats[0], seats[-1], list(_option_cards(game.rules.options_type)), list(game.levels))


def _option_cards(options: type[Any]) -> Iterator[wire.OptionCard]:
    """A card per option: its bounds are those that its type checks."""
    hints = get_type_hints(options)
    info = mi.type_info(options)
    assert isinstance(info, mi.StructType)
    for field in info.fields:
        # Asked of Python rather than of msgspec, which sorts them: the order is the one people read.
        choices = list(get_args(hints[field.name])) if get_origin(hints[field.name]) is Literal else None
        least = field.type.ge if isinstance(field.type, mi.IntType) else None
        most = field.type.le if isinstance(field.type, mi.IntType) else None
        yield wire.OptionCard(field.encode_name, field.default, choices, least, most)


@cache
def rulebook_card(game: str, lang: str) -> wire.RulebookCard:
    """A rulebook, ready for a page."""
    book = find(game).rulebook(lang)
    sections = [
        wire.SectionCard(
            section.title,
            [wire.ClauseCard(clause.id, clause.kind, clause.title, clause.html) for clause in section.clauses],
        )
        for section in book.sections
    ]
    return wire.RulebookCard(book.game, book.lang, book.title, book.opening_html, sections)


@cache
def words(lang: str) -> Mapping[str, Any]:
    """The house's catalogue and every game's."""
    house = house_words(lang)
    return {"house": house, "games": {game.id: game.words(lang) for game in shelf().values()}}
