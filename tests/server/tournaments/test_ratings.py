"""Ratings on a real server: recorded once, whenever it is killed, and the same when they are rebuilt from the logs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ludotheque.server.accounts.signing import Signer, guest_id
from ludotheque.server.storage import Statement, Storage, open_storage
from ludotheque.server.storage.tournament_guests import erase_guest, merge_guest
from ludotheque.server.tables.table import Table
from ludotheque.server.tournaments.ratings import rebuild_ratings
from ludotheque.server.tournaments.results import record_result
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running
from tests.server.tournaments.club import begin_round, new_tournament, play_round

RESULTS = "SELECT game, who, number, place, seats, mu, sigma FROM result ORDER BY game, who, number"
RATINGS = "SELECT * FROM rating ORDER BY game, who"


async def play_game(winner: Guest, loser: Guest, public: bool = True) -> str:
    """A table, public or not, at which the loser resigns; its id."""
    table: str = (await winner.open(ME, FRIEND, public=public))["id"]
    await loser.join(table)
    async with await loser.sit(table) as connection:
        await connection.play({"do": "resign"})
    return table


async def wait_for_ladder(guest: Guest, games: int, game: str = "stratego") -> dict[str, Any]:
    """The ladder, once it counts so many games of listed players."""
    async with asyncio.timeout(PATIENCE):
        while True:
            ladder = await guest.get(f"/api/ladders/{game}")
            if sum(line["games"] for line in ladder["lines"]) >= games:
                return ladder
            await asyncio.sleep(0.05)


async def list_players(*guests: Guest) -> None:
    for guest in guests:
        await guest.post("/api/player", {"name": guest.name, "listed": True})


async def write_offline(server: Running, *statements: Statement) -> None:
    """Write to the database of a server that does not run."""
    storage = await open_storage(server.data)
    await storage.write(*statements)
    await storage.close()


@pytest.fixture
async def storage(own_server: Running) -> AsyncIterator[Storage]:
    storage = await open_storage(own_server.data)
    yield storage
    await storage.close()


async def test_public_game_changes_both_ratings_and_a_private_one_none(own_server: Running) -> None:
    anne, bruno = Guest(own_server, "Anne"), Guest(own_server, "Bruno")
    await list_players(anne, bruno)
    await play_game(anne, bruno, public=False)
    table = await play_game(anne, bruno)
    ladder = await wait_for_ladder(anne, 2)
    assert [(line["place"], line["name"], line["games"], line["you"]) for line in ladder["lines"]] == [
        (1, "Anne", 1, True),
        (2, "Bruno", 1, False),
    ]
    assert ladder["lines"][0]["shown"] > 1500 > ladder["lines"][1]["shown"]
    page = await bruno.get(f"/api/players/{ladder['lines'][0]['handle']}")
    assert (page["name"], page["you"], page["listed"]) == ("Anne", False, True)
    assert [(line["table"], line["place"]) for line in page["played"]] == [(table, 1)]
    assert len(page["ratings"][0]["history"]) == 1


async def test_tournament_games_and_unlisted_players_are_on_no_public_page(own_server: Running) -> None:
    guests, tournament = await new_tournament(own_server, 2, format="round_robin")
    await begin_round(guests[0], tournament, 1)
    card = await play_round(guests, tournament)
    ladder = await wait_for_ladder(guests[0], 2)
    page = await guests[1].get(f"/api/players/{ladder['lines'][0]['handle']}")
    assert page["ratings"][0]["games"] == 1
    assert page["played"] == [], "tables of a tournament are not public"
    # An unlisted player is on no ladder, has a page for themselves only, and is named without a link.
    await guests[0].post("/api/player", {"name": "Anne", "listed": False})
    ladder = await guests[1].get("/api/ladders/stratego")
    assert [line["name"] for line in ladder["lines"]] == ["Bruno"]
    await guests[1].get(f"/api/players/{page['handle']}", 404)
    assert (await guests[0].get("/api/player"))["ratings"][0]["games"] == 1
    card = await guests[1].get(f"/api/evenings/{tournament}")
    assert [entrant["page"] is None for entrant in card["entrants"]] == [True, False]
    text = str(card) + str(ladder)
    for guest in guests:
        token = guest.http.cookies["ludotheque_guest"].split(".")[0]
        assert token not in text
        assert guest_id(token) not in text


async def test_game_against_a_bot_rates_the_bot_apart_from_people(own_server: Running) -> None:
    anne = Guest(own_server, "Anne")
    await list_players(anne)
    table = (await anne.open(ME, bot("random"), public=True))["id"]
    async with await anne.sit(table) as connection:
        await connection.play({"do": "resign"})
    ladder = await wait_for_ladder(anne, 1)
    assert [line["name"] for line in ladder["lines"]] == ["Anne"]
    assert [(entry["level"], entry["games"]) for entry in ladder["bots"]] == [("random", 1)]
    assert ladder["bots"][0]["shown"] > ladder["lines"][0]["shown"]


async def test_results_missed_by_a_killed_server_are_recorded_at_the_next_start(own_server: Running) -> None:
    guests, tournament = await new_tournament(own_server, 2, format="round_robin")
    await list_players(*guests)
    await begin_round(guests[0], tournament, 1)
    card = await play_round(guests, tournament)
    await play_game(guests[1], guests[0])
    ladder = await wait_for_ladder(guests[0], 4)
    own_server.kill()
    # As if it had been killed after the games ended, before their results were recorded.
    await write_offline(
        own_server,
        *(Statement(f"DELETE FROM {name}") for name in ("rated", "rating", "result")),
        Statement("UPDATE pairing SET places = NULL, points = NULL"),
    )
    own_server.start()
    assert (await wait_for_ladder(guests[0], 4))["lines"] == ladder["lines"]
    assert (await guests[0].get(f"/api/evenings/{tournament}"))["standings"] == card["standings"]


async def test_table_of_a_pairing_that_was_never_opened_is_opened_at_the_next_start(own_server: Running) -> None:
    guests, tournament = await new_tournament(own_server, 2, format="round_robin")
    table = (await begin_round(guests[0], tournament, 1))["rounds"][0]["boards"][0]["table"]
    own_server.kill()
    lost = (Statement(f'DELETE FROM {name} WHERE "table" = $1', (table,)) for name in ("entry", "summary", "sitting"))
    await write_offline(own_server, *lost)
    own_server.start()
    async with asyncio.timeout(PATIENCE):
        while (await guests[0].http.get(f"/api/tables/{table}")).status_code != 200:
            await asyncio.sleep(0.05)
    assert (await guests[0].get(f"/api/tables/{table}"))["awaited"] == [0, 1]
    await play_round(guests, tournament)


async def test_two_workers_recording_the_same_games_count_each_once(own_server: Running, storage: Storage) -> None:
    anne, bruno, chloe = (Guest(own_server, name) for name in ("Anne", "Bruno", "Chloé"))
    await list_players(anne, bruno, chloe)
    ids = [
        await play_game(winner, loser)
        for winner, loser in ((anne, bruno), (bruno, chloe), (chloe, anne), (anne, chloe))
    ]
    await wait_for_ladder(anne, 8)
    own_server.stop()
    await storage.write(*(Statement(f"DELETE FROM {name}") for name in ("rated", "rating", "result")))
    other = await open_storage(own_server.data)
    tables = [Table.load(id, await storage.load(id)) for id in ids]
    await asyncio.gather(*(record_result(worker, table) for table in tables for worker in (storage, other)))
    await other.close()
    assert [games for (games,) in await storage.rows("SELECT games FROM rating ORDER BY games")] == [2, 3, 3]
    assert len(await storage.rows("SELECT 1 FROM result")) == 8
    assert len(await storage.rows("SELECT 1 FROM rated")) == 4


async def test_ratings_rebuilt_from_the_logs_are_the_same(own_server: Running, storage: Storage) -> None:
    guests, tournament = await new_tournament(own_server, 3, format="round_robin")
    for number in (1, 2, 3):
        await begin_round(guests[0], tournament, number)
        await play_round(guests, tournament)
    await play_game(guests[2], guests[0])
    await wait_for_ladder(guests[0], 8)
    results, current = await storage.rows(RESULTS), await storage.rows(RATINGS)
    assert len(results) == 8
    command = [sys.executable, "-m", "ludotheque", "ratings"]
    data = ["--data", str(own_server.data)]
    output = subprocess.run([*command, "rebuild", *data], capture_output=True, text=True, check=True).stdout
    assert output == "Rebuilt the ratings from 4 games.\n"
    assert (await storage.rows(RESULTS), await storage.rows(RATINGS)) == (results, current)
    output = subprocess.run([*command, "show", "stratego", *data], capture_output=True, text=True, check=True).stdout
    assert "1. Anne" in output
    output = subprocess.run([*command, "show", "koalition", *data], capture_output=True, text=True, check=True).stdout
    assert output.startswith("Nobody yet")


async def test_table_that_voted_to_end_is_a_draw_and_is_not_rated(own_server: Running) -> None:
    guests, tournament = await new_tournament(own_server, 2, format="round_robin")
    table = (await begin_round(guests[0], tournament, 1))["rounds"][0]["boards"][0]["table"]
    connections = [await guest.sit(table) for guest in guests]
    assert (await connections[0].ask("propose", kind="end"))["t"] == "ack"
    await connections[1].until(lambda: connections[1].card["motion"] is not None)
    assert (await connections[1].ask("vote", motion=1, yes=True))["t"] == "ack"
    async with asyncio.timeout(PATIENCE):
        while (await guests[0].get(f"/api/evenings/{tournament}"))["your_table"]:
            await asyncio.sleep(0.05)
    card = await guests[0].get(f"/api/evenings/{tournament}")
    assert card["rounds"][0]["boards"][0]["points"] == [3, 3]
    assert (await guests[0].get("/api/ladders/stratego"))["lines"] == []


async def test_guest_is_merged_into_another_and_erased_on_request(own_server: Running, storage: Storage) -> None:
    guests, tournament = await new_tournament(own_server, 2, format="round_robin")
    await begin_round(guests[0], tournament, 1)
    await play_round(guests, tournament)
    await wait_for_ladder(guests[0], 2)
    signer = Signer(storage.key)
    old, new = signer.read_guest_cookie(guests[0].http.cookies["ludotheque_guest"]), "another guest"
    assert old is not None
    before = await storage.rows("SELECT mu, sigma, games FROM rating WHERE who = $1", old)
    await merge_guest(storage, old, new)
    assert await storage.rows("SELECT mu, sigma, games FROM rating WHERE who = $1", new) == before
    assert not await storage.rows("SELECT 1 FROM rating WHERE who = $1", old)
    assert await storage.rows("SELECT organiser FROM member WHERE guest = $1", new)
    assert await storage.rows("SELECT number FROM entrant WHERE guest = $1", new) == [(1,)]
    assert [line["name"] for line in (await guests[1].get("/api/ladders/stratego"))["lines"]] == ["Anne", "Bruno"]
    results = await storage.rows(RESULTS)
    assert await rebuild_ratings(storage) == 1
    assert await storage.rows(RESULTS) == results, "the logs have the old guest, the results the new one"

    # Merged into a guest who has played too: the games add up.
    other = signer.read_guest_cookie(guests[1].http.cookies["ludotheque_guest"])
    assert other is not None
    await merge_guest(storage, new, other)
    assert await storage.rows("SELECT games FROM rating WHERE who = $1", other) == [(2,)]
    assert len(await storage.rows("SELECT number FROM result WHERE who = $1", other)) == 2

    await erase_guest(storage, other)
    for name, column in (("rating", "who"), ("result", "who"), ("member", "guest"), ("player", "guest")):
        assert not await storage.rows(f"SELECT 1 FROM {name} WHERE {column} = $1", other)
    card = await guests[0].get(f"/api/evenings/{tournament}")
    assert "Bruno" not in [entrant["name"] for entrant in card["entrants"]]


async def test_oldest_member_becomes_organiser_when_the_last_organiser_is_erased(
    own_server: Running, storage: Storage
) -> None:
    anne, bruno = Guest(own_server, "Anne"), Guest(own_server, "Bruno")
    club = await anne.post("/api/clubs", {"title": "Les Pions", "name": "Anne"}, 201)
    await bruno.post(f"/api/clubs/{club['id']}/join", {"name": "Bruno", "code": club["invitation"]})
    who = Signer(storage.key).read_guest_cookie(anne.http.cookies["ludotheque_guest"])
    assert who is not None
    await erase_guest(storage, who)
    assert (await bruno.get(f"/api/clubs/{club['id']}"))["you"] == "organiser"
