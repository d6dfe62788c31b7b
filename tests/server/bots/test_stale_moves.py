"""Bots whose move comes too late, because the table has changed while they chose it."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
from typing import Any

import msgspec
import pytest

from ludotheque.server.runtime.services import Services
from tests.server.played_table import Json, PlayedTable, open_played_table, wait_until
from tests.server.tables.test_votes import carry


class SlowBots:
    """Bots that say what the test lets them say, when it lets them."""

    thinking = 1.0

    def __init__(self) -> None:
        self.thoughts: list[asyncio.Future[bytes]] = []

    async def choose(self, job: object) -> bytes:
        self.thoughts.append(asyncio.get_running_loop().create_future())
        return await self.thoughts[-1]

    def stop_thinking(self, table: str) -> None:
        """Nothing to stop: they answer when the test lets them."""

    def say(self, move: Json) -> None:
        self.thoughts[-1].set_result(json.dumps(move).encode())


@pytest.fixture
def slow_bots(parlour: Services) -> SlowBots:
    bots: Any = SlowBots()
    parlour.tables._context = dataclasses.replace(parlour.tables._context, bots=bots)
    found: SlowBots = bots
    return found


async def negotiating(services: Services) -> PlayedTable:
    """A table that has come to its negotiation, with a bot in Chloé's place that thinks about what to say."""
    played = await open_played_table(services)
    match = played.table.playing()
    while type(match.state.stack.top).__name__ != "Negotiation":
        assert (await played.play(match.asked()[0]))["t"] == "ack"
    played.disconnect(2)
    await carry(played, "remove", seat=2)
    return played


def moves_of(played: PlayedTable, seat: int) -> list[Json]:
    """What a seat has played."""
    record = played.table.playing().record
    return [msgspec.json.decode(line.move) for line in record.moves if line.seat == seat]


async def test_bot_chooses_again_after_the_table_has_changed(
    parlour: Services, slow_bots: SlowBots, caplog: pytest.LogCaptureFixture
) -> None:
    """There is room for four proposals. The bot was about to make one when people made four: it has nothing wrong."""
    played = await negotiating(parlour)
    await wait_until(lambda: len(slow_bots.thoughts) == 1)
    before = moves_of(played, 2)
    for seat, partner in ((0, 1), (1, 0), (0, 1), (1, 0)):
        assert (await played.play(seat, {"do": "propose", "partner": partner}))["t"] == "ack"
    length = played.table.length
    with caplog.at_level(logging.ERROR):
        slow_bots.say({"do": "propose", "partner": 0})
        await wait_until(lambda: len(slow_bots.thoughts) == 2)
    assert played.table.length == length
    assert moves_of(played, 2) == before, "nothing was played for it"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    slow_bots.say({"do": "close"})
    await wait_until(lambda: moves_of(played, 2) == [*before, {"do": "close"}])


async def test_default_move_is_played_for_a_bot_with_an_illegal_move(
    parlour: Services, slow_bots: SlowBots, caplog: pytest.LogCaptureFixture
) -> None:
    played = await negotiating(parlour)
    await wait_until(lambda: len(slow_bots.thoughts) == 1)
    before = moves_of(played, 2)
    with caplog.at_level(logging.ERROR):
        slow_bots.say({"do": "agree", "number": 9})
        await wait_until(lambda: len(moves_of(played, 2)) > len(before))
    assert moves_of(played, 2) == [*before, {"do": "close"}]
    assert "a bot's move was refused" in caplog.text


async def test_move_of_a_bot_whose_seat_was_taken_back_is_dropped(parlour: Services, slow_bots: SlowBots) -> None:
    played = await negotiating(parlour)
    await wait_until(lambda: len(slow_bots.thoughts) == 1)
    before = moves_of(played, 2)
    chloe = played.reconnect(2)
    assert (await played.send(chloe, {"t": "back"}))["t"] == "ack"
    slow_bots.say({"do": "close"})
    await wait_until(lambda: 2 not in played.actor.timers.thinking)
    assert moves_of(played, 2) == before
    assert len(slow_bots.thoughts) == 1
    assert (await played.play(2, {"do": "propose", "partner": 0}))["t"] == "ack"


async def test_move_of_a_bot_after_the_end_is_dropped(
    parlour: Services, slow_bots: SlowBots, caplog: pytest.LogCaptureFixture
) -> None:
    played = await negotiating(parlour)
    await wait_until(lambda: len(slow_bots.thoughts) == 1)
    before = moves_of(played, 2)
    assert (await played.play(1, {"do": "leave"}))["t"] == "ack"
    with caplog.at_level(logging.ERROR):
        slow_bots.say({"do": "close"})
        await wait_until(lambda: 2 not in played.actor.timers.thinking)
    assert played.table.over
    assert moves_of(played, 2) == before
    assert not caplog.records
