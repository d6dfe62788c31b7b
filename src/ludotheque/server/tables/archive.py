"""Finished games, looked back at without holding anybody up.

A log is read from the database and handed to a process of its own, which sets the table up again, replays it and
writes the answer: nothing of that is done on the event loop, and such a table need not be kept in memory here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.engine.story import Eyes
from ludotheque.server.runtime.work_process import ProcessEnded, WorkProcess
from ludotheque.server.storage import Storage
from ludotheque.server.tables import archive_worker, events
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.events import TableOpened
from ludotheque.server.tables.rule_editions import is_here

WITHIN: Final = 30.0
"""Seconds that one answer may take in the process."""
MOST: Final = 64
"""Requests that may wait for the process; one more is told to come back later."""
T = TypeVar("T")
_STATE: Final = 'SELECT state FROM summary WHERE "table" = $1'


class Busy(Exception):
    """Too much waits to be looked at already."""


class Kept(NamedTuple):
    """A table as the database keeps it."""

    id: str
    opened: TableOpened
    over: bool
    bodies: list[bytes]

    @property
    def seats(self) -> int:
        """How many seats it has."""
        return len(self.opened.places)

    def must_be_here(self) -> None:
        """Raise :class:`OtherEdition` if the rules here are not those it was played by."""
        if not is_here(self.opened):
            error = OtherRulesEdition(f"it was played by another edition of the rules of {self.opened.game}")
            error.over = self.over
            raise error


class Archive:
    """Where finished games are looked up."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._process: WorkProcess | None = None
        self._waiting = 0

    async def find(self, id: str) -> Kept | None:
        """A table by its id; None if there is none. Only of one that is over the log is read."""
        rows = await self._storage.rows(_STATE, id)
        if not rows:
            return None
        over = rows[0][0] == "over"
        bodies = await self._storage.load(id) if over else await self._first(id)
        return Kept(id, _opening(bodies), over, bodies)

    async def _first(self, id: str) -> list[bytes]:
        rows = await self._storage.rows('SELECT body FROM entry WHERE "table" = $1 AND seq = 0', id)
        return [body for (body,) in rows]

    async def replay(self, kept: Kept, guest: str | None, eyes: Eyes, start: int) -> bytes:
        """A page of a finished game, as JSON; see :func:`ludotheque.server.tables.replay.look_back`."""
        self._not_too_many()
        return await self._ask(kept, archive_worker.replay, guest, eyes, start)

    async def record(self, kept: Kept, guest: str | None, eyes: Eyes) -> bytes:
        """The record of a finished game, as a file, through somebody's eyes.

        Of one that was played by another edition of the rules there is the log's content alone, with everything.
        """
        self._not_too_many()
        if not is_here(kept.opened):
            return await self._run(kept, archive_worker.stored_record, guest)
        return await self._ask(kept, archive_worker.record, guest, eyes)

    async def first_moves(self, kept: Kept, count: int, seat: Seat) -> list[tuple[Seat, msgspec.Raw]]:
        """The first moves of a game, to go on from; raises :class:`~ludotheque.server.tables.replay.BadBranch`."""
        self._not_too_many()
        moves = await self._ask(kept, archive_worker.first_moves, count, seat)
        return [(seat, msgspec.Raw(move)) for seat, move in moves]

    async def public_record(self, id: str, bodies: list[bytes]) -> bytes:
        """The record of a finished public game as anybody may read it; raises :class:`BadLog`. It waits its turn."""
        return await self._ask(Kept(id, _opening(bodies), True, bodies), archive_worker.public_record)

    def _not_too_many(self) -> None:
        if self._waiting >= MOST:
            raise Busy

    async def _ask(self, kept: Kept, work: Callable[..., T], *arguments: object) -> T:
        kept.must_be_here()
        return await self._run(kept, work, *arguments)

    async def _run(self, kept: Kept, work: Callable[..., T], *arguments: object) -> T:
        self._waiting += 1
        try:
            while True:
                if self._process is None or self._process.ended:
                    self._process = WorkProcess()
                try:
                    game, given = kept.opened.game, (kept.id, kept.bodies, *arguments)
                    answer: T = await self._process.about(game, WITHIN, work, *given)
                    return answer
                except ProcessEnded as ended:
                    if ended.guilty:  # the others ask again
                        raise InvalidLog("it takes too long to replay" if ended.slow else "the process died") from None
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Let the process go."""
        if self._process is not None:
            await self._process.close()


def _opening(bodies: Sequence[bytes]) -> TableOpened:
    """The first line of a log."""
    try:
        opened = events.decode(bodies[0]) if bodies else None
    except ValueError as error:
        raise InvalidLog(f"its log cannot be read back ({type(error).__name__})") from error
    if not isinstance(opened, TableOpened):
        raise InvalidLog("its log does not begin with its opening")
    return opened
