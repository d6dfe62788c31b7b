"""Strengths: counted once, whatever dies in between, and the same when they are counted anew from the logs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.storage import Statement, Storage, open_storage
from ludotheque.server.storage.tournament_guests import erase_guest, merge_guest
from ludotheque.server.tables.events import guest_id
from ludotheque.server.tables.table import Table
from ludotheque.server.tournaments.ratings import rebuild_ratings
from ludotheque.server.tournaments.results import record_result
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.club_life import begin, gathered, play_out
from tests.server.running import Running

BOOK = "SELECT game, who, number, place, seats, mu, sigma FROM result ORDER BY game, who, number"
STANDS = "SELECT * FROM rating ORDER BY game, who"


async def public_game(server: Running, winner: Guest, loser: Guest, public: bool = True) -> str:
    """A public table at which somebody gives up; its id."""
    table: str = (await winner.open(ME, FRIEND, public=public))["id"]
    await loser.join(table)
    async with await loser.sit(table) as line:
        await line.play({"do": "resign"})
    return table


async def settled(guest: Guest, games: int, game: str = "stratego") -> dict[str, Any]:
    """The ladder, once so many games of the listed are on it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            ladder = await guest.get(f"/api/ladders/{game}")
            if sum(line["games"] for line in ladder["lines"]) >= games:
                return ladder
            await asyncio.sleep(0.05)


async def be_seen(*guests: Guest) -> None:
    for guest in guests:
        await guest.post("/api/player", {"name": guest.name, "listed": True})


async def change(server: Running, *statements: Statement) -> None:
    """Write into the database of a house that is closed."""
    storage = await open_storage(server.data)
    await storage.write(*statements)
    await storage.close()


@pytest.fixture
async def storage(own_server: Running) -> AsyncIterator[Storage]:
    storage = await open_storage(own_server.data)
    yield storage
    await storage.close()


async def test_a_public_game_moves_both_and_a_private_one_nobody(own_server: Running) -> None:
    anne, bruno = Guest(own_server, "Anne"), Guest(own_server, "Bruno")
    await be_seen(anne, bruno)
    await public_game(own_server, anne, bruno, public=False)
    table = await public_game(own_server, anne, bruno)
    ladder = await settled(anne, 2)
    assert [(line["place"], line["name"], line["games"], line["you"]) for line in ladder["lines"]] == [
        (1, "Anne", 1, True),
        (2, "Bruno", 1, False),
    ]
    assert ladder["lines"][0]["shown"] > 1500 > ladder["lines"][1]["shown"]
    page = await bruno.get(f"/api/players/{ladder['lines'][0]['handle']}")
    assert (page["name"], page["you"], page["listed"]) == ("Anne", False, True)
    assert [(line["table"], line["place"]) for line in page["played"]] == [(table, 1)]
    assert len(page["ratings"][0]["history"]) == 1


async def test_what_is_not_public_is_on_no_page(own_server: Running) -> None:
    guests, evening = await gathered(own_server, 2, format="round_robin")
    await begin(guests[0], evening, 1)
    card = await play_out(guests, evening)
    ladder = await settled(guests[0], 2)
    page = await guests[1].get(f"/api/players/{ladder['lines'][0]['handle']}")
    assert page["ratings"][0]["games"] == 1
    assert page["played"] == [], "a club's tables are the club's"
    # Whoever wishes not to be seen is on no ladder, has no page but for themselves, and is named without a link.
    await guests[0].post("/api/player", {"name": "Anne", "listed": False})
    ladder = await guests[1].get("/api/ladders/stratego")
    assert [line["name"] for line in ladder["lines"]] == ["Bruno"]
    await guests[1].get(f"/api/players/{page['handle']}", 404)
    assert (await guests[0].get("/api/player"))["ratings"][0]["games"] == 1
    card = await guests[1].get(f"/api/evenings/{evening}")
    assert [entrant["page"] is None for entrant in card["entrants"]] == [True, False]
    text = str(card) + str(ladder)
    for guest in guests:
        token = guest.http.cookies["ludotheque_guest"].split(".")[0]
        assert token not in text
        assert guest_id(token) not in text


