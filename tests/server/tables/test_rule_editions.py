"""Tables of another edition of the rules: listed, but neither shown nor continued."""

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
from ludotheque.server.tables.export import export_records
from ludotheque.server.tournaments.ratings import rebuild_ratings
from tests.server.client import TableSocket, deployed
from tests.server.played_table import RecordingConnection
from tests.server.running import Running

CHAIRS = [http.SeatRequest("me"), http.SeatRequest("friend")]


async def open_table(services: Services, guests: list[str], **order: Any) -> str:
    card = await services.tables.opening.open(
        http.OpenTable("stratego", "Anne", CHAIRS, public=True, **order), "Anne", guests[0]
    )
    actor, table = await services.tables.find(card.id)
    await services.tables.join(actor.id, guests[0], "Anne", "a")
    await services.tables.join(actor.id, guests[1], "Bruno", "b")
    person = RecordingConnection(guests[0])
    actor.connect(person, table, 0)
    await actor.handle(person, Say("s", "bonjour"))
    actor.disconnect(person)
    return card.id


async def resign(services: Services, table: str, guest: str) -> None:
    actor, found = await services.tables.find(table)
    person = RecordingConnection(guest)
    actor.connect(person, found, 0)
    answer = await actor.handle(person, Play("r", 0, [msgspec.Raw(b'{"do":"resign"}')]))
    assert type(answer).__name__ == "Ack", answer
    actor.disconnect(person)


class OldTables:
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
        self.over = await open_table(services, guests)
        await resign(services, self.over, guests[0])
        self.playing = await open_table(services, guests, clock=LiveClock(600, 0))
        for _ in range(200):
            if await services.storage.rows("SELECT 1 FROM rated"):
                break
            await asyncio.sleep(0.02)
        await services.close()


@pytest.fixture
async def old_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OldTables:
    found = OldTables(tmp_path / "house.db")
    await found.write()
    monkeypatch.setattr(type(find("stratego").rules), "version", 2)
    return found


@pytest.fixture
async def services(old_tables: OldTables) -> AsyncIterator[Services]:
    services = await open_services(old_tables.settings)
    await services.start()
    yield services
    await services.close()


async def test_tables_of_another_edition_are_listed(old_tables: OldTables, services: Services) -> None:
    mine = await services.storage.index.tables_of(old_tables.keys[0][1], 0)
    assert [(line.id, line.state, line.your_turn, line.due) for line in mine.tables] == [
        (old_tables.playing, "earlier", False, None),
        (old_tables.over, "over", False, None),
    ]
    assert [seat.name for seat in mine.tables[1].seats] == ["Anne", "Bruno"]
    assert (await services.storage.index.lobby(None, 0, 0)).tables == []
    assert await services.storage.index.tables_with_clocks() == []


async def test_table_of_another_edition_is_refused_but_its_record_is_available(old_tables: OldTables) -> None:
    async with AsyncTestClient(create_app(old_tables.settings)) as client:
        client.cookies.set("ludotheque_guest", old_tables.keys[0][0])
        for table, code in ((old_tables.over, "earlier_edition"), (old_tables.playing, "earlier_unfinished")):
            answer = await client.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (410, code)
            joined = await client.post(f"/api/tables/{table}/join", json={"name": "Chloé", "nonce": "c"})
            assert (joined.status_code, joined.json()["code"]) == (410, code)
        replay = await client.get(f"/api/tables/{old_tables.over}/replay")
        assert (replay.status_code, replay.json()["code"]) == (410, "earlier_edition")
        branch = {"name": "Anne", "move": 0, "seat": 0}
        assert (await client.post(f"/api/tables/{old_tables.over}/branch", json=branch)).status_code == 410
        stored = await client.get(f"/api/tables/{old_tables.over}/record")
        assert stored.status_code == 200
        found = record.read(stored.content)
        assert (found.header.version, found.header.players, len(found.moves)) == (1, ["Anne", "Bruno"], 1)
        assert [said.text for _, said in found.chat] == ["bonjour"]
        assert found.closing is None
        kept = await client.get(f"/api/tables/{old_tables.playing}/record")
        assert (kept.status_code, kept.json()["code"]) == (409, "not_over")
        assert [line["state"] for line in (await client.get("/api/mine")).json()["tables"]] == ["earlier", "over"]


