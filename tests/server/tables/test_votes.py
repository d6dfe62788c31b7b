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
from tests.server.company import Company, Json, Person, seated, stop_time
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
def test_it_takes_more_than_half(players: list[int], yes: list[int], no: list[int], verdict: bool | None) -> None:
    motion = Motion(1, "adjourn", 0, 0)
    for seat in yes:
        motion = motion.vote(seat, True)
    for seat in no:
        motion = motion.vote(seat, False)
    assert motion.verdict(players) is verdict


async def propose(company: Company, person: Person, kind: str, **more: object) -> Json:
    return await company.ask(person, {"t": "propose", "kind": kind, **more})


async def vote(company: Company, person: Person, yes: bool = True) -> Json:
    motion = company.table.motion
    return await company.ask(person, {"t": "vote", "motion": motion.number if motion else 0, "yes": yes})


async def carry(company: Company, kind: str, **more: object) -> None:
    assert (await propose(company, company.people[0], kind, **more))["t"] == "ack"
    assert (await vote(company, company.people[1]))["t"] == "ack"


async def test_a_motion_is_shown_and_carried(parlour: Services) -> None:
    company = await seated(parlour, clock=LiveClock(60, 5))
    anne, bruno, chloe = company.people
    assert (await propose(company, anne, "adjourn"))["t"] == "ack"
    assert chloe.card["motion"] == {
        "number": 1,
        "kind": "adjourn",
        "seat": None,
        "by": 0,
        "voters": [0, 1, 2],
        "yes": [0],
        "no": [],
    }
    await vote(company, chloe, False)
    assert (await vote(company, bruno))["t"] == "ack"
    assert (chloe.card["motion"], chloe.card["adjourned"]) == (None, True)
    assert not any(seat["running"] for seat in chloe.last("clocks")["seats"])
    assert (await parlour.storage.index.tables_of("guest 0", 0)).tables[0].state == "adjourned"


async def test_nobody_moves_while_adjourned_until_it_is_resumed(parlour: Services) -> None:
    company = await seated(parlour, clock=LiveClock(60, 5))
    await carry(company, "adjourn")
    assert (await company.play(0))["code"] == "adjourned"
    assert company.room.timers.due is None
    assert (await propose(company, company.people[0], "adjourn"))["code"] == "no_motion"
    again = Table.load(company.table.id, await parlour.storage.load(company.table.id))
    assert again.adjourned
    await carry(company, "resume")
    assert (await company.play(0))["t"] == "ack"
    assert company.room.timers.due is not None
    assert (await propose(company, company.people[0], "resume"))["code"] == "no_motion"


async def test_a_game_is_ended_by_vote_and_its_record_stays(parlour: Services) -> None:
    company = await seated(parlour)
    await company.play(0)
    await carry(company, "end")
    card = company.watcher.card
    assert (card["over"], card["ended"], card["motion"]) == (True, "vote", None)
    assert (await company.play(1))["code"] == "over"
    assert (await propose(company, company.people[0], "resume"))["code"] == "over"
    verdict = record.verify(GAME, record.read(record.write(whole_record(company.table, None))))
    assert (verdict.sealed, verdict.outcome, verdict.draws) == (True, None, 3)
    assert (await parlour.storage.index.tables_of("guest 0", 0)).tables[0].state == "over"


async def test_a_motion_is_lost_or_withdrawn(parlour: Services) -> None:
    company = await seated(parlour)
    anne, bruno, chloe = company.people
    await propose(company, anne, "end")
    await vote(company, bruno, False)
    await vote(company, chloe, False)
    assert anne.card["motion"] is None
    assert not anne.card["over"]
    await propose(company, anne, "end")
    assert (await vote(company, anne, False))["t"] == "ack"
    assert company.table.motion is None


async def test_there_is_one_motion_at_a_time_and_an_old_one_lapses(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 1_000_000
    stop_time(monkeypatch, lambda: at)
    company = await seated(parlour)
    await propose(company, company.people[0], "end")
    assert (await propose(company, company.people[1], "adjourn"))["code"] == "one_motion"
    at += LAPSES_AFTER + 1
    assert (await propose(company, company.people[1], "adjourn"))["t"] == "ack"
    stale = {"t": "vote", "motion": 1, "yes": True}
    assert (await company.ask(company.people[2], stale))["code"] == "stale"
    assert company.table.motion is not None
    assert company.table.motion.kind == "adjourn"


async def test_only_players_move_and_vote(parlour: Services) -> None:
    company = await seated(parlour)
    watcher = company.watcher
    assert (await propose(company, watcher, "end"))["code"] == "no_seat"
    await propose(company, company.people[0], "end")
    assert (await vote(company, watcher))["code"] == "no_seat"
    assert (await company.ask(company.people[1], {"t": "vote", "motion": 7, "yes": True}))["code"] == "stale"


async def test_the_same_vote_sent_twice_counts_once(parlour: Services) -> None:
    company = await seated(parlour)
    frame = {"t": "propose", "id": "once", "kind": "end"}
    assert await company.ask(company.people[0], frame) == await company.ask(company.people[0], frame)
    assert company.table.motions == 1
    ballot = {"t": "vote", "id": "again", "motion": 1, "yes": True}
    first = await company.ask(company.people[1], ballot)
    assert company.table.over
    assert await company.ask(company.people[1], ballot) == first


async def test_only_whoever_has_left_can_be_removed(parlour: Services) -> None:
    company = await seated(parlour)
    anne, bruno, chloe = company.people
    for seat in (0, 3, None):
        assert (await propose(company, anne, "remove", seat=seat))["code"] == "no_motion"
    assert (await propose(company, anne, "end", seat=1))["code"] == "no_motion"
    assert (await propose(company, anne, "remove", seat=2))["code"] == "still_here"
    company.go_away(2)
    assert (await propose(company, anne, "remove", seat=2))["t"] == "ack"
    chloe = company.come_back(2)
    assert chloe.card["motion"]["voters"] == [0, 1]
    assert (await vote(company, chloe))["code"] == "no_vote"
    await vote(company, bruno)
    assert company.table.seats.proxies == {2: "random"}
    assert (await propose(company, anne, "remove", seat=2))["code"] == "no_motion"


async def test_whoever_has_only_just_left_is_not_removed(parlour: Services) -> None:
    parlour.tables._context = parlour.tables._context.__class__(
        **{**parlour.tables._context.__dict__, "away_seconds": 30.0}
    )
    company = await seated(parlour)
    company.go_away(2)
    assert (await propose(company, company.people[0], "remove", seat=2))["code"] == "still_here"


async def test_votes_over_the_wire(server: Running) -> None:
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
