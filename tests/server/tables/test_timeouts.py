"""Time at the table: clocks that run out, bots that stand in, and people who come back."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.protocol import http, messages
from ludotheque.protocol.messages import DaysClock, LiveClock, MotionKind, Propose, Vote
from ludotheque.server.runtime import services as services_module
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.tables import clock
from ludotheque.server.tables import service as service_module
from ludotheque.server.tables.events import MovesPlayed, decode
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.table_card import build_clocks
from ludotheque.server.tables.timeouts import next_timeout
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, SETUP, Guest, deployed
from tests.server.played_table import Json, PlayedTable, RecordingConnection, open_played_table, use_clock, wait_until
from tests.server.running import Running

SOON = LiveClock(1, 0)
"""Shorter than a client may order."""


@pytest.fixture(autouse=True)
def _little_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "GRACE", 150)


class Hands:
    """A wall clock that the test turns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = 1_000_000
        for module in (services_module, service_module):
            monkeypatch.setattr(module, "now_ms", lambda: self.at)
        use_clock(monkeypatch, lambda: self.at)


async def test_clocks_are_sent_when_they_start_and_stop(parlour: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands(monkeypatch)
    played = await open_played_table(parlour, clock=LiveClock(60, 5))
    anne, bruno, _ = played.players
    welcome = bruno.received[0]["clocks"]
    assert [seat["running"] for seat in welcome["seats"]] == [True, True, True]
    hands.at += 10_000
    await played.play(0)
    clocks = bruno.last("clocks")
    assert clocks["at"] == hands.at
    assert [seat["left_ms"] for seat in clocks["seats"]] == [55_000, 50_000, 50_000]
    assert [seat["running"] for seat in clocks["seats"]] == [False, True, True]
    await played.send(anne, {"t": "say", "text": "à vous"})
    assert bruno.received[-1]["t"] == "talk", "talk does not touch the clocks"


async def test_part_of_an_answer_does_not_touch_the_clock(server: Running) -> None:
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    table = (await anne.open(ME, FRIEND, clock={"kind": "live", "bank": 600, "increment": 5}))["id"]
    await bruno.join(table)
    async with await anne.sit(table) as one, await bruno.sit(table) as two:
        assert (await one.play(*SETUP[:39]))["t"] == "ack"
        assert await two.receives_nothing()
        await one.play(SETUP[39])
        await two.until(lambda: two.clocks is not None and not two.clocks["seats"][0]["running"])
        assert two.clocks is not None
        assert two.clocks["seats"][0]["left_ms"] > 600_000
        assert two.clocks["seats"][1]["running"]


async def test_default_move_is_played_when_time_is_up_and_then_a_bot_takes_over(parlour: Services) -> None:
    played = await open_played_table(parlour, clock=SOON)
    await played.play(0)
    await played.play(1)
    await wait_until(lambda: played.table.seats.proxies != {} or played.table.over, 20)
    late = [line for line in await logged(parlour, played) if line.late]
    assert late
    assert all(line.client is None for line in late)
    assert played.players[0].card["seats"][2]["here"], "being there does not help"
    await wait_until(lambda: played.table.over, 30)


async def test_alarm_of_the_game_runs_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.games.politico.rules.MINUTE", 30)
    services = await open_services(Settings(tmp_path / "log.db", bot_delay=0, bot_processes=1, away=0))
    options = {"clock": "minutes", "minutes": 10}
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("friend")]
    card = await services.tables.opening.open(http.OpenTable("politico", "Anne", chairs, options), "Anne", "guest 0")
    actor, table = await services.tables.find(card.id)
    for seat, name in ((0, "Anne"), (1, "Bruno"), (2, "Chloé")):
        await services.tables.join(actor.id, f"guest {seat}", name, name)
    spectator = RecordingConnection("guest 9")
    actor.connect(spectator, table, 0)
    await wait_until(lambda: table.playing().state.time)
    await wait_until(lambda: '"did":"clock","what":"end"' in json.dumps(spectator.received, separators=(",", ":")))
    again = Table.load(card.id, await services.storage.load(card.id))
    assert again.playing().state.midterm == "due", "what the clock has done is in the log"
    assert again.playing().state.time
    await services.close()


