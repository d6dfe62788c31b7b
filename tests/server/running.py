"""A real server in a process of its own, on a free port, with its own database."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from pathlib import Path


class Running:
    """A server that can be stopped, killed and started again on the same port and database."""

    def __init__(self, data: Path, *options: str, log: Path | None = None) -> None:
        self.data = data
        self._log = log
        """The file its log goes to; None for our own standard error."""
        self._options = options
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> Running:
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(self._port), "--data", str(self.data)]
        generous = ["--bot-delay", "0", "--posts-per-minute", "100000", "--frames-per-second", "100000"]
        generous += ["--lines-per-minute", "100000", "--log-level", "warning"]
        with contextlib.ExitStack() as files:
            log = files.enter_context(self._log.open("ab")) if self._log else None
            words = [*command, *generous, *self._options]
            self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, "the server did not start"
        self.address = line.split()[-1].rstrip("/")
        self._port = int(self.address.rsplit(":", 1)[1])
        return self

    @property
    def socket_address(self) -> str:
        return self.address.replace("http://", "ws://")

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As Ctrl-C does."""
        return self._end(signal.SIGINT)

    def tell_to_stop(self) -> None:
        """As a service manager does, without waiting for it."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Until it has ended by itself."""
        assert self._process is not None
        code = self._process.wait(20)
        self._process = None
        return code

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(how)
        code = self._process.wait(20)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code
