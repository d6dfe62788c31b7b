"""Digests: when they are sent, how often, and by which of several workers."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.protocol import http, messages
from ludotheque.protocol.notifications import AddChannel
from ludotheque.server.notifications import digest, texts
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Statement
from ludotheque.server.storage.notification_channels import Channel
from tests.server.client import Json
from tests.server.company import Company, Person, until
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_service import PushService
from tests.server.notifications.test_channels import mailbox, webhook

__all__ = ["mailbox", "webhook"]

DELAY, QUIET = 0.3, 1.2
_DAY = 24 * 3600


def settings(path: Path, mailbox: Mailbox | None = None, **more: Any) -> Settings:
    usual: Json = {
        "bot_processes": 1,
        "push_nearby": True,
        "push_delay": 0.0,
        "call_address": "https://games.example",
        "call_webhooks": True,
        "call_delay": DELAY,
        "call_quiet": QUIET,
    }
    if mailbox is not None:
        usual |= {"mail_server": mailbox.address, "mail_from": "games@games.example"}
    return Settings(path / "log.db", **{**usual, **more})


async def started(wanted: Settings) -> Services:
    services = await open_services(wanted)
    await services.start()
    return services


@pytest.fixture
async def services(tmp_path: Path, mailbox: Mailbox) -> AsyncIterator[Services]:
    services = await started(settings(tmp_path, mailbox))
    yield services
    await services.close()


async def add_webhook(services: Services, webhook: PushService, guest: str = "guest 0", **order: Any) -> Channel:
    """Add a webhook of a guest, without the hello."""
    address = f"{webhook.address}/{guest.replace(' ', '')}"
    channel = await services.channels.prepare(guest, AddChannel("hook", address, "fr", **order), now_ms())
    await services.channels.add(channel, now_ms())
    return channel


async def start_game(services: Services, first: str = "guest 0", other: str = "guest 1", **order: Any) -> Company:
    """A table with both armies deployed and both players connected; the first one is to move."""
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend")]
    card = await services.tables.open(http.OpenTable("stratego", "Anne", chairs, **order), "Anne", first)
    actor, table = await services.tables.find(card.id)
    await services.tables.join(actor.id, first, "Anne", "a")
    await services.tables.join(actor.id, other, "Bruno", "b")
    people = [Person(first), Person(other)]
    for person in people:
        actor.connect(person, table, 0)
    company = Company(actor, table, people, Person(None))
    while len(table.playing().asked()) == 2:
        for seat in (0, 1):
            await company.play(seat)
    while list(table.playing().asked()) != [0]:
        await company.play(table.playing().asked()[0])
    return company


async def bring_turn(company: Company, back: bool = False) -> None:
    """The first player plays and disconnects, the other plays: it is the first one's turn."""
    if back:
        company.come_back(0)
    await company.play(0)
    company.go_away(0)
    await company.play(1)
    assert list(company.table.playing().asked()) == [0]


async def received(webhook: PushService) -> Json:
    found: Json = json.loads((await webhook.next())[2])
    return found


async def due_times(services: Services) -> list[int | None]:
    return [at for (at,) in await services.storage.rows("SELECT due FROM way ORDER BY id")]


# --- when --------------------------------------------------------------------------------------------------------


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


