"""The coach at a table: who may have advice, that all learn of it, and that nobody else gets it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from ludotheque.engine.advice import Advice, Reason
from ludotheque.protocol import http, messages
from ludotheque.server.bots.pool import BotFailed
from ludotheque.server.bots.worker import Job
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables import coach, events
from ludotheque.server.tables.table import Table
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.played_table import Json, PlayedTable, open_played_table
from tests.server.running import Running

TRAINING = {"army": "training"}


class StubCoach:
    """A coach that advises the first legal move, when it is let."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.let = asyncio.Event()
        self.let.set()
        self.fails = False

    async def __call__(self, job: Job) -> bytes:
        self.jobs.append(job)
        await self.let.wait()
        if self.fails:
            raise BotFailed
        move = msgspec.json.decode(job.legal)[0]
        return msgspec.json.encode(Advice(move, (Reason("advice.only"),), (), "parlour.bid"))


@pytest.fixture
def stub(parlour: Services, monkeypatch: pytest.MonkeyPatch) -> StubCoach:
    found = StubCoach()
    monkeypatch.setattr(parlour.bots, "advise", found)
    return found


def question(played: PlayedTable) -> int:
    match = played.table.playing()
    return match.rules.question(match.state)


def asked(played: PlayedTable) -> int:
    return played.table.playing().asked()[0]


async def advise(played: PlayedTable, seat: int, **fields: Any) -> Json:
    return await played.send(played.players[seat], {"t": "advise", "question": question(played), **fields})


# --- at a real server ------------------------------------------------------------------------------------------------


async def test_advice_comes_from_the_best_bot_and_is_allowed_against_bots(server: Running) -> None:
    anne = Guest(server, "Anne")
    card = await anne.open(ME, bot("random"), options=TRAINING)
    assert card["hints"]
    socket = await anne.sit(card["id"])
    placed = 0
    while placed < 40:
        assert socket.now is not None
        answer = await socket.ask("advise", question=socket.now["question"])
        assert answer["t"] == "advice", answer
        advice = answer["advice"]
        assert advice["move"] in socket.now["legal"]
        assert all(other["move"] in socket.now["legal"] for other in advice["alternatives"])
        assert advice["reasons"][0]["key"].startswith("advice.deploy")
        # The same advice again: it is the plan of one set-up.
        if placed % 10 == 0:
            again = await socket.ask("advise", question=socket.now["question"])
            assert again["advice"] == advice
        if placed == 12:
            break
        assert (await socket.play(advice["move"]))["t"] == "ack"
        placed += 1
    await socket.until(lambda: bool(socket.card["seats"][0]["advised"]))
    assert [seat["advised"] for seat in socket.card["seats"]] == [1, 0], "all squares are one question"
    assert [notice["kind"] for notice in socket.notices] == ["advised"]


async def test_advice_is_off_where_another_person_sits_unless_the_table_allows_it(server: Running) -> None:
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    for hints, allowed in ((None, False), (True, True), (False, False)):
        card = await anne.open(ME, FRIEND, options=TRAINING, hints=hints)
        await bruno.join(card["id"])
        socket = await anne.sit(card["id"])
        assert socket.card["hints"] is allowed
        answer = await socket.ask("advise", question=0)
        assert answer["t"] == ("advice" if allowed else "refused")
        assert allowed or answer["code"] == "no_hints"
    card = await anne.open(ME, bot("random"), options=TRAINING, hints=False)
    assert not card["hints"]


async def test_advice_survives_a_restart(own_server: Running) -> None:
    anne = Guest(own_server, "Anne")
    table = (await anne.open(ME, bot("random"), options=TRAINING))["id"]
    socket = await anne.sit(table)
    before = await socket.ask("advise", question=0)
    await socket.close()
    own_server.kill()
    own_server.start()
    socket = await anne.sit(table)
    assert socket.card["seats"][0]["advised"] == 1
    after = await socket.ask("advise", question=0)
    assert after["advice"] == before["advice"]
    assert socket.card["seats"][0]["advised"] == 1


# --- in this process -------------------------------------------------------------------------------------------------


async def test_advice_goes_to_the_connection_that_asked_and_all_learn_of_it(parlour: Services, stub: StubCoach) -> None:
    played = await open_played_table(parlour, hints=True)
    seat = asked(played)
    answer = await advise(played, seat)
    assert (answer["t"], answer["question"]) == ("advice", question(played))
    for person in (*played.players, played.spectator):
        assert not any(message["t"] == "advice" for message in person.received)
        assert not any("advice." in raw for raw in person.raw)
        assert [one["advised"] for one in person.card["seats"]] == [int(one == seat) for one in range(3)]
        assert person.notices == [f"{len(played.table.stories[person.viewer])} advised {seat}"]