async def test_a_game_against_a_bot_moves_the_bot_too_but_not_as_a_person(own_server: Running) -> None:
    anne = Guest(own_server, "Anne")
    await be_seen(anne)
    table = (await anne.open(ME, bot("random"), public=True))["id"]
    async with await anne.sit(table) as line:
        await line.play({"do": "resign"})
    ladder = await settled(anne, 1)
    assert [line["name"] for line in ladder["lines"]] == ["Anne"]
    assert [(mark["level"], mark["games"]) for mark in ladder["bots"]] == [("random", 1)]
    assert ladder["bots"][0]["shown"] > ladder["lines"][0]["shown"]


async def test_what_the_house_missed_when_it_died_is_entered_when_it_opens(own_server: Running) -> None:
    guests, evening = await gathered(own_server, 2, format="round_robin")
    await be_seen(*guests)
    await begin(guests[0], evening, 1)
    card = await play_out(guests, evening)
    await public_game(own_server, guests[1], guests[0])
    ladder = await settled(guests[0], 4)
    own_server.kill()
    # As if it had died after the ends were written down, and before anything that follows from them.
    await change(
        own_server,
        *(Statement(f"DELETE FROM {name}") for name in ("rated", "rating", "result")),
        Statement("UPDATE pairing SET places = NULL, points = NULL"),
    )
    own_server.start()
    assert (await settled(guests[0], 4))["lines"] == ladder["lines"]
    assert (await guests[0].get(f"/api/evenings/{evening}"))["standings"] == card["standings"]


async def test_a_promised_table_that_was_never_opened_is_opened(own_server: Running) -> None:
    guests, evening = await gathered(own_server, 2, format="round_robin")
    table = (await begin(guests[0], evening, 1))["rounds"][0]["boards"][0]["table"]
    own_server.kill()
    lost = (Statement(f'DELETE FROM {name} WHERE "table" = $1', (table,)) for name in ("entry", "summary", "sitting"))
    await change(own_server, *lost)
    own_server.start()
    async with asyncio.timeout(PATIENCE):
        while (await guests[0].http.get(f"/api/tables/{table}")).status_code != 200:
            await asyncio.sleep(0.05)
    assert (await guests[0].get(f"/api/tables/{table}"))["awaited"] == [0, 1]
    await play_out(guests, evening)


async def test_of_two_workers_who_enter_the_same_games_each_is_counted_once(
    own_server: Running, storage: Storage
) -> None:
    anne, bruno, chloe = (Guest(own_server, name) for name in ("Anne", "Bruno", "Chloé"))
    await be_seen(anne, bruno, chloe)
    ids = [
        await public_game(own_server, winner, loser)
        for winner, loser in ((anne, bruno), (bruno, chloe), (chloe, anne), (anne, chloe))
    ]
    await settled(anne, 8)
    own_server.stop()
    await storage.write(*(Statement(f"DELETE FROM {name}") for name in ("rated", "rating", "result")))
    other = await open_storage(own_server.data)
    tables = [Table.load(id, await storage.load(id)) for id in ids]
    await asyncio.gather(*(record_result(worker, table) for table in tables for worker in (storage, other)))
    await other.close()
    assert [games for (games,) in await storage.rows("SELECT games FROM rating ORDER BY games")] == [2, 3, 3]
    assert len(await storage.rows("SELECT 1 FROM result")) == 8
    assert len(await storage.rows("SELECT 1 FROM rated")) == 4


async def test_counted_anew_from_the_logs_they_are_the_same(own_server: Running, storage: Storage) -> None:
    guests, evening = await gathered(own_server, 3, format="round_robin")
    for number in (1, 2, 3):
        await begin(guests[0], evening, number)
        await play_out(guests, evening)
    await public_game(own_server, guests[2], guests[0])
    await settled(guests[0], 8)
    book, stands = await storage.rows(BOOK), await storage.rows(STANDS)
    assert len(book) == 8
    command = [sys.executable, "-m", "ludotheque", "ratings"]
    data = ["--data", str(own_server.data)]
    said = subprocess.run([*command, "rebuild", *data], capture_output=True, text=True, check=True).stdout
    assert said == "Counted anew: 4 games.\n"
    assert (await storage.rows(BOOK), await storage.rows(STANDS)) == (book, stands)
    said = subprocess.run([*command, "show", "stratego", *data], capture_output=True, text=True, check=True).stdout
    assert "1. Anne" in said
    said = subprocess.run([*command, "show", "koalition", *data], capture_output=True, text=True, check=True).stdout
    assert said.startswith("Nobody yet")


