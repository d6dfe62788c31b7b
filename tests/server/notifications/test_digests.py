"""Digests: which turns they report, when, and how often."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from ludotheque.protocol import messages
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Statement
from tests.server.notifications.digest_games import (
    DELAY,
    QUIET,
    add_webhook,
    bring_turn,
    due_times,
    received,
    settings,
    start_game,
    started,
)
from tests.server.notifications.push_service import PushService

_DAY = 24 * 3600


async def test_turns_are_gathered_until_the_quiet_time_is_over(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    tables = [await start_game(services) for _ in range(4)]
    start = time.monotonic()
    await bring_turn(tables[0])
    first = await received(webhook)
    assert time.monotonic() - start >= DELAY
    assert len(first["turns"]) == 1

    sent = time.monotonic()
    for table in tables[1:]:
        await bring_turn(table)
    second = await received(webhook)
    assert time.monotonic() - sent >= QUIET - 0.1
    assert len(second["turns"]) == 4, "all turns are listed"
    assert second["text"] == "4 parties attendent votre coup"
    assert len({turn["link"] for turn in second["turns"]}) == 4
    assert second["id"] == first["id"][:-1] + "2"
    assert await webhook.is_quiet(QUIET + DELAY), "what was sent is not sent again"
    assert await due_times(services) == [None]


async def test_player_who_returns_in_time_gets_no_digest(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    played = await start_game(services)
    await bring_turn(played)
    await asyncio.sleep(DELAY / 3)
    played.reconnect(0)
    played.disconnect(0)  # they know
    assert await webhook.is_quiet(2 * DELAY)
    await bring_turn(played, back=True)
    assert len((await received(webhook))["turns"]) == 1


async def test_turn_that_is_over_is_not_reported(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    played = await start_game(services)
    await played.play(0)
    await played.play(1)
    assert await webhook.is_quiet(2 * DELAY), "connected players see it"
    await bring_turn(played)
    await played.play(0)  # as when the clock runs out
    assert await webhook.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT * FROM waiting") == []


async def test_player_who_leaves_on_their_turn_gets_nothing(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    played = await start_game(services)
    played.disconnect(0)
    assert await webhook.is_quiet(2 * DELAY)


async def test_daily_channel_gets_one_digest_a_day(services: Services, webhook: PushService) -> None:
    channel = await add_webhook(services, webhook, daily=True)
    played = await start_game(services)
    await bring_turn(played)
    await received(webhook)
    await bring_turn(played, back=True)
    await asyncio.sleep(DELAY)
    [at] = await due_times(services)
    assert at is not None
    assert abs(at - now_ms() - _DAY * 1000) < 10_000
    yesterday = "UPDATE way SET sent = sent - $2, due = due - $2 WHERE id = $1"
    await services.storage.write(Statement(yesterday, (channel.id, _DAY * 1000)))
    assert len((await received(webhook))["turns"]) == 1


async def test_player_is_reminded_once_before_a_long_clock_runs_out(tmp_path: Path, webhook: PushService) -> None:
    """With a day for each move, and a reminder a second and a half after the clock has started."""
    services = await started(settings(tmp_path, call_warning=_DAY - 1.5, call_quiet=30.0))
    try:
        await add_webhook(services, webhook)
        played = await start_game(services, clock=messages.DaysClock(1))
        await bring_turn(played)
        first = await received(webhook)
        assert (first["turns"][0]["last_hour"], first["text"]) == (
            False,
            "Stratego : à vous de jouer. Il vous reste 23 h.",
        )
        second = await received(webhook)
        assert second["turns"][0]["last_hour"]
        assert second["text"].startswith("Stratego : il ne vous reste que 23 h")
        assert await webhook.is_quiet(1)

        await bring_turn(played, back=True)
        played.reconnect(0)
        played.disconnect(0)
        third = await received(webhook)
        assert third["turns"][0]["last_hour"], "they knew, and may have forgotten"
    finally:
        await services.close()


async def test_short_clock_has_no_reminder(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    played = await start_game(services, clock=messages.LiveClock(600))
    await bring_turn(played)
    assert "Il vous reste 9 min" in (await received(webhook))["text"]
    assert [row[0] for row in await services.storage.rows("SELECT warn FROM waiting")] == [None]


async def test_channel_of_a_table_names_the_players_once(services: Services, webhook: PushService) -> None:
    played = await start_game(services)
    await add_webhook(services, webhook, table=played.table.id)
    await bring_turn(played)
    sent = await received(webhook)
    assert sent["turns"][0]["awaited"] == ["Anne"]
    assert sent["turns"][0]["link"] == f"https://games.example/t/{played.table.id}"
    assert await webhook.is_quiet(2 * DELAY)
    await played.play(0)  # as when the clock runs out
    played.disconnect(1)
    played.reconnect(0)
    played.disconnect(0)
    assert await webhook.is_quiet(QUIET), "Bruno has left on his turn and knows"


async def test_moves_of_connected_players_record_nothing(
    services: Services, webhook: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_webhook(services, webhook)
    played = await start_game(services)
    recorded: list[str] = []
    for name in ("add_turn", "add_known_turn", "mark_known"):
        monkeypatch.setattr(services.digest, name, lambda *_, name=name: recorded.append(name))
    for _ in range(20):
        await played.play(played.table.playing().asked()[0])
    assert recorded == []


async def test_server_without_email_and_webhooks_has_no_digests(tmp_path: Path) -> None:
    services = await started(Settings(tmp_path / "log.db", bot_processes=1))
    assert services.digest is None
    assert (services.delivery.email_enabled, services.delivery.webhooks_enabled) == (False, False)
    await services.close()
