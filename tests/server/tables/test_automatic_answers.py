"""What the server answers for people: by standing answers, and where they have no choice."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.engine.rules import Seat
from ludotheque.games.politico.moves import Army
from ludotheque.games.politico.state import State
from ludotheque.protocol.messages import LiveClock
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.tables import automatic_answers
from ludotheque.server.tables.automatic_answers import LONGEST, draw_delay
from ludotheque.server.tables.devices import companion_id
from ludotheque.server.tables.events import MovesPlayed, decode
from ludotheque.server.tables.table import Table
from tests.games.politico.assembly import assembly
from tests.server.client import FRIEND, ME, Guest
from tests.server.played_table import PlayedTable, open_played_table, use_clock, wait_until
from tests.server.running import Running
from tests.server.tables.test_secrecy import bare

COUNTER = {"t": "standing", "question": "counter", "until": "game"}


class Timers:
    """Timers that ring when the test says so, in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waiting: list[tuple[float, Timer]] = []

    def start(self, delay: float, give: Callable[[], None]) -> Timer:
        timer = Timer(give)
        self.waiting.append((self.now + delay, timer))
        return timer

    def planned(self) -> list[float]:
        """When answers will come."""
        return sorted(at for at, timer in self.waiting if not timer.cancelled)

    async def ring(self) -> bool:
        """Let the next timer ring, and its answer be given; whether there was one."""
        due = sorted((item for item in self.waiting if not item[1].cancelled), key=lambda item: item[0])
        if not due:
            return False
        self.now, timer = due[0]
        self.waiting.remove(due[0])
        timer.give()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            if "play_automatic" in repr(task.get_coro()):
                await task
        return True


class Timer:
    """A timer that can be cancelled."""

    def __init__(self, give: Callable[[], None]) -> None:
        self.give = give
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> Timers:
    timers = Timers()
    monkeypatch.setattr(automatic_answers, "start_timer", timers.start)
    use_clock(monkeypatch, lambda: 1_000_000 + int(timers.now * 1000))
    return timers


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    services = await open_services(Settings(tmp_path / "log.db", bot_delay=0, bot_processes=1, away=0))
    yield services
    await services.close()


async def open_politico(services: Services, **order: Any) -> PlayedTable:
    """A table of three people who play Politico."""
    return await open_played_table(services, "politico", **order)


def deal(played: PlayedTable, *hands: str) -> State:
    """Let Anne be about to play her army against the government of Bruno, with these cards in the hands."""
    state = assembly(60, 40, 20, hands=dict(enumerate(hands)), government=[1], seat=0)
    played.table.playing().state = state
    for story in played.table.stories.values():
        story.clear()
    for person in (*played.players, played.spectator):
        played.actor.connect(person, played.table, 0)
    return state


async def topple(played: PlayedTable) -> None:
    assert (await played.play(0, {"do": "army", "purpose": "topple"}))["t"] == "ack"


def asked(played: PlayedTable) -> list[Seat]:
    return list(played.table.playing().asked())


def stage(played: PlayedTable) -> str:
    return str(played.table.playing().state.stack.what)


async def test_only_answer_is_given_for_a_person(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "strike", "army")
    await topple(played)
    assert asked(played) == [1, 2]
    assert len(timers.planned()) == 1, "Chloé has a choice"
    await timers.ring()
    assert asked(played) == [2]
    assert not await timers.ring()
    await played.play(2, {"do": "pass"})
    assert stage(played) != "counter"
    automatic = [line.automatic for line in await logged(services, played)]
    assert automatic[-2:] == [True, False]


async def logged(services: Services, played: PlayedTable) -> list[MovesPlayed]:
    bodies = await services.storage.load(played.table.id)
    return [event for event in map(decode, bodies) if isinstance(event, MovesPlayed)]


async def test_automatic_answer_is_marked_in_the_story_of_its_seat_alone(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "strike", "army")
    await topple(played)
    await timers.ring()
    assert played.players[1].last("progress")["story"][0]["automatic"]
    for other in (played.players[0], played.players[2], played.spectator):
        assert other.last("progress")["story"][0]["seat"] == 1
        assert "automatic" not in other.raw[-1]


