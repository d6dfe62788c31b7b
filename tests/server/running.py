"""A real server in a process of its own, on a free port, with its own database."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from tests.patience import PATIENCE
from tests.server.fork_server import CAN_FORK, ForkedProcess, fork_server

USUAL: Final = 0.06
"""Seconds that the loop of :func:`slowness` takes on two quiet cores of ours, with some to spare."""


def within() -> float:
    """Seconds in which the tables of a dead worker go on: three, on a quiet machine as fast as ours."""
    return (3.0 if os.getloadavg()[0] < 3 * (os.cpu_count() or 1) else 15.0) * slow_down_factor()


def slow_down_factor() -> float:
    """How many times longer this machine takes over a plain loop than two quiet cores of ours; 1 at least."""
    begun = time.perf_counter()
    sum(number * number for number in range(500_000))
    return max(1.0, (time.perf_counter() - begun) / USUAL)


class Running:
    """A server that can be stopped, killed and started again on the same port and database."""

    def __init__(self, data: Path | str, *options: str, log: Path | None = None) -> None:
        self.data: Any = data
        """A file, or the address of a database."""
        self._log = log
        """The file its log goes to; None for our own standard error."""
        self._options = options
        self._port = 0
        self._process: subprocess.Popen[str] | ForkedProcess | None = None
        self.address = ""
        self.printed_address = ""
        """The address that it prints for browsers; ours has the number of the same machine, which is not looked up."""

    def start(self) -> Running:
        words = ["serve", "--port", str(self._port), "--data", str(self.data)]
        generous = ["--bot-delay", "0", "--reaction-time", "0", "--posts-per-minute", "100000"]
        generous += ["--frames-per-second", "100000", "--lines-per-minute", "100000", "--log-level", "warning"]
        generous += ["--answer-delay", "60"]
        with contextlib.ExitStack() as files:
            log = files.enter_context(self._log.open("ab")).fileno() if self._log else 2
            words += [*generous, *self._options]
            if CAN_FORK:
                self._process = fork_server().start(words, log)
            else:
                command = [sys.executable, "-m", "ludotheque", *words]
                self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, "the server did not start"
        self.printed_address = line.split()[-1].rstrip("/")
        self.address = self.printed_address.replace("localhost", "127.0.0.1")
        self._port = int(self.address.rsplit(":", 1)[1])
        return self

    @property
    def socket_address(self) -> str:
        return self.address.replace("http://", "ws://")

    @property
    def pid(self) -> int | None:
        """Its process, while it runs."""
        return None if self._process is None else self._process.pid

    def children(self) -> list[int]:
        """Its workers, where it has several."""
        assert self._process is not None
        pid = self._process.pid
        found = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def cpu(self) -> float:
        """Seconds of CPU time that it has used."""
        assert self._process is not None
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop the process, as Ctrl-C does."""
        return self._end(signal.SIGINT)

    def request_stop(self) -> None:
        """Request a stop, as a service manager does, without waiting for it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        assert self._process is not None
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code
