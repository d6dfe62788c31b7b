"""The table service: a game with chance, seats by lot, invalid logs, and two services on one log."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from ludotheque import games
from ludotheque.engine import record
from ludotheque.engine.rules import NATURE
from ludotheque.protocol import http, messages
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import MovesPlayed, decode
from ludotheque.server.tables.table import Table
from tests.engine.parlour.game import GAME

ORDER = http.OpenTable(
    "parlour", "Anne", [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("friend")]
)


@pytest.fixture
async def services(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Services]:
    monkeypatch.setattr(games, "_names", lambda: ("parlour",))
    monkeypatch.setattr(games, "_open", {"parlour": GAME}.__getitem__)
    services = await open_services(Settings(database))
    yield services
    await services.close()


async def begun(services: Services) -> tuple[TableActor, Table, list[Connection]]:
    """Three people and a spectator at a table."""
    card = await services.tables.opening.open(ORDER, "Anne", "guest 0")
    room, table = await services.tables.find(card.id)
    people = [Connection(f"guest {n}") for n in range(4)]
    for guest in ("guest 0", "guest 1", "guest 2"):
        await services.tables.join(room.id, guest, guest, guest)
    for connection in people:
        room.connect(connection, table, 0)
    return room, table, people


async def play_out(room: TableActor, table: Table, people: list[Connection], seed: int) -> None:
    luck = random.Random(seed)
    match = table.playing()
    for number in range(10_000):
        if table.over:
            return
        seat = luck.choice(match.asked())
        move = msgspec.Raw(msgspec.json.encode(luck.choice(match.legal(seat))))
        question = match.rules.question(match.state)
        answer = await room.handle(people[seat], messages.Play(f"move {number}", question, [move]))
        assert isinstance(answer, messages.Ack), answer
    raise AssertionError("the game does not end")


async def logged(services: Services, table: str) -> list[bytes]:
    return list(await services.storage.load(table))


async def test_move_of_nature_is_in_the_same_event_as_its_cause(services: Services) -> None:
    room, table, people = await begun(services)
    assert table.playing().asked() == [0, 1, 2], "the first deal is made as the last guest sits down"
    await play_out(room, table, people, seed=1)
    lines = [decode(body) for body in await logged(services, table.id)]
    acted = [line for line in lines if isinstance(line, MovesPlayed)]
    assert [seat for seat, _ in acted[0].moves] == [NATURE] * 3
    dealt_again = [line for line in acted[1:] if len(line.moves) > 1]
    assert [[seat for seat, _ in line.moves[1:]] for line in dealt_again] == [[NATURE] * 3]
    assert record.verify(GAME, table.playing().record).draws == 6


async def test_table_loaded_from_its_log_is_the_same(services: Services) -> None:
    room, table, people = await begun(services)
    await play_out(room, table, people, seed=2)
    again = Table.load(table.id, await logged(services, table.id))
    encode = msgspec.json.Encoder().encode
    for viewer in (0, 1, 2, None):
        assert encode(again.stories[viewer]) == encode(table.stories[viewer])
        assert encode(again.view([viewer])[viewer].now) == encode(table.view([viewer])[viewer].now)
    assert again.acknowledgements == table.acknowledgements
    assert record.write(again.playing().record) == record.write(table.playing().record)


async def test_actor_applies_remote_events_only_without_a_gap(services: Services) -> None:
    room, table, _ = await begun(services)
    bodies = await logged(services, table.id)
    empty = TableActor(table.id, services.tables._context)
    assert not empty.apply_remote(0, bodies), "the table is not in memory: it has to be read"
    assert not room.apply_remote(len(bodies) + 1, bodies), "something is missing before that"
    async with room._lock:
        assert not room.apply_remote(0, bodies), "it may be writing something of its own"
    assert room.apply_remote(0, bodies), "it knows all that"
    assert room.log_length == len(bodies)


async def test_each_seat_has_a_story_of_its_own(services: Services) -> None:
    _, table, _ = await begun(services)
    for viewer in (0, 1, 2, None):
        events = [json.loads(bytes(event)) for entry in table.stories[viewer] for event in entry.events]
        assert [event["seat"] for event in events] == [0, 1, 2]
        assert [event["seat"] for event in events if event["card"]] == ([] if viewer is None else [viewer])


async def test_seats_are_shuffled_by_lot(services: Services) -> None:
    seats = set()
    for _ in range(60):
        card = await services.tables.opening.open(msgspec.structs.replace(ORDER, by_lot=True), "Anne", "guest 0")
        seats.add(card.you)
    assert seats == {0, 1, 2}


async def test_invalid_log_is_reported(services: Services) -> None:
    room, table, people = await begun(services)
    await play_out(room, table, people, seed=3)
    bodies = await logged(services, table.id)
    for broken in ([], bodies[1:], [bodies[0], *bodies], [b"{}"], [bodies[0], bodies[-1]], [bodies[0][:-9]]):
        with pytest.raises(InvalidLog):
            Table.load(table.id, broken)


async def test_failed_commit_changes_nothing_and_the_log_decides(services: Services, database: Path | str) -> None:
    """Two services on one log: the slower one applies the other's events, shows them, and tries once more."""
    room, table, people = await begun(services)
    other_services = await open_services(Settings(database))
    other_room, other_table = await other_services.tables.find(table.id)
    anne = Connection("guest 0")
    other_room.connect(anne, other_table, 0)
    bid = [msgspec.Raw(b'{"do":"bid","coins":1}')]
    question = GAME.rules.question(table.playing().state)
    assert isinstance(await room.handle(people[1], messages.Play("b", question, bid)), messages.Ack)
    before = await logged(services, table.id)
    late = await other_room.handle(anne, messages.Play("a", question, bid))
    assert isinstance(late, messages.Ack)
    after = await logged(services, table.id)
    assert after[:-1] == before, "what was written first stays"
    acted = [line for line in map(decode, after) if isinstance(line, MovesPlayed) and line.client]
    assert [(line.seat, line.client) for line in acted] == [(1, "b"), (0, "a")]
    assert anne.seq == late.seq == len(Table.load(table.id, after).stories[0]), (
        "she gets the events of the other service"
    )
    stale = await room.handle(people[0], messages.Play("c", question, bid))
    assert isinstance(stale, messages.Refused), "the first house, behind in its turn, reads before it refuses"
    assert (stale.code, people[0].seq) == ("rule", anne.seq)
    assert await other_room.handle(anne, messages.Play("a", question, bid)) == late
    await other_services.close()
