"""Functions that run in a process for long work: preparing it, and importing games."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from ctypes import c_uint64
from multiprocessing import connection, parent_process

from ludotheque.games import find, shelf

_stopped_task: c_uint64 | None = None
"""Memory shared with the server: the number of the task that is to end early."""


def is_stopped(task: int) -> bool:
    """Whether the server no longer waits for the best result of a task of this process."""
    return _stopped_task is not None and _stopped_task.value == task


def prepare_process(stopped_task: c_uint64) -> None:
    """Prepare a new process: it has a lower priority than the server, ignores Ctrl-C, and ends with the server."""
    global _stopped_task  # noqa: PLW0603  one for each process, set once
    _stopped_task = stopped_task
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def import_game(game: str) -> None:
    """Import a game's code; an unknown game is an error only when it is used."""
    with contextlib.suppress(LookupError):
        find(game)


def import_games() -> None:
    """Import the code of all games, before the first of them is used."""
    shelf()


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
