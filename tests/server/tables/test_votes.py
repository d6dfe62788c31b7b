"""Votes: to adjourn, to resume, to end, and to have a bot play for whoever has left."""

from __future__ import annotations

import pytest

from ludotheque.engine import record
from ludotheque.protocol.messages import LiveClock
from ludotheque.server.runtime.services import Services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.tables.replay import whole_record
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.votes import LAPSES_AFTER, Motion
from tests.engine.parlour.game import GAME
from tests.server.client import deployed
from tests.server.played_table import Json, PlayedTable, RecordingConnection, open_played_table, use_clock
from tests.server.running import Running


@pytest.mark.parametrize(
    ("players", "yes", "no", "verdict"),
    [
        ([0], [0], [], True),
        ([0, 1], [0], [], None),
        ([0, 1], [0, 1], [], True),
        ([0, 1], [0], [1], False),
        ([0, 1, 2], [0, 1], [], True),
        ([0, 1, 2], [0], [1], None),
        ([0, 1, 2], [0], [1, 2], False),
        ([0, 1, 2, 3], [0, 1], [2], None),
        ([0, 1, 2, 3], [0, 1], [2, 3], False),
        ([0, 1, 2, 3], [1, 2, 3], [0], False),
    ],
)
def test_motion_needs_more_than_half_of_the_voters(
    players: list[int], yes: list[int], no: list[int], verdict: bool | None
) -> None:
    motion = Motion(1, "adjourn", 0, 0)
    for seat in yes:
        motion = motion.vote(seat, True)
    for seat in no:
        motion = motion.vote(seat, False)
    assert motion.verdict(players) is verdict


async def propose(played: PlayedTable, person: RecordingConnection, kind: str, **more: object) -> Json:
    return await played.send(person, {"t": "propose", "kind": kind, **more})


async def vote(played: PlayedTable, person: RecordingConnection, yes: bool = True) -> Json:
    motion = played.table.motion
    return await played.send(person, {"t": "vote", "motion": motion.number if motion else 0, "yes": yes})


async def carry(played: PlayedTable, kind: str, **more: object) -> None:
    assert (await propose(played, played.players[0], kind, **more))["t"] == "ack"
    assert (await vote(played, played.players[1]))["t"] == "ack"


async def test_motion_is_shown_and_carried(parlour: Services) -> None:
    played = await open_played_table(parlour, clock=LiveClock(60, 5))
    anne, bruno, chloe = played.players
    assert (await propose(played, anne, "adjourn"))["t"] == "ack"
    assert chloe.card["motion"] == {
        "number": 1,
        "kind": "adjourn",
        "seat": None,
        "by": 0,
        "voters": [0, 1, 2],
        "yes": [0],
        "no": [],
    }
    await vote(played, chloe, False)
    assert (await vote(played, bruno))["t"] == "ack"
    assert (chloe.card["motion"], chloe.card["adjourned"]) == (None, True)
    assert not any(seat["running"] for seat in chloe.last("clocks")["seats"])
    assert (await parlour.storage.index.tables_of("guest 0", 0)).tables[0].state == "adjourned"


async def test_moves_are_refused_while_adjourned_until_resumed(parlour: Services) -> None:
    played = await open_played_table(parlour, clock=LiveClock(60, 5))
    await carry(played, "adjourn")
    assert (await played.play(0))["code"] == "adjourned"
    assert played.actor.timers.due is None
    assert (await propose(played, played.players[0], "adjourn"))["code"] == "no_motion"
    again = Table.load(played.table.id, await parlour.storage.load(played.table.id))
    assert again.adjourned
    await carry(played, "resume")
    assert (await played.play(0))["t"] == "ack"
    assert played.actor.timers.due is not None
    assert (await propose(played, played.players[0], "resume"))["code"] == "no_motion"


async def test_game_ended_by_vote_keeps_its_record(parlour: Services) -> None:
    played = await open_played_table(parlour)
    await played.play(0)
    await carry(played, "end")
    card = played.spectator.card
    assert (card["over"], card["ended"], card["motion"]) == (True, "vote", None)
    assert (await played.play(1))["code"] == "over"
    assert (await propose(played, played.players[0], "resume"))["code"] == "over"
    verdict = record.verify(GAME, record.read(record.write(whole_record(played.table, None))))
    assert (verdict.sealed, verdict.outcome, verdict.draws) == (True, None, 3)
    assert (await parlour.storage.index.tables_of("guest 0", 0)).tables[0].state == "over"


