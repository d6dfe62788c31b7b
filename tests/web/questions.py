"""Answers to questions of a game that another player may settle first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Protocol, TypeVar

T = TypeVar("T")


class AskingPage(Protocol):
    """The page of a game that asks its player questions."""

    async def asked(self) -> str:
        """Wait until we are asked something; what it is."""
        ...


async def answer_unless_gone(mat: AskingPage, question: str, answer: Awaitable[None]) -> None:
    """Answer a question, or wait until it is gone: another player may have settled it."""

    async def gone() -> None:
        while await mat.asked() == question:
            await asyncio.sleep(0.1)

    (await first_of(asyncio.ensure_future(answer), asyncio.ensure_future(gone()))).result()


async def first_of(*tasks: asyncio.Future[T]) -> asyncio.Future[T]:
    """The first task that is done; the others are cancelled."""
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return done.pop()
