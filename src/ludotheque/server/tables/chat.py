"""The chat of a table: messages to all, to some seats, or among spectators."""

from __future__ import annotations

import re
from typing import Final

from ludotheque.engine.chat import ChatMessage, can_read_message
from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import ChatEntry
from ludotheque.server.tables.events import ChatPosted

KEPT: Final = 300
"""Chat messages that a new connection is sent at most."""
_CONTROL: Final = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+")
"""Control characters, and those that change the direction of writing."""
_ZERO_WIDTH: Final = re.compile("[\u00ad\u200b\u2060\ufeff]+")
"""Characters without a width: the soft hyphen, the zero width space, the word joiner and the byte order mark."""
_JOINERS: Final = re.compile("[\u200c\u200d]+")
"""Characters without a width that some scripts and emojis need between others."""

Reader = tuple[Seat | None, bool]
"""A seat, or None for spectators; and whether the game is over."""


def clean_text(text: str) -> str:
    """A message without invisible characters; empty if there is nothing else in it."""
    cleaned = _CONTROL.sub(" ", _ZERO_WIDTH.sub("", text)).strip()
    return cleaned if _JOINERS.sub("", cleaned).strip() else ""


class ChatLog:
    """All messages of a table, and what each reader may read of them."""

    def __init__(self) -> None:
        self._said: list[tuple[int, ChatPosted]] = []
        self._read: dict[Reader, list[ChatEntry]] = {}

    def add(self, said: ChatPosted, after: int) -> None:
        """Add a message, posted after so many moves."""
        self._said.append((after, said))
        for reader, entries in self._read.items():
            _append_if_readable(reader, entries, said)

    def read(self, reader: Reader) -> list[ChatEntry]:
        """What a reader may read, from the beginning; it only ever grows."""
        entries = self._read.get(reader)
        if entries is None:
            entries = self._read[reader] = []
            for _, said in self._said:
                _append_if_readable(reader, entries, said)
        return entries

    def transcript(self, reader: Reader) -> list[tuple[int, ChatMessage]]:
        """What a reader may read, in the form of a record."""
        return [
            (after, ChatMessage(said.by, said.name, said.at, said.text, said.to))
            for after, said in self._said
            if can_read_message(said.by, said.to, *reader)
        ]


def _append_if_readable(reader: Reader, entries: list[ChatEntry], said: ChatPosted) -> None:
    if can_read_message(said.by, said.to, *reader):
        entries.append(ChatEntry(len(entries) + 1, said.at, said.by, said.name, said.who, said.to, said.text))