async def test_player_who_comes_back_in_time_gets_nothing(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    company = await start_game(services)
    await bring_turn(company)
    await asyncio.sleep(DELAY / 3)
    company.come_back(0)
    company.go_away(0)  # they know
    assert await webhook.is_quiet(2 * DELAY)
    await bring_turn(company, back=True)
    assert len((await received(webhook))["turns"]) == 1


async def test_turn_that_is_over_is_not_reported(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    company = await start_game(services)
    await company.play(0)
    await company.play(1)
    assert await webhook.is_quiet(2 * DELAY), "connected players see it"
    await bring_turn(company)
    await company.play(0)  # as when the clock runs out
    assert await webhook.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT * FROM waiting") == []


async def test_player_who_leaves_on_their_turn_gets_nothing(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    company = await start_game(services)
    company.go_away(0)
    assert await webhook.is_quiet(2 * DELAY)


async def test_daily_channel_gets_one_digest_a_day(services: Services, webhook: PushService) -> None:
    channel = await add_webhook(services, webhook, daily=True)
    company = await start_game(services)
    await bring_turn(company)
    await received(webhook)
    await bring_turn(company, back=True)
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
        company = await start_game(services, clock=messages.DaysClock(1))
        await bring_turn(company)
        first = await received(webhook)
        assert (first["turns"][0]["last_hour"], first["text"]) == (
            False,
            "Stratego : à vous de jouer. Il vous reste 23 h.",
        )
        second = await received(webhook)
        assert second["turns"][0]["last_hour"]
        assert second["text"].startswith("Stratego : il ne vous reste que 23 h")
        assert await webhook.is_quiet(1)

        await bring_turn(company, back=True)
        company.come_back(0)
        company.go_away(0)
        third = await received(webhook)
        assert third["turns"][0]["last_hour"], "they knew, and may have forgotten"
    finally:
        await services.close()


async def test_short_clock_has_no_reminder(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    company = await start_game(services, clock=messages.LiveClock(600))
    await bring_turn(company)
    assert "Il vous reste 9 min" in (await received(webhook))["text"]
    assert [row[0] for row in await services.storage.rows("SELECT warn FROM waiting")] == [None]


async def test_channel_of_a_table_names_the_players_once(services: Services, webhook: PushService) -> None:
    company = await start_game(services)
    await add_webhook(services, webhook, table=company.table.id)
    await bring_turn(company)
    sent = await received(webhook)
    assert sent["turns"][0]["awaited"] == ["Anne"]
    assert sent["turns"][0]["link"] == f"https://games.example/t/{company.table.id}"
    assert await webhook.is_quiet(2 * DELAY)
    await company.play(0)  # as when the clock runs out
    company.go_away(1)
    company.come_back(0)
    company.go_away(0)
    assert await webhook.is_quiet(QUIET), "Bruno has left on his turn and knows"


# --- restarts and several workers --------------------------------------------------------------------------------


async def test_restart_neither_loses_nor_repeats_a_digest(tmp_path: Path, webhook: PushService) -> None:
    wanted = settings(tmp_path, call_delay=0.8)
    services = await started(wanted)
    await add_webhook(services, webhook)
    company = await start_game(services)
    await bring_turn(company)
    await until(lambda: not services.digest._tasks if services.digest else True)
    await services.close()
    assert webhook.taken.empty()

    services = await started(wanted)
    assert len((await received(webhook))["turns"]) == 1
    await services.close()
    services = await started(wanted)
    assert await webhook.is_quiet(1.5)
    await services.close()


async def test_closing_server_finishes_the_digest_that_it_sends(tmp_path: Path, webhook: PushService) -> None:
    services = await started(settings(tmp_path))
    await add_webhook(services, webhook)
    company = await start_game(services)
    webhook.delay = 0.5
    await bring_turn(company)
    await received(webhook)
    await services.close()
    services = await started(settings(tmp_path))
    assert await services.storage.rows("SELECT number, holder FROM way") == [(1, "")]
    assert await webhook.is_quiet(QUIET + DELAY)
    await services.close()


async def test_turn_that_a_stopped_server_did_not_record_is_reported_after_the_start(
    tmp_path: Path, webhook: PushService
) -> None:
    wanted = settings(tmp_path)
    services = await started(wanted)
    await add_webhook(services, webhook)
    company = await start_game(services)
    await bring_turn(company)
    await until(lambda: not services.digest._tasks if services.digest else True)
    # As if the server had been killed between the move and the record of the turn.
    await services.storage.write(Statement("DELETE FROM waiting", ()), Statement("UPDATE way SET due = NULL", ()))
    await services.close()
    services = await started(wanted)
    assert len((await received(webhook))["turns"]) == 1
    await services.close()


async def test_digest_that_may_have_been_sent_is_sent_again_with_its_id(
    tmp_path: Path, webhook: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed while the webhook has yet to answer."""
    monkeypatch.setattr(digest, "_LEASE", 1500)
    monkeypatch.setattr(digest, "_CLOSE_TIMEOUT", 0.1)
    wanted = settings(tmp_path)
    services = await started(wanted)
    await add_webhook(services, webhook)
    company = await start_game(services)
    webhook.silent = True
    await bring_turn(company)
    first = await received(webhook)
    await services.close()
    webhook.silent = False
    services = await started(wanted)
    assert await received(webhook) == first | {"turns": [first["turns"][0]]}
    assert await webhook.is_quiet(2)
    await services.close()


async def test_digest_is_sent_by_one_of_several_workers(tmp_path: Path, webhook: PushService) -> None:
    wanted = settings(tmp_path)
    workers = [await started(wanted) for _ in range(3)]
    for number in range(5):
        await add_webhook(workers[0], webhook, f"guest {number}")
    tables = [await start_game(workers[0], f"guest {number}", "guest 9") for number in range(5)]
    for company in tables:
        await bring_turn(company)
    paths = [(await webhook.next())[0] for _ in range(5)]
    assert sorted(paths) == [f"/guest{number}" for number in range(5)]
    assert await webhook.is_quiet(QUIET)
    for services in workers:
        await services.close()


# --- failures ----------------------------------------------------------------------------------------------------


async def test_failing_channel_is_tried_with_growing_delays_and_then_deleted(
    tmp_path: Path, webhook: PushService, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "MAX_FAILURES", 4)
    services = await started(settings(tmp_path, call_quiet=6.0))  # so that it begins with a tenth of a second
    await add_webhook(services, webhook)
    company = await start_game(services)
    webhook.answer = "503 Later"
    with caplog.at_level(logging.WARNING):
        await bring_turn(company)
        times = []
        for _ in range(4):
            await webhook.next()
            times.append(time.monotonic())
        waits = [later - sooner for sooner, later in itertools.pairwise(times)]
        assert waits[0] >= 0.2
        assert waits[1] >= 0.4
        assert waits[2] >= 0.8
        assert await webhook.is_quiet(2)
    assert await services.storage.rows("SELECT 1 FROM way") == []
    assert await services.storage.rows("SELECT 1 FROM waiting") == []
    logged = [record.getMessage() for record in caplog.records]
    assert "a webhook refused a notification: status 503" in logged
    assert "a notification channel (hook) is deleted after 4 failures" in logged
    assert not [line for line in logged if "guest0" in line or str(webhook.port) in line]
    await services.close()


async def test_failed_digest_is_sent_again(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    company = await start_game(services)
    webhook.answer = "500 Oh"
    await bring_turn(company)
    first = await received(webhook)
    webhook.answer = "204 No Content"
    assert await received(webhook) == first
    assert await webhook.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT failures, number FROM way") == [(0, 1)]


@pytest.mark.parametrize("answer", ["404 Not Found", "410 Gone"])
async def test_webhook_that_is_gone_is_deleted_at_once(services: Services, webhook: PushService, answer: str) -> None:
    await add_webhook(services, webhook)
    company = await start_game(services)
    webhook.answer = answer
    await bring_turn(company)
    await webhook.next()
    assert await webhook.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT 1 FROM way") == []


async def add_email(services: Services, mailbox: Mailbox, address: str = "anne@example.org") -> None:
    channel = await services.channels.prepare("guest 0", AddChannel("mail", address, "fr"), now_ms())
    await services.channels.add(channel, now_ms())
    assert services.digest is not None
    services.digest.wake()
    await mailbox.next()
    assert await services.channels.confirm(channel.id, services.signer.channel_code("confirm", channel.id))


async def test_refused_address_is_deleted_and_a_failing_mail_server_is_not_counted(
    tmp_path: Path, mailbox: Mailbox, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "MAX_FAILURES", 3)
    services = await started(settings(tmp_path, mailbox, call_quiet=1.0))
    await add_email(services, mailbox)
    company = await start_game(services)
    with caplog.at_level(logging.WARNING):
        mailbox.answer = "451 full"
        await bring_turn(company)
        await until(lambda: "the mail server refused an e-mail (451)" in caplog.text)
        mailbox.answer = "250 OK"
        assert "Stratego" in (await mailbox.next()).text

        mailbox._server.close()
        await bring_turn(company, back=True)
        await until(lambda: caplog.text.count("the mail server is unavailable (ConnectionRefusedError)") >= 4)
        assert await services.storage.rows("SELECT failures FROM way") == [(0,)]

        async with Mailbox() as other:
            other.recipient = "550 nobody"
            services.delivery._mail_server._port = other.port  # type: ignore[union-attr]
            await until(lambda: "a notification channel (mail) is deleted after 3 failures" in caplog.text)
    assert await services.storage.rows("SELECT 1 FROM way") == []
    assert not re.search(r"\banne\b|example", caplog.text)
    await services.close()


# --- cost and texts ----------------------------------------------------------------------------------------------


async def test_moves_of_connected_players_record_nothing(
    services: Services, webhook: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_webhook(services, webhook)
    company = await start_game(services)
    recorded: list[str] = []
    for name in ("add_turn", "add_known_turn", "mark_known"):
        monkeypatch.setattr(services.digest, name, lambda *_, name=name: recorded.append(name))
    for _ in range(20):
        await company.play(company.table.playing().asked()[0])
    assert recorded == []


async def test_server_without_email_and_webhooks_has_no_digests(tmp_path: Path) -> None:
    services = await started(Settings(tmp_path / "log.db", bot_processes=1))
    assert services.digest is None
    assert (services.delivery.email_enabled, services.delivery.webhooks_enabled) == (False, False)
    await services.close()


def test_durations_are_written_in_words() -> None:
    hour = 3600 * 1000
    assert texts.format_duration(50 * hour, "fr") == "2 j 2 h"
    assert texts.format_duration(5 * hour + 1, "en") == "5 h"
    assert texts.format_duration(hour - 1, "fr") == "59 min"
    assert texts.format_duration(0, "fr") == "1 min"


def test_most_urgent_turns_are_listed_and_the_others_counted() -> None:
    turns = [
        texts.listed_turn("fr", "stratego", f"https://games.example/{due}", due, 0, False, ())
        for due in range(9, 9 + 14)
    ]
    turns.append(texts.listed_turn("fr", "politico", "https://games.example/x", None, 0, False, ()))
    notification = texts.turn_notification("id", "fr", list(reversed(turns)))
    assert notification.text == "15 parties attendent votre coup"
    assert [turn.due for turn in notification.turns] == list(range(9, 9 + texts.MAX_TURNS))
    assert notification.more == 5