async def test_a_table_that_voted_to_end_is_a_draw_in_the_evening_and_says_nothing_of_strength(
    own_server: Running,
) -> None:
    guests, evening = await gathered(own_server, 2, format="round_robin")
    table = (await begin(guests[0], evening, 1))["rounds"][0]["boards"][0]["table"]
    lines = [await guest.sit(table) for guest in guests]
    assert (await lines[0].ask("propose", kind="end"))["t"] == "ack"
    await lines[1].until(lambda: lines[1].card["motion"] is not None)
    assert (await lines[1].ask("vote", motion=1, yes=True))["t"] == "ack"
    async with asyncio.timeout(PATIENCE):
        while (await guests[0].get(f"/api/evenings/{evening}"))["your_table"]:
            await asyncio.sleep(0.05)
    card = await guests[0].get(f"/api/evenings/{evening}")
    assert card["rounds"][0]["boards"][0]["points"] == [3, 3]
    assert (await guests[0].get("/api/ladders/stratego"))["lines"] == []


async def test_another_guest_adopts_what_was_theirs_and_is_forgotten_on_wish(
    own_server: Running, storage: Storage
) -> None:
    guests, evening = await gathered(own_server, 2, format="round_robin")
    await begin(guests[0], evening, 1)
    await play_out(guests, evening)
    await settled(guests[0], 2)
    keys = Signer(storage.key)
    old, new = keys.read_guest_cookie(guests[0].http.cookies["ludotheque_guest"]), "somebody with an account"
    assert old is not None
    before = await storage.rows("SELECT mu, sigma, games FROM rating WHERE who = $1", old)
    await merge_guest(storage, old, new)
    assert await storage.rows("SELECT mu, sigma, games FROM rating WHERE who = $1", new) == before
    assert not await storage.rows("SELECT 1 FROM rating WHERE who = $1", old)
    assert await storage.rows("SELECT organiser FROM member WHERE guest = $1", new)
    assert await storage.rows("SELECT number FROM entrant WHERE guest = $1", new) == [(1,)]
    assert [line["name"] for line in (await guests[1].get("/api/ladders/stratego"))["lines"]] == ["Anne", "Bruno"]
    book = await storage.rows(BOOK)
    assert await rebuild_ratings(storage) == 1
    assert await storage.rows(BOOK) == book, "the logs know the old guest, the book knows who they are now"

    # Adopted into somebody who has played too: the games add up.
    other = keys.read_guest_cookie(guests[1].http.cookies["ludotheque_guest"])
    assert other is not None
    await merge_guest(storage, new, other)
    assert await storage.rows("SELECT games FROM rating WHERE who = $1", other) == [(2,)]
    assert len(await storage.rows("SELECT number FROM result WHERE who = $1", other)) == 2

    await erase_guest(storage, other)
    for name, column in (("rating", "who"), ("result", "who"), ("member", "guest"), ("player", "guest")):
        assert not await storage.rows(f"SELECT 1 FROM {name} WHERE {column} = $1", other)
    card = await guests[0].get(f"/api/evenings/{evening}")
    assert "Bruno" not in [entrant["name"] for entrant in card["entrants"]]


async def test_a_club_is_run_by_its_oldest_member_when_its_organiser_is_forgotten(
    own_server: Running, storage: Storage
) -> None:
    anne, bruno = Guest(own_server, "Anne"), Guest(own_server, "Bruno")
    club = await anne.post("/api/clubs", {"title": "Les Pions", "name": "Anne"}, 201)
    await bruno.post(f"/api/clubs/{club['id']}/join", {"name": "Bruno", "code": club["invitation"]})
    who = Signer(storage.key).read_guest_cookie(anne.http.cookies["ludotheque_guest"])
    assert who is not None
    await erase_guest(storage, who)
    assert (await bruno.get(f"/api/clubs/{club['id']}"))["you"] == "organiser"
