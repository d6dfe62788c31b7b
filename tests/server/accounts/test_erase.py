"""Erasing personal data: nothing of the guest is left, and the games of the others go on."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path

import pytest

from ludotheque.engine import record
from ludotheque.games import find
from ludotheque.protocol import http
from ludotheque.server.accounts.signing import guest_id
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage.guest_data import ERASED_NAME
from tests.server import played_table
from tests.server.account_guest import AccountGuest, rows
from tests.server.client import FRIEND, ME, SETUP, Guest, TableSocket
from tests.server.running import Running

NAME, SECRET, WATCHING = "Zéphyrine", "mon secret bien gardé", "vue des gradins"
PUSH = {
    "endpoint": "https://push.example.org/zephyrine",
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CCXg",
    "lang": "fr",
}


def id_of(person: Guest) -> str:
    return guest_id(person.http.cookies["ludotheque_guest"].split(".")[0])


def find_in_files(server: Running, *needles: str) -> list[str]:
    """Those of some texts that are in the files of the database."""
    data = b"".join(path.read_bytes() for path in server.data.parent.glob(f"{server.data.name}*"))
    assert b"Bruno" in data
    return [needle for needle in needles if needle.encode() in data or json.dumps(needle)[1:-1].encode() in data]


async def play_finished_game(anne: AccountGuest, bruno: Guest) -> str:
    """Play a game that Anne loses, with chat; its table."""
    table: str = (await anne.open(ME, FRIEND, name=NAME, nonce="n0", public=True))["id"]
    await bruno.join(table)
    socket, other = await anne.sit(table), await bruno.sit(table)
    await socket.ask("say", text=SECRET, to=[1])
    await socket.ask("say", text=f"{SECRET} pour tous")
    await other.ask("say", text="bien joué")
    for player in (socket, other):
        await player.play(*SETUP)
    await socket.until(lambda: socket.to_move and socket.now is not None and socket.now["sight"]["turn"] == 0)
    assert socket.now is not None
    await socket.play(socket.now["legal"][0])
    await socket.play({"do": "resign"})
    return table


async def open_tables_of_every_kind(anne: AccountGuest, bruno: Guest) -> tuple[str, str, str, str, TableSocket]:
    """Tables of Anne: over, in play, not begun, and one of Bruno's where she spoke; his connection to the second."""
    over = await play_finished_game(anne, bruno)
    middle = (await bruno.open(ME, FRIEND))["id"]
    await anne.post(f"/api/tables/{middle}/join", {"name": NAME, "nonce": "n1"})
    socket = await bruno.sit(middle)
    waiting = (await anne.open(ME, FRIEND, name=NAME, nonce="n2", public=True))["id"]
    theirs = (await bruno.open(ME, FRIEND))["id"]
    await anne.get(f"/api/tables/{theirs}")
    watcher = await anne.sit(theirs)
    assert (await watcher.ask("say", text=WATCHING, name=NAME))["t"] == "ack"
    assert (await anne.http.post("/api/calls", json=PUSH)).status_code == 204
    return over, middle, waiting, theirs, socket


