"""A server process under load, and what it uses: CPU time and memory, read from ``/proc``."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from uvicorn.loops.auto import auto_loop_factory

LIMITS: Final = (
    *("--posts-per-minute", "1000000", "--frames-per-second", "1000000", "--sockets-per-address", "1000000"),
    *("--log-level", "warning"),
)
"""Rate limits that no benchmark reaches."""

T = TypeVar("T")


class ServerProcess:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.port = int(re.findall(r"\d+", process.stdout.readline())[-1])
        self._process = process

    def cpu(self) -> float:
        """Seconds of CPU time it has used, without its bot processes."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> float:
        """Megabytes of resident memory."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def start_server(*options: str) -> Iterator[ServerProcess]:
    """Run a server on a free port with a database of its own and rate limits that are not reached."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-load-") as folder:
        data = str(Path(folder) / "ludotheque.db")
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--data", data, *LIMITS, *options]
        with start_process(command) as served:
            yield served


@contextmanager
def start_process(command: Sequence[str], **settings: str) -> Iterator[ServerProcess]:
    """Run a server that prints its port in its first line; ``settings`` are added to its environment."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings}) as process:
        try:
            yield ServerProcess(process)
        finally:
            process.terminate()
            process.wait(20)


def run_on_server_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the event loop that the server uses too, so that clients take little time."""
    factory: Any = auto_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
