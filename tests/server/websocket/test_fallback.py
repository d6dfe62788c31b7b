"""The server starts with plain ASGI where our own framing cannot be imported, and the game goes on over it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, SETUP, Guest

WITHOUT_FRAMING = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "ludotheque.server.websocket.handshake":
            raise {error}("an attribute that another version of uvicorn does not have")

sys.meta_path.insert(0, Missing())
from ludotheque.cli.main import main

sys.exit(main(sys.argv[1:]))
"""


class FallbackServer:
    """A server process in which importing the handshake fails."""

    def __init__(self, folder: Path, error: str) -> None:
        self._log = folder / "log"
        command = [sys.executable, "-c", WITHOUT_FRAMING.format(error=error), "serve", "--port", "0"]
        command += ["--data", str(folder / "ludotheque.db"), "--bot-delay", "0", "--log-level", "warning"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, stdin=subprocess.DEVNULL, env=environment
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, self._log.read_text()
        self.address = line.split()[-1].rstrip("/")
        self.socket_address = self.address.replace("http", "ws", 1)

    def warnings(self) -> list[str]:
        return [line for line in self._log.read_text().splitlines() if " warning " in line]

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture(params=["ImportError", "AttributeError"])
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[FallbackServer]:
    running = FallbackServer(tmp_path, request.param)
    yield running
    running.stop()


async def test_server_without_framing_warns_once_and_plays_over_asgi(server: FallbackServer) -> None:
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")  # type: ignore[arg-type]
    table = (await anne.open(ME, FRIEND))["id"]
    await bruno.join(table)
    red, blue = await anne.sit(table), await bruno.sit(table)
    for connection in (red, blue):
        assert (await connection.play(*SETUP))["t"] == "ack"
    await red.until(lambda: red.to_move and red.now is not None and red.now["sight"]["turn"] == 0)
    assert red.now is not None
    assert (await red.play(red.now["legal"][0]))["t"] == "ack"
    await blue.until(lambda: blue.now is not None and blue.now["sight"]["turn"] == 1)
    warnings = server.warnings()
    assert len(warnings) == 1
    assert "plain ASGI" in warnings[0]