async def test_socket_is_closed_without_reconnection(old_tables: OldTables, services: Services) -> None:
    assert EARLIER == 4410
    for table, over in ((old_tables.over, True), (old_tables.playing, False)):
        with pytest.raises(OtherRulesEdition) as raised:
            await services.tables.find(table)
        assert raised.value.over is over
        assert table not in services.tables.actors


def change_edition(database: Path) -> None:
    """Rewrite a database as if its tables had been played by another edition."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        other = """CAST(replace(CAST(body AS TEXT), '"version":1', '"version":99') AS BLOB)"""
        connection.execute(f"UPDATE entry SET body = {other} WHERE seq = 0")
        connection.execute("DELETE FROM meta WHERE name = ?", (EDITIONS,))


async def test_client_does_not_reconnect_to_a_table_of_another_edition(own_server: Running) -> None:
    anne, bruno = await deployed(own_server)
    await bruno.play({"do": "resign"})
    unfinished, _ = await deployed(own_server)
    own_server.stop()
    change_edition(own_server.data)
    own_server.start()
    for line, code in ((anne, "earlier_edition"), (unfinished, "earlier_unfinished")):
        again = TableSocket(line.guest, line.table)
        assert (await again.connect())["code"] == code
        assert await again.closed() == EARLIER
    assert (await anne.guest.http.get(f"/api/tables/{anne.table}/record")).status_code == 200
    assert own_server.stop() == 0


async def test_export_merge_and_erase_work_with_other_editions(
    old_tables: OldTables, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    assert [part async for part in export_records(services.storage, [old_tables.over])] == [None]
    await services.results.catch_up()
    guest = old_tables.keys[0][1]
    archive = await services.personal_data.export(guest, None)
    assert old_tables.over.encode() in archive
    await services.guest_merger.merge(guest, "new guest")
    assert len((await services.storage.index.tables_of("new guest", 0)).tables) == 2
    await services.guest_eraser.erase("new guest")
    his = (await services.storage.index.tables_of(old_tables.keys[1][1], 0)).tables
    assert his[1].seats[1].name == "Bruno"
    assert "Traceback" not in caplog.text


async def test_rebuilt_ratings_keep_results_of_other_editions(old_tables: OldTables, services: Services) -> None:
    before = await services.storage.rows("SELECT game, who, mu, sigma, games FROM rating ORDER BY who")
    assert before
    assert await rebuild_ratings(services.storage) == 1
    assert await services.storage.rows("SELECT game, who, mu, sigma, games FROM rating ORDER BY who") == before


async def test_rebuilt_index_lists_tables_of_other_editions(old_tables: OldTables) -> None:
    services = await open_services(old_tables.settings)
    gone = [Statement(f"DELETE FROM {table}") for table in ("summary", "sitting")]
    await services.storage.write(*gone, Statement("INSERT INTO meta VALUES ($1, NULL)", (STALE,)))
    await services.start()
    mine = await services.storage.index.tables_of(old_tables.keys[1][1], 0)
    assert {(line.id, line.state) for line in mine.tables} == {
        (old_tables.over, "earlier"),
        (old_tables.playing, "earlier"),
    }
    await services.close()


async def test_tables_continue_when_their_edition_is_installed_again(
    old_tables: OldTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = await open_services(old_tables.settings)
    await services.start()
    await services.close()
    monkeypatch.setattr(type(find("stratego").rules), "version", 1)
    again = await open_services(old_tables.settings)
    await again.start()
    states = {line.id: line.state for line in (await again.storage.index.tables_of(old_tables.keys[0][1], 0)).tables}
    assert states == {old_tables.over: "over", old_tables.playing: "playing"}
    actor, table = await again.tables.find(old_tables.playing)
    assert table.clocks is not None
    assert actor.subscribers.card(table, old_tables.keys[0][1]).you == 0
    await again.close()
