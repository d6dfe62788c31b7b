"""The table index: the lobby, a guest's tables; and claiming a seat from another browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.storage import open_storage
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from tests.server.client import FRIEND, ME, Guest, bot, deployed
from tests.server.postgres import emptied
from tests.server.running import Running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def quiet_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server at which no other test opens tables."""
    database: Path | str = tmp_path_factory.mktemp("lists") / "ludotheque.db"
    if request.param == "postgresql":
        database = emptied(request.getfixturevalue("postgres"), "lists")
    running = Running(database).start()
    yield running
    running.stop()


async def table_ids(guest: Guest, path: str) -> list[str]:
    return [line["id"] for line in (await guest.get(path))["tables"]]


async def test_lobby_shows_waiting_tables_before_those_to_watch(quiet_server: Running) -> None:
    anne, bruno = Guest(quiet_server, "Anne"), Guest(quiet_server, "Bruno")
    private = (await anne.open(ME, FRIEND))["id"]
    playing = (await anne.open(ME, FRIEND, public=True))["id"]
    waiting = (await anne.open(ME, FRIEND, public=True))["id"]
    await bruno.join(playing)
    shown = (await Guest(quiet_server, "Chloé").get("/api/lobby"))["tables"]
    assert [line["id"] for line in shown] == [waiting, playing]
    assert [line["state"] for line in shown] == ["waiting", "playing"]
    assert [seat["kind"] for seat in shown[0]["seats"]] == ["human", "open"]
    assert [seat["name"] for seat in shown[1]["seats"]] == ["Anne", "Bruno"]
    assert private not in [line["id"] for line in shown]
    assert [line["you"] for line in (await bruno.get("/api/lobby"))["tables"]] == [None, 1]


async def test_finished_tables_are_not_in_the_lobby(quiet_server: Running) -> None:
    anne, _ = await deployed(quiet_server, public=True)
    assert anne.table in await table_ids(anne.guest, "/api/lobby")
    await anne.play({"do": "resign"})
    assert anne.table not in await table_ids(anne.guest, "/api/lobby")


