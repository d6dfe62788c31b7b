"""Export of finished public games: complete and verifiable, without private data."""

from __future__ import annotations

import asyncio
import gzip
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.client import Client
from ludotheque.engine import record
from ludotheque.engine.record import Record
from ludotheque.games.stratego.moves import Resign
from ludotheque.lab import recorded_games
from ludotheque.server.http.export import PAGE
from ludotheque.server.storage import Statement, open_storage
from ludotheque.server.storage.table_index import FinishedFilter, FinishedTable, IndexEntry
from tests.patience import PATIENCE
from tests.server.client import ME, Guest, TableSocket, bot, deployed
from tests.server.http.test_records import ended_by_vote, three_of_koalition
from tests.server.running import Running

Output = pytest.CaptureFixture[str]


async def finish_game(server: Running, **order: object) -> TableSocket:
    """A game of Stratego that red has given up."""
    anne, _ = await deployed(server, **order)
    assert (await anne.play({"do": "resign"}))["t"] == "ack"
    return anne


async def export(server: Running, query: str = "") -> list[Record]:
    async with httpx.AsyncClient(base_url=server.address, verify=False, timeout=PATIENCE) as http:
        answer = await http.get(f"/api/export{query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/jsonl"
    return list(record.read_all(answer.content.splitlines()))


async def test_only_finished_public_games_are_exported(own_server: Running) -> None:
    shown = await finish_game(own_server, public=True)
    await finish_game(own_server)  # private
    await deployed(own_server, public=True)  # not over
    await Guest(own_server, "Anne").open(ME, bot("random"), public=True)
    [found] = await export(own_server)
    assert found == record.read((await shown.guest.http.get(f"/api/tables/{shown.table}/record")).content)
    verdict = record.verify(games.find("stratego"), found)
    assert (verdict.sealed, verdict.outcome is not None) == (True, True)
    assert await export(own_server, "?game=koalition") == []
    assert len(await export(own_server, "?game=stratego")) == 1
    async with Client(own_server.address) as services:
        assert [one async for one in services.finished()] == [found]
        assert [one async for one in services.finished("koalition")] == []


async def test_record_says_which_players_are_bots_and_programs(own_server: Running) -> None:
    anne = Guest(own_server, "Anne")
    table = (await anne.open(ME, bot("random"), public=True))["id"]
    line = await anne.sit(table)
    assert (await line.play({"do": "resign"}))["t"] == "ack"
    [found] = await export(own_server)
    assert found.header.kinds == ["human", "bot/random"]


async def test_private_chat_is_not_exported(own_server: Running) -> None:
    people, zoe = await three_of_koalition(own_server, public=True)
    assert (await people[0].ask("say", text="bonsoir"))["t"] == "ack"
    assert (await people[1].ask("say", text="à nous deux", to=[2]))["t"] == "ack"
    assert (await zoe.ask("say", text="ils complotent", name="Zoé"))["t"] == "ack"
    await ended_by_vote(people)
    for query in ("", "?game=koalition"):
        # Not even to those who could read it: this is public.
        answer = await people[1].guest.http.get(f"/api/export{query}")
        assert "bonsoir" in answer.text
        assert "ils complotent" in answer.text
        assert "nous deux" not in answer.text
    [found] = await export(own_server)
    assert found.closing is not None
    assert found.closing.ended == "vote"
    assert record.verify(games.find("koalition"), found).sealed


async def add_finished_tables(server: Running, count: int) -> list[int]:
    """A finished public game, and as many more that are its likeness, one a minute; when they ended."""
    anne = await finish_game(server, public=True)
    server.stop()
    storage = await open_storage(server.data)
    [line] = await storage.index.finished(FinishedFilter(), 10)
    bodies = await storage.load(anne.table)
    ends = [line.updated]
    for number in range(1, count):
        at = line.updated + 60_000 * (number // 2)  # two of them at the same moment, each time
        noted = IndexEntry(f"copy{number:03}", "stratego", True, "over", "[]", (), None, at)
        await storage.append(noted.table, 0, bodies, noted)
        ends.append(at)
    await storage.close()
    server.start()
    return ends


async def test_pages_link_to_the_next_one(own_server: Running) -> None:
    ends = await add_finished_tables(own_server, PAGE + 7)
    async with httpx.AsyncClient(base_url=own_server.address, verify=False, timeout=PATIENCE) as http:
        first = await http.get("/api/export")
        assert len(list(record.read_all(first.content.splitlines()))) == PAGE
        after = re.fullmatch(r'<(/api/export\?.*)>; rel="next"', first.headers["link"])
        assert after
        second = await http.get(after[1])
        assert len(list(record.read_all(second.content.splitlines()))) == 7
        assert "link" not in second.headers
    async with Client(own_server.address) as services:
        assert len([one async for one in services.finished()]) == PAGE + 7
        recent = [one async for one in services.finished(since=ends[-1])]
        assert len(recent) == ends.count(ends[-1])
        assert len([one async for one in services.finished(until=ends[-1])]) == PAGE + 7 - len(recent)


@pytest.mark.parametrize("query", ["after=x", "after=1-", "since=-1", "since=x", "until=1e99", "after=1-%27%3b--"])
async def test_invalid_query_is_refused(server: Running, query: str) -> None:
    assert (await Guest(server, "Anne").get(f"/api/export?{query}", 400))["code"] == "bad_request"


async def test_unknown_game_is_refused(server: Running) -> None:
    assert (await Guest(server, "Anne").get("/api/export?game=chess", 404))["code"] == "no_game"


async def test_export_is_rate_limited(tmp_path: Path) -> None:
    running = Running(tmp_path / "log.db", "--posts-per-minute", "15").start()
    try:
        anne = Guest(running, "Anne")
        for _ in range(3):
            assert (await anne.http.get("/api/export")).status_code == 200
        answer = await anne.http.get("/api/export")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        for _ in range(15):  # counted apart
            await anne.offer(ME, bot("random"))
        answer = await anne.http.post("/api/tables", json={})
        assert answer.status_code == 429
        assert 1 <= int(answer.headers["retry-after"]) <= 60
    finally:
        running.stop()


# --- for the host ----------------------------------------------------------------------------------------------------


async def test_index_lists_finished_games_in_order(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "log.db")
    for number, (game, public, state) in enumerate(
        [("a", True, "over"), ("b", True, "over"), ("a", False, "over"), ("a", True, "playing"), ("a", True, "over")]
    ):
        noted = IndexEntry(f"t{number}", game, public, state, "[]", (), None, 1000 - 100 * number)  # type: ignore[arg-type]
        await storage.append(noted.table, 0, [b"{}"], noted)
    everything = await storage.index.finished(FinishedFilter(), 10)
    assert everything == [FinishedTable("t4", 600), FinishedTable("t1", 900), FinishedTable("t0", 1000)]
    assert await storage.index.finished(FinishedFilter(), 2) == everything[:2]
    assert await storage.index.finished(FinishedFilter(after=everything[0]), 10) == everything[1:]
    assert await storage.index.finished(FinishedFilter("a"), 10) == [everything[0], everything[2]]
    assert await storage.index.finished(FinishedFilter(since=900, until=1000), 10) == [everything[1]]
    assert await storage.index.finished(FinishedFilter(after=everything[-1]), 10) == []
    await storage.close()


def write(server: Running, output: Path, *words: str) -> int:
    return main(["export", "--data", str(server.data), "--output", str(output), *words])


async def test_export_command_writes_a_file_while_the_server_runs(
    own_server: Running, tmp_path: Path, capsys: Output
) -> None:
    for _ in range(2):
        await finish_game(own_server, public=True)
    await finish_game(own_server)
    plain, packed = tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"
    for output in (plain, packed):
        # In a thread: the command runs an event loop of its own.
        assert await asyncio.to_thread(write, own_server, output) == 0
    assert "2 games in" in capsys.readouterr().out
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert len(list(record.read_all(plain.read_bytes().splitlines()))) == 2
    for output in (plain, packed):
        assert main(["record", "verify", str(output)]) == 0
        said = capsys.readouterr().out
        assert "2 games: " in said
        assert "Every game is over" in said
    assert not list(tmp_path.glob("*.part"))
    last = [decisions[-1] for decisions in (game.decisions for game in recorded_games(packed))]
    assert [(decision.sight.seat, decision.move) for decision in last] == [(0, Resign())] * 2
    assert all(decision.outcome is not None and decision.outcome.winners == (1,) for decision in last)


async def test_export_command_filters_by_game_and_day(own_server: Running, tmp_path: Path, capsys: Output) -> None:
    await finish_game(own_server, public=True)
    today = datetime.now(UTC).date()
    tomorrow = str(today + timedelta(days=1))
    output = tmp_path / "games.jsonl"
    for words, count in (
        (["--game", "stratego"], 1),
        (["--game", "koalition"], 0),
        (["--since", str(today - timedelta(days=1)), "--until", tomorrow], 1),
        (["--since", tomorrow], 0),
        (["--until", str(today - timedelta(days=1))], 0),
    ):
        assert await asyncio.to_thread(write, own_server, output, *words) == 0
        assert f"{count} game{'s' if count != 1 else ''} in" in capsys.readouterr().out
    assert await asyncio.to_thread(write, own_server, output, "--game", "chess") == 2


async def test_export_command_reports_tables_that_cannot_be_loaded(
    own_server: Running, tmp_path: Path, capsys: Output
) -> None:
    await add_finished_tables(own_server, 3)
    own_server.stop()
    storage = await open_storage(own_server.data)
    broken = IndexEntry("broken", "stratego", True, "over", "[]", (), None, 1)
    await storage.append("broken", 0, [b"{}"], broken)
    await storage.close()
    output = tmp_path / "games.jsonl"
    assert await asyncio.to_thread(write, own_server, output) == 1
    said = capsys.readouterr()
    assert "3 games in" in said.out
    assert "left out: 1" in said.err
    assert await asyncio.to_thread(main, ["record", "verify", str(output)]) == 0
    own_server.start()
    assert len(await export(own_server)) == 3


async def test_wrong_index_does_not_export_unfinished_or_private_games(own_server: Running, tmp_path: Path) -> None:
    """The log has the last word on whether a table is public, and over."""
    goes_on, _ = await deployed(own_server, public=True)
    private = await finish_game(own_server)
    storage = await open_storage(own_server.data)
    wrong = "UPDATE summary SET public = TRUE, state = 'over', updated = 1 WHERE \"table\" = $1"
    await storage.write(*(Statement(wrong, (table,)) for table in (goes_on.table, private.table)))
    await storage.close()
    assert await export(own_server) == []
    output = tmp_path / "games.jsonl"
    assert await asyncio.to_thread(write, own_server, output) == 1
    assert output.read_bytes() == b""


def test_export_command_does_not_create_a_database(tmp_path: Path, capsys: Output) -> None:
    data = tmp_path / "nothing.db"
    assert main(["export", "--data", str(data), "--output", str(tmp_path / "games.jsonl")]) == 2
    assert "say where they are kept" in capsys.readouterr().err
    assert not data.exists()
    with pytest.raises(SystemExit):
        main(["export", "--output", "x.jsonl", "--since", "yesterday"])
    assert "a day is written 2026-11-15" in capsys.readouterr().err


def test_export_command_refuses_what_it_cannot_read_or_write(tmp_path: Path, capsys: Output) -> None:
    data = tmp_path / "notes.txt"
    data.write_text("This is not a database.")
    output = tmp_path / "games.jsonl"
    assert main(["export", "--data", str(data), "--output", str(output)]) == 1
    assert capsys.readouterr().err.startswith("ludotheque: ")
    assert list(tmp_path.iterdir()) == [data], "nothing half written stays"
    assert main(["export", "--data", str(data), "--output", str(tmp_path / "nowhere" / "games.jsonl")]) == 2
    assert "cannot write" in capsys.readouterr().err
