"""What a call by e-mail or in a salon says: whose turn it is, at which game, and where.

That is what everybody at the table knows, and nothing else. A table is named by its link alone: one that is good for
whoever is called, or in the salon of a table the link that all who sit there have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from ludotheque.engine.words import house_words, say
from ludotheque.games import find

SHOWN: Final = 10
"""So many tables are told of in one message; the others are counted."""
_MINUTE: Final = 60 * 1000
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


class Turn(msgspec.Struct, frozen=True):
    """A table that waits for somebody."""

    game: str
    title: str
    link: str
    due: int | None
    """When the clock runs out, in milliseconds since 1970."""
    last_hour: bool
    """Whether this is a reminder that little time is left."""
    awaited: list[str]
    """In the salon of a table, the names of those it waits for."""
    text: str
    """All that in a sentence, but for the link."""


class Note(msgspec.Struct, frozen=True):
    """A message: hello when a way is new, and later who is awaited where. The same ``id`` is the same message."""

    id: str
    event: Literal["hello", "turn"]
    lang: str
    text: str
    """What to say first, or all there is to say."""
    turns: list[Turn]
    more: int
    """Tables besides that there was no room for."""


def turn(lang: str, game: str, link: str, due: int | None, at: int, last_hour: bool, awaited: Sequence[str]) -> Turn:
    """A table that waits, in words."""
    title = say(find(game).words(lang), "title")
    key = "call.salon" if awaited else "call.late" if last_hour else "call.yours"
    left = None if due is None else in_words(max(0, due - at), lang)
    names = [plain(name) for name in awaited]
    if left is not None:
        key = f"{key}_left"
    text = say(house_words(lang), key, {"title": title, "left": left, "names": names})
    return Turn(game, title, link, due, last_hour, names, text)


def note(id: str, lang: str, turns: Sequence[Turn], salon: bool = False) -> Note:
    """Where somebody is awaited: what is urgent first."""
    turns = sorted(turns, key=lambda turn: (not turn.last_hour, turn.due is None, turn.due or 0))
    count, first = len(turns), turns[0]
    if count == 1 or salon or first.last_hour:
        lead = first.text
    else:
        lead = say(house_words(lang), "mine.called_many", {"count": count})
    return Note(id, "turn", lang, lead, list(turns[:SHOWN]), max(0, count - SHOWN))


def hello(id: str, lang: str, game: str | None = None) -> Note:
    """The first word in a salon; ``game`` is what is played at its table."""
    words = house_words(lang)
    title = None if game is None else say(find(game).words(lang), "title")
    text = say(words, "call.hello") if title is None else say(words, "call.hello_table", {"title": title})
    return Note(id, "hello", lang, text, [], 0)


def in_words(ms: int, lang: str) -> str:
    """How much time that is, as one says it."""
    words = house_words(lang)
    if ms >= 2 * _DAY:
        return say(words, "call.left.days", {"days": ms // _DAY, "hours": ms % _DAY // _HOUR})
    if ms >= 2 * _HOUR:
        return say(words, "call.left.hours", {"hours": ms // _HOUR})
    return say(words, "call.left.minutes", {"minutes": max(1, ms // _MINUTE)})


def plain(name: str) -> str:
    """Somebody's name so that no salon takes it for a link or for a call to everybody."""
    return name.replace("@", "＠").replace("://", "：//")
