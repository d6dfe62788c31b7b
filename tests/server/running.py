"""A real server in a process of its own, on a free port, with its own database."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path


class Running:
    """A server that can be stopped, killed and started again on the same port and database."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self._options = options
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> Running:
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(self._port), "--data", str(self.data)]
        generous = ["--bot-delay", "0", "--posts-per-minute", "100000", "--frames-per-second", "100000"]
        generous += ["--lines-per-minute", "100000"]
        self._process = subprocess.Popen([*command, *generous, *self._options], stdout=subprocess.PIPE, text=True)
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

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(how)
        code = self._process.wait(20)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code
