"""Taking one's data home, and having it deleted: nothing of a person stays, and everybody else's games do."""

from __future__ import annotations

import io
import json
import random
import secrets
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ludotheque.engine import record
from ludotheque.games import find
from ludotheque.protocol import http
from ludotheque.server.accounts.signing import guest_id
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import sqlite_file
from ludotheque.server.storage.guest_data import ERASED_NAME, TOPICS
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.storage.sqlite_file import connect
from tests.server import company
from tests.server.client import FRIEND, ME, SETUP, Guest, Line
from tests.server.person import Person, rows
from tests.server.running import Running

NAME, SECRET, WATCHING = "Zéphyrine", "mon secret bien gardé", "vue des gradins"
PUSH = {
    "endpoint": "https://push.example.org/zephyrine",
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
    "lang": "fr",
}


def hash_of(person: Guest) -> str:
    return guest_id(person.http.cookies["ludotheque_guest"].split(".")[0])


def found(server: Running, *needles: str) -> list[str]:
    """What can still be found in the files of the database."""
    data = b"".join(path.read_bytes() for path in server.data.parent.glob(f"{server.data.name}*"))
    assert b"Bruno" in data
    return [needle for needle in needles if needle.encode() in data or json.dumps(needle)[1:-1].encode() in data]


async def finished(anne: Person, bruno: Guest) -> str:
    """A game that Anne has lost, with things said."""
    table: str = (await anne.open(ME, FRIEND, name=NAME, nonce="n0", public=True))["id"]
    await bruno.join(table)
    line, other = await anne.sit(table), await bruno.sit(table)
    await line.ask("say", text=SECRET, to=[1])
    await line.ask("say", text=f"{SECRET} pour tous")
    await other.ask("say", text="bien joué")
    for player in (line, other):
        await player.play(*SETUP)
    await line.until(lambda: line.to_move and line.now is not None and line.now["sight"]["turn"] == 0)
    assert line.now is not None
    await line.play(line.now["legal"][0])
    await line.play({"do": "resign"})
    return table


async def everywhere(server: Running, anne: Person, bruno: Guest) -> tuple[str, str, str, str, Line]:
    """Tables of every kind: over, in the middle, not begun, and somebody else's at which Anne spoke."""
    over = await finished(anne, bruno)
    middle = (await bruno.open(ME, FRIEND))["id"]
    await anne.post(f"/api/tables/{middle}/join", {"name": NAME, "nonce": "n1"})
    line = await bruno.sit(middle)
    waiting = (await anne.open(ME, FRIEND, name=NAME, nonce="n2", public=True))["id"]
    theirs = (await bruno.open(ME, FRIEND))["id"]
    await anne.get(f"/api/tables/{theirs}")
    watcher = await anne.sit(theirs)
    assert (await watcher.ask("say", text=WATCHING, name=NAME))["t"] == "ack"
    assert (await anne.http.post("/api/calls", json=PUSH)).status_code == 204
    return over, middle, waiting, theirs, line


@pytest.mark.parametrize("signed_in", [False, True])
async def test_after_deletion_nothing_of_somebody_is_left_and_the_others_play_on(
    own_server: Running, signed_in: bool
) -> None:
    anne, bruno = Person(own_server, "a"), Guest(own_server, "Bruno")
    await anne.open(ME, FRIEND, name=NAME, nonce="n")
    if signed_in:
        anne.name = NAME
        await anne.makes(anne.key(), key_name="Téléphone de Zéphyrine")
        anne.name = "a"
    over, middle, waiting, theirs, line = await everywhere(own_server, anne, bruno)
    before = await bruno.http.get(f"/api/tables/{over}/record")
    hashes = [hash_of(anne), *(guest for (guest,) in rows(own_server, "SELECT guest FROM account"))]
    everything = (NAME, SECRET, WATCHING, PUSH["endpoint"], "Téléphone de", *hashes)
    assert set(found(own_server, *everything)) >= {NAME, SECRET, WATCHING, *hashes}

    assert (await anne.post("/api/me/forget", {"sure": "peut-être"}, 400))["code"] == "not_sure"
    assert NAME in found(own_server, NAME)
    answer = await anne.http.post("/api/me/forget", json={"sure": " Effacer "})
    assert answer.status_code == 204
    assert "ludotheque_guest" not in anne.http.cookies
    assert "ludotheque_account" not in anne.http.cookies
    assert found(own_server, *everything) == []

    # Whoever sits at the table hears of it at once, and a bot plays on.
    await line.until(lambda: line.card["seats"][1]["proxy"] is not None)
    assert line.card["seats"][1]["name"] == ERASED_NAME
    assert (await line.play(*SETUP))["t"] == "ack"
    await line.until(lambda: line.to_move and line.now is not None and line.now["sight"]["turn"] == 0)
    assert line.now is not None
    assert (await line.play(line.now["legal"][0]))["t"] == "ack"
    # A chair at a table that has not begun is free again, and the game can be had there.
    assert (await bruno.get(f"/api/tables/{waiting}"))["seats"][0]["kind"] == "open"
    assert (await bruno.join(waiting))["you"] == 0
    # What was said is empty, what others said is not.
    told = await bruno.sit(theirs)
    assert told.talk == []  # players do not read the public during the game
    again = await bruno.sit(over)
    assert [(said["name"], said["text"]) for said in again.talk] == [
        (ERASED_NAME, ""),
        (ERASED_NAME, ""),
        ("Bruno", "bien joué"),
    ]
    # The finished game still verifies, move by move.
    after = await bruno.http.get(f"/api/tables/{over}/record")
    games = [record.read(answer.content) for answer in (before, after)]
    assert games[0].moves == games[1].moves
    assert games[1].header.players == [ERASED_NAME, "Bruno"]
    record.verify(find("stratego"), games[1])
    # All of it is so after a restart too.
    own_server.stop()
    own_server.start()
    assert (await bruno.get(f"/api/tables/{over}"))["seats"][0]["name"] == ERASED_NAME
    assert (await bruno.get(f"/api/tables/{middle}"))["seats"][1]["proxy"] is not None
    assert found(own_server, *everything) == []
    assert await anne.mine() == []


