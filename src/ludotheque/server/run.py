"""Run the server until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import platform
import socket
import time
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from litestar import Litestar

from ludotheque import __version__, games
from ludotheque.protocol import messages
from ludotheque.server.app import create_app
from ludotheque.server.health import told_to_stop
from ludotheque.server.http.timeouts import timed_requests
from ludotheque.server.logging import log_event, set_up_logging
from ludotheque.server.notifications.email import BadMailServer, MailServer
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.settings.sources import BUILT_IN, Configuration, plain
from ludotheque.server.storage.database import prepare_storage
from ludotheque.server.storage.sqlite_lock import hold_server_lock
from ludotheque.server.websocket.handshake import Handshake

log = logging.getLogger(__name__)

PORT: Final = 8000
_TRIES: Final = 20
_SWEEP: Final = 20_000, 10, 10
"""How many new objects are a reason to look for garbage, and so on; see :func:`gc.set_threshold`."""


class CannotListen(OSError):
    """There is no listening at that address; the sentence says why."""


class PortTaken(CannotListen):
    """Somebody else listens there; the sentence says which port to try."""


def serve(configuration: Configuration) -> None:
    """Serve tables, and print the address to open once they can be reached.

    Raises :class:`CannotListen`, :class:`BadMailServer`, and :class:`~ludotheque.server.storage.StorageTrouble` if the
    database cannot be used, or another server uses it.
    """
    settings = configuration.settings
    set_up_logging(settings)
    _can_write(settings)
    if settings.boxes is not None:
        os.environ["LUDOTHEQUE_BOXES"] = str(settings.boxes)  # where games look for them, the bots' processes too
        games.shelf()  # a mistake in one is said now, not to the first guest
    with hold_server_lock(settings.database):
        _serve(configuration)


def _serve(configuration: Configuration) -> None:
    settings = configuration.settings
    prepare_storage(settings.database)
    listener = listen(settings.host, settings.port)
    given = [name for name, where in configuration.sources.items() if where != BUILT_IN]
    shown = {name: plain(name, getattr(settings, name)) for name in given}
    log_event(log, "starting", version=__version__, python=platform.python_version(), settings=shown)

    def ready() -> None:
        print(f"Ludothèque : {_address(settings.host, listener)}", flush=True)

    if settings.workers > 1:
        from ludotheque.server.supervisor import run_workers

        run_workers(settings, listener, ready)
    else:
        run(settings, listener, 0, ready)


def run(settings: Settings, listener: socket.socket, worker: int, ready: Callable[[], None]) -> None:
    """Be a worker, until told to stop: the first is number 0."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=timed_requests(settings.request_seconds),
        ws=Handshake,
        # A little more than we take: a frame just over our limit is refused with a word, a huge one cut off.
        ws_max_size=2 * messages.FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # open lines are asked by ourselves
        access_log=False,
        log_config=None,
        log_level=logging.WARNING,
        timeout_graceful_shutdown=5,
        server_header=False,
        forwarded_allow_ips=list(settings.proxies),
    )
    with _figures(settings, worker, app), contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how it is meant to end
        _Server(config, app, settings.drain, ready).run(sockets=[listener])


@contextlib.contextmanager
def _figures(settings: Settings, worker: int, app: Litestar) -> Iterator[None]:
    """Tell Prometheus meanwhile how the house does, if it is to be told."""
    if settings.metrics_port is None:
        yield
        return
    from ludotheque.server.metrics.prometheus import NoMetrics, told_at

    port = settings.metrics_port + worker
    try:
        with told_at(settings.metrics_host, port, lambda: app.state.get("services")):
            yield
    except NoMetrics as error:
        raise CannotListen(f"figures cannot be told at {settings.metrics_host}, port {port}: {error}") from None


def _can_write(settings: Settings) -> None:
    """Look whether e-mail and webhooks are set up so that they can be; raises :class:`BadMailServer`."""
    if (settings.mail_server or settings.call_webhooks) and not settings.reached_at:
        raise BadMailServer("say where guests reach this house, for links: --call-address https://games.example.org")
    if settings.mail_server:
        MailServer(settings.mail_server, settings.mail_from)


class _Server(uvicorn.Server):
    """Says where it is once it is there, and when it goes."""

    def __init__(self, config: uvicorn.Config, app: Litestar, drain: float, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._drain = drain
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What stands by now stays, and a move leaves next to no cycles behind: looking for them after every few
        # hundred objects, as Python does unless told otherwise, would take an eighth of the time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_SWEEP)
        log_event(log, "open")
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log_event(log, "closing")
        told_to_stop(self._app)
        until = time.monotonic() + self._drain
        while time.monotonic() < until and not self.force_exit:  # a second Ctrl-C does not wait
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)
        log_event(log, "closed")


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first free one from 8000 on."""
    for number in range(PORT, PORT + _TRIES) if port is None else [port]:
        try:
            return _bind(host, number)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise CannotListen(
                    f"there is no listening at {host} ({error.strerror}): choose another --host"
                ) from None
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
