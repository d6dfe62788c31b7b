"""Several workers on one port: processes that this one starts, watches, and starts again when they die.

They share the socket that listens: whoever is least busy takes the next guest. Everything else they share through
the database.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import connection, parent_process
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from typing import Final

from ludotheque.server.logging import log_event, set_up_logging
from ludotheque.server.run import CannotListen, run
from ludotheque.server.settings.definitions import Settings

log = logging.getLogger(__name__)

_AGAIN: Final = 1.0
"""Seconds at least between two starts of the same worker."""
_STOPS_WITHIN: Final = 15.0


class WorkersFailed(CannotListen):
    """The workers cannot even start."""


def run_workers(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Keep so many workers running, until told to stop."""
    listener.listen(1024)
    workers = [_Worker(number, settings, listener) for number in range(settings.workers)]
    stopping = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stopping.set())
    for worker in workers:
        worker.start()
    told = False
    while not stopping.is_set():
        if not told and all(worker.open.is_set() for worker in workers):
            ready()
            told = True
        connection.wait([worker.process.sentinel for worker in workers], 0.1)
        for worker in workers:
            if not worker.process.is_alive() and not stopping.is_set():
                if not told and not worker.open.is_set():
                    stopping.set()  # it says itself what is wrong
                else:
                    log_event(
                        log, "a worker died", level=logging.ERROR, worker=worker.number, code=worker.process.exitcode
                    )
                    worker.start_again()
    for worker in workers:
        worker.stop()
    until = time.monotonic() + settings.drain + _STOPS_WITHIN
    for worker in workers:
        worker.wait(until)
    if not told:
        raise WorkersFailed("the workers did not start")


class _Worker:
    """One of them, in its present life."""

    def __init__(self, number: int, settings: Settings, listener: socket.socket) -> None:
        self.number = number
        self.process: BaseProcess
        self.open: Event
        self._settings = settings
        self._listener = listener
        self._started = float("-inf")

    def start(self) -> None:
        # Spawned, so that each begins with nothing of ours but the socket.
        spawning = multiprocessing.get_context("spawn")
        self._started = time.monotonic()
        self.open = spawning.Event()
        arguments = (self._settings, self._listener, self.number, self.open)
        self.process = spawning.Process(target=_work, args=arguments, name=f"worker {self.number}")
        self.process.start()

    def start_again(self) -> None:
        time.sleep(max(0.0, self._started + _AGAIN - time.monotonic()))
        self.start()

    def stop(self) -> None:
        if self.process.pid is not None and self.process.is_alive():
            os.kill(self.process.pid, signal.SIGTERM)

    def wait(self, until: float) -> None:
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _work(settings: Settings, listener: socket.socket, number: int, open_: Event) -> None:
    """What runs in a worker's process. It does not outlive whoever started it."""
    set_up_logging(settings)
    if settings.boxes is not None:
        os.environ["LUDOTHEQUE_BOXES"] = str(settings.boxes)
    os.setpgid(0, 0)  # Ctrl-C is for the first process, which passes it on
    threading.Thread(target=_follow_parent, daemon=True).start()
    try:
        run(settings, listener, number, open_.set)
    except OSError as error:
        sys.exit(f"ludotheque: {error}")


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
