"""Two tables that differ only in what a seat cannot see send that seat, spectators and screens the same bytes."""

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
from ludotheque.server.tables.restrictions import EXPLANATIONS_PER_SECOND
from ludotheque.server.tables.table import Table
from tests.server.client import Guest, TableSocket, close_all_guests
from tests.server.paired_games import MovePair, find_paired_games, hides_something
from tests.server.played_table import PlayedTable, RecordingConnection, open_played_table, use_clock, wait_until
from tests.server.running import Running

OWN = re.compile(r'"(?:id|commitment|claim|who)":"[^"]*"|"(?:at|left_ms)":\d+')
"""What every table has of its own, whatever is hidden at it: names, promises, times."""

_AN_HOUR = LiveClock(3600, 1)


def bare(texts: list[str]) -> list[str]:
    return [OWN.sub("", text) for text in texts]


class Recorded:
    """One of two paired games at a table of its own, with all players, a spectator and a shared screen connected."""

    def __init__(self, server: Running, world: int) -> None:
        self.server = server
        self.id = f"world{world}"
        self.world = world
        self.players: list[TableSocket] = []
        self.spectator: TableSocket
        self.screen: TableSocket

    async def begin(self, players: int, screen_of: int) -> None:
        """Seat everyone; the screen is open in the browser of one of the players."""
        guests = [Guest(self.server, f"Guest {seat}") for seat in range(players)]
        for guest in guests:
            await guest.join(self.id)
        for seat, guest in enumerate(guests):
            line = await guest.sit(self.id)
            for other in self.players:
                await other.until(lambda other=other, seat=seat: other.card["seats"][seat]["here"])  # type: ignore[misc]
            self.players.append(line)
        self.spectator = await Guest(self.server, "Zoé").sit(self.id)
        self.screen = await guests[screen_of].watch_on_screen(self.id)

    async def step(self, pair: MovePair) -> None:
        """Play a move, and receive all messages about it at every socket."""
        line = self.players[pair.seat]
        move = msgspec.to_builtins(pair.moves[self.world])
        assert (await line.play(move))["t"] == "ack"
        await self.mark(f"{len(self.players[0].received)}")

    async def ask_why(self, seat: int, pair: MovePair) -> None:
        """Ask why a seat may not play a move, the same one in both worlds."""
        line, move = self.players[seat], msgspec.to_builtins(pair.moves[0])
        assert line.now is not None
        answer = await line.ask("why", question=line.now["question"], moves=[move])
        assert answer["t"] == "allowed" or answer["code"] == "rule"

    async def whisper(self, seats: list[int], text: str) -> None:
        """Post a private message to some seats."""
        assert (await self.players[seats[0]].ask("say", to=seats, text=text))["t"] == "ack"
        await self.mark("hm")

    async def mark(self, text: str) -> None:
        assert (await self.players[0].ask("say", text=text))["t"] == "ack"
        for other in (*self.players, self.spectator, self.screen):
            await other.until(lambda other=other: other.chat[-1:] and other.chat[-1]["text"] == text)  # type: ignore[misc]

    async def late(self, seat: int, screen_of: int) -> tuple[TableSocket, TableSocket, TableSocket]:
        """Connect the same seat from another browser, another spectator, and another screen."""
        return (
            await self.players[seat].guest.sit(self.id),
            await Guest(self.server, "Dora").sit(self.id),
            await self.players[screen_of].guest.watch_on_screen(self.id),
        )


async def laid_out(path: Path, game: Game, before: list[MovePair]) -> None:
    """Both games in a server's log, as tables that continue after the last move of nature."""
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
async def test_seat_is_sent_the_same_bytes_in_two_games_that_differ_in_what_is_hidden(
    game: Game, first: bool, observer: int, tmp_path: Path
) -> None:
    """Every game on the shelf joins by being there; see :mod:`tests.server.paired_games`."""
    if not hides_something(game):
        pytest.skip(f"{game.id} is played with everything in the open")
    found = find_paired_games(game, observer, first)
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
            await table.begin(game.rules.seats[0], others[0])
            for number, pair in enumerate(played):
                if number < EXPLANATIONS_PER_SECOND:
                    await table.ask_why(observer, pair)
                await table.step(pair)
                if number == 1 and len(others) > 1:
                    await table.whisper(others, words)
        same(one.players[observer], two.players[observer])
        same(one.spectator, two.spectator)
        same(one.screen, two.screen)
        late = [await table.late(observer, others[0]) for table in (one, two)]
        for line, twin in zip(*late, strict=True):
            same(line, twin)
        assert any(bare(one.players[seat].received) != bare(two.players[seat].received) for seat in others)
    finally:
        await close_all_guests()
        server.stop()


