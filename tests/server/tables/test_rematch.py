"""Rematches: one table for all players of a finished game, on its terms, at whatever moment and worker they ask."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludotheque.protocol import http, messages
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Conflict
from ludotheque.server.tables import rematch
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.events import RematchOffered
from ludotheque.server.tables.seating import TableFull
from ludotheque.server.tables.table import Table
from tests.server.client import ME, SETUP, Guest, TableSocket, bot, two_at_a_table
from tests.server.running import Running

CLOCK = messages.LiveClock(600, 5)


async def resigned(server: Running, **order: object) -> tuple[TableSocket, TableSocket]:
    """Anne, who was red and resigned, and Bruno."""
    anne, bruno = await two_at_a_table(server, **order)
    for socket in (anne, bruno):
        await socket.play(*SETUP)
    await anne.until(lambda: anne.to_move)
    assert (await anne.play({"do": "resign"}))["t"] == "ack"
    await bruno.until(lambda: bruno.card["over"])
    return anne, bruno


async def ended(services: Services, **order: object) -> Table:
    """A table of three in this process whose players have voted to end the game."""
    seats = [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("bot", "random")]
    card = await services.tables.opening.open(
        http.OpenTable("parlour", "Anne", seats, **order),  # type: ignore[arg-type]
        "Anne",
        "guest 0",
    )
    for guest, name in (("guest 0", "Anne"), ("guest 1", "Bruno")):
        await services.tables.join(card.id, guest, name, guest)
    actor, table = await services.tables.find(card.id)
    people = [Connection("guest 0"), Connection("guest 1")]
    for person in people:
        actor.connect(person, table, 0)
    await actor.handle(people[0], messages.SetPace("slow", "slow"))
    await actor.handle(people[0], messages.Propose("end", "end"))
    await actor.handle(people[1], messages.Vote("yes", 1, True))
    assert table.over
    return table


async def test_players_are_asked_and_exchange_their_sides(server: Running) -> None:
    anne, bruno = await resigned(server, clock={"kind": "live", "bank": 300}, public=True, watch_delay=3)
    offered = await bruno.guest.post(f"/api/tables/{bruno.table}/rematch", {})
    await anne.until(lambda: anne.card["rematch"] is not None)
    assert anne.card["rematch"] == {"table": offered["id"], "by": 1}
    assert (offered["you"], offered["started"], offered["rematch_of"]) == (0, False, anne.table)
    assert [seat["name"] for seat in offered["seats"]] == ["Bruno", ""]
    assert (offered["clock"]["bank"], offered["public"], offered["watch_delay"]) == (300, True, 3)
    assert offered["commitment"] != bruno.card["commitment"], "its luck is its own"
    await bruno.guest.join(offered["id"])
    kept = await anne.guest.post(f"/api/tables/{anne.table}/rematch", {})
    assert (kept["id"], kept["you"], kept["awaited"]) == (offered["id"], 1, [1])
    begun = await anne.guest.join(kept["id"])
    assert begun["started"]
    assert (await anne.guest.post(f"/api/tables/{anne.table}/rematch", {}))["id"] == offered["id"]


async def test_spectators_have_no_rematch_and_do_not_learn_of_it(server: Running) -> None:
    anne, _ = await resigned(server)
    carla = Guest(server, "Carla")
    watching = await carla.sit(anne.table)
    assert (await carla.post(f"/api/tables/{anne.table}/rematch", {}, 409))["code"] == "no_rematch"
    await anne.guest.post(f"/api/tables/{anne.table}/rematch", {})
    await watching.receive_until("seats")
    assert watching.card["rematch"] is None
    assert (await carla.get(f"/api/tables/{anne.table}"))["rematch"] is None


async def test_game_that_goes_on_has_no_rematch(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    assert (await anne.guest.post(f"/api/tables/{anne.table}/rematch", {}, 409))["code"] == "no_rematch"


async def test_two_browsers_of_a_player_share_one_seat(server: Running) -> None:
    anne, _ = await resigned(server)
    phone = Guest(server, "phone")
    await phone.claim(anne.table, anne.card["claim"])
    from_phone = await phone.post(f"/api/tables/{anne.table}/rematch", {})
    from_desk = await anne.guest.post(f"/api/tables/{anne.table}/rematch", {})
    assert (from_phone["you"], from_desk["you"]) == (1, 1)
    assert [seat["kind"] for seat in from_desk["seats"]] == ["open", "human"]


async def test_rematch_with_a_bot_begins_with_the_players_nonce(server: Running) -> None:
    anne = Guest(server, "Anne")
    socket = await anne.sit((await anne.open(ME, bot("random")))["id"])
    await socket.play(*SETUP)
    await socket.until(lambda: socket.to_move)
    await socket.play({"do": "resign"})
    again = await anne.post(f"/api/tables/{socket.table}/rematch", {})
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "human"]
    assert (await anne.join(again["id"]))["started"]


async def test_seats_rotate_and_a_free_seat_is_left_for_those_who_do_not_answer(parlour: Services) -> None:
    table = await ended(parlour, clock=CLOCK)
    card = await parlour.tables.rematch(table.id, "guest 1")
    assert [(seat.kind, seat.name) for seat in card.seats][1:] == [("open", ""), ("human", "Bruno")]
    assert (card.seats[0].kind, card.clock, card.options) == ("bot", CLOCK, table.opened.options)
    assert card.pace == "slow", "as it was in the end"
    joined = await parlour.tables.join(card.id, "guest 7", "Gina", "nonce")
    assert joined.you == 1, "the link invites to the free seat"
    with pytest.raises(TableFull):
        await parlour.tables.rematch(table.id, "guest 0")


async def test_hidden_table_has_a_hidden_rematch(parlour: Services) -> None:
    table = await ended(parlour, public=True)
    await parlour.tables.hide(table.id)
    assert not (await parlour.tables.rematch(table.id, "guest 0")).public


async def test_requests_of_the_same_moment_lead_to_one_table(parlour: Services, database: Path | str) -> None:
    table = await ended(parlour)
    other = await open_services(Settings(database))
    first, second, third = await asyncio.gather(
        parlour.tables.rematch(table.id, "guest 0"),
        other.tables.rematch(table.id, "guest 1"),
        parlour.tables.rematch(table.id, "guest 1"),
    )
    assert first.id == second.id == third.id
    assert (first.you, second.you, third.you) == (1, 2, 2)
    await other.close()


async def test_crash_between_offer_and_opening_leads_to_one_table(
    parlour: Services, database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended(parlour)

    async def crash(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(parlour.tables.opening, "open_again", crash)
        with pytest.raises(ConnectionError):
            await parlour.tables.rematch(table.id, "guest 0")
    restarted = await open_services(Settings(database))
    _, loaded = await restarted.tables.find(table.id)
    assert loaded.rematch is not None, "the offer is in the log"
    card = await restarted.tables.rematch(table.id, "guest 1")
    assert (card.id, card.you) == (loaded.rematch.table, 2)
    assert card.seats[1].name == "Anne", "the seat of the player who asked first is kept"
    await restarted.close()


async def test_opening_that_another_worker_was_faster_with_is_dropped(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended(parlour)
    open_again = parlour.tables.opening.open_again

    async def opened_elsewhere(*order: object) -> None:
        await open_again(*order)  # type: ignore[arg-type]
        parlour.tables.actors.pop(str(order[0]))
        raise Conflict

    monkeypatch.setattr(parlour.tables.opening, "open_again", opened_elsewhere)
    assert (await parlour.tables.rematch(table.id, "guest 0")).you == 1


async def test_erased_player_keeps_no_seat(parlour: Services) -> None:
    table = await ended(parlour)
    offered = rematch.offer(table, "guest 0", "new", 1)[0]
    assert isinstance(offered, RematchOffered)
    del table.seats.owners[0], table.seats.guests["guest 0"]
    opened, taken = rematch.opening(table, offered, 2)
    assert ([one.level for one in taken], opened.opener) == (["random"], None)