async def test_my_tables_begin_with_those_where_it_is_my_turn(quiet_server: Running) -> None:
    anne, bruno = await deployed(quiet_server)
    guest = anne.guest
    waiting = (await guest.open(ME, FRIEND))["id"]
    assert anne.now is not None
    mine = (await guest.get("/api/mine"))["tables"]
    assert [(line["id"], line["your_turn"], line["you"]) for line in mine] == [
        (anne.table, True, 0),
        (waiting, False, 0),
    ]
    await anne.play(anne.now["legal"][0])
    assert [line["your_turn"] for line in (await guest.get("/api/mine"))["tables"]] == [False, False]
    assert [line["your_turn"] for line in (await bruno.guest.get("/api/mine"))["tables"]] == [True]
    await bruno.play({"do": "resign"})
    states = [(line["id"], line["state"]) for line in (await guest.get("/api/mine"))["tables"]]
    assert states == [(waiting, "waiting"), (anne.table, "over")]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_index_agrees_with_the_logs_after_a_kill(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """They are written a moment after the moves, so the last moves of all are in the logs alone."""
    database: Path | str = tmp_path / "ludotheque.db"
    if kind == "postgresql":
        database = emptied(request.getfixturevalue("postgres"), "cut")
    server = Running(database).start()
    try:
        anne, bruno = await deployed(server)
        assert anne.now is not None
        await anne.play(anne.now["legal"][0])
        server.kill()
        server.start()
        assert [line["your_turn"] for line in (await anne.guest.get("/api/mine"))["tables"]] == [False]
        assert [line["your_turn"] for line in (await bruno.guest.get("/api/mine"))["tables"]] == [True]
    finally:
        server.stop()


async def test_older_index_update_does_not_replace_a_newer_one(database: Path | str) -> None:
    first, other = await open_storage(database), await open_storage(database)
    await first.append("a", 0, [b"opened"], IndexEntry("a", "stratego", True, "playing", "[]", (0,), None, 5))
    await first.append("a", 1, [b"move"], IndexUpdate("a", "playing", (1,), None, 6))
    await other.append("a", 2, [b"move"], IndexUpdate("a", "playing", (2,), None, 7))
    await other.flush_index()
    assert await other.index.stale_tables() == []
    await first.flush_index()
    asked = "SELECT asked, updated, length FROM summary"
    assert await other.rows(asked) == await first.rows(asked) == [(",2,", 7, 3)]
    await first.append("a", 3, [b"last"], IndexUpdate("a", "over", (), None, 8))
    assert await other.rows(asked) == [("", 8, 4)]
    await first.close()
    await other.close()


async def test_new_guest_has_no_tables(quiet_server: Running) -> None:
    assert await Guest(quiet_server, "Dora").get("/api/mine") == {"tables": [], "more": False}


async def test_lists_have_pages(own_server: Running) -> None:
    anne = Guest(own_server, "Anne")
    opened = [(await anne.open(ME, FRIEND, public=True))["id"] for _ in range(53)]
    for path in ("/api/mine", "/api/lobby"):
        first, second = await anne.get(path), await anne.get(f"{path}?page=1")
        assert (len(first["tables"]), first["more"]) == (50, True)
        assert (len(second["tables"]), second["more"]) == (3, False)
        assert {line["id"] for line in first["tables"] + second["tables"]} == set(opened)
        for page in ("-1", "1001", "x", "9" * 30):
            assert (await anne.get(f"{path}?page={page}", 400))["code"] == "bad_request"


async def test_opener_without_a_seat_finds_the_table_in_their_list(quiet_server: Running) -> None:
    anne, bruno = Guest(quiet_server, "Anne"), Guest(quiet_server, "Bruno")
    card = await anne.open(FRIEND, bot("random"))
    assert card["you"] is None
    assert card["opener"]
    assert card["id"] in await table_ids(anne, "/api/mine")
    joined = await bruno.join(card["id"])
    assert (joined["you"], joined["started"], joined["opener"]) == (0, True, False)
    async with await anne.sit(card["id"]) as line:
        assert line.seat is None
        assert (await line.play({"do": "resign"}))["code"] == "no_seat"


async def test_claimed_seat_belongs_to_both_browsers(own_server: Running) -> None:
    anne, _ = await deployed(own_server)
    code = anne.card["claim"]
    phone = Guest(own_server, "Anne's phone")
    spectator = await phone.sit(anne.table)
    assert spectator.seat is None
    assert spectator.card["claim"] is None
    card = await phone.claim(anne.table, code)
    assert (card["you"], card["claim"]) == (0, code)
    assert await phone.claim(anne.table, code) == card
    assert [line["you"] for line in (await phone.get("/api/mine"))["tables"]] == [0]
    own_server.kill()
    own_server.start()
    async with await phone.sit(anne.table) as there, await anne.guest.sit(anne.table) as here:
        assert there.seat == here.seat == 0
        assert there.now == here.now
        assert there.now is not None
        assert (await there.play(there.now["legal"][0]))["t"] == "ack"
        await here.until(lambda: here.seq == there.seq)


async def test_spectator_who_claims_a_seat_sees_its_view_at_once(quiet_server: Running) -> None:
    anne, _ = await deployed(quiet_server)
    phone = Guest(quiet_server, "Anne's phone")
    await phone.get(f"/api/tables/{anne.table}")
    line = await phone.sit(anne.table)
    await phone.claim(anne.table, anne.card["claim"])
    await line.until(lambda: line.seat == 0 and line.now is not None and line.now["legal"] != [])
    assert line.now == anne.now


async def test_forged_claim_link_is_refused(quiet_server: Running) -> None:
    anne, bruno = await deployed(quiet_server)
    other = (await anne.guest.open(ME, FRIEND))["id"]
    code: str = anne.card["claim"]
    assert anne.card["claim"] != bruno.card["claim"]
    thief = Guest(quiet_server, "Mallory")
    for forged in ("", "x", code[:-1], code + "x", code.swapcase(), "é" * 20):
        assert (await thief.claim(anne.table, forged, 403))["code"] == "bad_claim"
    assert (await thief.claim(other, code, 403))["code"] == "bad_claim"
    assert (await thief.claim("nowhere", code, 404))["code"] == "no_table"
    assert (await thief.get(f"/api/tables/{anne.table}"))["you"] is None
    assert (await bruno.guest.claim(anne.table, code, 409))["code"] == "seated"


async def test_free_seat_cannot_be_claimed(quiet_server: Running) -> None:
    anne = Guest(quiet_server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    storage = await open_storage(quiet_server.data)
    await storage.close()
    code = Signer(storage.key).claim_code(table, 1)
    bruno, chloe = Guest(quiet_server, "Bruno"), Guest(quiet_server, "Chloé")
    assert (await chloe.claim(table, code, 403))["code"] == "bad_claim"
    await bruno.join(table)
    assert (await chloe.claim(table, code))["you"] == 1


async def test_cookie_with_a_wrong_signature_is_ignored(quiet_server: Running) -> None:
    anne, _ = await deployed(quiet_server)
    cookie = anne.guest.http.cookies["ludotheque_guest"]
    token, signature = cookie.split(".")
    for forged in (token, f"{token}.", f"{token}x.{signature}", f"{token}.{signature[:-1]}", "x.y", "."):
        thief = Guest(quiet_server, "Mallory")
        thief.http.cookies.set("ludotheque_guest", forged)
        async with await thief.sit(anne.table) as line:
            assert line.seat is None
            assert (await line.play({"do": "resign"}))["code"] == "no_seat"
        card = await thief.get(f"/api/tables/{anne.table}")
        assert (card["you"], card["claim"]) == (None, None)


async def test_lobby_shows_nothing_live_of_a_table_with_a_delay(quiet_server: Running) -> None:
    clock = {"kind": "live", "bank": 600, "increment": 0}
    anne, _ = await deployed(quiet_server, public=True, watch_delay=3, clock=clock)
    opener = Guest(quiet_server, "Denise")
    empty = (await opener.open(FRIEND, bot("random"), public=True, watch_delay=3))["id"]
    await Guest(quiet_server, "Éric").join(empty)
    later = (await Guest(quiet_server, "Félix").open(ME, bot("random"), public=True))["id"]
    stranger = Guest(quiet_server, "Chloé")

    async def line_of(guest: Guest, table: str, path: str = "/api/lobby") -> dict[str, object]:
        found: dict[str, object] = next(line for line in (await guest.get(path))["tables"] if line["id"] == table)
        return found

    before = await line_of(stranger, anne.table)
    order = await table_ids(stranger, "/api/lobby")
    assert before["due"] is None
    assert before["your_turn"] is False
    assert (await line_of(anne.guest, anne.table, "/api/mine"))["due"] is not None, "players see the clocks"
    assert anne.now is not None
    await anne.play(anne.now["legal"][0])
    assert await line_of(stranger, anne.table) == before
    assert await table_ids(stranger, "/api/lobby") == order
    assert order.index(later) < order.index(anne.table)
    watched = await line_of(opener, empty, "/api/mine")
    assert (watched["due"], watched["you"]) == (None, None)
    assert watched["updated"] == (await line_of(stranger, empty))["updated"]
