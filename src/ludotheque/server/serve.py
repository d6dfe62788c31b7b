"""Run the server until it is told to stop."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import uvicorn

from ludotheque.server import wire
from ludotheque.server.app import create_app
from ludotheque.server.house import Settings
from ludotheque.server.listening import TableProtocol
from ludotheque.server.storage.sqlite_file import connect, default_path

PORT: Final = 8000
_TRIES: Final = 20
_SWEEP: Final = 20_000, 10, 10
"""How many new objects are a reason to look for garbage, and so on; see :func:`gc.set_threshold`."""


class PortTaken(OSError):
    """Somebody else listens there; the sentence says which port to try."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    origins: Sequence[str] = (),
    bot_delay: float = 0.4,
    posts_per_minute: int = 60,
    frames_per_second: int = 40,
    lines_per_minute: int = 30,
    away: float = 30.0,
    push_contact: str | None = None,
    push_nearby: bool = False,
    push_delay: float = 5.0,
) -> None:
    """Serve tables, and print the address to open once they can be reached.

    Without a ``port`` it takes 8000, or the next one that is free; port 0 takes any. Raises :class:`PortTaken`, and
    :class:`~ludotheque.server.storage.sqlite_file.StorageTrouble` if ``data`` (a file) cannot be used.
    """
    data = data or default_path()
    connect(data).close()
    listener = listen(host, port)
    settings = Settings(
        data,
        origins=tuple(origins),
        bot_delay=bot_delay,
        posts_per_minute=posts_per_minute,
        frames_per_second=frames_per_second,
        lines_per_minute=lines_per_minute,
        away=away,
        push_contact=push_contact or _contact(origins),
        push_nearby=push_nearby,
        push_delay=push_delay,
    )
    config = uvicorn.Config(
        create_app(settings),
        ws=TableProtocol,
        # A little more than we take: a frame just over our limit is refused with a word, a huge one cut off.
        ws_max_size=2 * wire.FRAME_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        log_level=logging.WARNING,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how it is meant to end
        _Server(config, lambda: print(f"Ludothèque : {_address(host, listener)}", flush=True)).run(sockets=[listener])


def _contact(origins: Sequence[str]) -> str:
    """Where push services find us, if nobody says: where guests do."""
    return next((origin for origin in origins if origin.startswith("https://")), Settings.push_contact)


class _Server(uvicorn.Server):
    """Says where it is once it is there."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What stands by now stays, and a move leaves next to no cycles behind: looking for them after every few
        # hundred objects, as Python does unless told otherwise, would take an eighth of the time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_SWEEP)
        self._ready()


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first free one from 8000 on."""
    for number in range(PORT, PORT + _TRIES) if port is None else [port]:
        try:
            return _bind(host, number)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    if port is None:
        raise PortTaken(f"ports {PORT} to {PORT + _TRIES - 1} are all taken: choose another with --port")
    raise PortTaken(f"port {port} is taken: choose another, such as --port {port + 1}, or --port 0 for any")


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends at once (TCP_NODELAY) only on sockets that say they are TCP: without
    # it an answer made of two messages waits 40 ms for the network.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere this would share the port with whoever has it
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener


def _address(host: str, listener: socket.socket) -> str:
    """What to type into a browser."""
    name = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}/"
