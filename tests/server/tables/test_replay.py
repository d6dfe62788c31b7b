"""Replays of finished games, and branches from them."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from ludotheque.engine import record
from ludotheque.games import find
from ludotheque.protocol.http import Branch
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables.replay import PAGE, first_moves, parse_eyes, replay_page
from ludotheque.server.tables.table import Table
from tests.engine.parlour.game import GAME
from tests.server.client import Guest, TableSocket, any_move, deployed
from tests.server.played_table import Json, PlayedTable, open_played_table
from tests.server.running import Running


async def play_out(played: PlayedTable, seed: int = 1) -> None:
    luck = random.Random(seed)
    match = played.table.playing()
    while not played.table.over:
        seat = luck.choice(match.asked())
        move = json.loads(msgspec.json.encode(luck.choice(match.legal(seat))))
        assert (await played.play(seat, move))["t"] == "ack"


async def load_replay(guest: Guest, table: str, eyes: str) -> list[Json]:
    steps: list[Json] = []
    start: int | None = 0
    while start is not None:
        page = await guest.get(f"/api/tables/{table}/replay?eyes={eyes}&start={start}")
        steps += page["steps"]
        start = page["next"]
    return steps


@pytest.fixture
async def finished(server: Running) -> tuple[TableSocket, TableSocket]:
    """A game that was played for a while and given up."""
    anne, bruno = await deployed(server)
    luck = random.Random(5)
    for _ in range(75):
        for line in (anne, bruno):
            await line.until(lambda line=line: line.to_move)  # type: ignore[misc]
            assert (await line.play(any_move(line, luck)))["t"] == "ack"
    await anne.play({"do": "resign"})
    await bruno.until(lambda: bruno.card["over"])
    return anne, bruno


async def test_finished_game_is_replayed_for_every_viewer(finished: tuple[TableSocket, TableSocket]) -> None:
    anne, bruno = finished
    for line, eyes in ((anne, "0"), (bruno, "1")):
        steps = await load_replay(line.guest, line.table, eyes)
        assert [step["events"] for step in steps[1:]] == [entry["events"] for entry in line.story]
        assert [step["at"] for step in steps[1:]] == [entry["at"] for entry in line.story]
        assert (steps[0]["move"], steps[0]["events"]) == (0, [])
        assert line.now is not None
        assert steps[-1]["sight"] == line.now["sight"]
        assert sorted(step["move"] for step in steps) == [step["move"] for step in steps]
        assert steps[-1]["move"] == 80 + 150 + 1


async def test_replay_for_all_hides_nothing(finished: tuple[TableSocket, TableSocket]) -> None:
    anne, _ = finished
    guest = Guest(anne.guest.server, "Chloé")
    revealed = await load_replay(guest, anne.table, "all")
    seen = await load_replay(guest, anne.table, "spectator")
    assert all("?" not in step["sight"]["letters"] for step in revealed)
    assert any("?" in step["sight"]["letters"] for step in seen)
    assert len(seen) < len(revealed), "spectators do not see the deployment"
    assert sum(event["did"] == "placed" for step in revealed for event in step["events"]) == 80
    assert len(revealed) > PAGE


async def test_unfinished_game_has_no_replay(server: Running) -> None:
    anne, _ = await deployed(server)
    for path in ("replay", "replay?eyes=1"):
        assert (await anne.guest.get(f"/api/tables/{anne.table}/{path}", 409))["code"] == "not_over"
    body = {"name": "Anne", "move": 3, "seat": 0}
    assert (await anne.guest.post(f"/api/tables/{anne.table}/branch", body, 409))["code"] == "not_over"


async def test_replay_for_an_unknown_viewer_is_refused(finished: tuple[TableSocket, TableSocket]) -> None:
    anne, _ = finished
    for eyes in ("2", "-1", "anne", "", "½", "²", "1" * 400):
        assert (await anne.guest.get(f"/api/tables/{anne.table}/replay?eyes={eyes}", 404))["code"] == "no_eyes"
    for start in ("-1", "x", "1" * 40):
        assert (await anne.guest.get(f"/api/tables/{anne.table}/replay?start={start}", 400))["code"] == "bad_request"
    assert (await anne.guest.get(f"/api/tables/{anne.table}/replay?start=999999"))["steps"] == []


async def test_branch_continues_against_bots(finished: tuple[TableSocket, TableSocket]) -> None:
    _, bruno = finished
    guest = bruno.guest
    card = await guest.branch(bruno.table, move=81, seat=1, level="random")
    assert (card["you"], card["started"], card["origin"]) == (1, True, {"table": bruno.table, "move": 81})
    assert [seat["kind"] for seat in card["seats"]] == ["bot", "human"]
    [then] = [step for step in await load_replay(guest, bruno.table, "1") if step["move"] == 81]
    async with await guest.sit(card["id"]) as line:
        assert line.now is not None
        assert line.now["sight"] == then["sight"]
        assert line.story[-1]["events"] == then["events"]
        assert (await line.play(line.now["legal"][0]))["t"] == "ack"
        assert (await line.play({"do": "resign"}))["t"] == "ack"
    answer = await guest.http.get(f"/api/tables/{card['id']}/record")
    played = record.read(answer.content)
    assert played.header.given == 81
    assert record.verify(find("stratego"), played).sealed


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"move": 10_000}, "bad_branch"),
        ({"move": 231}, "bad_branch"),
        ({"seat": 2}, "bad_branch"),
        ({"level": "grandmaster"}, "bad_chairs"),
        ({"move": -1}, "bad_request"),
        ({"name": "\u202e"}, "bad_request"),
        ({"seat": 10**30}, "bad_branch"),
    ],
)
async def test_invalid_branch_is_refused(finished: tuple[TableSocket, TableSocket], wrong: Json, code: str) -> None:
    anne, _ = finished
    body = {"name": "Anne", "move": 90, "seat": 0, **wrong}
    assert (await anne.guest.post(f"/api/tables/{anne.table}/branch", body, 400))["code"] == code


async def test_branch_draws_new_random_numbers_that_can_be_verified(parlour: Services) -> None:
    played = await open_played_table(parlour)
    await play_out(played)
    moves = first_moves(played.table, 4, 1)
    found = await parlour.archive.find(played.table.id)
    assert found is not None
    card = await parlour.tables.opening.branch(found, Branch("Bruno", 4, 1), "Bruno", "guest 1")
    actor, table = await parlour.tables.find(card.id)
    assert not table.started, "nature waits for a nonce here too"
    await parlour.tables.join(actor.id, "guest 1", "Bruno", "n")
    branched = table.playing().record
    assert [(line.seat, bytes(line.move)) for line in branched.moves[:4]] == [(s, bytes(m)) for s, m in moves]
    assert branched.header.commitment != played.table.playing().record.header.commitment
    again = Table.load(card.id, await parlour.storage.load(card.id))
    assert [msgspec.json.encode(again.stories[seat]) for seat in (0, 1, 2, None)] == [
        msgspec.json.encode(table.stories[seat]) for seat in (0, 1, 2, None)
    ]
    record.verify(GAME, record.read(record.write(branched)))


async def test_replay_draws_no_random_numbers(parlour: Services) -> None:
    played = await open_played_table(parlour)
    await play_out(played)
    for viewer in (0, 1, 2, None):
        replay = replay_page(played.table, None, viewer, 0)
        assert [step.events for step in replay.steps[1:]] == [e.events for e in played.table.stories[viewer]]
    assert parse_eyes("2", 3) == 2
