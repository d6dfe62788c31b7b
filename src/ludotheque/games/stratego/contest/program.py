"""An outside program that exchanges lines with us over pipes, with timeouts."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

LONGEST: Final = 4096
"""The longest answer in bytes."""


class ProgramFailed(Exception):
    """A program that has exited, does not read or does not answer; the message says which."""


class Program:
    """A program and its two pipes. It runs until it is closed; its standard error is ours."""

    def __init__(self, command: str) -> None:
        try:
            # In a session of its own, so that all processes it starts can be ended with it.
            self._process = subprocess.Popen(
                shlex.split(command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramFailed(f"it cannot be started ({error.strerror})") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        # A program that never reads must not block us once the pipe is full.
        os.set_blocking(self._stdin.fileno(), False)
        self._heard = b""

    def write_lines(self, lines: Sequence[str]) -> None:
        """Write lines to it. If it has exited, what it wrote before is still to be read; after that, reading fails."""
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            written = self._stdin.write(data)
        except BrokenPipeError:
            return
        except OSError as error:
            raise ProgramFailed(f"its input cannot be written ({error.strerror})") from None
        if written != len(data):
            raise ProgramFailed("it does not read its input")

    def read_line(self, timeout: float) -> str:
        """The next line it writes, within so many seconds."""
        deadline = time.monotonic() + timeout
        while b"\n" not in self._heard:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._stdout], [], [], left)[0]:
                raise ProgramFailed(f"no answer within {timeout:g} s")
            data = os.read(self._stdout.fileno(), LONGEST)
            if not data:
                raise ProgramFailed("it has exited")
            self._heard += data
            if len(self._heard) > LONGEST and b"\n" not in self._heard:
                raise ProgramFailed("its answer is too long")
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace").rstrip()

    def close(self, grace: float = 0.0) -> None:
        """End it: close its input, and kill it if it does not exit within ``grace`` seconds."""
        self._stdin.close()
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._stdout.close()
