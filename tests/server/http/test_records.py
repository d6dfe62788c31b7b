"""The record of a finished game over the wire: with what was said, and of a game that the table ended by vote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine import record
from ludotheque.engine.record import Closing
from ludotheque.engine.story import readable_messages
from tests.server.client import FRIEND, ME, Guest, Json, TableSocket, deployed
from tests.server.running import Running


async def three_of_koalition(server: Running, **order: Any) -> tuple[list[TableSocket], TableSocket]:
    """Three people and somebody who looks on, before the first answer."""
    guests = [Guest(server, name) for name in ("Anne", "Bruno", "Chloé")]
    table = (await guests[0].open(ME, FRIEND, FRIEND, game="koalition", **order))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    zoe = Guest(server, "Zoé")
    await zoe.get(f"/api/tables/{table}")
    return [await guest.sit(table) for guest in guests], await zoe.sit(table)


async def ended_by_vote(people: list[TableSocket]) -> None:
    assert (await people[0].ask("propose", kind="end"))["t"] == "ack"
    await people[1].until(lambda: people[1].card["motion"] is not None)
    motion = people[1].card["motion"]["number"]
    assert (await people[1].ask("vote", motion=motion, yes=True))["t"] == "ack"
    for line in people:
        await line.until(lambda line=line: line.card["over"])  # type: ignore[misc]


async def talked(server: Running) -> list[TableSocket]:
    """A game with talk of every kind, ended by vote once everybody has said who starts, and the cards are dealt."""
    people, zoe = await three_of_koalition(server)
    anne, bruno, chloe = people
    assert (await anne.ask("say", text="bonsoir"))["t"] == "ack"
    assert (await bruno.ask("say", text="à nous deux", to=[2]))["t"] == "ack"
    for line in people:
        assert line.now is not None
        assert (await line.play(line.now["legal"][0]))["t"] == "ack"
    assert (await zoe.ask("say", text="ils complotent", name="Zoé"))["t"] == "ack"
    await ended_by_vote(people)
    assert (await chloe.ask("say", text="bravo"))["t"] == "ack"
    return people


async def fetched(line: TableSocket, eyes: str = "") -> bytes:
    answer = await line.guest.http.get(f"/api/tables/{line.table}/record{eyes and f'?eyes={eyes}'}")
    assert answer.status_code == 200, answer.text
    assert f"koalition-{line.table}{eyes and f'-{eyes}'}.jsonl" in answer.headers["content-disposition"]
    return answer.content


async def test_whole_record_has_all_chat_that_its_reader_could_read(server: Running) -> None:
    people = await talked(server)
    found = record.read(await fetched(people[1]))
    assert [(said.by, said.name, said.to, said.text) for _, said in readable_messages(found)] == [
        (0, "Anne", None, "bonsoir"),
        (1, "Bruno", [1, 2], "à nous deux"),
        (None, "Zoé", None, "ils complotent"),
        (2, "Chloé", None, "bravo"),
    ]
    assert [after for after, _ in found.chat] == [0, 0, len(found.moves), len(found.moves)]
    assert all(said.at > found.header.opened for _, said in found.chat)
    outsider = await fetched(people[0])
    assert b"bonsoir" in outsider
    assert b"nous deux" not in outsider, "what was said aside stays aside"
    assert record.read(outsider).moves == found.moves


async def test_records_of_seats_and_spectators_have_the_chat_they_could_read(server: Running) -> None:
    people = await talked(server)
    for asker, eyes in ((people[asker], eyes) for asker in (0, 1) for eyes in ("0", "1", "2", "spectator")):
        aside = asker is people[1] and eyes in ("1", "2")
        data = await fetched(asker, eyes)
        lines: list[Json] = [json.loads(line) for line in data.splitlines()]
        heard = [line["text"] for line in lines if line["line"] == "said"]
        assert heard == ["bonsoir", *(["à nous deux"] if aside else []), "ils complotent", "bravo"]
        assert (b"nous deux" in data) == aside
        replay = await asker.guest.get(f"/api/tables/{asker.table}/replay?eyes={eyes}")
        assert [line["text"] for line in replay["talk"]] == heard
    for line, heard_of in ((people[0], 3), (people[1], 4)):
        everything = await line.guest.get(f"/api/tables/{line.table}/replay")
        assert len(everything["talk"]) == heard_of
    for eyes in ("3", "-1", "anne"):
        path = f"/api/tables/{people[0].table}/record?eyes={eyes}"
        assert (await people[0].guest.get(path, 404))["code"] == "no_eyes"


async def test_nothing_is_exported_before_the_end(server: Running) -> None:
    anne, _ = await deployed(server)
    for eyes in ("", "?eyes=0", "?eyes=spectator"):
        assert (await anne.guest.get(f"/api/tables/{anne.table}/record{eyes}", 409))["code"] == "not_over"


async def test_record_of_a_game_ended_by_vote_is_complete_and_verified(
    server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = await talked(server)
    data = await fetched(people[1])
    found = record.read(data)
    assert isinstance(found.closing, Closing)
    assert (found.closing.outcome, found.closing.ended) == (None, "vote")
    verdict = record.verify(games.find("koalition"), found)
    assert verdict.sealed
    assert verdict.draws == sum(line.seat == -1 for line in found.moves) > 0
    file = tmp_path / "game.jsonl"
    file.write_bytes(data)
    assert main(["record", "verify", str(file)]) == 0
    assert "the table voted to end it" in capsys.readouterr().out
    assert main(["record", "show", str(file), "--seat", "0"]) == 0
    shown = capsys.readouterr().out
    assert "Anne: bonsoir" in shown
    assert "à nous deux" not in shown
    assert main(["record", "show", str(file)]) == 0
    assert "Bruno → Bruno, Chloé: à nous deux" in capsys.readouterr().out
    replay = await people[0].guest.get(f"/api/tables/{people[0].table}/replay")
    assert replay["moves"] == len(found.moves) == replay["steps"][-1]["move"]


async def test_record_survives_a_killed_server(own_server: Running) -> None:
    people = await talked(own_server)
    before = await fetched(people[0])
    own_server.kill()
    own_server.start()
    assert await fetched(people[0]) == before
