"""Reaction time: how long a bot's answer is held so that people can answer before it ends their question.

A bot whose answer may end the question of a person (:meth:`Rules.cut_off`) does not begin to think before that person
has answered, or has had the time that the host's setting ``reaction_time`` gives. Whether it is held follows from
public facts, and it is held whatever it will play, so the time reveals nothing. A player with a clock of days has all
of it: their clock ends the question. One who shares a device with others has all the time until it comes round, and so
has everyone at a table that was opened as ``patient``, such as the first game after the lessons. People are never held,
and no bot is held for bots and programs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.table import Table

_encode = msgspec.json.Encoder().encode

FOREVER: Final = math.inf
"""Until the person has answered."""


class ReactionTime:
    """The time that people have to react, at the tables of this worker."""

    __slots__ = ("_not_before", "_whole_ms")

    def __init__(self, seconds: float, not_before: int) -> None:
        self._whole_ms = int(1000 * seconds)
        self._not_before = not_before
        """When the server started: no time ran before."""

    def held_until(self, table: Table, bot: Seat, at: int) -> float:
        """Until when the answer of a bot is held, in milliseconds since 1970; 0 if it is not."""
        match = table.playing()
        people = set(table.seats.voters()).intersection(match.rules.cut_off(match.state, bot))
        return max((self._until(table, seat, at) for seat in people), default=0)

    def show(self, table: Table, connections: Iterable[Connection], at: int) -> None:
        """Send each viewer for how long bots wait for them, where that has changed."""
        waited_for = self._seats_waited_for(table)
        for connection in connections:
            viewer = connection.viewer
            until = self._until(table, viewer, at) if viewer is not None and viewer in waited_for else 0
            shown = int(until) if at < until < FOREVER else None
            if shown != connection.waited_until:
                connection.waited_until = shown
                left = 0 if shown is None else shown - at
                connection.send(_encode(messages.ReactionTime(at, left, self._whole_ms)))

    def _seats_waited_for(self, table: Table) -> set[Seat]:
        """The people for whom asked bots wait, or have waited."""
        if table.match is None or table.over or table.adjourned or not self._whole_ms:
            return set()
        rules, state, seats = table.match.rules, table.match.state, table.seats
        asked = table.match.asked()
        if len(asked) < 2:
            return set()
        bots = [seat for seat in asked if seats.bot_at(seat) is not None]
        return {seat for bot in bots for seat in rules.cut_off(state, bot)}.intersection(seats.voters())

    def _until(self, table: Table, seat: Seat, at: int) -> float:
        if not self._whole_ms:
            return 0
        opened = table.opened
        if opened.patient or isinstance(opened.clock, messages.DaysClock) or table.seats.shares_device(seat):
            return FOREVER
        since = max(table.asked_since.find(seat), self._not_before)
        return since + self._whole_ms if since <= at + self._whole_ms else 0  # unless the clock was set back
