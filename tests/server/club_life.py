"""A club for the tests: its organiser, its members, and how they get through a round."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from tests.patience import PATIENCE
from tests.server.client import Guest
from tests.server.running import Running

Json = dict[str, Any]
NAMES = ["Anne", "Bruno", "Chloé", "Denis", "Élodie", "Fatou", "Gaspard", "Hélène", "Idriss", "Jeanne"]


async def gathered(server: Running, people: int, **plan: Any) -> tuple[list[Guest], str]:
    """Some people who have joined an evening of a club; the first of them is its organiser."""
    guests = [Guest(server, name) for name in NAMES[:people]]
    club = await guests[0].post("/api/clubs", {"title": "Les Jeudis", "name": guests[0].name}, 201)
    order = {"title": "Jeudi soir", "games": [{"game": "stratego"}], "format": "swiss", **plan}
    evening: str = (await guests[0].post(f"/api/clubs/{club['id']}/evenings", order, 201))["id"]
    for guest in guests:
        await guest.post(f"/api/evenings/{evening}/join", {"name": guest.name, "listed": True})
    return guests, evening


async def begin(organiser: Guest, evening: str, number: int) -> Json:
    return await organiser.post(f"/api/evenings/{evening}/rounds", {"round": number})


async def until(guest: Guest, evening: str, true: Callable[[Json], bool], within: float = PATIENCE) -> Json:
    """Look at the wall until something is so."""
    async with asyncio.timeout(within):
        while not true(card := await guest.get(f"/api/evenings/{evening}")):
            await asyncio.sleep(0.05)
    return card


def complete(card: Json) -> bool:
    return all(board["places"] for round in card["rounds"] for board in round["boards"])


async def play_out(guests: Sequence[Guest], evening: str) -> Json:
    """At every table that is left the one who joined later gives up; the wall once all results are on it."""
    for guest in guests:  # everybody comes to their table: only then the game begins
        table = (await guest.get(f"/api/evenings/{evening}"))["your_table"]
        if table is not None:
            await guest.join(table)
    for guest in reversed(guests):
        card = await guest.get(f"/api/evenings/{evening}")
        table = card["your_table"]
        if table is None:
            continue
        board = next(board for board in card["rounds"][-1]["boards"] if board["table"] == table)
        if card["you"] == max(board["seats"]):
            async with await guest.sit(table) as line:
                assert line.now is not None, "the game has begun: everybody has come"
                assert (await line.play({"do": "resign"}))["t"] == "ack"
    return await until(guests[0], evening, complete)