async def test_what_the_house_knows_can_be_taken_home(server: Running) -> None:
    anne, bruno = Person(server, "a"), Guest(server, "Bruno")
    await anne.get(f"/api/tables/{(await bruno.open(ME, FRIEND))['id']}")
    over, middle, waiting, theirs, _ = await everywhere(server, anne, bruno)
    await anne.makes(anne.key())
    answer = await anne.http.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="ludotheque.zip"'
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert sorted(archive.namelist()) == ["me.json", f"records/stratego-{over}.jsonl"]
    me = json.loads(archive.read("me.json"))
    assert me["account"]["name"] == "a"
    assert [key["name"] for key in me["account"]["passkeys"]] == ["Mon téléphone"]
    assert [call["endpoint"] for call in me["calls"]] == [PUSH["endpoint"]]
    tables = {table["table"]: table for table in me["tables"]}
    assert set(tables) == {over, middle, waiting, theirs}
    assert [sat["name"] for sat in tables[middle]["sat"]] == [NAME]
    assert [said["text"] for said in tables[over]["said"]] == [SECRET, f"{SECRET} pour tous"]
    game = record.read(archive.read(f"records/stratego-{over}.jsonl"))
    record.verify(find("stratego"), game)
    assert SECRET in {said.text for _, said in game.talk}, "an aside they were in is theirs to read"
    assert hash_of(bruno).encode() not in answer.content
    assert hash_of(bruno).encode() not in archive.read("me.json")


async def test_somebody_unknown_has_nothing_to_take(server: Running) -> None:
    nobody = Guest(server, "x")
    assert (await nobody.get("/api/me/export", 404))["code"] == "nothing_known"
    assert (await nobody.http.post("/api/me/forget", json={"sure": "delete"})).status_code == 204


async def test_the_others_at_the_table_keep_their_seats_and_words(parlour: Services) -> None:
    """Three at a table, the second is forgotten in the middle of a vote that waited for them."""
    table = await company.seated(parlour)
    await table.ask(table.people[1], {"t": "say", "text": "secret", "to": [0]})
    await table.ask(table.people[0], {"t": "say", "text": "ouvert"})
    await table.ask(table.people[0], {"t": "propose", "kind": "adjourn"})
    await parlour.guest_eraser.erase("guest 1")
    _, now = await parlour.tables.find(table.table.id)
    assert now.seats.guests == {"guest 0": 0, "guest 2": 2}
    assert now.seats.players() == [0, 2]
    assert [sat.name for sat in now.seats.taken if sat is not None] == ["Anne", ERASED_NAME, "Chloé"]
    assert table.people[0].talk == ["", "ouvert"]
    assert table.people[2].talk == ["ouvert"]
    assert table.people[1].viewer is None, "whoever is forgotten looks on at most"
    answer = await table.ask(table.people[1], {"t": "back"})
    assert answer["code"] == "no_seat"


async def test_a_bot_plays_on_though_nobody_looks(parlour: Services) -> None:
    table = await company.seated(parlour)
    asked = table.table.playing().asked()[0]
    for person in (*table.people, table.watcher):
        table.room.disconnect(person)
    moves = len(table.table.playing().record.moves)
    await parlour.guest_eraser.erase(f"guest {asked}")
    _, now = await parlour.tables.find(table.table.id)
    await company.until(lambda: len(now.playing().record.moves) > moves)