async def test_alarm_of_the_game_is_committed_before_a_move_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands(monkeypatch)
    services = await open_services(Settings(tmp_path / "log.db"))
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("friend")]
    options = {"clock": "minutes", "minutes": 10}
    card = await services.tables.opening.open(http.OpenTable("politico", "Anne", chairs, options), "Anne", "guest 0")
    actor, table = await services.tables.find(card.id)
    for seat, name in ((0, "Anne"), (1, "Bruno"), (2, "Chloé")):
        await services.tables.join(actor.id, f"guest {seat}", name, name)
    match = table.playing()
    seat = next(seat for seat in range(3) if seat not in match.asked())
    person = RecordingConnection(f"guest {seat}")
    actor.connect(person, table, 0)
    hands.at += 3_600_000
    question, before = match.rules.question(match.state), table.length
    refused = await actor.handle(person, messages.Play("x", question, [msgspec.Raw(b'{"do":"draw"}')]))
    assert isinstance(refused, messages.Refused)
    assert table.length == before + 1
    again = Table.load(card.id, await services.storage.load(card.id))
    assert again.playing().state.time, "what the refusal is about is in the log"
    await services.close()


async def test_alarm_of_the_game_stops_while_adjourned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands, hour = Hands(monkeypatch), 3_600_000
    monkeypatch.setattr("ludotheque.server.tables.service.HEARTBEAT", 0.01)
    services = await open_services(Settings(tmp_path / "log.db"))
    await services.start()
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("friend")]
    options = {"clock": "minutes", "minutes": 10}
    card = await services.tables.opening.open(http.OpenTable("politico", "Anne", chairs, options), "Anne", "guest 0")
    actor, table = await services.tables.find(card.id)
    for seat, name in ((0, "Anne"), (1, "Bruno"), (2, "Chloé")):
        await services.tables.join(actor.id, f"guest {seat}", name, name)
    due = next_timeout(table)
    assert due is not None
    players = [RecordingConnection(f"guest {seat}") for seat in range(3)]
    for person in players:
        actor.connect(person, table, 0)

    async def decide(kind: MotionKind) -> None:
        await actor.handle(players[0], Propose(kind, kind))
        for person in players[1:]:
            if table.motion is not None:
                await actor.handle(person, Vote(f"{kind} {person.guest}", table.motion.number, True))

    await decide("adjourn")
    assert next_timeout(table) is None
    hands.at += hour
    await decide("resume")
    assert next_timeout(table) == due + hour

    await asyncio.sleep(0.05)
    await services.close()
    hands.at += 5 * hour
    services = await open_services(Settings(tmp_path / "log.db"))
    await services.start()
    _, again = await services.tables.find(card.id)
    assert next_timeout(again) == due + 6 * hour
    assert next_timeout(Table.load(card.id, await services.storage.load(card.id))) == due + 6 * hour
    await services.close()


async def logged(services: Services, played: PlayedTable) -> list[MovesPlayed]:
    lines = [decode(body) for body in await services.storage.load(played.table.id)]
    return [line for line in lines if isinstance(line, MovesPlayed)]


