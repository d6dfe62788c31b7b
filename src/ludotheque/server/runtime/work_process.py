"""A process for work that would block the event loop; it is killed if a task takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from ctypes import c_uint64
from typing import Any, Final

from ludotheque.server.runtime.child_process import import_game, prepare_process

START_TIMEOUT: Final = 60.0
"""Seconds that a process may take to start and import a game, on a busy machine."""
_GRACE: Final = 0.1
"""Seconds after a timeout in which a late event loop may still receive the answer."""


class ProcessEnded(Exception):
    """The process died or was killed before it had answered.

    ``guilty`` if it was working on this task, and ``slow`` if it was killed for that; the other tasks only waited.
    """

    def __init__(self, guilty: bool, slow: bool) -> None:
        super().__init__()
        self.guilty = guilty
        self.slow = slow


class _Task:
    """A task of the process, and how many seconds it may take once it has begun."""

    __slots__ = ("timeout",)

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout


class WorkProcess:
    """A process that does one task after the other, in the order in which they were given."""

    def __init__(self) -> None:
        # Spawned, never forked: a fork would inherit the server's sockets and its threads' locks.
        context = multiprocessing.get_context("spawn")
        self._stopped_task = context.RawValue(c_uint64, 0)
        self._pool = ProcessPoolExecutor(1, context, prepare_process, (self._stopped_task,))
        self._tasks: deque[_Task] = deque()
        self._watch: asyncio.TimerHandle | None = None
        self._guilty: _Task | None = None
        self._slow = False
        self._imported: set[str] = set()
        """The games that it has imported."""

    @property
    def ended(self) -> bool:
        """Whether it died or was killed."""
        return self._guilty is not None

    @property
    def waiting(self) -> int:
        """How many tasks it has to do, the present one included."""
        return len(self._tasks)

    def stop_task(self, number: int) -> None:
        """Let a task that asks for it (:func:`.child_process.is_stopped`) end early, with what it has by then."""
        self._stopped_task.value = number

    async def run_for_game(self, game: str, timeout: float, work: Callable[..., Any], *arguments: object) -> Any:
        """Run ``work``, which needs a game. The time to start the process and to import the game does not count."""
        if game not in self._imported:
            self._imported.add(game)
            await self.run(START_TIMEOUT, import_game, game)
        return await self.run(timeout, work, *arguments)

    async def run(self, timeout: float, work: Callable[..., Any], *arguments: object) -> Any:
        """Run ``work`` in the process: its result. Raises :class:`ProcessEnded`, and the errors of ``work``."""
        if self.ended:
            raise ProcessEnded(False, False)
        task = _Task(timeout)
        self._tasks.append(task)
        if self._tasks[0] is task:
            self._watch_next()
        try:
            answer = asyncio.wrap_future(self._pool.submit(work, *arguments))
            answer.add_done_callback(_retrieve_error)
            # Cancelling a future of the pool would break the thread that sets the results of the others.
            return await asyncio.shield(answer)
        except BrokenProcessPool:
            self._blame(self._tasks[0])
            raise ProcessEnded(task is self._guilty, self._slow) from None
        finally:
            if self._tasks[0] is task:
                self._tasks.popleft()
                self._watch_next()
            else:
                self._tasks.remove(task)

    def _watch_next(self) -> None:
        """Start the timeout of the task that begins now."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        if self._tasks and not self.ended:
            task = self._tasks[0]
            self._watch = asyncio.get_running_loop().call_later(task.timeout, self._allow_grace, task)

    def _allow_grace(self, task: _Task) -> None:
        """Wait a moment before the process is killed: the event loop may be late, and the answer there."""
        self._watch = asyncio.get_running_loop().call_later(_GRACE, self._kill_slow, task)

    def _kill_slow(self, task: _Task) -> None:
        self._slow = True
        self._blame(task)
        self.kill()

    def _blame(self, task: _Task) -> None:
        if self._guilty is None:
            self._guilty = task

    def kill(self) -> None:
        """End the process at once: it contains nothing that could be lost."""
        for process in list((getattr(self._pool, "_processes", None) or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False)

    async def close(self) -> None:
        """End the process, and wait until it has."""
        if self._watch is not None:
            self._watch.cancel()
        self.kill()
        await asyncio.to_thread(self._pool.shutdown)


def _retrieve_error(answer: asyncio.Future[Any]) -> None:
    """Mark an error as seen: asyncio would log it if the caller was cancelled."""
    if not answer.cancelled():
        answer.exception()