async def claimed(services: Services) -> tuple[company.Company, company.Person]:
    """Bruno's seat is taken from another browser too, and something is said from both."""
    table = await company.seated(services)
    room = table.room
    await services.tables.claim(room.id, "guest 1b", services.signer.claim_code(room.id, 1))
    person = company.Person("guest 1b")
    room.connect(person, table.table, 0)
    await table.ask(table.people[1], {"t": "say", "text": "du premier appareil"})
    await table.ask(person, {"t": "say", "text": "de l’autre appareil"})
    return table, person


async def test_whoever_sat_down_is_forgotten_with_every_browser_that_has_the_seat(parlour: Services) -> None:
    table, _ = await claimed(parlour)
    await parlour.guest_eraser.erase("guest 1")
    _, now = await parlour.tables.find(table.room.id)
    assert now.seats.guests == {"guest 0": 0, "guest 2": 2}
    assert table.people[0].talk == ["", ""]
    log = b"".join(await parlour.storage.load(table.room.id))
    assert b"guest 1" not in log
    assert b'"name":"Bruno"' not in log
    assert await parlour.storage.rows("SELECT 1 FROM sitting WHERE guest LIKE 'guest 1%'") == []


@pytest.mark.parametrize("by_account", [False, True])
async def test_whoever_claimed_a_seat_cannot_erase_the_person_it_belongs_to(
    parlour: Services, by_account: bool
) -> None:
    table, _ = await claimed(parlour)
    thief = "guest 1b"
    if by_account:
        await parlour.guest_merger.merge(thief, thief := "account of 1b")
    await parlour.guest_eraser.erase(thief)
    room, now = await parlour.tables.find(table.room.id)
    assert now.seats.guests == {"guest 0": 0, "guest 1": 1, "guest 2": 2}
    assert now.seats.proxies == {}
    assert [seat["name"] for seat in table.people[0].card["seats"]] == ["Anne", "Bruno", "Chloé"]
    assert table.people[0].talk == ["du premier appareil", ""], "each is forgotten with their own words"
    log = b"".join(await parlour.storage.load(room.id))
    assert b"guest 1b" not in log
    assert b"of 1b" not in log
    assert await parlour.storage.rows("SELECT guest FROM sitting WHERE seat = 1") == [("guest 1",)]
    assert len((await parlour.storage.tables_of("guest 1", 0)).tables) == 1


async def test_a_house_full_of_people_forgets_half_of_them_without_a_trace(tmp_path: Path) -> None:
    """Enough tables for SQLite to move rows about: what it leaves behind in the gaps must go too."""
    services = await open_services(Settings(tmp_path / "log.db", bot_processes=1))
    luck = random.Random(7)
    people = [(secrets.token_hex(32), secrets.token_hex(6)) for _ in range(12)]
    for _ in range(150):
        (guest, name), (other, other_name) = luck.sample(people, 2)
        order = http.OpenTable("stratego", name, [http.Chair("me"), http.Chair("friend")], public=True)
        room, _ = await services.tables.find((await services.tables.open(order, name, guest)).id)
        if luck.random() < 0.8:
            await services.tables.join(room.id, guest, name, "n")
        if luck.random() < 0.6:
            await services.tables.join(room.id, other, other_name, "n")
    for guest, _ in people[:6]:
        await services.guest_eraser.erase(guest)
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    await services.close()
    assert [needle for person in people[:6] for needle in person if needle.encode() in data] == []
    assert all(needle.encode() in data for person in people[6:] for needle in person)


async def test_a_large_file_is_cleared_when_it_is_next_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file, "_QUICKLY", 0)
    storage = SqliteStorage(tmp_path / "log.db")
    await storage.erase_deleted()
    assert await storage.rows("SELECT 1 FROM meta WHERE name = 'scrub'")
    await storage.close()
    again = SqliteStorage(tmp_path / "log.db")
    assert not await again.rows("SELECT 1 FROM meta WHERE name = 'scrub'")
    await again.close()


def test_every_table_with_guests_in_it_says_what_becomes_of_them(tmp_path: Path) -> None:
    """Whoever adds one is reminded of those who want their data, or want it gone."""
    connection = connect(tmp_path / "x.db")
    known = {topic.table for topic in TOPICS} | {"account"}  # which is deleted by its id
    assert {table for table, columns in _columns(connection).items() if "guest" in columns} <= known
    for topic in TOPICS:
        for sql, values in ((topic.select, ("x",)), *((sql, ("x", "y")) for sql in topic.move)):
            connection.execute(sql.replace("$", "?"), values)
        for sql in topic.erase:
            connection.execute(sql.replace("$", "?"), ("x",))
    connection.close()


def _columns(connection: sqlite3.Connection) -> dict[str, list[Any]]:
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {table: [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')] for table in tables}
