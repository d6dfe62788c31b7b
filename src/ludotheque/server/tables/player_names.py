"""The names of players, bots and free seats as sentences have them; the browser has them from ``lib/names.ts``."""

from __future__ import annotations

from ludotheque.engine.words import Catalogue, common_words, say
from ludotheque.server.storage.guest_data import ERASED_NAME
from ludotheque.server.tables.bot_names import shown_name
from ludotheque.server.tables.events import SeatTaken
from ludotheque.server.tables.table import Table


def player_names(table: Table, lang: str) -> list[str]:
    """The name at each seat: a player's own, a bot's, or that the seat is free."""
    words = common_words(lang)
    return [_name(words, taken) for taken in table.seats.taken]


def _name(words: Catalogue, taken: SeatTaken | None) -> str:
    if taken is None:
        return say(words, "table.free_chair")
    return say(words, "table.anonymous") if taken.name == ERASED_NAME else shown_name(taken)
