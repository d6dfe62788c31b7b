"""What a player could have done: the coach's judgement of a finished game, from what the seat knew at the time."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from ludotheque.engine.advice import Advice
from ludotheque.games import find, shelf
from ludotheque.protocol import messages
from ludotheque.protocol.http import Moments
from ludotheque.server.bots.worker import give_advice
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables import archive_worker, commands, events
from ludotheque.server.tables.archive import NoMoments, NotPlayer
from ludotheque.server.tables.events import MovesPlayed, SeatPlan, SeatTaken, TableEvent, TableOpened
from ludotheque.server.tables.moments import MOST, find_moments, own_moves
from ludotheque.server.tables.starting import seat_players
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timers import bot_job
from tests.patience import PATIENCE
from tests.server.client import Guest, TableSocket, any_move, deployed
from tests.server.played_table import open_played_table
from tests.server.running import Running
from tests.server.tables.test_replay import play_out

every_game = pytest.mark.parametrize("game", shelf())
NAMES = ("Anne", "Bruno", "Chloé", "Denis")


@cache
def played(game: str, seed: int = 1) -> tuple[Table, tuple[bytes, ...]]:
    """A game between players who do anything, and its log."""
    box, luck = find(game), random.Random(seed)
    players = max(box.rules.seats[0], 2)
    options = msgspec.to_builtins(box.options({"army": "training"} if game == "stratego" else {}))
    opened = TableOpened(game, box.rules.version, options, [SeatPlan("friend")] * players, "5e" * 32, "", 0)
    opened = msgspec.structs.replace(opened, box=box.rules.box_mark)
    table, lines = Table("t", opened), list[TableEvent]([opened])
    sitting = [SeatTaken(seat, NAMES[seat], NAMES[seat], 0, f"guest {seat}") for seat in range(players)]
    for sat in seat_players(table, sitting):
        table.apply(sat)
        lines.append(sat)
    while not table.over:
        match = table.playing()
        seat = luck.choice(match.asked())
        move = msgspec.Raw(msgspec.json.encode(luck.choice(match.legal(seat))))
        message = messages.Play(f"m{table.length}", match.rules.question(match.state), [move])
        decision = commands.play(table, seat, message, 1)
        for event in decision.events:
            table.apply(event, decision.attempt)
            lines.append(event)
    return table, tuple(events.encode(line) for line in lines)


def advice_at_the_time(bodies: tuple[bytes, ...], seat: int, number: int) -> Advice:
    """The advice that the seat would have been given at the table, after so many moves."""
    for table in Table.load_in_steps("t", bodies):
        if table.started and len(table.playing().record.moves) == number:
            job = bot_job(table, seat, str(table.game.coach), "advice")
            return msgspec.json.decode(give_advice(job), type=Advice)
    raise AssertionError


@every_game
def test_moments_are_the_largest_swings_and_their_advice_that_of_the_time(game: str) -> None:
    table, bodies = played(game)
    found = find_moments(table, bodies, 0, PATIENCE)
    assert found.whole
    assert 0 < len(found.moments) <= MOST
    record = table.playing().record.moves
    for moment in found.moments:
        then = advice_at_the_time(bodies, 0, moment.move)
        assert msgspec.json.decode(msgspec.json.encode(moment.advice), type=Advice) == then
        assert record[moment.move].seat == 0
        assert msgspec.json.encode(moment.played) == bytes(record[moment.move].move)
        assert moment.played != moment.advice.move
    swings = [moment.swing for moment in found.moments if moment.swing is not None]
    assert swings == sorted(swings, reverse=True)
    assert all(swing > 0 for swing in swings)


def test_game_in_which_a_player_decided_nothing_has_no_moments() -> None:
    table, bodies = played("koalition")
    cut = [body for body in bodies if not isinstance(events.decode(body), MovesPlayed)]
    assert own_moves("t", cut, 0) == set()
    assert find_moments(table, cut, 0).moments == []


def test_moves_that_were_made_for_a_player_do_not_count() -> None:
    _, bodies = played("president")
    late = []
    for body in bodies:
        event = events.decode(body)
        if isinstance(event, MovesPlayed) and event.seat == 0:
            event = msgspec.structs.replace(event, automatic=True)
        late.append(events.encode(event))
    assert own_moves("t", bodies, 0)
    assert not own_moves("t", late, 0)


def test_judging_stops_when_the_time_is_up() -> None:
    table, bodies = played("stratego")
    found = find_moments(table, bodies, 0, time_limit=-1.0)
    assert (found.moments, found.whole) == ([], False)


def test_answer_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    _, bodies = played("koalition")
    first = archive_worker.moments("t", bodies, "guest 1")
    monkeypatch.setattr(archive_worker, "find_moments", None)
    assert archive_worker.moments("t", bodies, "guest 1") == first
    assert archive_worker.moments("t", bodies, "guest 9") is None


async def test_failure_of_the_coach_is_a_typed_error(parlour: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await open_played_table(parlour)
    await play_out(table)
    found = await parlour.archive.find(table.table.id)
    assert found is not None

    async def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(parlour.archive, "_run", fail)
    with pytest.raises(NoMoments):
        await parlour.archive.moments(found, "guest 0")

    async def nothing(*_: Any, **__: Any) -> None:
        return None

    monkeypatch.setattr(parlour.archive, "_run", nothing)
    with pytest.raises(NotPlayer):
        await parlour.archive.moments(found, "guest 9")


# --- at a real server ------------------------------------------------------------------------------------------------


async def begun(server: Running) -> tuple[TableSocket, TableSocket]:
    """A game that was played at random for a while."""
    anne, bruno = await deployed(server, hints=True)
    luck = random.Random(5)
    for _ in range(12):
        for line in (anne, bruno):
            await line.until(lambda line=line: line.to_move)  # type: ignore[misc]
            assert (await line.play(any_move(line, luck)))["t"] == "ack"
    return anne, bruno


async def test_moments_are_for_players_of_finished_games_about_their_own_seat(server: Running) -> None:
    anne, bruno = await begun(server)
    path = f"/api/tables/{anne.table}/moments"
    assert (await anne.guest.get(path, 409))["code"] == "not_over"
    await anne.until(lambda: anne.to_move)
    assert anne.now is not None
    live = (await anne.ask("advise", question=anne.now["question"]))["advice"]
    number = 80 + 24
    other = next(move for move in anne.now["legal"] if move != live["move"])
    assert (await anne.play(other))["t"] == "ack"
    await bruno.until(lambda: bruno.to_move)
    assert (await bruno.play({"do": "resign"}))["t"] == "ack"
    await anne.until(lambda: anne.card["over"])

    mine, theirs = await anne.guest.get(path), await bruno.guest.get(path)
    for seat, found in ((0, mine), (1, theirs)):
        decoded = msgspec.convert(found, Moments)
        assert (decoded.seat, decoded.whole) == (seat, True)
        assert 0 < len(decoded.moments) <= MOST
        assert all((moment.move - 80) % 2 == seat for moment in decoded.moments)
    [again] = [moment for moment in mine["moments"] if moment["move"] == number] or [None]
    assert again is None or again["advice"] == live

    stranger = Guest(server, "Chloé")
    assert (await stranger.get(path, 403))["code"] == "no_seat"
    await stranger.get(f"/api/tables/{anne.table}")
    assert (await stranger.get(path, 403))["code"] == "no_seat"
    assert (await stranger.get("/api/tables/nowhere/moments", 404))["code"] == "no_table"
