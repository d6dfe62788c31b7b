"""The archive of finished games: replays and records of them, made without blocking the event loop.

A log is loaded from the database and handed to another process, which loads the table, replays it and encodes the
answer; the table is not held in memory here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.engine.story import StoryViewer
from ludotheque.server.runtime.work_process import ProcessEnded, WorkProcess
from ludotheque.server.storage import Storage
from ludotheque.server.tables import archive_worker, events
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.events import TableOpened
from ludotheque.server.tables.rule_editions import is_installed_edition

TIMEOUT: Final = 30.0
"""Seconds that a request may take in the process."""
QUEUE_LIMIT: Final = 64
"""Requests that may wait for the process; more are refused."""
Process = Literal["replay", "coach"]
"""The processes of the archive."""
T = TypeVar("T")

log = logging.getLogger(__name__)


class Busy(Exception):
    """Too many requests wait for the process."""


class NotPlayer(Exception):
    """A guest who did not play asked what a player could have done."""


class NoMoments(Exception):
    """The coach did not judge a game in time, or failed."""


class ArchivedTable(NamedTuple):
    """A table as it is stored: its first event, and its whole log if it is over."""

    id: str
    opened: TableOpened
    over: bool
    bodies: list[bytes]

    @property
    def seats(self) -> int:
        """How many seats it has."""
        return len(self.opened.places)

    def check_edition(self) -> None:
        """Raise :class:`OtherRulesEdition` if it was not played by the installed edition of the rules."""
        if not is_installed_edition(self.opened):
            error = OtherRulesEdition(f"it was played by another edition of the rules of {self.opened.game}")
            error.over = self.over
            raise error


class Archive:
    """The archive of finished games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._processes: dict[Process, WorkProcess] = {}
        self._waiting = 0

    async def find(self, id: str) -> ArchivedTable | None:
        """A table by its id; None if there is no such table. Only of a table that is over the whole log is loaded."""
        state = await self._storage.index.state_of(id)
        if state is None:
            return None
        over = state == "over"
        bodies = await self._storage.load(id) if over else await self._storage.load_first(id)
        return ArchivedTable(id, _opening(bodies), over, bodies)

    async def replay(self, archived: ArchivedTable, guest: str | None, eyes: StoryViewer, start: int) -> bytes:
        """A page of the replay of a finished game, as JSON; see :func:`ludotheque.server.tables.replay.replay_page`."""
        self._check_queue()
        return await self._ask(archived, archive_worker.replay, guest, eyes, start)

    async def record(self, archived: ArchivedTable, guest: str | None, eyes: StoryViewer) -> bytes:
        """The record file of a finished game, as a viewer may see it.

        For a game of another edition of the rules it is what the log contains, with everything.
        """
        self._check_queue()
        if not is_installed_edition(archived.opened):
            return await self._run(archived, archive_worker.stored_record, guest)
        return await self._ask(archived, archive_worker.record, guest, eyes)

    async def moments(self, archived: ArchivedTable, guest: str | None) -> bytes:
        """What a player of a finished game could have done, as JSON; raises :class:`NotPlayer` for anyone else.

        A coach thinks about every move of the player, so it is done in a process of its own: replays do not wait.
        """
        archived.check_edition()
        self._check_queue()
        try:
            found = await self._run(archived, archive_worker.moments, guest, process="coach")
        except Exception as error:
            log.exception("the coach judged no game (%s)", archived.opened.game)
            raise NoMoments from error
        if found is None:
            raise NotPlayer
        return found

    async def first_moves(self, archived: ArchivedTable, count: int, seat: Seat) -> list[tuple[Seat, msgspec.Raw]]:
        """The first moves of a game, to continue from; raises :class:`~ludotheque.server.tables.replay.BadBranch`."""
        self._check_queue()
        moves = await self._ask(archived, archive_worker.first_moves, count, seat)
        return [(seat, msgspec.Raw(move)) for seat, move in moves]

    async def public_record(self, id: str, bodies: list[bytes]) -> bytes:
        """The public record of a finished public game, however many requests wait; raises :class:`InvalidLog`."""
        return await self._ask(ArchivedTable(id, _opening(bodies), True, bodies), archive_worker.public_record)

    def _check_queue(self) -> None:
        if self._waiting >= QUEUE_LIMIT:
            raise Busy

    async def _ask(self, archived: ArchivedTable, work: Callable[..., T], *arguments: object) -> T:
        archived.check_edition()
        return await self._run(archived, work, *arguments)

    async def _run(
        self, archived: ArchivedTable, work: Callable[..., T], *arguments: object, process: Process = "replay"
    ) -> T:
        self._waiting += 1
        try:
            while True:
                running = self._processes.get(process)
                if running is None or running.ended:
                    running = self._processes[process] = WorkProcess()
                try:
                    game, given = archived.opened.game, (archived.id, archived.bodies, *arguments)
                    answer: T = await running.run_for_game(game, TIMEOUT, work, *given)
                    return answer
                except ProcessEnded as ended:
                    if ended.guilty:  # requests that only waited are repeated
                        raise InvalidLog("it takes too long to replay" if ended.slow else "the process died") from None
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the processes."""
        for process in self._processes.values():
            await process.close()


def _opening(bodies: Sequence[bytes]) -> TableOpened:
    """The first event of a log."""
    try:
        opened = events.decode(bodies[0]) if bodies else None
    except ValueError as error:
        raise InvalidLog(f"its log cannot be decoded ({type(error).__name__})") from error
    if not isinstance(opened, TableOpened):
        raise InvalidLog("its log does not begin with its opening")
    return opened
