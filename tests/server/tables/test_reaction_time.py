"""People's time to react: no bot ends a question that a person is asked before they have had their time."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.patience import PATIENCE
from tests.server.client import ME, Guest, Json, TableSocket, bot
from tests.server.running import Running

BEAT = 0.05


@pytest.fixture
def patient_server(tmp_path: Path) -> Iterator[Running]:
    """A server whose bots have a short beat and wait two seconds for people."""
    running = Running(tmp_path / "ludotheque.db", "--bot-delay", str(BEAT), "--reaction-time", "2").start()
    yield running
    running.stop()


class Figures(NamedTuple):
    """What happened to a person who takes their time over answers."""

    answers: int
    windows: int
    """Answers to questions that bots were asked, too."""
    announced: int
    """Windows in which the time that is left was sent."""
    closed: list[str]
    """The questions that ended, or lost their answer, before the person gave it."""


async def play_deliberately(person: TableSocket, seconds: float, windows: int, over_all: bool) -> Figures:
    """Play until the end or so many windows, each answer ``seconds`` after the question: all, or those in windows."""
    answers = met = announced = 0
    closed = []
    while not person.card["over"] and met < windows:
        if not person.to_move:
            await person.receive()
            continue
        assert person.now is not None
        question, legal, stage = person.now["question"], person.now["legal"], person.now["sight"]["stage"]
        shared, heard = len(person.now["asked"]) > 1 and stage == "negotiate", len(person.received)
        if shared or over_all:
            await _listen(person, seconds)
        if shared:
            met += 1
            announced += any('"t":"reaction"' in text and '"left_ms":0' not in text for text in person.received[heard:])
        if person.now["question"] != question:
            closed.append(stage)
            continue
        answers += 1
        # To have nothing to add is the last answer of a negotiation; otherwise the first one is as good as any.
        assert (await person.play(legal[-1] if stage == "negotiate" else legal[0]))["t"] == "ack"
    return Figures(answers, met, announced, closed)


async def _listen(person: TableSocket, seconds: float) -> None:
    """Receive messages for a while."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            await person.receive(left)
        except TimeoutError:
            return


async def sit_with_bots(server: Running, countries: int, **order: Any) -> TableSocket:
    """A person at Koalition with four bots."""
    guest = Guest(server, "Anne")
    seats = [ME, *[bot("deputy")] * 4]
    return await guest.sit(
        (await guest.open(*seats, game="koalition", options={"countries": countries}, **order))["id"]
    )


async def test_bots_leave_a_negotiation_open_for_a_person_who_takes_their_time(patient_server: Running) -> None:
    anne = await sit_with_bots(patient_server, 15)  # in a few countries she might lead no party
    figures = await play_deliberately(anne, 0.4, windows=3, over_all=False)
    assert figures.windows == 3
    assert figures.closed == []


async def test_bots_of_a_patient_table_wait_until_the_person_has_answered(patient_server: Running) -> None:
    anne = await sit_with_bots(patient_server, 15, patient=True)
    assert anne.card["patient"]
    figures = await play_deliberately(anne, 2.6, windows=3, over_all=False)  # longer than the server's two seconds
    assert figures.windows == 3
    assert figures.closed == []
    assert figures.announced == 0, "no time runs"


async def test_bots_play_moves_that_others_see_one_at_a_time_with_a_beat_between(patient_server: Running) -> None:
    anne = await sit_with_bots(patient_server, 5)
    await play_deliberately(anne, 0.2, windows=1, over_all=False)
    moves = [entry for entry in anne.story if not {event["did"] for event in entry["events"]} & {"voted", "elected"}]
    by_bots = [
        later["at"] - sooner["at"]
        for sooner, later in itertools.pairwise(moves)
        if later["seat"] not in (anne.seat, -1) and sooner["at"] != later["at"]
    ]
    assert len(by_bots) > 10
    assert min(by_bots) >= 1000 * BEAT - 5


async def test_time_that_is_left_is_sent_to_the_person_alone(patient_server: Running) -> None:
    anne = await sit_with_bots(patient_server, 15)
    spectator = await Guest(patient_server, "Zoé").sit(anne.table)
    reaction = await asyncio.wait_for(_first_reaction_time(anne), PATIENCE)
    assert 0 < reaction["left_ms"] <= reaction["whole_ms"] == 2000
    again = TableSocket(anne.guest, anne.table)
    await again.connect()
    assert (await again.receive_until("reaction"))["left_ms"] <= reaction["left_ms"]
    while not await spectator.receives_nothing(0.1):
        pass
    assert not any('"t":"reaction"' in text for text in spectator.received)


async def _first_reaction_time(person: TableSocket) -> Json:
    """Play, without a word in negotiations, until bots wait for the person."""
    while True:
        if person.to_move and person.now is not None and person.now["sight"]["stage"] != "negotiate":
            await person.play(person.now["legal"][0])
        try:
            message = await person.receive(0.5)
        except TimeoutError:  # all bots have spoken
            assert person.now is not None
            if person.to_move:
                await person.play(person.now["legal"][-1])
            continue
        if message["t"] == "reaction" and message["left_ms"]:
            return message


@pytest.mark.slow
@pytest.mark.timeout(5400)  # it lasts for some eighty answers of a quarter of a minute
async def test_no_window_closes_on_a_person_who_takes_fifteen_seconds_over_each_answer(tmp_path: Path) -> None:
    with_usual_times = Running(tmp_path / "ludotheque.db", "--bot-delay", "0.9", "--reaction-time", "20").start()
    try:
        anne = await sit_with_bots(with_usual_times, 5, pace="fast")
        figures = await play_deliberately(anne, 15, windows=1000, over_all=True)
    finally:
        with_usual_times.stop()
    print(figures)
    assert anne.card["over"]
    assert figures.closed == []
    assert figures.windows
