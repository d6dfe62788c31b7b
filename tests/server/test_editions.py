"""Tables that were played by another edition of the rules: kept and listed, not shown, and in nobody's way."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import AsyncTestClient

from ludotheque.engine import record
from ludotheque.games import find
from ludotheque.protocol import http
from ludotheque.protocol.close_codes import EARLIER
from ludotheque.protocol.messages import LiveClock, Play, Say
from ludotheque.server.app import create_app
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Statement
from ludotheque.server.storage.schema import EDITIONS, STALE
from ludotheque.server.tables.errors import OtherRulesEdition
from ludotheque.server.tables.export import exported
from ludotheque.server.tournaments.ratings import rebuild_ratings
from tests.server.client import Line, deployed
from tests.server.company import Person
from tests.server.running import Running

CHAIRS = [http.Chair("me"), http.Chair("friend")]


async def opened(services: Services, guests: list[str], **order: Any) -> str:
    card = await services.tables.open(
        http.OpenTable("stratego", "Anne", CHAIRS, public=True, **order), "Anne", guests[0]
    )
    room, table = await services.tables.find(card.id)
    await services.tables.join(room.id, guests[0], "Anne", "a")
    await services.tables.join(room.id, guests[1], "Bruno", "b")
    person = Person(guests[0])
    room.connect(person, table, 0)
    await room.handle(person, Say("s", "bonjour"))
    room.disconnect(person)
    return card.id


async def resigned(services: Services, table: str, guest: str) -> None:
    room, found = await services.tables.find(table)
    person = Person(guest)
    room.connect(person, found, 0)
    answer = await room.handle(person, Play("r", 0, [msgspec.Raw(b'{"do":"resign"}')]))
    assert type(answer).__name__ == "Ack", answer
    room.disconnect(person)


class Past:
    """A database that was written by the edition before: a game that is over, and one that is not."""

    def __init__(self, path: Path) -> None:
        self.settings = Settings(path, bot_delay=0, bot_processes=1, away=0, posts_per_minute=1000)
        keys: list[tuple[str, str]] = []
        self.keys = keys
        self.over = self.playing = ""

    async def write(self) -> None:
        services = await open_services(self.settings)
        await services.start()
        self.keys += [services.signer.new_guest_cookie() for _ in range(2)]
        guests = [guest for _, guest in self.keys]
        self.over = await opened(services, guests)
        await resigned(services, self.over, guests[0])
        self.playing = await opened(services, guests, clock=LiveClock(600, 0))
        for _ in range(200):
            if await services.storage.rows("SELECT 1 FROM rated"):
                break
            await asyncio.sleep(0.02)
        await services.close()


@pytest.fixture
async def past(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Past:
    found = Past(tmp_path / "house.db")
    await found.write()
    monkeypatch.setattr(type(find("stratego").rules), "version", 2)
    return found


@pytest.fixture
async def services(past: Past) -> AsyncIterator[Services]:
    services = await open_services(past.settings)
    await services.start()
    yield services
    await services.close()


async def test_they_are_listed_as_they_stand(past: Past, services: Services) -> None:
    mine = await services.storage.tables_of(past.keys[0][1], 0)
    assert [(line.id, line.state, line.your_turn, line.due) for line in mine.tables] == [
        (past.playing, "earlier", False, None),
        (past.over, "over", False, None),
    ]
    assert [seat.name for seat in mine.tables[1].seats] == ["Anne", "Bruno"]
    assert (await services.storage.lobby(None, 0, 0)).tables == []
    assert await services.storage.tables_with_clocks() == []


async def test_opening_one_says_so_and_its_record_can_be_downloaded(past: Past) -> None:
    async with AsyncTestClient(create_app(past.settings)) as client:
        client.cookies.set("ludotheque_guest", past.keys[0][0])
        for table, code in ((past.over, "earlier_edition"), (past.playing, "earlier_unfinished")):
            answer = await client.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (410, code)
            joined = await client.post(f"/api/tables/{table}/join", json={"name": "Chloé", "nonce": "c"})
            assert (joined.status_code, joined.json()["code"]) == (410, code)
        replay = await client.get(f"/api/tables/{past.over}/replay")
        assert (replay.status_code, replay.json()["code"]) == (410, "earlier_edition")
        branch = {"name": "Anne", "move": 0, "seat": 0}
        assert (await client.post(f"/api/tables/{past.over}/branch", json=branch)).status_code == 410
        stored = await client.get(f"/api/tables/{past.over}/record")
        assert stored.status_code == 200
        found = record.read(stored.content)
        assert (found.header.version, found.header.players, len(found.moves)) == (1, ["Anne", "Bruno"], 1)
        assert [said.text for _, said in found.talk] == ["bonjour"]
        assert found.closing is None
        kept = await client.get(f"/api/tables/{past.playing}/record")
        assert (kept.status_code, kept.json()["code"]) == (409, "not_over")
        assert [line["state"] for line in (await client.get("/api/mine")).json()["tables"]] == ["earlier", "over"]


async def test_a_socket_is_closed_for_good(past: Past, services: Services) -> None:
    assert EARLIER == 4410
    for table, over in ((past.over, True), (past.playing, False)):
        with pytest.raises(OtherRulesEdition) as raised:
            await services.tables.find(table)
        assert raised.value.over is over
        assert table not in services.tables.actors


def by_another_edition(database: Path) -> None:
    """Rewrite a database as if its tables had been played by another edition."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        other = """CAST(replace(CAST(body AS TEXT), '"version":1', '"version":99') AS BLOB)"""
        connection.execute(f"UPDATE entry SET body = {other} WHERE seq = 0")
        connection.execute("DELETE FROM meta WHERE name = ?", (EDITIONS,))


async def test_a_program_or_a_browser_is_told_not_to_come_back(own_server: Running) -> None:
    anne, bruno = await deployed(own_server)
    await bruno.play({"do": "resign"})
    unfinished, _ = await deployed(own_server)
    own_server.stop()
    by_another_edition(own_server.data)
    own_server.start()
    for line, code in ((anne, "earlier_edition"), (unfinished, "earlier_unfinished")):
        again = Line(line.guest, line.table)
        assert (await again.connect())["code"] == code
        assert await again.closed() == EARLIER
    assert (await anne.guest.http.get(f"/api/tables/{anne.table}/record")).status_code == 200
    assert own_server.stop() == 0


async def test_nothing_else_chokes_on_them(past: Past, services: Services, caplog: pytest.LogCaptureFixture) -> None:
    assert [part async for part in exported(services.storage, [past.over])] == [None]
    await services.results.catch_up()
    guest = past.keys[0][1]
    archive = await services.personal_data.export(guest, None)
    assert past.over.encode() in archive
    await services.guest_merger.merge(guest, "somebody new")
    assert len((await services.storage.tables_of("somebody new", 0)).tables) == 2
    await services.guest_eraser.erase("somebody new")
    assert [seat.name for seat in (await services.storage.tables_of(past.keys[1][1], 0)).tables[1].seats][1] == "Bruno"
    assert "Traceback" not in caplog.text


async def test_ratings_made_anew_keep_what_was_written(past: Past, services: Services) -> None:
    before = await services.storage.rows("SELECT game, who, mu, sigma, games FROM rating ORDER BY who")
    assert before
    assert await rebuild_ratings(services.storage) == 1
    assert await services.storage.rows("SELECT game, who, mu, sigma, games FROM rating ORDER BY who") == before


async def test_a_register_made_anew_lists_them_too(past: Past) -> None:
    services = await open_services(past.settings)
    gone = [Statement(f"DELETE FROM {table}") for table in ("summary", "sitting")]
    await services.storage.write(*gone, Statement("INSERT INTO meta VALUES ($1, NULL)", (STALE,)))
    await services.start()
    mine = await services.storage.tables_of(past.keys[1][1], 0)
    assert {(line.id, line.state) for line in mine.tables} == {(past.over, "earlier"), (past.playing, "earlier")}
    await services.close()


async def test_an_edition_that_comes_back_takes_its_tables_up_again(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = await open_services(past.settings)
    await services.start()
    await services.close()
    monkeypatch.setattr(type(find("stratego").rules), "version", 1)
    again = await open_services(past.settings)
    await again.start()
    states = {line.id: line.state for line in (await again.storage.tables_of(past.keys[0][1], 0)).tables}
    assert states == {past.over: "over", past.playing: "playing"}
    room, table = await again.tables.find(past.playing)
    assert table.clocks is not None
    assert room.card(table, past.keys[0][1]).you == 0
    await again.close()
