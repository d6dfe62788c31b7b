"""A digest, not a message per move: when somebody is written to, how often, and by whom if several could."""

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
from ludotheque.protocol.notifications import AddWay
from ludotheque.server.notifications import digest, texts
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Statement
from ludotheque.server.storage.notifications import Channel
from tests.server.client import Json
from tests.server.company import Company, Person, until
from tests.server.mailbox import Mailbox
from tests.server.push_service import PushService
from tests.server.test_notification_channels import mailbox, salon

__all__ = ["mailbox", "salon"]

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


async def opened(wanted: Settings) -> Services:
    services = await open_services(wanted)
    await services.start()
    return services


@pytest.fixture
async def services(tmp_path: Path, mailbox: Mailbox) -> AsyncIterator[Services]:
    services = await opened(settings(tmp_path, mailbox))
    yield services
    await services.close()


async def hooked(services: Services, salon: PushService, guest: str = "guest 0", **wish: Any) -> Channel:
    """A guest who is called in a salon; the hello there has been heard."""
    address = f"{salon.address}/{guest.replace(' ', '')}"
    way = await services.channels.prepare(guest, AddWay("hook", address, "fr", **wish), now_ms())
    await services.channels.add(way, now_ms())
    return way


async def begun(services: Services, first: str = "guest 0", other: str = "guest 1", **order: Any) -> Company:
    """A table of two with both armies in place, both people connected, the first to move."""
    chairs = [http.Chair("me"), http.Chair("friend")]
    card = await services.tables.open(http.OpenTable("stratego", "Anne", chairs, **order), "Anne", first)
    room, table = await services.tables.find(card.id)
    await services.tables.join(room.id, first, "Anne", "a")
    await services.tables.join(room.id, other, "Bruno", "b")
    people = [Person(first), Person(other)]
    for person in people:
        room.connect(person, table, 0)
    company = Company(room, table, people, Person(None))
    while len(table.playing().asked()) == 2:
        for seat in (0, 1):
            await company.play(seat)
    while list(table.playing().asked()) != [0]:
        await company.play(table.playing().asked()[0])
    return company


async def turn_comes(company: Company, back: bool = False) -> None:
    """The first one plays and leaves, the other plays: it is the first one's turn, who is not there."""
    if back:
        company.come_back(0)
    await company.play(0)
    company.go_away(0)
    await company.play(1)
    assert list(company.table.playing().asked()) == [0]


async def heard(salon: PushService) -> Json:
    found: Json = json.loads((await salon.next())[2])
    return found


async def due(services: Services) -> list[int | None]:
    return [at for (at,) in await services.storage.rows("SELECT due FROM way ORDER BY id")]


# --- when --------------------------------------------------------------------------------------------------------


async def test_one_message_and_further_turns_are_gathered_until_the_quiet_time_is_over(
    services: Services, salon: PushService
) -> None:
    await hooked(services, salon)
    tables = [await begun(services) for _ in range(4)]
    start = time.monotonic()
    await turn_comes(tables[0])
    first = await heard(salon)
    assert time.monotonic() - start >= DELAY
    assert len(first["turns"]) == 1

    told = time.monotonic()
    for table in tables[1:]:
        await turn_comes(table)
    second = await heard(salon)
    assert time.monotonic() - told >= QUIET - 0.1
    assert len(second["turns"]) == 4, "everywhere they are awaited"
    assert second["text"] == "4 parties attendent votre coup"
    assert len({turn["link"] for turn in second["turns"]}) == 4
    assert second["id"] == first["id"][:-1] + "2"
    assert await salon.is_quiet(QUIET + DELAY), "what was told is not told again"
    assert await due(services) == [None]


async def test_nothing_is_sent_to_whoever_comes_back_in_time(services: Services, salon: PushService) -> None:
    await hooked(services, salon)
    company = await begun(services)
    await turn_comes(company)
    await asyncio.sleep(DELAY / 3)
    company.come_back(0)
    company.go_away(0)  # they know
    assert await salon.is_quiet(2 * DELAY)
    await turn_comes(company, back=True)
    assert len((await heard(salon))["turns"]) == 1


