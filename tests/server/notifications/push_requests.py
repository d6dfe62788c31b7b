"""Push subscriptions over HTTP, and moves of a table with subscribers."""

from __future__ import annotations

import asyncio

from tests.server.client import Guest
from tests.server.notifications.push_service import Json
from tests.server.played_table import PlayedTable

PUSH_QUIET = 3.0
"""Seconds; much longer than the moves of a test take, even on a busy machine."""


async def subscribe(guest: Guest, subscription: Json, status: int = 204) -> Json:
    answer = await guest.http.post("/api/calls", json=subscription)
    assert answer.status_code == status, answer.text
    found: Json = answer.json() if answer.content else {}
    return found


async def play_moves(played: PlayedTable, moves: int) -> None:
    """Play some moves for all players, connected or not."""
    for _ in range(moves):
        if played.table.over:
            return
        await played.play(played.table.playing().asked()[0])
        await asyncio.sleep(0.01)
