"""Fork server: a process that has imported all the code, and forks a server process on request.

A server spends most of its first second on imports, and the tests start hundreds. A forked process runs the same
command; tests of the start itself still start a new interpreter.
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
CAN_FORK = hasattr(os, "fork") and hasattr(os, "pidfd_open")
_MAX_MESSAGE = 1 << 20


class ForkedProcess:
    """A forked process, used like :class:`subprocess.Popen`."""

    def __init__(self, server: ForkServer, pid: int, stdout: int) -> None:
        self.pid = pid
        self.stdout = os.fdopen(stdout, encoding="utf-8")
        self._server = server
        self._handle = os.pidfd_open(pid)

    def send_signal(self, how: signal.Signals) -> None:
        signal.pidfd_send_signal(self._handle, how)

    def wait(self, timeout: float) -> int:
        """Wait until it has ended; its exit code."""
        if not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("ludotheque", timeout)
        os.close(self._handle)
        return self._server.exit_code(self.pid)


class ForkServer:
    """The client side of the fork server."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        with theirs:
            command = [
                sys.executable,
                "-c",
                f"from tests.server.fork_server import serve_forks; serve_forks({theirs.fileno()})",
            ]
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        atexit.register(self._close)

    def start(self, arguments: list[str], stderr: int) -> ForkedProcess:
        """Fork a process that runs ``ludotheque`` with these arguments, in this folder and environment."""
        reading, writing = os.pipe()
        try:
            pid = self._ask({"words": arguments, "cwd": str(Path.cwd()), "env": dict(os.environ)}, writing, stderr)
        finally:
            os.close(writing)
        return ForkedProcess(self, pid, reading)

    def exit_code(self, pid: int) -> int:
        """The exit code of a process."""
        return self._ask({"ended": pid})

    def _ask(self, order: dict[str, Any], *files: int) -> int:
        with self._lock:
            socket.send_fds(self._socket, [json.dumps(order).encode()], files)
            found: int = json.loads(self._socket.recv(_MAX_MESSAGE))
        return found

    def _close(self) -> None:
        self._socket.close()
        self._process.wait(PATIENCE)


@functools.cache
def fork_server() -> ForkServer:
    """The fork server of this test run, started when first needed."""
    return ForkServer()


def serve_forks(line: int) -> None:
    """Main function of the fork server: fork processes and report their exit codes, until the socket is closed."""
    import ludotheque.cli.main
    import ludotheque.server.run

    asked = socket.socket(fileno=line)
    while True:
        data, files, _, _ = socket.recv_fds(asked, _MAX_MESSAGE, 2)
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
    _replace_process_state(order, *files)
    sys.exit(ludotheque.cli.main.main(order["words"]))


def _replace_process_state(order: dict[str, Any], stdout: int, stderr: int) -> None:
    """Give a forked process its own files, folder, environment and random numbers."""
    for file, place in ((stdout, 1), (stderr, 2)):
        os.dup2(file, place)
        os.close(file)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    sys.argv = ["ludotheque", *order["words"]]
    random.seed()