async def test_nobody_is_told_of_a_turn_that_is_over(services: Services, salon: PushService) -> None:
    """The one at the table whose turn is over; and the one who is there."""
    await hooked(services, salon)
    company = await begun(services)
    await company.play(0)
    await company.play(1)
    assert await salon.is_quiet(2 * DELAY), "whoever is at the table sees it"
    await turn_comes(company)
    await company.play(0)  # as the clock would have it played
    assert await salon.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT * FROM waiting") == []


async def test_whoever_leaves_on_their_turn_knows(services: Services, salon: PushService) -> None:
    await hooked(services, salon)
    company = await begun(services)
    company.go_away(0)
    assert await salon.is_quiet(2 * DELAY)


async def test_once_a_day_is_once_a_day(services: Services, salon: PushService) -> None:
    way = await hooked(services, salon, daily=True)
    company = await begun(services)
    await turn_comes(company)
    await heard(salon)
    await turn_comes(company, back=True)
    await asyncio.sleep(DELAY)
    [at] = await due(services)
    assert at is not None
    assert abs(at - now_ms() - _DAY * 1000) < 10_000
    yesterday = "UPDATE way SET sent = sent - $2, due = due - $2 WHERE id = $1"
    await services.storage.write(Statement(yesterday, (way.id, _DAY * 1000)))
    assert len((await heard(salon))["turns"]) == 1


async def test_a_clock_that_comes_to_its_last_hour_is_told_once_whatever_the_hour(
    tmp_path: Path, salon: PushService
) -> None:
    """With a day for each answer; a reminder is due a second and a half after it began, to be quicker than that."""
    services = await opened(settings(tmp_path, call_warning=_DAY - 1.5, call_quiet=30.0))
    try:
        await hooked(services, salon)
        company = await begun(services, clock=messages.DaysClock(1))
        await turn_comes(company)
        first = await heard(salon)
        assert (first["turns"][0]["last_hour"], first["text"]) == (
            False,
            "Stratego : à vous de jouer. Il vous reste 23 h.",
        )
        second = await heard(salon)
        assert second["turns"][0]["last_hour"]
        assert second["text"].startswith("Stratego : il ne vous reste que 23 h")
        assert await salon.is_quiet(1)

        await turn_comes(company, back=True)
        company.come_back(0)
        company.go_away(0)
        third = await heard(salon)
        assert third["turns"][0]["last_hour"], "they knew, but may have forgotten"
    finally:
        await services.close()


async def test_a_live_clock_reminds_nobody(services: Services, salon: PushService) -> None:
    await hooked(services, salon)
    company = await begun(services, clock=messages.LiveClock(600))
    await turn_comes(company)
    assert "Il vous reste 9 min" in (await heard(salon))["text"]
    assert [row[0] for row in await services.storage.rows("SELECT warn FROM waiting")] == [None]


async def test_the_salon_of_a_table_names_all_it_waits_for_once(services: Services, salon: PushService) -> None:
    company = await begun(services)
    await hooked(services, salon, table=company.table.id)
    await turn_comes(company)
    told = await heard(salon)
    assert told["turns"][0]["awaited"] == ["Anne"]
    assert told["turns"][0]["link"] == f"https://games.example/t/{company.table.id}"
    assert await salon.is_quiet(2 * DELAY)
    await company.play(0)  # by the clock
    company.go_away(1)
    company.come_back(0)
    company.go_away(0)
    assert await salon.is_quiet(QUIET), "Bruno has left on his turn: he knows"


# --- restarts and several workers --------------------------------------------------------------------------------


