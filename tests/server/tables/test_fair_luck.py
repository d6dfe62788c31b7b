"""The table's luck: its secret is promised before any nonce is seen, and nature waits for every nonce."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ludotheque.engine import record
from ludotheque.engine.chance import commitment
from ludotheque.games import find
from ludotheque.protocol import http
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.tables import events
from ludotheque.server.tables.events import MovesPlayed, SeatTaken, TableOpened
from ludotheque.server.tables.table import Table
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.played_table import PlayedTable, open_played_table
from tests.server.running import Running


async def lines(server: Running, table: str) -> list[Any]:
    storage = SqliteStorage(server.data)
    found = [events.decode(body) for body in await storage.load(table)]
    await storage.close()
    return found


async def test_commitment_comes_before_the_nonce_when_alone_with_bots(
    own_server: Running,
) -> None:
    anne = Guest(own_server, "Anne")
    offered = await anne.offer(ME, bot("random"), game="president")
    assert len(offered["commitment"]) == 64
    assert (offered["you"], offered["started"], offered["awaited"], offered["nonce"]) == (0, False, [0], None)
    opened, *sats = await lines(own_server, offered["id"])
    assert isinstance(opened, TableOpened)
    assert offered["commitment"] == opened.commitment == commitment(opened.secret)
    assert [(sat.seat, sat.nonce) for sat in sats if isinstance(sat, SeatTaken)] == [(0, ""), (1, "")]
    assert len(sats) == 2, "nature has not moved"
    joined = await anne.join(offered["id"], nonce="from Anne")
    assert (joined["commitment"], joined["nonce"]) == (offered["commitment"], "from Anne")
    assert (joined["you"], joined["started"], joined["awaited"]) == (0, True, [])
    sat, acted = (await lines(own_server, offered["id"]))[3:5]
    assert isinstance(sat, SeatTaken)
    assert (sat.seat, sat.nonce, sat.name) == (0, "from Anne", "Anne")
    assert isinstance(acted, MovesPlayed)
    assert acted.seat == -1


async def test_record_has_the_nonces_of_people_and_none_of_bots(own_server: Running) -> None:
    anne = Guest(own_server, "Anne")
    card = await anne.open(ME, FRIEND, nonce="from Anne")
    async with await anne.sit(card["id"]) as line:
        assert (await line.ask("fill", seat=1, level="random"))["t"] == "ack"
        await line.until(lambda: line.now is not None)
        assert (await line.play({"do": "resign"}))["t"] == "ack"
    answer = await anne.http.get(f"/api/tables/{card['id']}/record")
    played = record.read(answer.content)
    assert played.header.commitment == card["commitment"]
    assert played.header.nonces == ["from Anne", ""]
    verdict = record.verify(find("stratego"), played)
    assert verdict.sealed
    assert verdict.chosen == []


@pytest.mark.parametrize("nonce", ["5a1f", ""])
async def test_nonce_with_the_order_is_refused_with_an_explanation(server: Running, nonce: str) -> None:
    anne = Guest(server, "Anne")
    trouble = await anne.offer(ME, bot("random"), nonce=nonce, status=400)
    assert trouble["code"] == "nonce_too_early"
    assert "/join" in trouble["detail"]
    assert "commitment" in trouble["detail"]
    assert (await anne.get("/api/mine"))["tables"] == [], "nothing was opened"


async def test_nonce_has_one_to_sixty_four_characters(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.offer(ME, bot("random")))["id"]
    for nonce in ("", "x" * 65, 7, None):
        path = f"/api/tables/{table}/join"
        assert (await anne.post(path, {"name": "Anne", "nonce": nonce}, 400))["code"] == "bad_request"
    assert not (await anne.get(f"/api/tables/{table}"))["started"]


async def test_seat_is_kept_for_an_opener_who_disconnects_in_between(own_server: Running) -> None:
    anne, bruno, chloe = (Guest(own_server, name) for name in ("Anne", "Bruno", "Chloé"))
    table = (await anne.offer(ME, FRIEND, public=True))["id"]
    assert (await bruno.join(table))["you"] == 1
    assert (await chloe.join(table, status=409))["code"] == "full"
    assert (await chloe.get("/api/lobby"))["tables"] == [], "there is no chair to be had"
    own_server.kill()
    own_server.start()
    card = await bruno.get(f"/api/tables/{table}")
    assert (card["started"], card["awaited"]) == (False, [0])
    [line] = (await anne.get("/api/mine"))["tables"]
    assert (line["state"], line["your_turn"]) == ("waiting", True)
    async with await bruno.sit(table) as waiting:
        assert waiting.now is None
        assert (await anne.join(table))["started"]
        await waiting.until(lambda: waiting.now is not None)


async def test_first_of_several_simultaneous_nonces_counts(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.offer(ME, bot("random")))["id"]
    cards = await asyncio.gather(*(anne.join(table, nonce=f"nonce {number}") for number in range(6)))
    nonces = {card["nonce"] for card in cards}
    assert len(nonces) == 1
    assert {card["you"] for card in cards} == {0}
    assert (await anne.join(table, nonce="another"))["nonce"] in nonces


async def test_every_table_has_its_own_commitment(server: Running) -> None:
    anne = Guest(server, "Anne")
    cards = [await anne.offer(ME, bot("random")) for _ in range(5)]
    table = (await anne.open(ME, bot("random")))["id"]
    async with await anne.sit(table) as line:
        await line.play({"do": "resign"})
    body = {"name": "Anne", "move": 0, "seat": 0}
    cards += [await anne.post(f"/api/tables/{table}/branch", body, 201) for _ in range(3)]
    assert [card["started"] for card in cards] == [False] * 8
    assert len({card["commitment"] for card in cards}) == 8
    trouble = await anne.post(f"/api/tables/{table}/branch", {**body, "nonce": "n"}, 400)
    assert trouble["code"] == "nonce_too_early"


async def test_browser_that_claims_a_kept_seat_sends_the_nonce(parlour: Services) -> None:
    order = http.OpenTable("parlour", "Anne", [http.SeatRequest("me"), http.SeatRequest("bot", "random")])
    card = await parlour.tables.opening.open(order, "Anne", "guest 0")
    actor, table = await parlour.tables.find(card.id)
    assert card.claim is not None
    await parlour.tables.claim(actor.id, "guest 7", card.claim)
    await parlour.tables.join(actor.id, "guest 7", "Zoé", "from elsewhere")
    sat = table.seats.taken[0]
    assert sat is not None
    assert (sat.guest, sat.name, sat.nonce) == ("guest 0", "Anne", "from elsewhere")
    assert table.started
    assert (table.seats.seat_of("guest 0"), table.seats.seat_of("guest 7")) == (0, 0)


async def test_chance_depends_on_all_nonces_and_survives_a_reload(parlour: Services) -> None:
    played: PlayedTable = await open_played_table(parlour)
    assert played.table.playing().record.header.nonces == ["Anne", "Bruno", "Chloé"]
    again = Table.load(played.table.id, await parlour.storage.load(played.table.id))
    assert again.playing().record == played.table.playing().record
