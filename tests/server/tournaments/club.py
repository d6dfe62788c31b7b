"""Helpers: a club with a tournament, and how its entrants play a round."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from tests.patience import PATIENCE
from tests.server.client import Guest
from tests.server.running import Running

Json = dict[str, Any]
NAMES = ["Anne", "Bruno", "Chloé", "Denis", "Élodie", "Fatou", "Gaspard", "Hélène", "Idriss", "Jeanne"]


async def new_tournament(server: Running, people: int, **plan: Any) -> tuple[list[Guest], str]:
    """Guests who have entered a tournament of a new club, the first of them its organiser; and its id."""
    guests = [Guest(server, name) for name in NAMES[:people]]
    club = await guests[0].post("/api/clubs", {"title": "Les Jeudis", "name": guests[0].name}, 201)
    order = {"title": "Jeudi soir", "games": [{"game": "stratego"}], "format": "swiss", **plan}
    tournament: str = (await guests[0].post(f"/api/clubs/{club['id']}/evenings", order, 201))["id"]
    for guest in guests:
        await guest.post(f"/api/evenings/{tournament}/join", {"name": guest.name, "listed": True})
    return guests, tournament


async def begin_round(organiser: Guest, tournament: str, number: int) -> Json:
    return await organiser.post(f"/api/evenings/{tournament}/rounds", {"round": number})


async def wait_until(
    guest: Guest, tournament: str, condition: Callable[[Json], bool], within: float = PATIENCE
) -> Json:
    """Wait until the card of a tournament fulfils a condition."""
    async with asyncio.timeout(within):
        while not condition(card := await guest.get(f"/api/evenings/{tournament}")):
            await asyncio.sleep(0.05)
    return card


def has_all_results(card: Json) -> bool:
    return all(board["places"] for round in card["rounds"] for board in round["boards"])


async def play_round(guests: Sequence[Guest], tournament: str) -> Json:
    """At every table without a result the later entrant resigns; the card once all results are recorded."""
    for guest in guests:  # a game begins when all have joined its table
        table = (await guest.get(f"/api/evenings/{tournament}"))["your_table"]
        if table is not None:
            await guest.join(table)
    for guest in reversed(guests):
        card = await guest.get(f"/api/evenings/{tournament}")
        table = card["your_table"]
        if table is None:
            continue
        board = next(board for board in card["rounds"][-1]["boards"] if board["table"] == table)
        if card["you"] == max(board["seats"]):
            async with await guest.sit(table) as connection:
                assert connection.now is not None, "the game has begun"
                assert (await connection.play({"do": "resign"}))["t"] == "ack"
    return await wait_until(guests[0], tournament, has_all_results)