async def test_seat_taken_over_by_a_bot_is_given_back(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, chloe = played.players
    played.disconnect(2)
    for person in (anne, bruno):
        if played.table.motion is None:
            await played.send(person, {"t": "propose", "kind": "remove", "seat": 2})
        else:
            await played.send(person, {"t": "vote", "motion": played.table.motion.number, "yes": True})
    left = {"kind": "human", "name": "Chloé", "level": None, "here": False, "proxy": "random", "advised": 0}
    assert anne.card["seats"][2] == left
    await wait_until(lambda: 2 not in played.table.playing().asked())
    chloe = played.reconnect(2)
    assert (await played.send(chloe, {"t": "play", "question": 1, "moves": [{"do": "bid", "coins": 1}]}))[
        "code"
    ] == "proxied"
    assert (await played.send(chloe, {"t": "propose", "kind": "end"}))["code"] == "proxied"
    assert (await played.send(chloe, {"t": "back"}))["t"] == "ack"
    assert anne.card["seats"][2]["proxy"] is None
    again = Table.load(played.table.id, await parlour.storage.load(played.table.id))
    assert again.seats.proxies == played.table.seats.proxies == {}
    assert (await played.send(played.spectator, {"t": "back"}))["code"] == "no_seat"


async def test_free_seats_are_filled_with_bots_before_the_start(server: Running) -> None:
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    table = (await anne.open(FRIEND, FRIEND))["id"]
    await bruno.get(f"/api/tables/{table}")
    async with await anne.sit(table) as opener, await bruno.sit(table) as stranger:
        bot: Json = {"seat": 1, "level": "random"}
        assert (await stranger.ask("fill", **bot))["code"] == "no_seat"
        assert (await opener.ask("fill", seat=1, level="grandmaster"))["code"] == "no_level"
        assert (await opener.ask("fill", seat=2, level="random"))["code"] == "taken"
        first = await opener.ask("fill", id="bot", **bot)
        assert first["t"] == "ack"
        assert await opener.ask("fill", id="bot", **bot) == first
        assert (await opener.ask("fill", **bot))["code"] == "taken"
        assert [seat["kind"] for seat in opener.card["seats"]] == ["open", "bot"]
        await bruno.join(table)
        assert (await opener.ask("fill", **bot))["code"] == "started"


async def test_game_without_a_clock_waits(parlour: Services) -> None:
    played = await open_played_table(parlour)
    assert played.players[0].received[0]["clocks"] is None
    assert played.actor.timers.due is None
    assert await parlour.storage.index.tables_with_clocks() == []


async def test_downtime_of_the_server_counts_for_no_clock(either_server: Running) -> None:
    own_server = either_server
    begun = time.monotonic()
    anne, _ = await deployed(own_server, clock={"kind": "live", "bank": 600, "increment": 0})
    asleep = 0.0
    for end in (own_server.kill, own_server.stop):
        await asyncio.to_thread(end)
        down = time.monotonic()
        await asyncio.sleep(1.5)
        asleep += time.monotonic() - down
        await asyncio.to_thread(own_server.start)
        async with await anne.guest.sit(anne.table) as again:
            assert again.clocks is not None
            red, blue = again.clocks["seats"]
            assert (red["running"], blue["running"]) == (True, False)
            awake = time.monotonic() - begun - asleep
            assert red["left_ms"] >= 600_000 - awake * 1000 - 50, "the time it slept was taken"


async def test_restart_does_not_renew_a_clock_of_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two days a move: a server that restarts every night must not give two days anew each time."""
    hands = Hands(monkeypatch)
    monkeypatch.setattr("ludotheque.server.tables.service.HEARTBEAT", 0.01)
    hour = 3_600_000
    services = await open_services(Settings(tmp_path / "log.db"))
    await services.start()
    table = await correspondence(services)
    for _ in range(3):
        hands.at += 10 * hour
        await asyncio.sleep(0.05)
        await services.close()
        hands.at += hour
        services = await open_services(Settings(tmp_path / "log.db"))
        await services.start()
    _, found = await services.tables.find(table)
    clocks = build_clocks(found, 0, hands.at)
    assert clocks is not None
    assert clocks.seats[0] is not None
    assert clocks.seats[0].left_ms == 18 * hour
    await services.close()


async def correspondence(services: Services) -> str:
    order = http.OpenTable("stratego", "Anne", [http.SeatRequest("me"), http.SeatRequest("friend")], clock=DaysClock(2))
    table = (await services.tables.opening.open(order, "Anne", "guest 0")).id
    actor, _ = await services.tables.find(table)
    await services.tables.join(actor.id, "guest 0", "Anne", "a")
    await services.tables.join(actor.id, "guest 1", "Bruno", "b")
    return table


def answers_slowly(services: Services) -> None:
    """Have its database take a while over questions."""
    rows = services.storage.rows

    async def later(sql: str, *values: object) -> list[tuple[Any, ...]]:
        await asyncio.sleep(0.5)
        return await rows(sql, *values)

    services.storage.rows = later  # type: ignore[method-assign]


@pytest.mark.parametrize("slowly", [False, True])
async def test_clock_runs_out_at_a_table_without_connections(tmp_path: Path, parlour: Services, slowly: bool) -> None:
    """Even if it is forgotten before the workers have settled which of them sees to it."""
    parlour.tables._keep_seconds = 0.05
    if slowly:
        answers_slowly(parlour)
    played = await open_played_table(parlour, clock=SOON)
    for person in (*played.players, played.spectator):
        played.actor.disconnect(person)
    await wait_until(lambda: played.table.id not in parlour.tables.actors)
    await wait_until(lambda: played.table.id in parlour.tables.actors)
    actor, _ = await parlour.tables.find(played.table.id)
    assert actor is not played.actor
    async with asyncio.timeout(PATIENCE):
        while not any(line.late for line in await logged(parlour, played)):
            await asyncio.sleep(0.02)