async def test_motion_is_lost_or_withdrawn(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, chloe = played.players
    await propose(played, anne, "end")
    await vote(played, bruno, False)
    await vote(played, chloe, False)
    assert anne.card["motion"] is None
    assert not anne.card["over"]
    await propose(played, anne, "end")
    assert (await vote(played, anne, False))["t"] == "ack"
    assert played.table.motion is None


async def test_there_is_one_motion_at_a_time_and_an_old_one_lapses(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 1_000_000
    use_clock(monkeypatch, lambda: at)
    played = await open_played_table(parlour)
    await propose(played, played.players[0], "end")
    assert (await propose(played, played.players[1], "adjourn"))["code"] == "one_motion"
    at += LAPSES_AFTER + 1
    assert (await propose(played, played.players[1], "adjourn"))["t"] == "ack"
    stale = {"t": "vote", "motion": 1, "yes": True}
    assert (await played.send(played.players[2], stale))["code"] == "stale"
    assert played.table.motion is not None
    assert played.table.motion.kind == "adjourn"


async def test_only_players_move_and_vote(parlour: Services) -> None:
    played = await open_played_table(parlour)
    spectator = played.spectator
    assert (await propose(played, spectator, "end"))["code"] == "no_seat"
    await propose(played, played.players[0], "end")
    assert (await vote(played, spectator))["code"] == "no_seat"
    assert (await played.send(played.players[1], {"t": "vote", "motion": 7, "yes": True}))["code"] == "stale"


async def test_vote_sent_twice_counts_once(parlour: Services) -> None:
    played = await open_played_table(parlour)
    frame = {"t": "propose", "id": "once", "kind": "end"}
    assert await played.send(played.players[0], frame) == await played.send(played.players[0], frame)
    assert played.table.motions == 1
    ballot = {"t": "vote", "id": "again", "motion": 1, "yes": True}
    first = await played.send(played.players[1], ballot)
    assert played.table.over
    assert await played.send(played.players[1], ballot) == first


async def test_only_a_disconnected_player_can_be_removed(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, chloe = played.players
    for seat in (0, 3, None):
        assert (await propose(played, anne, "remove", seat=seat))["code"] == "no_motion"
    assert (await propose(played, anne, "end", seat=1))["code"] == "no_motion"
    assert (await propose(played, anne, "remove", seat=2))["code"] == "still_here"
    played.disconnect(2)
    assert (await propose(played, anne, "remove", seat=2))["t"] == "ack"
    chloe = played.reconnect(2)
    assert chloe.card["motion"]["voters"] == [0, 1]
    assert (await vote(played, chloe))["code"] == "no_vote"
    await vote(played, bruno)
    assert played.table.seats.proxies == {2: "random"}
    assert (await propose(played, anne, "remove", seat=2))["code"] == "no_motion"


async def test_player_who_just_disconnected_cannot_be_removed(parlour: Services) -> None:
    parlour.tables._context = parlour.tables._context.__class__(
        **{**parlour.tables._context.__dict__, "away_seconds": 30.0}
    )
    played = await open_played_table(parlour)
    played.disconnect(2)
    assert (await propose(played, played.players[0], "remove", seat=2))["code"] == "still_here"


async def test_votes_over_a_socket_are_shown_and_counted(server: Running) -> None:
    anne, bruno = await deployed(server)
    assert (await anne.ask("propose", kind="end"))["t"] == "ack"
    await bruno.until(lambda: bruno.card["motion"] is not None)
    assert (await bruno.ask("vote", motion=1, yes=True))["t"] == "ack"
    await anne.until(lambda: anne.card["over"])
    answer = await anne.guest.http.get(f"/api/tables/{anne.table}/record")
    assert answer.status_code == 200
    closing = record.read(answer.content).closing
    assert closing is not None
    assert closing.ended == "vote"
    assert Settings().away == 30.0