async def test_advice_is_committed_before_it_is_answered_and_not_part_of_the_game(
    parlour: Services, stub: StubCoach
) -> None:
    played = await open_played_table(parlour, hints=True)
    moves = len(played.table.playing().record.moves)
    await advise(played, asked(played))
    bodies = await parlour.storage.load(played.table.id)
    last = events.decode(bodies[-1])
    assert isinstance(last, events.AdviceTaken)
    assert (last.seat, last.question) == (asked(played), question(played))
    assert b"parlour.bid" not in bodies[-1]
    assert len(played.table.playing().record.moves) == moves
    again = Table.load(played.table.id, bodies)
    assert again.times_advised(last.seat, last.seat) == 1


async def test_asking_twice_about_a_question_counts_once(parlour: Services, stub: StubCoach) -> None:
    played = await open_played_table(parlour, hints=True)
    for id in ("one", "one", "two"):
        assert (await advise(played, asked(played), id=id))["t"] == "advice"
    assert played.table.times_advised(asked(played), None) == 1


async def test_coach_sees_what_its_seat_sees(parlour: Services, stub: StubCoach) -> None:
    played = await open_played_table(parlour, hints=True)
    seat = asked(played)
    await advise(played, seat)
    (job,) = stub.jobs
    assert job.sight == msgspec.json.encode(played.table.playing().sight(seat))
    assert job.seat == seat


async def test_refusals_say_why_there_is_no_advice(parlour: Services, stub: StubCoach) -> None:
    played = await open_played_table(parlour, hints=True)
    answer = await played.send(played.spectator, {"t": "advise", "question": question(played)})
    assert answer["code"] == "no_seat"
    assert (await advise(played, asked(played), question=question(played) + 1))["code"] == "stale"
    while len(played.table.playing().asked()) == 3:
        await played.play(asked(played))
    other = next(seat for seat in range(3) if seat not in played.table.playing().asked())
    assert (await advise(played, other))["code"] == "not_asked"
    stub.fails = True
    assert (await advise(played, asked(played)))["code"] == "no_advice"
    for seat in (0, 1):
        message = {"t": "propose", "kind": "end"} if seat == 0 else {"t": "vote", "motion": 1, "yes": True}
        await played.send(played.players[seat], message)
    assert (await advise(played, asked(played)))["code"] == "over"
    assert not played.table.advised


async def test_advice_is_stale_where_the_player_has_seen_something_new_meanwhile(
    parlour: Services, stub: StubCoach
) -> None:
    played = await open_played_table(parlour, hints=True)
    seat = asked(played)
    stub.let.clear()
    thinking = asyncio.create_task(advise(played, seat))
    while not stub.jobs:
        await asyncio.sleep(0)
    assert (await played.play(seat))["t"] == "ack", "the table goes on while the coach thinks"
    stub.let.set()
    assert (await thinking)["code"] in ("stale", "not_asked")


async def test_asking_too_often_is_refused(parlour: Services, stub: StubCoach, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "PER_MINUTE", 3)
    played = await open_played_table(parlour, hints=True)
    answers = [await advise(played, asked(played)) for _ in range(4)]
    assert [answer["t"] for answer in answers] == ["advice"] * 3 + ["refused"]
    assert answers[-1]["code"] == "too_fast"


async def test_spectator_with_a_delay_learns_of_advice_when_the_moves_are_shown(
    parlour: Services, stub: StubCoach
) -> None:
    played = await open_played_table(parlour, hints=True, watch_delay=3)
    await played.play(asked(played))
    seat = asked(played)
    await advise(played, seat)
    assert played.players[0].card["seats"][seat]["advised"] == 1
    assert played.spectator.card["seats"][seat]["advised"] == 0


def test_log_of_an_earlier_release_allows_advice_against_bots_alone() -> None:
    opened = {"line": "opened", "game": "parlour", "version": 1, "options": {}, "places": [], "secret": "s"}
    found = events.decode(msgspec.json.encode({**opened, "commitment": "c", "at": 1}))
    assert isinstance(found, events.TableOpened)
    assert found.hints is None
    assert http.OpenTable("parlour", "Anne", []).hints is None
    assert messages.SeatCard("bot", "", None, True, None).advised == 0