def same(line: TableSocket, twin: TableSocket) -> None:
    assert len(line.received) == len(twin.received) > 0
    assert bare(line.received) == bare(twin.received)


async def dealt(
    services: Services, card: int, not_those: tuple[int, int] = (0, 0), clock: LiveClock | None = _AN_HOUR
) -> PlayedTable:
    """A table of three at which Anne was dealt one card, and the others not those."""
    for _ in range(1000):
        played = await open_played_table(services, clock=clock)
        cards = played.table.playing().state.cards
        if cards[0] == card and cards[1] != not_those[0] and cards[2] != not_those[1]:
            return played
    raise AssertionError("luck is not on our side")


async def test_seat_is_sent_the_same_bytes_whatever_others_hold_bid_and_whisper(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_clock(monkeypatch, lambda: 1_000_000)
    one = await dealt(parlour, 2)
    two = await dealt(parlour, 2, tuple(one.table.playing().state.cards[1:]))
    for played, coins, word in ((one, 0, "je n’ai rien"), (two, 3, "j’ai tout : je mise !")):
        await played.play(1, {"do": "bid", "coins": coins})
        await played.send(played.players[1], {"t": "say", "to": [2], "text": word})
        await played.send(played.players[2], {"t": "say", "to": [1], "text": word * 3})
        await played.send(played.players[2], {"t": "say", "text": "à toi, Anne"})
        await played.play(2, {"do": "bid", "coins": 3 - coins})
    for who in (0, 3):
        a, b = ([*played.players, played.spectator][who].raw for played in (one, two))
        assert len(a) > 4
        assert bare(a) == bare(b)
    assert bare(one.players[1].raw) != bare(two.players[1].raw)


async def test_events_of_another_worker_reveal_nothing_hidden(
    parlour: Services, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anne and a spectator are connected to another worker than the players who move and whisper."""
    if not parlour.storage.shared:
        pytest.skip("SQLite is served by one")
    use_clock(monkeypatch, lambda: 1_000_000)
    other = await open_services(Settings(postgres_address, bot_processes=1))
    await other.start()
    heard: list[list[list[str]]] = []
    hidden: tuple[int, int] = (0, 0)
    try:
        for coins, word in ((0, "je n’ai rien"), (3, "j’ai tout : je mise !")):
            played = await dealt(parlour, 2, hidden, clock=None)
            hidden = tuple(played.table.playing().state.cards[1:])
            actor, table = await other.tables.find(played.table.id)
            everybody = {person.viewer for person in played.players}
            await wait_until(lambda actor=actor, everybody=everybody: everybody <= actor.subscribers.seats())  # type: ignore[misc]
            players = [RecordingConnection("guest 0"), RecordingConnection("guest 9")]
            for person in players:
                actor.connect(person, table, 0)
            for step in (
                played.play(1, {"do": "bid", "coins": coins}),
                played.send(played.players[1], {"t": "say", "to": [2], "text": word}),
                played.send(played.players[2], {"t": "say", "to": [1], "text": word * 3}),
                played.send(played.players[2], {"t": "say", "text": "à toi, Anne"}),
                played.play(2, {"do": "bid", "coins": 3 - coins}),
            ):
                assert (await step)["t"] == "ack"
                await wait_until(lambda played=played, actor=actor: actor.log_length == played.actor.log_length)  # type: ignore[misc]
            assert players[0].chat == ["à toi, Anne"]
            heard.append([[text for text in bare(person.raw) if '"t":"seats"' not in text] for person in players])
    finally:
        await other.close()
    assert heard[0] == heard[1]
    assert min(len(texts) for texts in heard[0]) > 2
