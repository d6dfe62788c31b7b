"""Whether the server lives, and whether it can be sent guests: for proxies and whoever starts it anew."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Literal

import msgspec
from litestar import Litestar, Response, get
from litestar.datastructures import State

from ludotheque.server.logging import log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage import StorageError

log = logging.getLogger(__name__)

WITHIN: Final = 2.0
"""Seconds in which the storage must answer."""
_ASK_AGAIN: Final = 1.0
"""Seconds for which what the storage said counts: asking is free for everybody, and must stay cheap for us."""
_WRITE_AGAIN: Final = 5.0
"""Seconds for which something written counts."""


class Health(msgspec.Struct, frozen=True):
    """How the server does."""

    state: Literal["alive", "ready", "starting", "closing", "no_storage", "not_writable"]
    detail: str


ALIVE: Final = Health("alive", "the process runs")
READY: Final = Health("ready", "guests may come")
_STARTING: Final = Health("starting", "the register of tables is not made yet")
_CLOSING: Final = Health("closing", "the server was told to stop")
_NO_STORAGE: Final = Health("no_storage", "the storage does not answer")
_NOT_WRITABLE: Final = Health("not_writable", "the storage cannot be written to; the log says why")


class HealthChecks:
    """Looks whether guests may come; however many ask at once, the storage is asked once."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._asked_at = float("-inf")
        self._asked: asyncio.Future[Health] | None = None
        self._wrote_at = float("-inf")
        self._errors = 0
        """Failures of the storage by the time something was last written."""
        self._found = READY

    async def look(self) -> Health:
        """How the house does."""
        if not self._services.ready:
            return _STARTING
        now = asyncio.get_running_loop().time()
        if self._asked is None or (self._asked.done() and now - self._asked_at >= _ASK_AGAIN):
            self._asked_at = now
            self._asked = asyncio.ensure_future(self._ask_storage(now))
        return await asyncio.shield(self._asked)

    async def _ask_storage(self, now: float) -> Health:
        """Whether the storage answers and can be written to."""
        found, why = _NO_STORAGE, ""
        try:
            async with asyncio.timeout(WITHIN):
                await self._services.storage.metadata.last_alive()
                found = _NOT_WRITABLE
                if self._should_write(now):
                    await self._services.storage.check_writable()
                    self._wrote_at, self._errors = now, counters.storage_errors
                found = READY
        except (StorageError, TimeoutError) as error:
            why = str(error)
        self._tell(found, why)
        return found

    def _should_write(self, now: float) -> bool:
        """Now and then, and whenever something could not be written since: a write waits for the disk."""
        failed = self._found is _NOT_WRITABLE or counters.storage_errors != self._errors
        return failed or now - self._wrote_at >= _WRITE_AGAIN

    def _tell(self, found: Health, why: str) -> None:
        if found is self._found:
            return
        self._found = found
        if found is READY:
            log_event(log, "the storage answers again")
        else:
            log_event(log, found.detail.partition(";")[0], level=logging.ERROR, why=why)


@get("/healthz", sync_to_thread=False)
def show_alive() -> Health:
    """Whether the process runs and answers."""
    return ALIVE


@get("/readyz")
async def show_ready(state: State) -> Response[Health]:
    """Whether guests may come: the storage answers and can be written to, the lists are made, and no stop was asked."""
    doctor: HealthChecks | None = state.get("doctor")
    found = _CLOSING if state.get("closing") else _STARTING if doctor is None else await doctor.look()
    return Response(found, status_code=200 if found is READY else 503, headers={"Cache-Control": "no-store"})


def told_to_stop(app: Litestar) -> None:
    """From now on guests are to go elsewhere."""
    app.state.closing = True
