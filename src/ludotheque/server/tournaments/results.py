"""Recording of results: when a game ends, its result counts for its tournament and for the ratings of its players.

Both are written in one transaction, once: right after the end of the game, or, if the server stopped in between, by
the next worker that looks for unrecorded results. Every worker does so regularly.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ludotheque.engine.rules import Outcome
from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Storage, StorageError
from ludotheque.server.storage.ratings import RatingRepository
from ludotheque.server.storage.tournaments import TableResult, TournamentRepository
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.service import TableService
from ludotheque.server.tables.table import Table
from ludotheque.server.tournaments import tables
from ludotheque.server.tournaments.ratings import ended_at, rate_game, rated_game

log = logging.getLogger(__name__)

EVERY: Final = 20.0
"""Seconds between two searches for unrecorded results."""
_ATTEMPTS: Final = 6
_BATCH: Final = 100


class ResultRecorder:
    """Records results, one after the other."""

    def __init__(self, storage: Storage, table_service: TableService) -> None:
        self._storage = storage
        self._ratings = RatingRepository(storage)
        self._tournaments = TournamentRepository(storage)
        self._tables = table_service
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._search_task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Search for unrecorded results now, and then regularly."""
        self._search_task = asyncio.create_task(self._search())

    def record_soon(self, table: Table) -> None:
        """Record the result of a table whose game has just ended."""
        task = asyncio.create_task(self._record(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop searching, and finish what has begun."""
        if self._search_task is not None:
            self._search_task.cancel()
            await asyncio.gather(self._search_task, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def catch_up(self) -> None:
        """Record every result that is not recorded."""
        while True:
            unrecorded = await self._ratings.unrecorded_tables(_BATCH)
            for id in unrecorded:
                try:
                    await self._record(Table.load(id, await self._storage.load(id)))
                except InvalidLog as error:
                    log.error("the result of table %s cannot be read (%s)", hashed_id(id), type(error).__name__)
                    await self._ratings.record_unreadable(id)
            if len(unrecorded) < _BATCH:
                break

    async def _search(self) -> None:
        awake = False
        while True:
            try:
                await tables.open_missing_tables(self._tournaments, self._tables)
                if not awake:
                    await tables.wake_tables(self._tournaments, self._tables)
                    awake = True
                await self.catch_up()
            except StorageError as error:
                log.error("results cannot be recorded now (%s)", type(error).__name__)
            await asyncio.sleep(EVERY)

    async def _record(self, table: Table) -> None:
        async with self._lock:
            try:
                await record_result(self._storage, table)
            except StorageError as error:
                log.error("the result of table %s is recorded later (%s)", hashed_id(table.id), type(error).__name__)


async def record_result(storage: Storage, table: Table) -> None:
    """Record the result of a finished table: once, even if other workers do so at the same time."""
    ratings, tournaments = RatingRepository(storage), TournamentRepository(storage)
    for attempt in range(1, _ATTEMPTS + 1):
        if await ratings.is_recorded(table.id):
            return
        paired = await tournaments.is_paired(table.id)
        if not paired and not table.opened.public:
            return
        played = rated_game(table)
        results = [] if played is None else await rate_game(ratings, played)
        try:
            await ratings.record(table.id, ended_at(table), _tournament_result(table) if paired else None, results)
        except StorageError:  # another worker has recorded this game, or another game of one of its players
            if attempt == _ATTEMPTS:
                raise
            await asyncio.sleep(0.02 * attempt)
        else:
            return


def _tournament_result(table: Table) -> TableResult:
    """The places and points of a table; one that voted to end is a draw of all."""
    outcome = table.match.outcome if table.match is not None else None
    if outcome is None:
        outcome = Outcome((1,) * len(table.seats.taken), "", "vote")
    return TableResult(outcome.places, table.game.match_points(outcome))
