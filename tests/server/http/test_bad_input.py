"""Whatever comes in, the answer is clear and nothing changes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.protocol.messages import FRAME_BYTES
from ludotheque.server.http import client_address
from ludotheque.server.http.client_address import counted
from tests.server.client import FRIEND, ME, SETUP, Guest, TableSocket, bot, two_at_a_table
from tests.server.running import Running


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[Running]:
    """One with the limits that a house has."""
    limits = ("--posts-per-minute", "5", "--frames-per-second", "40")
    running = Running(tmp_path / "ludotheque.db", *limits).start()
    yield running
    running.stop()


async def unchanged(line: TableSocket) -> bool:
    """Whether the table is as this line last heard of it, the line still being open."""
    async with await line.guest.sit(line.table) as again:
        return (again.seq, again.now) == (line.seq, line.now)


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "{",
        "[]",
        "null",
        '{"t": "play"}',
        '{"t": "dance", "id": "x", "question": 0, "moves": [{"do": "resign"}]}',
        '{"t": "play", "id": "x", "question": 0, "moves": []}',
        '{"t": "play", "id": "", "question": 0, "moves": [{"do": "resign"}]}',
        '{"t": "play", "id": "x", "question": "now", "moves": [{"do": "resign"}]}',
        '{"t": "play", "id": "x", "question": 0, "moves": [{"do": "resign"}], "cheat": true}',
        '{"t": "play", "id": "x", "question": 0, "moves": [{"do": "fly"}]}',
        '{"t": "play", "id": "x", "question": 0, "moves": [{"do": "place", "piece": "Z"}]}',
        '{"t": "play", "id": "x", "question": 0, "moves": [17]}',
        '{"t": "play", "id": "' + "x" * 41 + '", "question": 0, "moves": [{"do": "resign"}]}',
        json.dumps({"t": "play", "id": "x", "question": 0, "moves": [{"do": "resign"}] * 65}),
        "[" * 4000,
        b"\xff\xfe\x00",
        '{"a":' * 1300,
        '{"t": "say", "id": "x", "text": ' + "[" * 4000 + "]" * 4000 + "}",
        '{"t": "play", "id": "x", "question": 0, "moves": [' + "[" * 4000 + "]" * 4000 + "]}",
        b'{"t": "say", "id": "x", "text": "\xff"}',
        b'{"t": "play", "id": "x", "question": 0, "moves": [{"do": "place", "piece": "\xff"}]}',
        b'{"t": "play", "id": "\xed\xa0\x80", "question": 0, "moves": [{"do": "resign"}]}',
        '{"t": "say", "id": "x", "text": "\\ud800"}',
        '{"t": "play", "id": "x", "question": 1' + "0" * 5000 + ', "moves": [{"do": "resign"}]}',
        '{"t": "play", "id": "x", "question": 1e999, "moves": [{"do": "resign"}]}',
    ],
)
async def test_garbled_frame_is_refused(server: Running, frame: str | bytes) -> None:
    anne, _ = await two_at_a_table(server)
    await anne.receive_until("seats")
    await anne.send(frame)
    answer = await anne.receive()
    assert (answer["t"], answer["code"]) == ("refused", "garbled")
    assert await unchanged(anne)
    assert (await anne.play(SETUP[0]))["t"] == "ack"


async def test_moves_nested_to_any_depth_are_refused(server: Running) -> None:
    """Moves are read when they are played, deeper in the server than the frame they came in."""
    anne, _ = await two_at_a_table(server)
    for depth in (10, 100, 500, *range(900, 1010, 2), 1300):
        move = '{"do": "place", "piece": ' + "[" * depth + "]" * depth + "}"
        await anne.send('{"t": "play", "id": "x", "question": 0, "moves": [' + move + "]}")
        answer = await anne.receive_until("refused")
        assert answer["code"] == "garbled", (depth, answer)


async def test_illegal_move_is_refused_by_a_rule(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    await anne.receive_until("seats")
    answer = await anne.play({"do": "step", "from": "z99", "to": "a1"})
    assert answer["code"] == "rule"
    assert await unchanged(anne)


async def test_frame_over_the_limit_is_refused_and_a_huge_one_cut_off(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    await anne.receive_until("seats")
    await anne.send(" " * (FRAME_BYTES + 1))
    answer = await anne.receive()
    assert (answer["t"], answer["code"]) == ("refused", "too_long")
    assert await unchanged(anne)
    await anne.send(" " * (FRAME_BYTES * 4))
    assert await anne.closed() == 1009
    async with await anne.guest.sit(anne.table) as again:
        assert (again.seq, again.now) == (anne.seq, anne.now)


async def test_too_many_frames_are_refused_and_then_cut_off(strict_server: Running) -> None:
    anne, _ = await two_at_a_table(strict_server)
    await anne.receive_until("seats")
    for _ in range(60):
        await anne.send("hello")
    codes = [(await anne.receive())["code"] for _ in range(60)]
    assert codes == ["garbled"] * 40 + ["too_fast"] * 20
    with contextlib.suppress(ConnectionClosed):
        for _ in range(300):
            await anne.send("hello")
    assert await anne.closed() == 4429


async def test_too_many_tables_from_one_address_are_refused(strict_server: Running) -> None:
    anne = Guest(strict_server, "Anne")
    for _ in range(5):
        await anne.offer(ME, FRIEND)
    assert (await anne.offer(ME, FRIEND, status=429))["code"] == "too_fast"


async def test_limits_count_an_ipv6_network_as_one_address(strict_server: Running) -> None:
    anne = Guest(strict_server, "Anne")
    for number in range(5):
        anne.http.headers["X-Forwarded-For"] = f"2001:db8:1:2:{number}::{number}"
        await anne.offer(ME, FRIEND)
    anne.http.headers["X-Forwarded-For"] = "2001:db8:1:2:ffff::1"
    assert (await anne.offer(ME, FRIEND, status=429))["code"] == "too_fast"
    for elsewhere in ("2001:db8:1:3::1", "192.0.2.1", "::ffff:192.0.2.2", "nonsense"):
        anne.http.headers["X-Forwarded-For"] = elsewhere
        await anne.offer(ME, FRIEND)


@pytest.mark.parametrize(
    ("host", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("somewhere", "somewhere"),
        ("", ""),
        ("[", "["),
    ],
)
def test_requests_of_an_address_are_counted(host: str, counted_as: str) -> None:
    assert counted(host) == counted_as


def test_every_limit_counts_the_same_addresses() -> None:
    folder = Path(client_address.__file__).parents[1]
    own = [path for path in folder.rglob("*.py") if "RateLimitConfig(" in path.read_text("utf-8")]
    assert own == [Path(client_address.__file__)], "use ludotheque.server.http.client_address.rate_limit"


@pytest.mark.parametrize(
    "options",
    [
        {"army": "giant"},
        {"no_fight": 0},
        {"no_fight": 10**30},
        {"max_moves": "many"},
        {"max_moves": None},
        {"cheat": True},
        {"army": ["full"]},
    ],
)
async def test_absurd_options_are_refused_with_a_sentence(server: Running, options: dict[str, Any]) -> None:
    trouble = await Guest(server, "Anne").open(ME, FRIEND, options=options, status=400)
    assert trouble["code"] == "bad_options"
    assert trouble["detail"].startswith("stratego: ")


@pytest.mark.parametrize(
    "chairs",
    [
        [ME],
        [ME, FRIEND, FRIEND],
        [ME, ME],
        [ME, bot("grandmaster")],
        [ME, {"kind": "bot"}],
        [ME, {**FRIEND, "level": "random"}],
    ],
)
async def test_invalid_seats_are_refused(server: Running, chairs: list[dict[str, Any]]) -> None:
    assert (await Guest(server, "Anne").open(*chairs, status=400))["code"] == "bad_chairs"


@pytest.mark.parametrize(
    "order",
    [
        {"name": ""},
        {"name": "   "},
        {"name": "x" * 25},
        {"name": "a\u0000b"},
        {"chairs": []},
        {"more": 1},
        {"options": 3},
    ],
)
async def test_order_that_does_not_decode_is_refused(server: Running, order: dict[str, Any]) -> None:
    body = {"game": "stratego", "name": "Anne", "chairs": [ME, FRIEND], **order}
    answer = await Guest(server, "Anne").http.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    assert answer.json()["detail"]


async def test_unknown_address_is_not_found(server: Running) -> None:
    anne = Guest(server, "Anne")
    assert (await anne.open(ME, FRIEND, game="chess", status=404))["code"] == "no_game"
    assert (await anne.get("/api/tables/nowhere", 404))["code"] == "no_table"
    assert (await anne.get("/api/tables/nowhere/record", 404))["code"] == "no_table"
    assert (await anne.join("nowhere", 404))["code"] == "no_table"
    assert (await anne.get("/api/games/chess/rulebook/fr", 404))["code"] == "no_game"
    assert (await anne.get("/api/games/chess/extras", 404))["code"] == "no_game"
    assert (await anne.get("/api/games/stratego/rulebook/tlh", 404))["code"] == "no_language"
    assert (await anne.get("/api/words/tlh", 404))["code"] == "no_language"
    assert (await anne.get("/api/nothing", 404))["code"] == "not_found"
    line = TableSocket(anne, "nowhere")
    assert (await line.connect())["code"] == "no_table"
    assert await line.closed() == 4404


async def test_requests_from_other_sites_are_refused(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    anne.http.headers["Origin"] = "https://elsewhere.example"
    assert (await anne.open(ME, FRIEND, status=403))["code"] == "foreign_origin"
    assert (await anne.join(table, 403))["code"] == "foreign_origin"
    line = TableSocket(anne, table, origin="https://elsewhere.example")
    with pytest.raises(ConnectionClosed):
        await line.connect()
    assert await line.closed() == 4403
    anne.http.headers["Origin"] = server.address
    assert (await anne.join(table))["you"] == 0
    async with await anne.sit(table, origin=server.address) as welcome:
        assert welcome.seat == 0


async def test_configured_origin_is_accepted(tmp_path: Path) -> None:
    running = Running(tmp_path / "ludotheque.db", "--origin", "https://club.example").start()
    try:
        anne = Guest(running, "Anne")
        anne.http.headers["Origin"] = "https://club.example"
        assert (await anne.open(ME, FRIEND))["you"] == 0
    finally:
        running.stop()


async def test_guest_cookie_is_http_only(server: Running) -> None:
    anne = Guest(server, "Anne")
    body = {"game": "stratego", "name": "Anne", "chairs": [ME, FRIEND]}
    cookie = (await anne.http.post("/api/tables", json=body)).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
