"""Bargains at a table: bots answer offers though they are not asked, and nothing waits for people who do not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.client import ME, Guest, Json, TableSocket, bot
from tests.server.running import Running
from tests.server.tables.test_negotiation import five_at_a_table, play, to_a_negotiation


async def to_a_card(server: Running, level: str) -> TableSocket:
    """A person at Koalition with three bots, who is asked for a card."""
    guest = Guest(server, "Anne")
    table = await guest.open(ME, *[bot(level)] * 3, game="koalition", options={"countries": 2}, pace="at_once")
    anne = await guest.sit(table["id"])
    while not _is_asked_for(anne, "lay"):
        if anne.to_move and anne.now is not None:
            assert (await anne.play(anne.now["legal"][0]))["t"] == "ack"
        else:
            await anne.receive()
    return anne


def _is_asked_for(anne: TableSocket, stage: str) -> bool:
    return anne.now is not None and anne.to_move and bool(anne.now["sight"]["stage"] == stage)


def _entries(anne: TableSocket) -> list[Json]:
    assert anne.now is not None
    entries: list[Json] = anne.now["sight"]["bargains"]["entries"]
    return entries


def _happened(anne: TableSocket, *kinds: str) -> list[Any]:
    return [event for entry in anne.story for event in entry["events"] if event["did"] in kinds]


@pytest.mark.parametrize("level", ["random", "deputy", "chancellor"])
async def test_bot_that_is_not_asked_answers_the_offer_of_a_person(server: Running, level: str) -> None:
    anne = await to_a_card(server, level)
    assert anne.now is not None
    question, seat = anne.now["question"], anne.seat
    other = next(move["to"] for move in anne.now["free"] if move["do"] == "offerbargain")
    assert (await anne.play({"do": "offerbargain", "to": other, "terms": "together"}))["t"] == "ack"
    await anne.until(lambda: any(made["by"] == seat and made["state"] != "open" for made in _entries(anne)))
    answers = [event for event in _happened(anne, "bargainagreed", "bargainrefused") if event["by"] == seat]
    assert [event["to"] for event in answers] == [other]
    assert answers[0]["did"] == "bargainrefused" or level != "random"
    assert anne.now["question"] == question, "only the person is asked, and still is"
    assert anne.now["asked"] == [seat]


async def test_offer_to_a_person_blocks_nothing_and_lapses(server: Running) -> None:
    lines = await five_at_a_table(server)
    by_seat = {line.seat: line for line in lines}
    plan, _ = await to_a_negotiation(lines)
    proposer, last = by_seat[plan["by"]], by_seat[plan["last"]]
    await play(lines, proposer, {"do": "offerbargain", "to": last.seat, "terms": "together"})
    await play(lines, proposer, {"do": "propose", "blocs": plan["blocs"]})
    for seat in (*plan["others"], plan["last"]):
        await play(lines, by_seat[seat], {"do": "accept", "number": 1})
    ends = _happened(last, "formed", "bargainlapsed")
    assert [event["did"] for event in ends][-2:] == ["formed", "bargainlapsed"]
