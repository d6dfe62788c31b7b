"""The example bot: it is short, and it plays a whole game of each kind against a bot of the server."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.client import Client
from ludotheque.engine import record
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "random_bot.py"


async def run(*words: str) -> str:
    """Run the example; what it prints."""
    ran = await asyncio.create_subprocess_exec(
        sys.executable, EXAMPLE, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, err = await asyncio.wait_for(ran.communicate(), 240)
    assert ran.returncode == 0, err.decode()
    return out.decode()


def test_example_is_under_forty_lines_long() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 40


@pytest.mark.parametrize("game", games.shelf())
async def test_example_plays_a_whole_game_against_bots(server: Running, game: str) -> None:
    told = await run(server.address, game)
    link = re.search(rf"{server.address}/t/(\w+)", told)
    assert link, told
    async with Client(server.address) as client:
        card = await client.table(link[1])
        played = await client.record(link[1])
    assert (card.over, card.game, card.public) == (True, game, True)
    best = games.find(game).coach
    others = len(card.seats) - 1
    assert [(seat.kind, seat.level) for seat in card.seats] == [("program", None), *[("bot", best)] * others]
    verdict = record.verify(games.find(game), played)
    assert verdict.sealed
    assert verdict.outcome is not None
    assert {move.seat for move in played.moves} >= set(range(len(card.seats))), "everybody has played"
    assert f"{verdict.moves} moves" in told


async def test_example_takes_a_seat_at_an_open_table(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(bot("random"), FRIEND, options={"army": "training"}))["id"]
    assert "moves" in await run(f"{server.address}/t/{table}")
    card = await anne.get(f"/api/tables/{table}")
    assert (card["over"], card["seats"][1]["kind"], card["seats"][1]["name"]) == (True, "program", "Au hasard")


async def test_example_reports_a_full_table(server: Running) -> None:
    table = (await Guest(server, "Anne").open(ME, bot("random")))["id"]
    with pytest.raises(AssertionError, match="TableFull: every seat at this table is taken"):
        await run(f"{server.address}/t/{table}")
