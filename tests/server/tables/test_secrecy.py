"""Two tables that differ only in what a seat cannot see send that seat, and those who look on, the same bytes."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from ludotheque.engine.game import Game
from ludotheque.games import shelf
from ludotheque.protocol.messages import LiveClock
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.tables import events, index_entries
from ludotheque.server.tables.events import SeatPlan, TableOpened
from ludotheque.server.tables.table import Table
from tests.server.client import Guest, Line, everybody_leaves
from tests.server.company import Company, Person, seated, stop_time, until
from tests.server.running import Running
from tests.server.twins import Pair, hides_anything, twins

OWN = re.compile(r'"(?:id|commitment|claim|who)":"[^"]*"|"(?:at|left_ms)":\d+')
"""What every table has of its own, whatever is hidden at it: names, promises, times."""

_AN_HOUR = LiveClock(3600, 1)


def bare(texts: list[str]) -> list[str]:
    return [OWN.sub("", text) for text in texts]


class Recorded:
    """One of two worlds at a table of its own, everybody connected, with somebody looking on."""

    def __init__(self, server: Running, world: int) -> None:
        self.server = server
        self.id = f"world{world}"
        self.world = world
        self.people: list[Line] = []
        self.watcher: Line

    async def begin(self, players: int) -> None:
        guests = [Guest(self.server, f"Guest {seat}") for seat in range(players)]
        for guest in guests:
            await guest.join(self.id)
        for seat, guest in enumerate(guests):
            line = await guest.sit(self.id)
            for other in self.people:
                await other.until(lambda other=other, seat=seat: other.card["seats"][seat]["here"])  # type: ignore[misc]
            self.people.append(line)
        self.watcher = await Guest(self.server, "Zoé").sit(self.id)

    async def step(self, pair: Pair) -> None:
        """One move, and everybody hears all there is to hear of it, in an order of their own."""
        line = self.people[pair.seat]
        move = msgspec.to_builtins(pair.moves[self.world])
        assert (await line.play(move))["t"] == "ack"
        await self.mark(f"{len(self.people[0].heard)}")

    async def whisper(self, seats: list[int], text: str) -> None:
        """Some seats talk aside."""
        assert (await self.people[seats[0]].ask("say", to=seats, text=text))["t"] == "ack"
        await self.mark("hm")

    async def mark(self, text: str) -> None:
        assert (await self.people[0].ask("say", text=text))["t"] == "ack"
        for other in (*self.people, self.watcher):
            await other.until(lambda other=other: other.talk[-1:] and other.talk[-1]["text"] == text)  # type: ignore[misc]

    async def late(self, seat: int) -> tuple[Line, Line]:
        """The same seat from another browser, and somebody else who looks on."""
        return await self.people[seat].guest.sit(self.id), await Guest(self.server, "Dora").sit(self.id)


async def laid_out(path: Path, game: Game, before: list[Pair]) -> None:
    """Both worlds in a house's log, as tables that go on from where nature had its last say."""
    storage = SqliteStorage(path)
    for world in (0, 1):
        given = [(pair.seat, msgspec.Raw(msgspec.json.encode(pair.moves[world]))) for pair in before]
        opened = TableOpened(
            game=game.id,
            version=game.rules.version,
            options=msgspec.to_builtins(game.options({})),
            places=[SeatPlan("friend")] * game.rules.seats[0],
            secret=f"{world}{world}" * 32,
            commitment="",
            at=0,
            box=game.rules.box_mark,
            clock=LiveClock(3600, 1),
            given=given,
        )
        table = Table(f"world{world}", opened)
        await storage.append(table.id, 0, [events.encode(opened)], index_entries.entry(table))
    await storage.close()


