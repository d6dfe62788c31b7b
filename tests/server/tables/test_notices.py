"""Notices of events around a game: sent to every viewer, at their place in the story, and kept."""

from __future__ import annotations

import pytest

from ludotheque.protocol.messages import LiveClock
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables import clock
from ludotheque.server.tables.notices import KEPT
from ludotheque.server.tables.replay import replay_page
from ludotheque.server.tables.table import Table
from tests.server.client import deployed, two_at_a_table
from tests.server.played_table import PlayedTable, RecordingConnection, open_played_table, use_clock, wait_until
from tests.server.running import Running
from tests.server.tables.test_votes import carry, propose, vote


async def newcomer(played: PlayedTable, guest: str) -> RecordingConnection:
    person = RecordingConnection(guest)
    played.actor.connect(person, played.table, 0)
    return person


async def loaded(services: Services, played: PlayedTable) -> Table:
    return Table.load(played.table.id, await services.storage.load(played.table.id))


async def test_votes_are_broadcast_as_notices_and_kept(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, chloe = played.players
    await propose(played, anne, "adjourn")
    await vote(played, bruno, False)
    await vote(played, chloe, False)
    await played.play(0)
    await carry(played, "adjourn")
    await carry(played, "resume")
    told = ["3 moved adjourn", "3 rejected adjourn", "4 moved adjourn", "4 carried adjourn"]
    told += ["4 moved resume", "4 carried resume"]
    for person in (*played.players, played.spectator):
        assert person.notices == told
        assert (await newcomer(played, person.guest or "")).notices == told
    assert anne.last("news")["news"][0]["by"] == 0
    again = await loaded(parlour, played)
    for viewer in (0, 1, 2, None):
        assert again.notices.for_viewer(viewer, 0, 99) == played.table.notices.for_viewer(viewer, 0, 99)
    assert again.acknowledgements == played.table.acknowledgements


async def test_notices_report_a_bot_standing_in_and_the_player_returning(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne = played.players[0]
    assert (await played.send(anne, {"t": "back"}))["t"] == "ack"
    assert anne.notices == [], "whoever never left is not back"
    played.disconnect(2)
    await carry(played, "remove", seat=2)
    assert anne.notices == ["3 moved remove 2", "3 carried remove 2", "3 stands_in 2"]
    await wait_until(lambda: 2 not in played.table.playing().asked())
    chloe = played.reconnect(2)
    assert chloe.notices == anne.notices
    await played.send(chloe, {"t": "back"})
    assert anne.notices[3:] == ["4 back 2"]
    assert (await loaded(parlour, played)).notices.count() == 4


async def test_lapsed_motion_is_rejected_by_the_next_one(parlour: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    at = 1_000_000
    use_clock(monkeypatch, lambda: at)
    played = await open_played_table(parlour)
    await propose(played, played.players[0], "end")
    at += 10_000_000
    await propose(played, played.players[1], "adjourn")
    assert played.spectator.notices == ["3 moved end", "3 rejected end", "3 moved adjourn"]


async def test_notice_of_time_up_comes_once_per_missed_answer(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "GRACE", 100)
    played = await open_played_table(parlour, clock=LiveClock(1, 0))
    spectator = played.spectator
    await wait_until(lambda: played.table.over, 30)
    late = [item for item in spectator.notices if "late" in item]
    for seat in range(3):
        mine = [item.split()[1] for item in spectator.notices if item.endswith(f" {seat}")]
        assert mine == ["late", "late", "stands_in"]
    assert len(late) == 6
    again = await loaded(parlour, played)
    for viewer in (1, None):
        assert again.notices.for_viewer(viewer, 0, 99) == played.table.notices.for_viewer(viewer, 0, 99)


async def test_parts_of_one_answer_count_as_one_missed_answer(server: Running) -> None:
    """A deployment is forty moves; time is up for it once."""
    anne, bruno = await two_at_a_table(server, clock={"kind": "live", "bank": 1, "increment": 30})
    await anne.until(lambda: anne.now is not None and anne.now["sight"]["turn"] == 0)
    await anne.ask("say", text="tiens")
    await bruno.until(lambda: bool(bruno.chat))
    assert sorted((item["kind"], item["seat"]) for item in bruno.notices) == [("late", 0), ("late", 1)]


async def test_new_connection_gets_only_the_latest_notices(parlour: Services) -> None:
    played = await open_played_table(parlour)
    anne, bruno, chloe = played.players
    for _ in range(KEPT // 2 + 3):
        await propose(played, anne, "end")
        await vote(played, anne, False)
    welcome = (await newcomer(played, "guest 8")).received[0]
    assert [item["seq"] for item in welcome["news"]] == list(range(7, KEPT + 7))
    assert len(chloe.notices) == len(bruno.notices) == KEPT + 6


async def test_replay_has_notices_between_the_moves(parlour: Services) -> None:
    played = await open_played_table(parlour)
    await played.play(0)
    await carry(played, "end")
    moves = len(played.table.playing().record.moves)
    for eyes in (0, None):
        assert [(item.after, item.kind, item.motion) for item in replay_page(played.table, None, eyes, 0).news] == [
            (moves, "moved", "end"),
            (moves, "carried", "end"),
        ]


async def test_notices_survive_a_killed_server(own_server: Running) -> None:
    anne, bruno = await deployed(own_server)
    assert (await anne.ask("propose", kind="adjourn"))["t"] == "ack"
    await bruno.until(lambda: bruno.card["motion"] is not None)
    assert (await bruno.ask("vote", motion=1, yes=True))["t"] == "ack"
    await bruno.until(lambda: len(bruno.notices) == 2)
    own_server.kill()
    own_server.start()
    for line in (anne, bruno):
        async with await line.guest.sit(line.table) as again:
            assert again.notices == bruno.notices
            assert [item["kind"] for item in again.notices] == ["moved", "carried"]
            assert again.notices[0]["after"] == again.seq
