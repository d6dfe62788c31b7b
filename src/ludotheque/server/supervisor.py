"""The supervisor of several workers on one port: starts the processes, watches them, and restarts those that die.

They share the listening socket: an idle worker accepts the next connection. Everything else they share through the
database.
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
from ludotheque.server.runtime.listening_socket import CannotListen
from ludotheque.server.settings.definitions import Settings

log = logging.getLogger(__name__)

_RESTART_AFTER: Final = 1.0
"""Seconds at least between two starts of the same worker."""
_STOP_TIMEOUT: Final = 15.0
"""Seconds after the drain time that a worker may take to stop, before it is killed."""

Ready = Callable[[], None]
RunWorker = Callable[[Settings, socket.socket, int, Ready], None]
"""Runs a worker in its process; see :func:`ludotheque.server.run.run_worker`."""


class WorkersFailed(CannotListen):
    """The workers did not start."""


def run_workers(settings: Settings, listener: socket.socket, run_worker: RunWorker, ready: Ready) -> None:
    """Keep the workers running until a signal to stop; ``ready`` is called once all of them have started."""
    listener.listen(1024)
    workers = [_Worker(number, settings, listener, run_worker) for number in range(settings.workers)]
    stopping = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stopping.set())
    for worker in workers:
        worker.start()
    started = False
    while not stopping.is_set():
        if not started and all(worker.open.is_set() for worker in workers):
            ready()
            started = True
        connection.wait([worker.process.sentinel for worker in workers], 0.1)
        for worker in workers:
            if not worker.process.is_alive() and not stopping.is_set():
                if not started and not worker.open.is_set():
                    stopping.set()  # it has logged its error itself
                else:
                    log_event(
                        log, "a worker died", level=logging.ERROR, worker=worker.number, code=worker.process.exitcode
                    )
                    worker.restart()
    for worker in workers:
        worker.stop()
    until = time.monotonic() + settings.drain + _STOP_TIMEOUT
    for worker in workers:
        worker.wait(until)
    if not started:
        raise WorkersFailed("the workers did not start")


class _Worker:
    """A worker and its current process."""

    def __init__(self, number: int, settings: Settings, listener: socket.socket, run_worker: RunWorker) -> None:
        self.number = number
        self.process: BaseProcess
        self.open: Event
        self._settings = settings
        self._listener = listener
        self._run_worker = run_worker
        self._started = float("-inf")

    def start(self) -> None:
        # Spawned, so that each starts with nothing of this process but the socket.
        context = multiprocessing.get_context("spawn")
        self._started = time.monotonic()
        self.open = context.Event()
        arguments = (self._run_worker, self._settings, self._listener, self.number, self.open)
        self.process = context.Process(target=_main, args=arguments, name=f"worker {self.number}")
        self.process.start()

    def restart(self) -> None:
        time.sleep(max(0.0, self._started + _RESTART_AFTER - time.monotonic()))
        self.start()

    def stop(self) -> None:
        if self.process.pid is not None and self.process.is_alive():
            os.kill(self.process.pid, signal.SIGTERM)

    def wait(self, until: float) -> None:
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _main(run_worker: RunWorker, settings: Settings, listener: socket.socket, number: int, open_: Event) -> None:
    """The main function of a worker's process, which ends with the supervisor."""
    set_up_logging(settings)
    if settings.boxes is not None:
        os.environ["LUDOTHEQUE_BOXES"] = str(settings.boxes)
    os.setpgid(0, 0)  # Ctrl-C is handled by the supervisor, which stops the workers
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    try:
        run_worker(settings, listener, number, open_.set)
    except OSError as error:
        sys.exit(f"ludotheque: {error}")


def _stop_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
