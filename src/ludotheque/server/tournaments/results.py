"""What follows when a game ends: its result is entered in the evening it belongs to, and in the book of strengths.

Both are one entry, made once: right after the end is written down, or, if the house died in between, by whoever looks
next. Every worker looks now and then.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ludotheque.engine.rules import Outcome
from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Statement, Storage, StorageError
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.service import TableService
from ludotheque.server.tables.table import Table
from ludotheque.server.tournaments import ratings, tables
from ludotheque.server.tournaments.tournament import text

log = logging.getLogger(__name__)

EVERY: Final = 20.0
"""Seconds between two looks at what nobody has entered."""
_TRIES: Final = 6
_AT_ONCE: Final = 100
_LEFT: Final = """
SELECT "table" FROM summary WHERE state = 'over' AND
    (public OR EXISTS (SELECT 1 FROM pairing WHERE pairing."table" = summary."table")) AND
    NOT EXISTS (SELECT 1 FROM rated WHERE rated."table" = summary."table")
ORDER BY updated LIMIT $1
"""
_RESULT: Final = 'UPDATE pairing SET places = $2, points = $3 WHERE "table" = $1 AND places IS NULL'


class ResultRecorder:
    """Enters results, one after the other."""

    def __init__(self, storage: Storage, table_service: TableService) -> None:
        self._storage = storage
        self._tables = table_service
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look for what is left from before, then now and then."""
        self._watch = asyncio.create_task(self._look())

    def record_soon(self, table: Table) -> None:
        """A game has just ended."""
        task = asyncio.create_task(self._enter(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish what was begun."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look(self) -> None:
        roused = False
        while True:
            try:
                await tables.open_missing(self._storage, self._tables)
                if not roused:
                    await tables.wake_tables(self._storage, self._tables)
                    roused = True
                await self.catch_up()
            except StorageError as error:
                log.error("results cannot be entered just now (%s)", type(error).__name__)
            await asyncio.sleep(EVERY)

    async def catch_up(self) -> None:
        """Enter every result that nobody has entered."""
        storage = self._storage
        while left := await storage.rows(_LEFT, _AT_ONCE):
            for (id,) in left:
                try:
                    await self._enter(Table.load(id, await storage.load(id)))
                except InvalidLog as error:
                    log.error("the result of table %s cannot be read (%s)", hashed_id(id), type(error).__name__)
                    await storage.write(Statement(f"{ratings.MARK} ON CONFLICT DO NOTHING", (id, 0)))
            if len(left) < _AT_ONCE:
                break

    async def _enter(self, table: Table) -> None:
        async with self._lock:
            try:
                await enter(self._storage, table)
            except StorageError as error:
                log.error("the result of table %s is entered later (%s)", hashed_id(table.id), type(error).__name__)


async def enter(storage: Storage, table: Table) -> None:
    """Enter how a table ended: once, whoever else is at it."""
    for attempt in range(1, _TRIES + 1):
        if await storage.rows('SELECT 1 FROM rated WHERE "table" = $1', table.id):
            return
        paired = bool(await storage.rows('SELECT 1 FROM pairing WHERE "table" = $1', table.id))
        if not paired and not table.opened.public:
            return
        statements = [Statement(ratings.MARK, (table.id, ratings.ended_at(table)))]
        if paired:
            statements.append(_result(table))
        played = ratings.rated_game(table)
        if played is not None:
            statements += await ratings.entries(storage, played)
        try:
            await storage.write(*statements)
        except StorageError:  # another worker has entered this one, or another game of one of these players
            if attempt == _TRIES:
                raise
            await asyncio.sleep(0.02 * attempt)
        else:
            return


def _result(table: Table) -> Statement:
    """The result for the evening; a table that voted to end is a draw of all."""
    outcome = table.match.outcome if table.match is not None else None
    if outcome is None:
        outcome = Outcome((1,) * len(table.seats.taken), "", "vote")
    points = table.game.match_points(outcome)
    return Statement(_RESULT, (table.id, text(outcome.places), text(points)))
