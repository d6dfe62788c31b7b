"""The names of players, bots and free seats as sentences have them; the browser has them from ``lib/names.ts``."""

from __future__ import annotations

from ludotheque.engine.words import Catalogue, common_words, look_up, say
from ludotheque.server.storage.guest_data import ERASED_NAME
from ludotheque.server.tables.events import SeatTaken
from ludotheque.server.tables.table import Table


def player_names(table: Table, lang: str) -> list[str]:
    """The name at each seat: a player's own, a bot's, or that the seat is free.

    A single bot goes by its level; several bots have a name each (``bot_name.<seat>``).
    """
    words: Catalogue = {**common_words(lang), **table.game.words(lang)}
    taken = table.seats.taken
    several_bots = sum(one is not None and one.level is not None for one in taken) > 1
    return [_name(words, seat, one, several_bots) for seat, one in enumerate(taken)]


def _name(words: Catalogue, seat: int, taken: SeatTaken | None, several_bots: bool) -> str:
    if taken is None:
        return say(words, "table.free_chair")
    if taken.level is not None:
        own = f"bot_name.{seat}"
        if several_bots and look_up(words, own) is not None:
            return say(words, own)
        return say(words, "table.bot", {"level": _level(words, taken.level)})
    return say(words, "table.anonymous") if taken.name == ERASED_NAME else taken.name


def _level(words: Catalogue, level: str) -> str:
    key = f"level.{level}"
    return level if look_up(words, key) is None else say(words, key).lower()
