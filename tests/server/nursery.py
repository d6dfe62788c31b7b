"""Where the servers of the tests are born: a process that has read all the code, and splits a server off when asked.

A server spends most of its first second on reading its own code, and the tests start hundreds. What is split off runs
the very command; tests of how it starts, and of how it does not, still start it from nothing.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
POSSIBLE = hasattr(os, "fork") and hasattr(os, "pidfd_open")
_MOST = 1 << 20


class Born:
    """A process that was split off, used like :class:`subprocess.Popen`."""

    def __init__(self, nursery: Nursery, pid: int, stdout: int) -> None:
        self.pid = pid
        self.stdout = os.fdopen(stdout, encoding="utf-8")
        self._nursery = nursery
        self._handle = os.pidfd_open(pid)

    def send_signal(self, how: signal.Signals) -> None:
        signal.pidfd_send_signal(self._handle, how)

    def wait(self, timeout: float) -> int:
        """Until it has ended; its exit code."""
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("ludotheque", timeout)
        os.close(self._handle)
        return self._nursery.code(self.pid)


class Nursery:
    """The process that has read the code, seen from the tests."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._turn = threading.Lock()
        with theirs:
            command = [sys.executable, "-c", f"from tests.server.nursery import tend; tend({theirs.fileno()})"]
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        atexit.register(self._close)

    def born(self, words: list[str], stderr: int) -> Born:
        """A process that runs our command with these words, as if it had been started here and now."""
        reading, writing = os.pipe()
        try:
            pid = self._ask({"words": words, "cwd": str(Path.cwd()), "env": dict(os.environ)}, writing, stderr)
        finally:
            os.close(writing)
        return Born(self, pid, reading)

    def code(self, pid: int) -> int:
        """How a process ended."""
        return self._ask({"ended": pid})

    def _ask(self, order: dict[str, Any], *files: int) -> int:
        with self._turn:
            socket.send_fds(self._line, [json.dumps(order).encode()], files)
            found: int = json.loads(self._line.recv(_MOST))
        return found

    def _close(self) -> None:
        self._line.close()
        self._process.wait(PATIENCE)


@functools.cache
def nursery() -> Nursery:
    """The one of this run, started when it is first needed."""
    return Nursery()


def tend(line: int) -> None:
    """In the nursery: split processes off, and tell how they ended, until nobody is left to ask."""
    import ludotheque.cli.main
    import ludotheque.server.run

    asked = socket.socket(fileno=line)
    while True:
        data, files, _, _ = socket.recv_fds(asked, _MOST, 2)
        if not data:
            return
        order = json.loads(data)
        if "ended" in order:
            _, status = os.waitpid(order["ended"], 0)
            asked.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())
        elif pid := os.fork():
            asked.send(json.dumps(pid).encode())
            for file in files:
                os.close(file)
        else:
            break
    asked.close()
    _become(order, *files)
    sys.exit(ludotheque.cli.main.main(order["words"]))


def _become(order: dict[str, Any], stdout: int, stderr: int) -> None:
    """Be a process of one's own: nothing but the code is shared with the others."""
    for file, place in ((stdout, 1), (stderr, 2)):
        os.dup2(file, place)
        os.close(file)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    sys.argv = ["ludotheque", *order["words"]]
    random.seed()
