"""Functions that run in a process for long work: preparing it, and importing games."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from multiprocessing import connection, parent_process

from ludotheque.games import find, shelf


def prepare_process() -> None:
    """Prepare a new process: it has a lower priority than the server, ignores Ctrl-C, and ends with the server."""
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
