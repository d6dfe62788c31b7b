"""What happens around a game is told to everybody, in their own place in the story, and is never forgotten."""

from __future__ import annotations

import pytest

from ludotheque.protocol.messages import LiveClock
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables import clock
from ludotheque.server.tables.notices import KEPT
from ludotheque.server.tables.replay import replay_page
from ludotheque.server.tables.table import Table
from tests.server.client import deployed, two_at_a_table
from tests.server.company import Company, Person, seated, stop_time, until
from tests.server.running import Running
from tests.server.tables.test_votes import carry, propose, vote


async def newcomer(company: Company, guest: str) -> Person:
    person = Person(guest)
    company.room.connect(person, company.table, 0)
    return person


async def loaded(services: Services, company: Company) -> Table:
    return Table.load(company.table.id, await services.storage.load(company.table.id))


async def test_votes_are_told_and_remembered(parlour: Services) -> None:
    company = await seated(parlour)
    anne, bruno, chloe = company.people
    await propose(company, anne, "adjourn")
    await vote(company, bruno, False)
    await vote(company, chloe, False)
    await company.play(0)
    await carry(company, "adjourn")
    await carry(company, "resume")
    told = ["3 moved adjourn", "3 rejected adjourn", "4 moved adjourn", "4 carried adjourn"]
    told += ["4 moved resume", "4 carried resume"]
    for person in (*company.people, company.watcher):
        assert person.news == told
        assert (await newcomer(company, person.guest or "")).news == told
    assert anne.last("news")["news"][0]["by"] == 0
    again = await loaded(parlour, company)
    for viewer in (0, 1, 2, None):
        assert again.notices.for_viewer(viewer, 0, 99) == company.table.notices.for_viewer(viewer, 0, 99)
    assert again.acks == company.table.acks


async def test_a_bot_that_stands_in_and_whoever_is_back(parlour: Services) -> None:
    company = await seated(parlour)
    anne = company.people[0]
    assert (await company.ask(anne, {"t": "back"}))["t"] == "ack"
    assert anne.news == [], "whoever never left is not back"
    company.go_away(2)
    await carry(company, "remove", seat=2)
    assert anne.news == ["3 moved remove 2", "3 carried remove 2", "3 stands_in 2"]
    await until(lambda: 2 not in company.table.playing().asked())
    chloe = company.come_back(2)
    assert chloe.news == anne.news
    await company.ask(chloe, {"t": "back"})
    assert anne.news[3:] == ["4 back 2"]
    assert (await loaded(parlour, company)).notices.count() == 4


async def test_a_motion_that_lapsed_is_rejected_by_the_next(parlour: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    at = 1_000_000
    stop_time(monkeypatch, lambda: at)
    company = await seated(parlour)
    await propose(company, company.people[0], "end")
    at += 10_000_000
    await propose(company, company.people[1], "adjourn")
    assert company.watcher.news == ["3 moved end", "3 rejected end", "3 moved adjourn"]


async def test_time_that_is_up_is_told_once_for_each_answer_missed(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "GRACE", 100)
    company = await seated(parlour, clock=LiveClock(1, 0))
    watcher = company.watcher
    await until(lambda: company.table.over, 30)
    late = [item for item in watcher.news if "late" in item]
    for seat in range(3):
        mine = [item.split()[1] for item in watcher.news if item.endswith(f" {seat}")]
        assert mine == ["late", "late", "stands_in"]
    assert len(late) == 6
    again = await loaded(parlour, company)
    for viewer in (1, None):
        assert again.notices.for_viewer(viewer, 0, 99) == company.table.notices.for_viewer(viewer, 0, 99)


async def test_the_parts_of_one_answer_are_one_answer_missed(server: Running) -> None:
    """A deployment is forty moves; time is up for it once."""
    anne, bruno = await two_at_a_table(server, clock={"kind": "live", "bank": 1, "increment": 30})
    await anne.until(lambda: anne.now is not None and anne.now["sight"]["turn"] == 0)
    await anne.ask("say", text="tiens")
    await bruno.until(lambda: bool(bruno.talk))
    assert sorted((item["kind"], item["seat"]) for item in bruno.news) == [("late", 0), ("late", 1)]


async def test_those_who_lag_behind_are_told_when_they_get_there(parlour: Services) -> None:
    company = await seated(parlour, watch_delay=2)
    anne, watcher = company.people[0], company.watcher
    await carry(company, "adjourn")
    await carry(company, "resume")
    early = ["3 moved adjourn", "3 carried adjourn", "3 moved resume", "3 carried resume"]
    assert watcher.news == anne.news == early, "they are where everybody is as long as nobody has moved"
    for seat in (0, 1):
        await company.play(seat, {"do": "bid", "coins": seat})
    await propose(company, anne, "end")
    await vote(company, company.people[1], False)
    late = ["5 moved end"]
    assert anne.news[4:] == late
    assert watcher.news == (await newcomer(company, "guest 7")).news == early
    assert (await loaded(parlour, company)).notice_count(None) == 4
    await company.play(2, {"do": "bid", "coins": 3})
    assert watcher.news == early, "one move further they know of the first bid only"
    await company.play(2)
    assert watcher.news == early + late
    await vote(company, company.people[2])
    assert company.table.over
    assert watcher.news == anne.news
    assert watcher.news[-1].endswith("carried end")


async def test_news_of_hidden_moves_wait_as_long_as_the_moves(
    parlour: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where nothing is seen of a move, that its time was up is not told before the move itself would be."""
    monkeypatch.setattr(clock, "GRACE", 100)
    company = await seated(parlour, watch_delay=20, clock=LiveClock(1, 0))
    await until(lambda: any("late" in item for item in company.people[0].news), 20)
    if not company.table.over:
        assert company.watcher.news == []
        assert (await newcomer(company, "guest 7")).news == []


async def test_whoever_comes_is_told_the_last_news_only(parlour: Services) -> None:
    company = await seated(parlour)
    anne, bruno, chloe = company.people
    for _ in range(KEPT // 2 + 3):
        await propose(company, anne, "end")
        await vote(company, anne, False)
    welcome = (await newcomer(company, "guest 8")).heard[0]
    assert [item["seq"] for item in welcome["news"]] == list(range(7, KEPT + 7))
    assert len(chloe.news) == len(bruno.news) == KEPT + 6


async def test_those_who_look_back_find_the_news_between_the_moves(parlour: Services) -> None:
    company = await seated(parlour)
    await company.play(0)
    await carry(company, "end")
    moves = len(company.table.playing().record.moves)
    for eyes in (0, None):
        assert [(item.after, item.kind, item.motion) for item in replay_page(company.table, None, eyes, 0).news] == [
            (moves, "moved", "end"),
            (moves, "carried", "end"),
        ]


async def test_news_over_the_wire_survive_a_power_cut(own_server: Running) -> None:
    anne, bruno = await deployed(own_server)
    assert (await anne.ask("propose", kind="adjourn"))["t"] == "ack"
    await bruno.until(lambda: bruno.card["motion"] is not None)
    assert (await bruno.ask("vote", motion=1, yes=True))["t"] == "ack"
    await bruno.until(lambda: len(bruno.news) == 2)
    own_server.kill()
    own_server.start()
    for line in (anne, bruno):
        async with await line.guest.sit(line.table) as again:
            assert again.news == bruno.news
            assert [item["kind"] for item in again.news] == ["moved", "carried"]
            assert again.news[0]["after"] == again.seq
