"""Restrictions on commands at a table: bans, mutes, and the rate limits of the chat and of explanations."""

from __future__ import annotations

import asyncio
from typing import Final

from ludotheque.protocol import messages
from ludotheque.server.rate_limit import RateLimiter, Verdict
from ludotheque.server.storage.speakers import SpeakerRepository
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.errors import CommandRefused
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table

EXPLANATIONS_PER_SECOND: Final = 5
"""How often a seat may ask why moves are not allowed: as fast as a hand goes over its cards."""


class Restrictions:
    """The sanctions and chat limits of those who are connected to one table."""

    __slots__ = ("_chat_limits", "_context", "_explanation_limits", "_id", "_recorded_speakers")

    def __init__(self, id: str, context: TableContext) -> None:
        self._id = id
        self._context = context
        self._chat_limits: dict[str, RateLimiter] = {}
        self._explanation_limits: dict[Viewer, RateLimiter] = {}
        self._recorded_speakers: set[str] = set()
        """Spectators of whom it is recorded under which speaker id they post."""

    async def check_sanctions(self, table: Table, connection: Connection, message: messages.Incoming) -> None:
        """Refuse what a sanction forbids; moves are never forbidden."""
        guest, seat, sanctions = connection.guest, connection.viewer, self._context.sanctions
        if guest is None or isinstance(message, messages.Play):
            return
        guests = [guest] if seat is None else table.seats.guests_at(seat)
        banned = await sanctions.sanctioned_until(guests, "ban")
        if banned is not None:
            raise CommandRefused("banned", until=banned)
        if isinstance(message, messages.Say):
            muted = await sanctions.sanctioned_until(guests, "mute")
            if muted is not None:
                raise CommandRefused("muted", until=muted)
            if seat is None and guest not in self._recorded_speakers:  # a spectator's event does not name its guest
                speaker = self._context.signer.speaker_id(self._id, guest)
                await SpeakerRepository(self._context.storage).record(guest, self._id, speaker)
                self._recorded_speakers.add(guest)

    def limit_chat(self, speaker: str | None) -> None:
        """Count a chat message of a speaker, or refuse it."""
        assert speaker is not None, "nobody posts without a speaker id"
        limit = self._chat_limits.setdefault(speaker, RateLimiter(self._context.lines_per_minute, 60.0))
        if limit.count(asyncio.get_running_loop().time()) is not Verdict.ACCEPT:
            raise CommandRefused("too_fast")

    def limit_explanations(self, connection: Connection) -> None:
        """Count a question of a seat why moves are not allowed, or refuse it."""
        limit = self._explanation_limits.setdefault(connection.viewer, RateLimiter(EXPLANATIONS_PER_SECOND))
        if limit.count(asyncio.get_running_loop().time()) is not Verdict.ACCEPT:
            raise CommandRefused("too_fast")