@pytest.mark.parametrize("signed_in", [False, True])
async def test_erasing_leaves_no_trace_and_the_others_play_on(own_server: Running, signed_in: bool) -> None:
    anne, bruno = AccountGuest(own_server, "a"), Guest(own_server, "Bruno")
    await anne.open(ME, FRIEND, name=NAME, nonce="n")
    if signed_in:
        anne.name = NAME
        await anne.add_passkey(anne.new_authenticator(), key_name="Téléphone de Zéphyrine")
        anne.name = "a"
    over, middle, waiting, theirs, socket = await open_tables_of_every_kind(anne, bruno)
    before = await bruno.http.get(f"/api/tables/{over}/record")
    hashes = [id_of(anne), *(guest for (guest,) in rows(own_server, "SELECT guest FROM account"))]
    everything = (NAME, SECRET, WATCHING, PUSH["endpoint"], "Téléphone de", *hashes)
    assert set(find_in_files(own_server, *everything)) >= {NAME, SECRET, WATCHING, *hashes}

    assert (await anne.post("/api/me/forget", {"sure": "peut-être"}, 400))["code"] == "not_sure"
    assert NAME in find_in_files(own_server, NAME)
    answer = await anne.http.post("/api/me/forget", json={"sure": " Effacer "})
    assert answer.status_code == 204
    assert "ludotheque_guest" not in anne.http.cookies
    assert "ludotheque_account" not in anne.http.cookies
    assert find_in_files(own_server, *everything) == []

    # The other player at the table sees it at once, and a bot plays on.
    await socket.until(lambda: socket.card["seats"][1]["proxy"] is not None)
    assert socket.card["seats"][1]["name"] == ERASED_NAME
    assert (await socket.play(*SETUP))["t"] == "ack"
    await socket.until(lambda: socket.to_move and socket.now is not None and socket.now["sight"]["turn"] == 0)
    assert socket.now is not None
    assert (await socket.play(socket.now["legal"][0]))["t"] == "ack"
    # A seat in a game that has not begun is free again.
    assert (await bruno.get(f"/api/tables/{waiting}"))["seats"][0]["kind"] == "open"
    assert (await bruno.join(waiting))["you"] == 0
    # The chat lines of the erased player are empty, those of others are not.
    watched = await bruno.sit(theirs)
    assert watched.chat == []  # players do not read the chat of spectators during the game
    again = await bruno.sit(over)
    assert [(said["name"], said["text"]) for said in again.chat] == [
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
    # The same after a restart.
    own_server.stop()
    own_server.start()
    assert (await bruno.get(f"/api/tables/{over}"))["seats"][0]["name"] == ERASED_NAME
    assert (await bruno.get(f"/api/tables/{middle}"))["seats"][1]["proxy"] is not None
    assert find_in_files(own_server, *everything) == []
    assert await anne.own_tables() == []


async def test_erasing_keeps_seats_and_chat_of_the_other_players(parlour: Services) -> None:
    """Three players; the second is erased during a vote that waits for them."""
    table = await played_table.open_played_table(parlour)
    await table.send(table.players[1], {"t": "say", "text": "secret", "to": [0]})
    await table.send(table.players[0], {"t": "say", "text": "ouvert"})
    await table.send(table.players[0], {"t": "propose", "kind": "adjourn"})
    await parlour.guest_eraser.erase("guest 1")
    _, now = await parlour.tables.find(table.table.id)
    assert now.seats.guests == {"guest 0": 0, "guest 2": 2}
    assert now.seats.players() == [0, 2]
    assert [sat.name for sat in now.seats.taken if sat is not None] == ["Anne", ERASED_NAME, "Chloé"]
    assert table.players[0].chat == ["", "ouvert"]
    assert table.players[2].chat == ["ouvert"]
    assert table.players[1].viewer is None, "the erased player is a spectator at most"
    answer = await table.send(table.players[1], {"t": "back"})
    assert answer["code"] == "no_seat"


async def test_bot_plays_on_for_an_erased_player_without_connections(parlour: Services) -> None:
    table = await played_table.open_played_table(parlour)
    asked = table.table.playing().asked()[0]
    for person in (*table.players, table.spectator):
        table.actor.disconnect(person)
    moves = len(table.table.playing().record.moves)
    await parlour.guest_eraser.erase(f"guest {asked}")
    _, now = await parlour.tables.find(table.table.id)
    await played_table.wait_until(lambda: len(now.playing().record.moves) > moves)


async def seated_with_claimant(services: Services) -> tuple[played_table.PlayedTable, played_table.RecordingConnection]:
    """A table where Bruno's seat was claimed by another guest, and both have posted in the chat."""
    table = await played_table.open_played_table(services)
    actor = table.actor
    await services.tables.claim(actor.id, "guest 1b", services.signer.claim_code(actor.id, 1))
    person = played_table.RecordingConnection("guest 1b")
    actor.connect(person, table.table, 0)
    await table.send(table.players[1], {"t": "say", "text": "du premier appareil"})
    await table.send(person, {"t": "say", "text": "de l’autre appareil"})
    return table, person


async def test_erasing_the_owner_of_a_seat_erases_its_claimants(parlour: Services) -> None:
    table, _ = await seated_with_claimant(parlour)
    await parlour.guest_eraser.erase("guest 1")
    _, now = await parlour.tables.find(table.actor.id)
    assert now.seats.guests == {"guest 0": 0, "guest 2": 2}
    assert table.players[0].chat == ["", ""]
    log = b"".join(await parlour.storage.load(table.actor.id))
    assert b"guest 1" not in log
    assert b'"name":"Bruno"' not in log
    assert await parlour.storage.rows("SELECT 1 FROM sitting WHERE guest LIKE 'guest 1%'") == []


@pytest.mark.parametrize("by_account", [False, True])
async def test_erasing_a_claimant_keeps_the_owner_of_the_seat(parlour: Services, by_account: bool) -> None:
    table, _ = await seated_with_claimant(parlour)
    claimant = "guest 1b"
    if by_account:
        await parlour.guest_merger.merge(claimant, claimant := "account of 1b")
    await parlour.guest_eraser.erase(claimant)
    actor, now = await parlour.tables.find(table.actor.id)
    assert now.seats.guests == {"guest 0": 0, "guest 1": 1, "guest 2": 2}
    assert now.seats.proxies == {}
    assert [seat["name"] for seat in table.players[0].card["seats"]] == ["Anne", "Bruno", "Chloé"]
    assert table.players[0].chat == ["du premier appareil", ""], "a claimant is erased with their own chat lines only"
    log = b"".join(await parlour.storage.load(actor.id))
    assert b"guest 1b" not in log
    assert b"of 1b" not in log
    assert await parlour.storage.rows("SELECT guest FROM sitting WHERE seat = 1") == [("guest 1",)]
    assert len((await parlour.storage.index.tables_of("guest 1", 0)).tables) == 1


async def test_erasing_many_guests_leaves_no_trace_in_the_file(tmp_path: Path) -> None:
    """There are enough tables for SQLite to move rows: copies that it leaves in free pages must go too."""
    services = await open_services(Settings(tmp_path / "log.db", bot_processes=1))
    luck = random.Random(7)
    people = [(secrets.token_hex(32), secrets.token_hex(6)) for _ in range(12)]
    for _ in range(150):
        (guest, name), (other, other_name) = luck.sample(people, 2)
        order = http.OpenTable("stratego", name, [http.SeatRequest("me"), http.SeatRequest("friend")], public=True)
        actor, _ = await services.tables.find((await services.tables.opening.open(order, name, guest)).id)
        if luck.random() < 0.8:
            await services.tables.join(actor.id, guest, name, "n")
        if luck.random() < 0.6:
            await services.tables.join(actor.id, other, other_name, "n")
    for guest, _ in people[:6]:
        await services.guest_eraser.erase(guest)
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    await services.close()
    assert [needle for person in people[:6] for needle in person if needle.encode() in data] == []
    assert all(needle.encode() in data for person in people[6:] for needle in person)
