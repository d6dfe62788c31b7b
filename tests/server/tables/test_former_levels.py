"""Former names of levels at the server: old tables go on, and new ones take the names of today."""

from __future__ import annotations

import msgspec

from ludotheque.server.bots.worker import choose_move
from ludotheque.server.tables.timers import bot_job
from tests.server.bots.test_pool import table_of
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running


def test_bot_of_an_old_table_plays_as_its_level_does_today() -> None:
    table = table_of("strategist")
    job = bot_job(table, 0, str(table.seats.bot_at(0)))
    assert job.level == "strategist", "the log is as it was"
    assert choose_move(job) == choose_move(job._replace(level="strong"))
    assert msgspec.json.decode(choose_move(job._replace(level="random"))) in msgspec.json.decode(job.legal)


async def test_table_opened_by_a_former_name_has_that_of_today(server: Running) -> None:
    anne = Guest(server, "Anne")
    card = await anne.open(ME, bot("strategist"))
    assert card["seats"][1]["level"] == "strong"
    table = (await anne.open(FRIEND, FRIEND))["id"]
    async with await anne.sit(table) as line:
        assert (await line.ask("fill", seat=1, level="sergeant"))["t"] == "ack"
        assert line.card["seats"][1]["level"] == "casual"


async def test_unknown_level_is_refused_with_the_levels_there_are(server: Running) -> None:
    refused = await Guest(server, "Anne").offer(ME, bot("hal"), status=400)
    assert "there are beginner, casual, strong" in refused["detail"]