async def test_single_answer_is_left_to_a_player_who_shares_a_device(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    seats = played.table.seats
    anne = next(guest for guest, seat in seats.guests.items() if seat == 0)
    seats.guests = {anne: 0, companion_id(anne, 1): 1, companion_id(anne, 2): 2}
    deal(played, "army", "strike", "army")
    await topple(played)
    assert asked(played) == [1, 2]
    assert not timers.planned(), "the others would see that the device was not passed to Bruno"


async def test_player_may_give_single_answers_themselves(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "strike", "army")
    await topple(played)
    others = [len(person.raw) for person in (played.players[0], played.players[2], played.spectator)]
    assert (await played.send(played.players[1], {"t": "single", "given": False}))["t"] == "ack"
    assert not played.players[1].card["standing"]["single"]
    assert timers.planned() == []
    assert (await played.send(played.players[1], {"t": "single", "given": True}))["t"] == "ack"
    assert len(timers.planned()) == 1
    assert others == [len(person.raw) for person in (played.players[0], played.players[2], played.spectator)]


async def test_standing_answer_is_given_until_it_is_taken_back(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army army", "army", "army")
    chloe = played.players[2]
    assert (await played.send(chloe, COUNTER))["t"] == "ack"
    assert chloe.card["standing"]["given"] == {"counter": "game"}
    assert "counter" in chloe.card["standing"]["offered"]
    assert played.players[0].card["standing"]["given"] == {}
    await topple(played)
    assert len(timers.planned()) == 1
    assert (await played.send(chloe, {**COUNTER, "until": None}))["t"] == "ack"
    assert timers.planned() == [], "she decides herself again"
    assert (await played.send(chloe, COUNTER))["t"] == "ack"
    await timers.ring()
    assert asked(played) == [1]


async def test_standing_answer_until_the_next_turn_ends_with_it(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    state = deal(played, "army", "strike", "strike")
    chloe = played.players[2]
    await played.send(chloe, {**COUNTER, "until": "turn"})
    await played.send(chloe, {"t": "standing", "question": "lend", "until": "game"})
    await topple(played)
    while await timers.ring():
        pass
    for _ in range(20):
        if played.table.playing().state.seat == 2:
            break
        await played.play(asked(played)[0])
        while await timers.ring():
            pass
    assert state.seat == 0, "her turn has come since"
    assert chloe.card["standing"]["given"] == {"lend": "game"}
    assert played.table.standing.until(2, "counter") is None


async def test_other_seats_receive_the_same_at_the_same_times_whatever_a_seat_holds_or_has_set(
    services: Services, timers: Timers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bruno passes for want of an army, or with one in hand because he lets it be, or both: nobody can tell."""
    heard: list[list[tuple[float, str]]] = []
    for cards, until in (("strike", None), ("army", "game"), ("army", "turn"), ("strike", "game")):
        monkeypatch.setattr(automatic_answers, "_random", random.Random(4))
        timers.now, timers.waiting = 0.0, []
        played = await open_politico(services, clock=LiveClock(600, 5))
        deal(played, "army", cards, "strike")
        others = [played.players[0], played.players[2], played.spectator]
        for person in others:
            person.raw.clear()
        messages: list[tuple[float, str]] = []
        if until is not None:
            await played.send(played.players[1], {**COUNTER, "until": until})
        assert not any(person.raw for person in others), "an unchanged message would tell that he has set something"
        await topple(played)
        while True:
            for person in others:
                messages += [(timers.now, text) for text in bare(person.raw)]
                person.raw.clear()
            if stage(played) != "counter":
                break
            await timers.ring()
        heard.append(messages)
    assert len(heard[0]) > 6
    assert heard[0] == heard[1] == heard[2] == heard[3]
    assert len({at for at, _ in heard[0]}) == 3, "the army, and two passes at different times"


def test_delays_are_evenly_distributed() -> None:
    drawn = sorted(draw_delay(2.0) for _ in range(4000))
    assert drawn[0] >= 2.0
    assert drawn[-1] <= 2.0 * LONGEST
    for quarter in (1, 2, 3):
        assert abs(drawn[quarter * 1000] - (2.0 + quarter * 0.75)) < 0.15


async def test_answers_come_at_once_where_public_facts_leave_no_choice(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    state = deal(played, "army", "strike", "strike")
    army = state.box.number["army"]
    state.discard = tuple(count + state.deck[army] * (kind == army) for kind, count in enumerate(state.discard))
    state.deck = tuple(count * (kind != army) for kind, count in enumerate(state.deck))
    await topple(played)
    assert timers.planned() == [0.0, 0.0]
    await timers.ring()
    await timers.ring()
    assert stage(played) != "counter"


async def test_time_of_an_answer_is_not_drawn_anew_when_others_answer(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "strike", "army")
    await topple(played)
    planned = timers.planned()
    await played.play(2, {"do": "pass"})
    await played.send(played.players[0], {"t": "say", "text": "alors ?"})
    assert timers.planned() == planned


async def test_automatic_answer_stops_the_clock(services: Services, timers: Timers) -> None:
    played = await open_politico(services, clock=LiveClock(600, 5))
    deal(played, "army", "strike", "army")
    await topple(played)
    await timers.ring()
    clocks = played.players[0].last("clocks")["seats"]
    assert [clock["running"] for clock in clocks] == [False, False, True]


async def test_bot_in_place_of_a_player_answers_by_itself(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "strike", "army")
    await played.send(played.players[2], COUNTER)
    played.table.seats.proxies[2] = "random"
    played.table.seats.proxies[1] = "random"
    await topple(played)
    assert timers.planned() == []


async def test_nothing_is_answered_in_an_adjourned_game_or_after_the_end(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "strike", "army")
    await played.send(played.players[2], COUNTER)
    await topple(played)
    assert len(timers.planned()) == 2
    await vote(played, "adjourn")
    assert played.table.adjourned
    assert timers.planned() == []
    await vote(played, "resume")
    assert len(timers.planned()) == 2
    await vote(played, "end")
    assert played.table.over
    assert timers.planned() == []
    assert (await played.send(played.players[2], COUNTER))["code"] == "over"


async def vote(played: PlayedTable, kind: str) -> None:
    await played.send(played.players[0], {"t": "propose", "kind": kind})
    motion = played.table.motions
    await played.send(played.players[1], {"t": "vote", "motion": motion, "yes": True})


async def test_standing_answers_are_refused_with_a_reason(services: Services, parlour: Services) -> None:
    played = await open_played_table(parlour)
    length = played.table.length
    for person, message, code in (
        (played.spectator, COUNTER, "no_seat"),
        (played.players[0], COUNTER, "no_standing"),
        (played.players[0], {**COUNTER, "question": "x" * 40}, "no_standing"),
        (played.spectator, {"t": "single", "given": True}, "no_seat"),
    ):
        assert (await played.send(person, message))["code"] == code
    assert played.table.length == length
    with pytest.raises(msgspec.ValidationError):
        await played.send(played.players[0], {**COUNTER, "until": "tomorrow"})


async def test_same_setting_twice_is_acknowledged_and_logged_once(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "army", "army")
    for _ in range(2):
        assert (await played.send(played.players[1], COUNTER))["t"] == "ack"
    assert played.table.length == len(await services.storage.load(played.table.id))
    lines = [json.loads(body) for body in await services.storage.load(played.table.id)]
    assert [line["line"] for line in lines].count("standing") == 1


async def test_standing_answers_survive_kill_and_are_given_to_another_device(own_server: Running) -> None:
    """Over real sockets: what was acknowledged is known after ``kill -9``, and then answered for the player."""
    guests = [Guest(own_server, name) for name in ("Anne", "Bruno", "Chloé")]
    table = (await guests[0].open(ME, FRIEND, FRIEND, game="politico"))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    line = await guests[0].sit(table)
    for question in ("investiture", "lend"):
        assert (await line.ask("standing", question=question, until="game"))["t"] == "ack"
    assert (await line.ask("single", given=False))["t"] == "ack"
    own_server.kill()
    own_server.start()
    again = await guests[0].sit(table)
    assert again.card["standing"]["given"] == {"investiture": "game", "lend": "game"}
    assert again.card["standing"]["single"] is False
    other = await guests[1].sit(table)
    assert other.card["standing"]["given"] == {}
    assert (await Guest(own_server, "Zoé").sit(table)).card["standing"] is None


async def test_planned_answer_is_given_after_the_table_was_reloaded(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    match = played.table.playing()
    for _ in range(200):
        if stage(played) == "investiture" or played.table.over:
            break
        seat = asked(played)[0]
        legal = [msgspec.to_builtins(move) for move in match.legal(seat)]
        chosen = next((move for do in ("form", "draw", "ready") for move in legal if move["do"] == do), legal[0])
        await played.play(seat, chosen)
    if played.table.over or stage(played) != "investiture":
        pytest.skip("nobody was dealt a prime minister")
    seat = asked(played)[-1]
    assert (await played.send(played.players[seat], {**COUNTER, "question": "investiture"}))["t"] == "ack"
    assert len(timers.planned()) == 1
    await played.actor.reload()
    assert len(timers.planned()) == 1
    await timers.ring()
    table = await played.actor.table()
    assert table is not None
    assert table is not played.table
    assert seat not in table.playing().asked()
    assert table.playing().state.stack.top.ballots == {seat: "abstain"}
    again = Table.load(table.id, await services.storage.load(table.id))
    assert again.stories[seat][-1].automatic


async def test_answers_of_people_alone_are_automatic(services: Services, timers: Timers) -> None:
    played = await open_politico(services)
    deal(played, "army", "strike", "strike")
    taken = played.table.seats.taken[1]
    assert taken is not None
    played.table.seats.taken[1] = msgspec.structs.replace(taken, program=True)
    await topple(played)
    assert len(timers.planned()) == 1
    await timers.ring()
    assert asked(played) == [1]
    assert Army("topple") not in played.table.playing().legal(1)


async def test_real_timer_gives_the_answer(tmp_path: Path) -> None:
    services = await open_services(Settings(tmp_path / "log.db", bot_processes=1, answer_delay=0.02))
    played = await open_politico(services)
    deal(played, "army", "strike", "strike")
    await topple(played)
    await wait_until(lambda: stage(played) != "counter")
    await services.close()
