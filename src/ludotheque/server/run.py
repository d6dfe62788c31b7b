"""Running the server, with one worker or several, until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import platform
import socket
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Final, Literal, TypedDict

import uvicorn
from litestar import Litestar

from ludotheque import __version__, games
from ludotheque.protocol import messages
from ludotheque.server.app import create_app
from ludotheque.server.health import set_closing
from ludotheque.server.http.timeouts import timed_requests
from ludotheque.server.logging import log_event, set_up_logging
from ludotheque.server.metrics.prometheus import CannotServeMetrics, serve_metrics
from ludotheque.server.notifications.email import BadMailServer, MailServer
from ludotheque.server.runtime.listening_socket import ALL_NETWORKS, CannotListen, browser_address, listen
from ludotheque.server.runtime.local_network import describe_access, find_local_address
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.settings.sources import BUILT_IN, Configuration, plain
from ludotheque.server.storage.database import prepare_storage
from ludotheque.server.storage.sqlite_lock import hold_server_lock
from ludotheque.server.supervisor import run_workers
from ludotheque.server.websocket.heartbeat import INTERVAL

log = logging.getLogger(__name__)

_GC_THRESHOLDS: Final = 20_000, 10, 10
"""See :func:`gc.set_threshold`."""


def serve(configuration: Configuration) -> None:
    """Run the server, and print its address once it accepts requests.

    Raises :class:`CannotListen`, :class:`BadMailServer`, and :class:`~ludotheque.server.storage.StorageError` if the
    database cannot be used, or another server uses it.
    """
    settings = configuration.settings
    set_up_logging(settings)
    _check_delivery(settings)
    if settings.boxes is not None:
        os.environ["LUDOTHEQUE_BOXES"] = str(settings.boxes)  # read by the games, also in the bots' processes
        games.shelf()  # so that a mistake in one is reported now
    with hold_server_lock(settings.database):
        _serve(configuration)


def _serve(configuration: Configuration) -> None:
    settings = configuration.settings
    if settings.lan and configuration.sources["host"] != BUILT_IN:
        raise CannotListen("--lan listens on every network of this machine: leave --host out, or leave out --lan")
    prepare_storage(settings.database)
    host = ALL_NETWORKS if settings.lan else settings.host
    listener = listen(host, settings.port)
    given = [name for name, where in configuration.sources.items() if where != BUILT_IN]
    shown = {name: plain(name, getattr(settings, name)) for name in given}
    log_event(log, "starting", version=__version__, python=platform.python_version(), settings=shown)

    def ready() -> None:
        print(f"Ludothèque: {browser_address(host, listener)}", flush=True)
        if settings.lan:
            print(describe_access(find_local_address(), listener.getsockname()[1]), flush=True)

    if settings.workers > 1:
        run_workers(settings, listener, run_worker, ready)
    else:
        run_worker(settings, listener, 0, ready)


def run_worker(settings: Settings, listener: socket.socket, worker: int, ready: Callable[[], None]) -> None:
    """Run a worker in this process until it is stopped; ``worker`` is its number, from 0 on."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=timed_requests(settings.request_seconds),
        # Above the limit of the protocol: a frame just over that is answered with an error, a huge one cut off.
        ws_max_size=2 * messages.FRAME_BYTES,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        log_level=logging.WARNING,
        timeout_graceful_shutdown=5,
        server_header=False,
        forwarded_allow_ips=list(settings.proxies),
        **_websocket_options(worker),
    )
    with _metrics(settings, worker, app), contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is not an error
        _Server(config, app, settings.drain, ready).run(sockets=[listener])


class _WebSocketOptions(TypedDict):
    ws: type[asyncio.Protocol] | Literal["websockets-sansio"]
    ws_ping_interval: float | None


def _websocket_options(worker: int) -> _WebSocketOptions:
    """Our own framing; plain ASGI where another version of uvicorn or websockets lacks what the framing relies on."""
    try:  # not at the top: the import itself fails with another version
        from ludotheque.server.websocket.handshake import Handshake
    except (ImportError, AttributeError) as error:
        if worker == 0:
            found = {name: metadata.version(name) for name in ("uvicorn", "websockets")}
            log_event(log, "WebSockets use plain ASGI, which is slower", level=logging.WARNING, error=error, **found)
        return {"ws": "websockets-sansio", "ws_ping_interval": INTERVAL}
    return {"ws": Handshake, "ws_ping_interval": None}  # the framing has a heartbeat of its own


@contextlib.contextmanager
def _metrics(settings: Settings, worker: int, app: Litestar) -> Iterator[None]:
    """Serve metrics during the block, if there is a port for them."""
    if settings.metrics_port is None:
        yield
        return
    port = settings.metrics_port + worker
    try:
        with serve_metrics(settings.metrics_host, port, lambda: app.state.get("services")):
            yield
    except CannotServeMetrics as error:
        raise CannotListen(f"cannot serve metrics at {settings.metrics_host}, port {port}: {error}") from None


def _check_delivery(settings: Settings) -> None:
    """Check the settings of e-mail and webhooks; raises :class:`BadMailServer`."""
    if (settings.mail_server or settings.call_webhooks) and not settings.reached_at:
        raise BadMailServer(
            "e-mail and webhooks need the address of this server for links: --call-address https://games.example.org"
        )
    if settings.mail_server:
        MailServer(settings.mail_server, settings.mail_from)


class _Server(uvicorn.Server):
    """A server of uvicorn that reports when it is ready, and finishes open requests before it stops."""

    def __init__(self, config: uvicorn.Config, app: Litestar, drain: float, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._drain = drain
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # The objects of the start stay, and a move leaves almost no reference cycles behind: with Python's default
        # thresholds the garbage collector would take an eighth of the time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_GC_THRESHOLDS)
        log_event(log, "open")
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log_event(log, "closing")
        set_closing(self._app)
        until = time.monotonic() + self._drain
        while time.monotonic() < until and not self.force_exit:  # a second Ctrl-C does not wait
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)
        log_event(log, "closed")