@pytest.mark.parametrize("observer", [0, 1])
@pytest.mark.parametrize("first", [False, True], ids=["later", "from-the-start"])
@pytest.mark.parametrize("game", shelf().values(), ids=lambda game: game.id)
async def test_two_worlds_of_any_game_that_differ_in_what_is_hidden(
    game: Game, first: bool, observer: int, tmp_path: Path
) -> None:
    """Every game on the shelf joins by being there; see :mod:`tests.server.twins`."""
    if not hides_anything(game):
        pytest.skip(f"{game.id} is played with everything in the open")
    found = twins(game, observer, first)
    if found is None and first:
        pytest.skip("players have nothing to hide before nature's first move")
    assert found is not None, (
        f"no two worlds of {game.id} look the same: does its tidy.py say in what order hands are dealt?"
    )
    before, played = found
    others = [seat for seat in range(game.rules.seats[0]) if seat != observer]
    await laid_out(tmp_path / "ludotheque.db", game, before)
    server = Running(tmp_path / "ludotheque.db").start()
    try:
        one, two = Recorded(server, 0), Recorded(server, 1)
        for table, words in ((one, "je n’ai rien"), (two, "j’ai tout, et je le dis longuement")):
            await table.begin(game.rules.seats[0])
            for number, pair in enumerate(played):
                await table.step(pair)
                if number == 1 and len(others) > 1:
                    await table.whisper(others, words)
        same(one.people[observer], two.people[observer])
        same(one.watcher, two.watcher)
        for line, twin in zip(await one.late(observer), await two.late(observer), strict=True):
            same(line, twin)
        assert any(bare(one.people[seat].heard) != bare(two.people[seat].heard) for seat in others)
    finally:
        await everybody_leaves()
        server.stop()


def same(line: Line, twin: Line) -> None:
    assert len(line.heard) == len(twin.heard) > 0
    assert bare(line.heard) == bare(twin.heard)


async def dealt(
    services: Services, card: int, not_those: tuple[int, int] = (0, 0), clock: LiveClock | None = _AN_HOUR
) -> Company:
    """A table of three at which Anne was dealt one card, and the others not those."""
    for _ in range(1000):
        company = await seated(services, clock=clock)
        cards = company.table.playing().state.cards
        if cards[0] == card and cards[1] != not_those[0] and cards[2] != not_those[1]:
            return company
    raise AssertionError("luck is not on our side")


async def test_two_tables_of_three_with_other_cards_bids_and_whispers(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_time(monkeypatch, lambda: 1_000_000)
    one = await dealt(parlour, 2)
    two = await dealt(parlour, 2, tuple(one.table.playing().state.cards[1:]))
    for company, coins, word in ((one, 0, "je n’ai rien"), (two, 3, "j’ai tout : je mise !")):
        await company.play(1, {"do": "bid", "coins": coins})
        await company.ask(company.people[1], {"t": "say", "to": [2], "text": word})
        await company.ask(company.people[2], {"t": "say", "to": [1], "text": word * 3})
        await company.ask(company.people[2], {"t": "say", "text": "à toi, Anne"})
        await company.play(2, {"do": "bid", "coins": 3 - coins})
    for who in (0, 3):
        a, b = ([*company.people, company.watcher][who].raw for company in (one, two))
        assert len(a) > 4
        assert bare(a) == bare(b)
    assert bare(one.people[1].raw) != bare(two.people[1].raw)


async def test_what_another_worker_wrote_is_told_with_the_same_care(
    parlour: Services, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anne, and somebody who looks on, are connected to another worker than those who play and whisper."""
    if not parlour.storage.shared:
        pytest.skip("SQLite is served by one")
    stop_time(monkeypatch, lambda: 1_000_000)
    other = await open_services(Settings(postgres_address, bot_processes=1))
    await other.start()
    heard: list[list[list[str]]] = []
    hidden: tuple[int, int] = (0, 0)
    try:
        for coins, word in ((0, "je n’ai rien"), (3, "j’ai tout : je mise !")):
            company = await dealt(parlour, 2, hidden, clock=None)
            hidden = tuple(company.table.playing().state.cards[1:])
            room, table = await other.tables.find(company.table.id)
            everybody = {person.viewer for person in company.people}
            await until(lambda room=room, everybody=everybody: everybody <= room.subscribers.seats())  # type: ignore[misc]
            people = [Person("guest 0"), Person("guest 9")]
            for person in people:
                room.connect(person, table, 0)
            for step in (
                company.play(1, {"do": "bid", "coins": coins}),
                company.ask(company.people[1], {"t": "say", "to": [2], "text": word}),
                company.ask(company.people[2], {"t": "say", "to": [1], "text": word * 3}),
                company.ask(company.people[2], {"t": "say", "text": "à toi, Anne"}),
                company.play(2, {"do": "bid", "coins": 3 - coins}),
            ):
                assert (await step)["t"] == "ack"
                await until(lambda company=company, room=room: room.log_length == company.room.log_length)  # type: ignore[misc]
            assert people[0].talk == ["à toi, Anne"]
            heard.append([[text for text in bare(person.raw) if '"t":"seats"' not in text] for person in people])
    finally:
        await other.close()
    assert heard[0] == heard[1]
    assert min(len(texts) for texts in heard[0]) > 2
