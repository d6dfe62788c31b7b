"""The texts of notifications by e-mail and webhook: whose turn it is, in which game, and the link to the table.

They contain nothing that not every player of the table knows. A table is identified by its link alone: one that only
the notified guest can use, or in a table's own channel the link that all its players have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from ludotheque.engine.words import common_words, say
from ludotheque.games import find

MAX_TURNS: Final = 10
"""How many turns one notification lists; it counts the others."""
_MINUTE: Final = 60 * 1000
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


class ListedTurn(msgspec.Struct, frozen=True):
    """A turn in a notification."""

    game: str
    title: str
    link: str
    due: int | None
    """When the clock runs out, in milliseconds since 1970."""
    last_hour: bool
    """Whether this is a reminder that little time is left."""
    awaited: list[str]
    """In the channel of a table, the names of the players whose turn it is."""
    text: str
    """All of this but the link, in a sentence."""


class Notification(msgspec.Struct, frozen=True):
    """A notification; webhooks of the shape ``json`` are sent it as it is. One that is sent twice keeps its ``id``."""

    id: str
    event: Literal["hello", "turn"]
    """``hello`` when a channel is new, ``turn`` from then on."""
    lang: str
    text: str
    """The headline, or all there is to say."""
    turns: list[ListedTurn]
    more: int
    """How many turns are left out."""


def listed_turn(
    lang: str, game: str, link: str, due: int | None, at: int, last_hour: bool, awaited: Sequence[str]
) -> ListedTurn:
    """A turn with its sentence."""
    title = say(find(game).words(lang), "title")
    key = "call.salon" if awaited else "call.late" if last_hour else "call.yours"
    left = None if due is None else format_duration(max(0, due - at), lang)
    names = [neutralize_name(name) for name in awaited]
    if left is not None:
        key = f"{key}_left"
    text = say(common_words(lang), key, {"title": title, "left": left, "names": names})
    return ListedTurn(game, title, link, due, last_hour, names, text)


def turn_notification(id: str, lang: str, turns: Sequence[ListedTurn], of_table: bool = False) -> Notification:
    """A notification of turns, the most urgent first; ``of_table`` for the channel of a table."""
    turns = sorted(turns, key=lambda turn: (not turn.last_hour, turn.due is None, turn.due or 0))
    count, first = len(turns), turns[0]
    if count == 1 or of_table or first.last_hour:
        headline = first.text
    else:
        headline = say(common_words(lang), "mine.called_many", {"count": count})
    return Notification(id, "turn", lang, headline, list(turns[:MAX_TURNS]), max(0, count - MAX_TURNS))


def hello_notification(id: str, lang: str, game: str | None = None) -> Notification:
    """The first notification to a webhook; ``game`` is the one of its table, for the channel of a table."""
    words = common_words(lang)
    title = None if game is None else say(find(game).words(lang), "title")
    text = say(words, "call.hello") if title is None else say(words, "call.hello_table", {"game": title})
    return Notification(id, "hello", lang, text, [], 0)


def format_duration(ms: int, lang: str) -> str:
    """A duration in words, rounded down."""
    words = common_words(lang)
    if ms >= 2 * _DAY:
        return say(words, "call.left.days", {"days": ms // _DAY, "hours": ms % _DAY // _HOUR})
    if ms >= 2 * _HOUR:
        return say(words, "call.left.hours", {"hours": ms // _HOUR})
    return say(words, "call.left.minutes", {"minutes": max(1, ms // _MINUTE)})


def neutralize_name(name: str) -> str:
    """A player's name, changed so that no chat service takes it for a link or a mention."""
    return name.replace("@", "＠").replace("://", "：//")
