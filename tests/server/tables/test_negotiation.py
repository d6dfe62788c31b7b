"""Two handshakes at the same moment: one of them counts, the same for every player."""

from __future__ import annotations

import asyncio
import itertools
import json
import re

import pytest

from tests.server.client import FRIEND, ME, Guest, Json, TableSocket
from tests.server.running import Running


async def five_at_a_table(server: Running) -> list[TableSocket]:
    """Five people at Koalition, all connected; all have heard that the game has begun."""
    guests = [Guest(server, name) for name in ("Anne", "Bruno", "Chloé", "David", "Emma")]
    table = (await guests[0].open(ME, *[FRIEND] * 4, game="koalition", options={"countries": 15}))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    lines = [await guest.sit(table) for guest in guests]
    for line in lines:
        await line.until(lambda line=line: line.now is not None)  # type: ignore[misc]
    return lines


async def listen(lines: list[TableSocket]) -> None:
    """Receive all messages so far."""
    for line in lines:
        while not await line.receives_nothing(0.02):
            pass


async def play(lines: list[TableSocket], line: TableSocket, move: Json) -> None:
    """Play a move that must be allowed; every socket receives what comes of it, for a story has no secret entries."""
    answer = await line.play(move)
    assert answer["t"] == "ack"
    for one in lines:
        await one.until(lambda one=one: one.seq >= answer["seq"])  # type: ignore[misc]


async def to_a_negotiation(lines: list[TableSocket]) -> tuple[Json, Json]:
    """Play on until two coalitions are possible that two different people could seal; which ones."""
    for _ in range(2000):
        line = next(line for line in lines if line.to_move)
        assert line.now is not None
        sight = line.now["sight"]
        if sight["stage"] == "negotiate" and (race := find_race(sight)):
            return race
        await play(lines, line, choose(line, sight))
    raise AssertionError("nobody ever had two coalitions to choose from")


def choose(line: TableSocket, sight: Json) -> Json:
    """Lay the strongest card for a party without other players, so that every player leads one."""
    assert line.now is not None
    legal: list[Json] = line.now["legal"]
    if sight["stage"] != "lay":
        # Pass on actions; but find some coalition, so that other cards come on the table.
        return legal[0]
    in_play = [card for column in sight["columns"] for card in column["cards"]]
    taken = {party_of(card) for card in in_play if card["seat"] != line.seat}
    politicians = [move for move in legal if move["party"] is None]
    own = [move for move in politicians if party_of(move) not in taken]
    return min(own or politicians or legal, key=lambda move: int(re.sub(r"\D", "", move["card"])))


def party_of(card: Json) -> str:
    """The party in a card's name."""
    return re.sub(r"\d", "", card["card"])


def find_race(sight: Json) -> tuple[Json, Json] | None:
    """Two coalitions, each with one player to propose it and another to complete it, not the same for both."""
    seats = {bloc["label"]: bloc["seat"] for bloc in sight["blocs"]}
    pairs = []
    for labels in sight["possible"]:
        needed = {seats[label] for label in labels}
        pairs += [
            {"blocs": labels, "by": by, "last": last, "others": needed - {by, last}}
            for by, last in itertools.permutations(needed, 2)
        ]
    for one, two in itertools.permutations(pairs, 2):
        if one["blocs"] != two["blocs"] and one["last"] != two["last"]:
            return one, two
    return None


async def answer(line: TableSocket) -> str:
    """What is answered to the last move sent: ack or refused."""
    while (kind := (await line.receive())["t"]) not in ("ack", "refused"):
        pass
    return str(kind)


def coalitions(line: TableSocket, since: int) -> list[Json]:
    """The coalitions that a player has seen formed."""
    return [event for entry in line.story[since:] for event in entry["events"] if event["did"] == "formed"]


@pytest.mark.clause("koalition.ruling.handshake")
async def test_of_two_handshakes_at_once_exactly_one_counts(either_server: Running) -> None:
    lines = await five_at_a_table(either_server)
    by_seat = {line.seat: line for line in lines}
    one, two = await to_a_negotiation(lines)
    numbers = []
    for plan in (one, two):
        proposer = by_seat[plan["by"]]
        await play(lines, proposer, {"do": "propose", "blocs": plan["blocs"]})
        assert proposer.now is not None
        numbers.append(proposer.now["sight"]["made"])
        for seat in plan["others"]:
            await play(lines, by_seat[seat], {"do": "accept", "number": numbers[-1]})
    told = [len(line.story) for line in lines]
    frames = [
        (by_seat[plan["last"]], json.dumps(by_seat[plan["last"]].frame([{"do": "accept", "number": number}])))
        for plan, number in zip((one, two), numbers, strict=True)
    ]
    await asyncio.gather(*(line.send(frame) for line, frame in frames))
    answers = [await answer(line) for line, _ in frames]
    assert sorted(answers) == ["ack", "refused"]
    for line, before in zip(lines, told, strict=True):
        while not coalitions(line, before):
            await line.receive()
    await listen(lines)
    formed = [coalitions(line, before) for line, before in zip(lines, told, strict=True)]
    assert [len(seen) for seen in formed] == [1] * 5
    assert all(seen == formed[0] for seen in formed)
    assert formed[0][0]["blocs"] in (one["blocs"], two["blocs"])
