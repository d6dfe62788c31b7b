"""A fair queue: each seat of a table has one message in progress at a time, so no player waits for another's backlog.

A message first waits for its lane, then for the table's lock. The lock is granted in order of arrival, and at most one
message of each lane waits for it: seats take turns, however much one of them has sent, and over however many sockets.
All spectators share one lane, in which senders take turns in the same way.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable

from ludotheque.server.tables.stories import Viewer


class FairQueue:
    """The lanes in use, each with its waiting messages."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}

    def take(self, lane: Hashable) -> bool:
        """Take the lane if it is free; whether it was."""
        if lane in self._waiting:
            return False
        self._waiting[lane] = deque()
        return True

    async def enter(self, lane: Hashable) -> None:
        """Wait for the lane, and take it."""
        if self.take(lane):
            return
        waiting = self._waiting[lane]
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was our turn already
                self.leave(lane)
            raise

    def leave(self, lane: Hashable) -> None:
        """Give the lane to the next message."""
        waiting = self._waiting[lane]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self._waiting[lane]


class QueueTurn:
    """One message's turn, to be used with ``async with``; ``sender`` distinguishes spectators."""

    __slots__ = ("_lanes", "_own", "_shared")

    def __init__(self, lanes: FairQueue, seat: Viewer, sender: str | None) -> None:
        self._lanes = lanes
        self._shared = seat
        self._own = None if seat is not None else (sender,)

    async def __aenter__(self) -> None:
        """Wait for the turn."""
        if self._own is None:
            if not self._lanes.take(self._shared):
                await self._lanes.enter(self._shared)
            return
        await self._lanes.enter(self._own)
        try:
            await self._lanes.enter(self._shared)
        except BaseException:
            self._lanes.leave(self._own)
            raise

    async def __aexit__(self, *_: object) -> None:
        """End the turn."""
        self._lanes.leave(self._shared)
        if self._own is not None:
            self._lanes.leave(self._own)
