"""A process for work that would hold up the event loop, watched from outside: it is killed if a task takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from ludotheque.server.bots.worker import open_box, prepare

STARTS_WITHIN: Final = 60.0
"""Seconds that a process may take to start and read its code, on a busy machine."""
_COMES_ROUND: Final = 0.1


class ProcessEnded(Exception):
    """The process died or was killed before it had answered.

    ``guilty`` is the task that it was at, and ``slow`` if it was killed for that; the others only waited.
    """

    def __init__(self, guilty: bool, slow: bool) -> None:
        super().__init__()
        self.guilty = guilty
        self.slow = slow


class _Task:
    """Something the process was given to do, and how many seconds it may take once it is its turn."""

    __slots__ = ("within",)

    def __init__(self, within: float) -> None:
        self.within = within


class WorkProcess:
    """A process that works on one thing after the other, in the order in which they were given to it."""

    def __init__(self) -> None:
        # Spawned, never forked: a fork would inherit the server's sockets and its threads' locks.
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), prepare)
        self._tasks: deque[_Task] = deque()
        self._watch: asyncio.TimerHandle | None = None
        self._guilty: _Task | None = None
        self._slow = False
        self._open: set[str] = set()
        """The games that it has at hand."""

    @property
    def ended(self) -> bool:
        """Whether it has died or was killed."""
        return self._guilty is not None

    async def run_for_game(self, game: str, within: float, work: Callable[..., Any], *arguments: object) -> Any:
        """What ``work`` answers about a game. The time to start and to read that game's code is not counted."""
        if game not in self._open:
            self._open.add(game)
            await self.run(STARTS_WITHIN, open_box, game)
        return await self.run(within, work, *arguments)

    async def run(self, within: float, work: Callable[..., Any], *arguments: object) -> Any:
        """What ``work`` answers in the process; raises :class:`ProcessEnded`, and whatever ``work`` raises."""
        if self.ended:
            raise ProcessEnded(False, False)
        task = _Task(within)
        self._tasks.append(task)
        if self._tasks[0] is task:
            self._next()
        try:
            answer = asyncio.wrap_future(self._pool.submit(work, *arguments))
            answer.add_done_callback(_seen)
            # A future of the pool that is cancelled would break the thread that tells the others of its end.
            return await asyncio.shield(answer)
        except BrokenProcessPool:
            self._blame(self._tasks[0])
            raise ProcessEnded(task is self._guilty, self._slow) from None
        finally:
            if self._tasks[0] is task:
                self._tasks.popleft()
                self._next()
            else:
                self._tasks.remove(task)

    def _next(self) -> None:
        """Watch the task whose turn it is now."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        if self._tasks and not self.ended:
            task = self._tasks[0]
            self._watch = asyncio.get_running_loop().call_later(task.within, self._almost_too_long, task)

    def _almost_too_long(self, task: _Task) -> None:
        """An event loop that was held up itself may have the answer at hand: let it come round first."""
        self._watch = asyncio.get_running_loop().call_later(_COMES_ROUND, self._too_long, task)

    def _too_long(self, task: _Task) -> None:
        self._slow = True
        self._blame(task)
        self.kill()

    def _blame(self, task: _Task) -> None:
        if self._guilty is None:
            self._guilty = task

    def kill(self) -> None:
        """End the process, whatever it is at: it holds nothing that could be lost."""
        for process in list((getattr(self._pool, "_processes", None) or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False)

    async def close(self) -> None:
        """End the process, and wait until it has."""
        if self._watch is not None:
            self._watch.cancel()
        self.kill()
        await asyncio.to_thread(self._pool.shutdown)


def _seen(answer: asyncio.Future[Any]) -> None:
    """Whoever waited for it may have gone: what became of it is not worth a line in the log then."""
    if not answer.cancelled():
        answer.exception()