async def test_a_restart_neither_forgets_a_call_nor_repeats_it(tmp_path: Path, salon: PushService) -> None:
    wanted = settings(tmp_path, call_delay=0.8)
    services = await opened(wanted)
    await hooked(services, salon)
    company = await begun(services)
    await turn_comes(company)
    await until(lambda: not services.digest._tasks if services.digest else True)
    await services.close()
    assert salon.taken.empty()

    services = await opened(wanted)
    assert len((await heard(salon))["turns"]) == 1
    await services.close()
    services = await opened(wanted)
    assert await salon.is_quiet(1.5)
    await services.close()


async def test_whoever_was_asked_as_the_house_fell_over_is_called_when_it_stands_again(
    tmp_path: Path, salon: PushService
) -> None:
    wanted = settings(tmp_path)
    services = await opened(wanted)
    await hooked(services, salon)
    company = await begun(services)
    await turn_comes(company)
    await until(lambda: not services.digest._tasks if services.digest else True)
    # As if the power had gone between the move and the note.
    await services.storage.write(Statement("DELETE FROM waiting", ()), Statement("UPDATE way SET due = NULL", ()))
    await services.close()
    services = await opened(wanted)
    assert len((await heard(salon))["turns"]) == 1
    await services.close()


async def test_a_message_that_may_have_been_sent_is_sent_again_with_its_id(
    tmp_path: Path, salon: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off while the salon takes its time to answer; the next worker waits until that one's turn is over."""
    monkeypatch.setattr(digest, "_LEASE", 1500)
    monkeypatch.setattr(digest, "_CLOSE_TIMEOUT", 0.1)
    wanted = settings(tmp_path)
    services = await opened(wanted)
    await hooked(services, salon)
    company = await begun(services)
    salon.silent = True
    await turn_comes(company)
    first = await heard(salon)
    await services.close()
    salon.silent = False
    services = await opened(wanted)
    assert await heard(salon) == first | {"turns": [first["turns"][0]]}
    assert await salon.is_quiet(2)
    await services.close()


async def test_of_several_workers_one_sends(tmp_path: Path, salon: PushService) -> None:
    wanted = settings(tmp_path)
    service_module = [await opened(wanted) for _ in range(3)]
    for number in range(5):
        await hooked(service_module[0], salon, f"guest {number}")
    tables = [await begun(service_module[0], f"guest {number}", "guest 9") for number in range(5)]
    for company in tables:
        await turn_comes(company)
    told = [(await salon.next())[0] for _ in range(5)]
    assert sorted(told) == [f"/guest{number}" for number in range(5)]
    assert await salon.is_quiet(QUIET)
    for services in service_module:
        await services.close()


# --- failures ----------------------------------------------------------------------------------------------------


async def test_what_fails_is_tried_again_ever_later_and_then_given_up(
    tmp_path: Path, salon: PushService, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "MAX_FAILURES", 4)
    services = await opened(settings(tmp_path, call_quiet=6.0))  # so that it begins with a tenth of a second
    await hooked(services, salon)
    company = await begun(services)
    salon.answer = "503 Later"
    with caplog.at_level(logging.WARNING):
        await turn_comes(company)
        times = []
        for _ in range(4):
            await salon.next()
            times.append(time.monotonic())
        waits = [later - sooner for sooner, later in itertools.pairwise(times)]
        assert waits[0] >= 0.2
        assert waits[1] >= 0.4
        assert waits[2] >= 0.8
        assert await salon.is_quiet(2)
    assert await services.storage.rows("SELECT 1 FROM way") == []
    assert await services.storage.rows("SELECT 1 FROM waiting") == []
    told = [record.getMessage() for record in caplog.records]
    assert "a webhook refused a notification: status 503" in told
    assert "a notification channel (hook) is deleted after 4 failures" in told
    assert not [line for line in told if "guest0" in line or str(salon.port) in line]
    await services.close()


async def test_what_has_failed_is_not_lost(services: Services, salon: PushService) -> None:
    await hooked(services, salon)
    company = await begun(services)
    salon.answer = "500 Oh"
    await turn_comes(company)
    first = await heard(salon)
    salon.answer = "204 No Content"
    assert await heard(salon) == first
    assert await salon.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT failures, number FROM way") == [(0, 1)]


@pytest.mark.parametrize("answer", ["404 Not Found", "410 Gone"])
async def test_a_webhook_that_was_taken_down_is_forgotten_at_once(
    services: Services, salon: PushService, answer: str
) -> None:
    await hooked(services, salon)
    company = await begun(services)
    salon.answer = answer
    await turn_comes(company)
    await salon.next()
    assert await salon.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT 1 FROM way") == []


async def mailed(services: Services, mailbox: Mailbox, address: str = "anne@example.org") -> None:
    way = await services.channels.prepare("guest 0", AddWay("mail", address, "fr"), now_ms())
    await services.channels.add(way, now_ms())
    assert services.digest is not None
    services.digest.wake()
    await mailbox.next()
    assert await services.channels.confirm(way.id, services.signer.channel_code("confirm", way.id))


async def test_an_address_that_its_server_refuses_is_given_up_and_our_own_trouble_is_nobodys_fault(
    tmp_path: Path, mailbox: Mailbox, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "MAX_FAILURES", 3)
    services = await opened(settings(tmp_path, mailbox, call_quiet=1.0))
    await mailed(services, mailbox)
    company = await begun(services)
    with caplog.at_level(logging.WARNING):
        mailbox.answer = "451 full"
        await turn_comes(company)
        await until(lambda: "the mail server refused an e-mail (451)" in caplog.text)
        mailbox.answer = "250 OK"
        assert "Stratego" in (await mailbox.next()).text

        mailbox._server.close()
        await turn_comes(company, back=True)
        await until(lambda: caplog.text.count("the mail server is unavailable (ConnectionRefusedError)") >= 4)
        assert await services.storage.rows("SELECT failures FROM way") == [(0,)]

        async with Mailbox() as other:
            other.recipient = "550 nobody"
            services.delivery._mail_server._port = other.port  # type: ignore[union-attr]
            await until(lambda: "a notification channel (mail) is deleted after 3 failures" in caplog.text)
    assert await services.storage.rows("SELECT 1 FROM way") == []
    assert not re.search(r"\banne\b|example", caplog.text)
    await services.close()


# --- at no cost --------------------------------------------------------------------------------------------------


async def test_moves_of_those_who_are_there_cost_nothing(
    services: Services, salon: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hooked(services, salon)
    company = await begun(services)
    asked: list[str] = []
    for name in ("add_turn", "add_known_turn", "mark_known"):
        monkeypatch.setattr(services.digest, name, lambda *_, name=name: asked.append(name))
    for _ in range(20):
        await company.play(company.table.playing().asked()[0])
    assert asked == []


async def test_a_house_without_e_mail_and_webhooks_notes_nothing_down(tmp_path: Path) -> None:
    services = await opened(Settings(tmp_path / "log.db", bot_processes=1))
    assert services.digest is None
    assert (services.delivery.email_enabled, services.delivery.webhooks_enabled) == (False, False)
    await services.close()


def test_time_is_told_as_one_says_it() -> None:
    hour = 3600 * 1000
    assert texts.format_duration(50 * hour, "fr") == "2 j 2 h"
    assert texts.format_duration(5 * hour + 1, "en") == "5 h"
    assert texts.format_duration(hour - 1, "fr") == "59 min"
    assert texts.format_duration(0, "fr") == "1 min"


def test_many_tables_are_told_of_by_the_most_urgent() -> None:
    turns = [
        texts.listed_turn("fr", "stratego", f"https://games.example/{due}", due, 0, False, ())
        for due in range(9, 9 + 14)
    ]
    turns.append(texts.listed_turn("fr", "politico", "https://games.example/x", None, 0, False, ()))
    note = texts.turn_notification("id", "fr", list(reversed(turns)))
    assert note.text == "15 parties attendent votre coup"
    assert [turn.due for turn in note.turns] == list(range(9, 9 + texts.MAX_TURNS))
    assert note.more == 5
