"""Whether the server lives, and whether it can be sent guests: for proxies and whoever starts it anew."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Literal

import msgspec
from litestar import Litestar, Response, get
from litestar.datastructures import State

from ludotheque.server.house import House
from ludotheque.server.logs import tell
from ludotheque.server.storage import StorageTrouble

log = logging.getLogger(__name__)

WITHIN: Final = 2.0
"""Seconds in which the storage must answer."""
_ASK_AGAIN: Final = 1.0
"""Seconds for which what the storage said counts: asking is free for everybody, and must stay cheap for us."""


class Health(msgspec.Struct, frozen=True):
    """How the server does."""

    state: Literal["alive", "ready", "starting", "closing", "no_storage"]
    detail: str


ALIVE: Final = Health("alive", "the process runs")
READY: Final = Health("ready", "guests may come")
_STARTING: Final = Health("starting", "the register of tables is not made yet")
_CLOSING: Final = Health("closing", "the server was told to stop")
_NO_STORAGE: Final = Health("no_storage", "the storage does not answer")


class Doctor:
    """Looks whether guests may come; however many ask at once, the storage is asked once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asked_at = float("-inf")
        self._asked: asyncio.Future[bool] | None = None
        self._answered = True

    async def look(self) -> Health:
        """How the house does."""
        if not self._house.ready:
            return _STARTING
        now = asyncio.get_running_loop().time()
        if self._asked is None or (self._asked.done() and now - self._asked_at >= _ASK_AGAIN):
            self._asked_at = now
            self._asked = asyncio.ensure_future(self._storage_answers())
        return READY if await asyncio.shield(self._asked) else _NO_STORAGE

    async def _storage_answers(self) -> bool:
        try:
            async with asyncio.timeout(WITHIN):
                await self._house.storage.alive()
        except (StorageTrouble, TimeoutError):
            answers = False
        else:
            answers = True
        if answers != self._answered:
            self._answered = answers
            what = "the storage answers again" if answers else "the storage does not answer"
            tell(log, what, level=logging.INFO if answers else logging.ERROR)
        return answers


@get("/healthz", sync_to_thread=False)
def show_alive() -> Health:
    """Whether the process runs and answers."""
    return ALIVE


@get("/readyz")
async def show_ready(state: State) -> Response[Health]:
    """Whether guests may come: the storage answers, the lists are made, and nobody has told the server to stop."""
    doctor: Doctor | None = state.get("doctor")
    found = _CLOSING if state.get("closing") else _STARTING if doctor is None else await doctor.look()
    return Response(found, status_code=200 if found is READY else 503, headers={"Cache-Control": "no-store"})


def told_to_stop(app: Litestar) -> None:
    """From now on guests are to go elsewhere."""
    app.state.closing = True
