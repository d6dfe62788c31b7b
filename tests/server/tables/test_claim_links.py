"""Claim links: a seat is claimed from another browser; its owner learns of it and can renew the link."""

from __future__ import annotations

from ludotheque.protocol import http
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables.table import Table
from tests.server.client import FRIEND, ME, Guest, two_at_a_table
from tests.server.played_table import RecordingConnection, open_played_table
from tests.server.running import Running


async def test_owner_learns_that_their_seat_was_claimed(server: Running) -> None:
    anne, bruno = await two_at_a_table(server)
    assert (anne.card["owner"], anne.card["claimed"]) == (True, None)
    thief = Guest(server, "Mallory")
    taken = await thief.claim(anne.table, anne.card["claim"])
    assert (taken["you"], taken["owner"], taken["claimed"]) == (0, False, None)
    await anne.until(lambda: anne.card["claimed"] is not None)
    assert bruno.card["claimed"] is None, "other players do not learn of it"
    async with await anne.guest.sit(anne.table) as again:
        assert again.card["claimed"] == anne.card["claimed"], "it is shown after connecting again too"


async def test_renewing_the_link_leaves_the_seat_to_its_owner(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    code = anne.card["claim"]
    thief = Guest(server, "Mallory")
    await thief.claim(anne.table, code)
    line = await thief.sit(anne.table)
    assert line.seat == 0
    assert (await thief.post(f"/api/tables/{anne.table}/renew", {}, 403))["code"] == "not_owner"
    card = await anne.guest.post(f"/api/tables/{anne.table}/renew", {})
    assert (card["you"], card["claimed"]) == (0, None)
    assert card["claim"] != code
    await line.until(lambda: line.seat is None)
    assert line.card["claim"] is None
    assert (await line.play({"do": "resign"}))["code"] == "no_seat"
    assert (await thief.claim(anne.table, code, 403))["code"] == "bad_claim"
    assert (await thief.get("/api/mine"))["tables"] == []
    phone = Guest(server, "Anne's phone")
    assert (await phone.claim(anne.table, card["claim"]))["you"] == 0


async def test_renewed_link_is_valid_after_a_restart(own_server: Running) -> None:
    anne, _ = await two_at_a_table(own_server)
    card = await anne.guest.post(f"/api/tables/{anne.table}/renew", {})
    own_server.kill()
    own_server.start()
    again = await anne.guest.get(f"/api/tables/{anne.table}")
    assert (again["claim"], again["owner"]) == (card["claim"], True)
    assert (await Guest(own_server, "Mallory").claim(anne.table, anne.card["claim"], 403))["code"] == "bad_claim"


async def test_guest_without_a_seat_renews_no_link(server: Running) -> None:
    table = (await Guest(server, "Anne").open(ME, FRIEND))["id"]
    assert (await Guest(server, "Mallory").post(f"/api/tables/{table}/renew", {}, 403))["code"] == "not_owner"
    assert (await Guest(server, "Mallory").post("/api/tables/none/renew", {}, 404))["code"] == "no_table"


async def test_seat_that_was_left_has_a_new_link_for_the_next_player(parlour: Services) -> None:
    """The link of the player before must not lead to the seat of the next one."""
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("friend")]
    card = await parlour.tables.opening.open(http.OpenTable("parlour", "Anne", chairs), "Anne", "guest 0")
    actor, table = await parlour.tables.find(card.id)
    before = (await parlour.tables.join(actor.id, "guest 1", "Bruno", "b")).claim
    await parlour.tables.leave(actor.id, "guest 1")
    after = (await parlour.tables.join(actor.id, "guest 2", "Chloé", "c")).claim
    assert table.seats.seat_of("guest 2") == 1
    assert before != after


async def test_claimant_who_leaves_keeps_the_owner_seated(parlour: Services) -> None:
    table = await open_played_table(parlour)
    await parlour.tables.claim(table.actor.id, "guest 1b", parlour.signer.claim_code(table.actor.id, 1))
    person = RecordingConnection("guest 1b")
    table.actor.connect(person, table.table, 0)
    await parlour.tables.leave(table.actor.id, "guest 1b")
    assert table.table.seats.proxies == {}
    assert person.card["you"] is None
    assert table.players[1].card["you"] == 1
    again = Table.load(table.actor.id, await parlour.storage.load(table.actor.id))
    assert (again.seats.guests, again.seats.links) == (
        table.table.seats.guests,
        table.table.seats.links,
    )
