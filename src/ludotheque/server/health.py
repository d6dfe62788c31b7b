"""Health checks: whether the process is alive, and whether it is ready for requests, for proxies and supervisors."""

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

TIMEOUT: Final = 2.0
"""Seconds in which the storage must answer."""
_CHECK_EVERY: Final = 1.0
"""Seconds for which a result is reused: anybody may ask, so it must be cheap."""
_WRITE_EVERY: Final = 5.0
"""Seconds between two write checks."""


class Health(msgspec.Struct, frozen=True):
    """The health of the server."""

    state: Literal["alive", "ready", "starting", "closing", "no_storage", "not_writable"]
    detail: str


ALIVE: Final = Health("alive", "the process runs")
READY: Final = Health("ready", "the server accepts requests")
_STARTING: Final = Health("starting", "the table index is not up to date yet")
_CLOSING: Final = Health("closing", "the server is stopping")
_NO_STORAGE: Final = Health("no_storage", "the storage does not answer")
_NOT_WRITABLE: Final = Health("not_writable", "the storage cannot be written to; the log says why")


class HealthChecks:
    """Checks whether the server is ready; however many ask at once, the storage is checked once."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._checked_at = float("-inf")
        self._result: asyncio.Future[Health] | None = None
        self._written_at = float("-inf")
        self._errors = 0
        """Failures of the storage at the time of the last write check."""
        self._found = READY

    async def check(self) -> Health:
        """The health of the server now."""
        if not self._services.ready:
            return _STARTING
        now = asyncio.get_running_loop().time()
        if self._result is None or (self._result.done() and now - self._checked_at >= _CHECK_EVERY):
            self._checked_at = now
            self._result = asyncio.ensure_future(self._check_storage(now))
        return await asyncio.shield(self._result)

    async def _check_storage(self, now: float) -> Health:
        """Whether the storage answers and can be written to."""
        found, why = _NO_STORAGE, ""
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._services.storage.metadata.last_alive()
                found = _NOT_WRITABLE
                if self._should_write(now):
                    await self._services.storage.check_writable()
                    self._written_at, self._errors = now, counters.storage_errors
                found = READY
        except (StorageError, TimeoutError) as error:
            why = str(error)
        self._log_change(found, why)
        return found

    def _should_write(self, now: float) -> bool:
        """Whether it is time for a write check, which waits for the disk, or writing has failed since the last one."""
        failed = self._found is _NOT_WRITABLE or counters.storage_errors != self._errors
        return failed or now - self._written_at >= _WRITE_EVERY

    def _log_change(self, found: Health, why: str) -> None:
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
    """Whether the server is ready: the storage answers and is writable, the index is up to date, it is not stopping."""
    checks: HealthChecks | None = state.get("health_checks")
    found = _CLOSING if state.get("closing") else _STARTING if checks is None else await checks.check()
    return Response(found, status_code=200 if found is READY else 503, headers={"Cache-Control": "no-store"})


def set_closing(app: Litestar) -> None:
    """Report from now on that the server is not ready."""
    app.state.closing = True
