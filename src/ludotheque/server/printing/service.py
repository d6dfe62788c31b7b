"""The printer: PDFs of boxes, made without blocking the event loop, one at a time."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from typing import Final, NamedTuple

from ludotheque.server.printing.worker import typeset
from ludotheque.server.runtime.work_process import WorkProcess

TIMEOUT: Final = 120.0
"""Seconds that a box may take: one on a fast machine, many on a small busy one."""
QUEUE_LIMIT: Final = 8
"""Requests that may wait for the process; more are refused."""
_CACHE_SIZE: Final = 8
"""PDFs that are kept, of one to four megabytes each."""

log = logging.getLogger(__name__)


class PrinterBusy(Exception):
    """Too many requests wait for the process."""


class NotPrinted(Exception):
    """A box could not be typeset: Typst is not installed, or it failed."""


class PrintedPdf(NamedTuple):
    """A PDF, and a hash of it."""

    data: bytes
    tag: str


class Printer:
    """The printer of one worker. A box stays the same while the server runs, so its PDF is made once."""

    def __init__(self) -> None:
        self._process: WorkProcess | None = None
        self._made: OrderedDict[tuple[str, str, str], PrintedPdf] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def print_box(self, game: str, lang: str, paper: str) -> PrintedPdf:
        """The PDF of a game's box; raises :class:`PrinterBusy` or :class:`NotPrinted`."""
        key = (game, lang, paper)
        if key not in self._made:
            if self._waiting >= QUEUE_LIMIT:
                raise PrinterBusy
            self._waiting += 1
            try:
                async with self._turn:
                    if key not in self._made:  # the request before this one may have been for the same
                        self._keep(key, await self._typeset(*key))
            finally:
                self._waiting -= 1
        self._made.move_to_end(key)
        return self._made[key]

    def _keep(self, key: tuple[str, str, str], data: bytes) -> None:
        self._made[key] = PrintedPdf(data, hashlib.blake2b(data, digest_size=12).hexdigest())
        while len(self._made) > _CACHE_SIZE:
            self._made.popitem(last=False)

    async def _typeset(self, game: str, lang: str, paper: str) -> bytes:
        if self._process is None or self._process.ended:
            self._process = WorkProcess()
        try:
            pdf: bytes = await self._process.run_for_game(game, TIMEOUT, typeset, game, lang, paper)
        except Exception as error:  # a player gets one sentence for all of them; the host reads the reason in the log
            log.exception("a box was not printed (%s)", game)
            raise NotPrinted from error
        return pdf

    async def close(self) -> None:
        """End the process."""
        if self._process is not None:
            await self._process.close()
