"""Whatever comes in, the answer is clear and nothing changes."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.server.wire import FRAME_BYTES
from tests.server.client import FRIEND, ME, SETUP, Guest, Json, Line, bot, two_at_a_table
from tests.server.running import Running


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[Running]:
    """One with the limits that a house has."""
    limits = ("--posts-per-minute", "5", "--frames-per-second", "40")
    running = Running(tmp_path / "ludotheque.db", *limits).start()
    yield running
    running.stop()


async def unchanged(line: Line) -> bool:
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
async def test_a_garbled_frame_is_refused(server: Running, frame: str | bytes) -> None:
    anne, _ = await two_at_a_table(server)
    await anne.hear_until("seats")
    await anne.say(frame)
    answer = await anne.hear()
    assert (answer["t"], answer["code"]) == ("refused", "garbled")
    assert await unchanged(anne)
    assert (await anne.play(SETUP[0]))["t"] == "ack"


async def test_moves_nested_to_any_depth_are_refused(server: Running) -> None:
    """Moves are read when they are played, deeper in the server than the frame they came in."""
    anne, _ = await two_at_a_table(server)
    for depth in (10, 100, 500, *range(900, 1010, 2), 1300):
        move = '{"do": "place", "piece": ' + "[" * depth + "]" * depth + "}"
        await anne.say('{"t": "play", "id": "x", "question": 0, "moves": [' + move + "]}")
        answer = await anne.hear_until("refused")
        assert answer["code"] == "garbled", (depth, answer)


async def test_a_move_that_makes_no_sense_is_refused_by_a_rule(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    await anne.hear_until("seats")
    answer = await anne.play({"do": "step", "from": "z99", "to": "a1"})
    assert answer["code"] == "rule"
    assert await unchanged(anne)


async def test_a_frame_over_the_limit_is_refused_and_a_huge_one_cut_off(server: Running) -> None:
    anne, _ = await two_at_a_table(server)
    await anne.hear_until("seats")
    await anne.say(" " * (FRAME_BYTES + 1))
    answer = await anne.hear()
    assert (answer["t"], answer["code"]) == ("refused", "too_long")
    assert await unchanged(anne)
    await anne.say(" " * (FRAME_BYTES * 4))
    assert await anne.closed() == 1009
    async with await anne.guest.sit(anne.table) as again:
        assert (again.seq, again.now) == (anne.seq, anne.now)


async def test_too_many_frames_are_refused_and_then_cut_off(strict_server: Running) -> None:
    anne, _ = await two_at_a_table(strict_server)
    await anne.hear_until("seats")
    for _ in range(60):
        await anne.say("hello")
    codes = [(await anne.hear())["code"] for _ in range(60)]
    assert codes == ["garbled"] * 40 + ["too_fast"] * 20
    with contextlib.suppress(ConnectionClosed):
        for _ in range(300):
            await anne.say("hello")
    assert await anne.closed() == 4429


async def test_too_many_tables_from_one_address_are_refused(strict_server: Running) -> None:
    anne = Guest(strict_server, "Anne")
    for _ in range(5):
        await anne.open(ME, FRIEND)
    assert (await anne.open(ME, FRIEND, status=429))["code"] == "too_fast"


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
async def test_chairs_that_do_not_fit_are_refused(server: Running, chairs: list[dict[str, Any]]) -> None:
    assert (await Guest(server, "Anne").open(*chairs, status=400))["code"] == "bad_chairs"


@pytest.mark.parametrize(
    "order",
    [
        {"name": ""},
        {"name": "   "},
        {"name": "x" * 25},
        {"name": "a\u0000b"},
        {"nonce": ""},
        {"chairs": []},
        {"more": 1},
        {"options": 3},
    ],
)
async def test_an_order_that_does_not_decode_is_refused(server: Running, order: dict[str, Any]) -> None:
    body = {"game": "stratego", "name": "Anne", "nonce": "x", "chairs": [ME, FRIEND], **order}
    answer = await Guest(server, "Anne").http.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    assert answer.json()["detail"]


async def test_what_is_not_there_is_not_found(server: Running) -> None:
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
    line = Line(anne, "nowhere")
    assert (await line.connect())["code"] == "no_table"
    assert await line.closed() == 4404


async def test_other_sites_pages_are_turned_away(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    anne.http.headers["Origin"] = "https://elsewhere.example"
    assert (await anne.open(ME, FRIEND, status=403))["code"] == "foreign_origin"
    assert (await anne.join(table, 403))["code"] == "foreign_origin"
    line = Line(anne, table, origin="https://elsewhere.example")
    with pytest.raises(ConnectionClosed):
        await line.connect()
    assert await line.closed() == 4403
    anne.http.headers["Origin"] = server.address
    assert (await anne.join(table))["you"] == 0
    async with await anne.sit(table, origin=server.address) as welcome:
        assert welcome.seat == 0


async def test_an_origin_may_be_made_welcome(tmp_path: Path) -> None:
    running = Running(tmp_path / "ludotheque.db", "--origin", "https://club.example").start()
    try:
        anne = Guest(running, "Anne")
        anne.http.headers["Origin"] = "https://club.example"
        assert (await anne.open(ME, FRIEND))["you"] == 0
    finally:
        running.stop()


async def test_the_guests_cookie_is_out_of_scripts_reach(server: Running) -> None:
    anne = Guest(server, "Anne")
    body = {"game": "stratego", "name": "Anne", "nonce": "x", "chairs": [ME, FRIEND]}
    cookie = (await anne.http.post("/api/tables", json=body)).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()


# --- signs, lengths and numbers that databases and file systems stumble over --------------------------------------

DEEP = b'{"a":' * 1300
WORDS = ["%00", "a%00b", "%ff", "%ed%a0%80", "a" * 300, "a" * 5000, "%0a", "-1", "1" * 400, "..", "%2e%2e%2fetc", "'"]
NUMBERS = ["-1", str(2**31), str(2**63), str(10**30), "1" * 5000, "1.5", "x", "%00", "", "NaN"]


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_no_address_however_odd_is_a_trouble_of_ours(either_server: Running, method: str) -> None:
    anne, _ = await two_at_a_table(either_server)
    await anne.play({"do": "resign"})
    described = (await anne.guest.get("/api/docs/openapi.json"))["paths"]
    paths = {path for path, methods in described.items() if method.lower() in methods and "{" in path}
    if method == "GET":
        paths |= {"/{x}", "/assets/{x}", "/t/{x}", "/calls/confirm/{x}/{x}", "/c/{x}", "/api/{x}", "/moderation/{x}"}
    for path, word in itertools.product(sorted(paths), WORDS):
        address = re.sub(r"\{\w+\}", word, path)
        answer = await anne.guest.http.request(method, address, json={} if method == "POST" else None)
        assert answer.status_code < 500, (method, address[:80], answer.status_code, answer.text)


async def test_no_number_in_a_query_is_a_trouble_of_ours(either_server: Running) -> None:
    anne, _ = await two_at_a_table(either_server)
    await anne.play({"do": "resign"})
    paths = (await anne.guest.get("/api/docs/openapi.json"))["paths"]
    asked = 0
    for path, methods in paths.items():
        queries = [field["name"] for field in methods.get("get", {}).get("parameters", []) if field["in"] == "query"]
        for name, value in itertools.product(queries, [*NUMBERS, *WORDS]):
            address = path.replace("{table}", anne.table).replace("{game}", "stratego")
            answer = await anne.guest.http.get(f"{address}?{name}={value}")
            assert answer.status_code < 500, (address, name, value[:20], answer.status_code, answer.text)
            asked += 1
    assert asked > 100


async def test_no_body_is_a_trouble_of_ours(either_server: Running) -> None:
    anne, _ = await two_at_a_table(either_server)
    await anne.play({"do": "resign"})
    paths = (await anne.guest.get("/api/docs/openapi.json"))["paths"]
    odd: list[Any] = ["\0", "a\0b", "\u202e", "é" * 600, 2**31, 2**63, 10**18, -1, None, {}, [], [[]], "\ud83d\ude00"]
    raw = [DEEP, b"[" * 8000, b'{"name":"\xff"}', b'"\\ud800"', b"\0", b"1" * 5000, b"{", b"\xff\xfe"]
    for path, methods in paths.items():
        if "post" not in methods:
            continue
        address = path.replace("{table}", anne.table).replace("{game}", "stratego")
        body = example_body(methods["post"], (await anne.guest.get("/api/docs/openapi.json"))["components"]["schemas"])
        bodies = [json.dumps({**body, name: value}).encode() for name in body for value in odd]
        for content in (*raw, *bodies):
            answer = await anne.guest.http.post(address, content=content, headers={"Content-Type": "application/json"})
            assert answer.status_code < 500, (address, content[:200], answer.status_code, answer.text)
    for content in (DEEP, b'{"name":"\xff"}'):
        answer = await anne.guest.http.post(
            "/api/tables", content=content, headers={"Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def example_body(described: Json, shapes: Json) -> Json:
    """A body that fits a description, more or less."""
    try:
        shape = described["requestBody"]["content"]["application/json"]["schema"]
    except KeyError:
        return {}
    return {name: fitting(field, shapes) for name, field in resolved(shape, shapes).get("properties", {}).items()}


def resolved(shape: Json, shapes: Json) -> Json:
    while "$ref" in shape:
        shape = shapes[shape["$ref"].rpartition("/")[2]]
    return shape


def fitting(shape: Json, shapes: Json) -> Any:
    shape = resolved(shape, shapes)
    if "enum" in shape:
        return shape["enum"][0]
    for kind in ("oneOf", "anyOf"):
        if kind in shape:
            return fitting(shape[kind][0], shapes)
    kinds = {"string": "stratego", "integer": 1, "number": 1, "boolean": True, "array": [], "object": {}}
    if shape.get("type") == "array":
        return [fitting(shape["items"], shapes)] * 2
    return kinds.get(shape.get("type", ""))


async def test_a_socket_to_an_odd_address_is_refused_in_a_word(either_server: Running) -> None:
    anne, _ = await two_at_a_table(either_server)
    for word in ("%00", "a%00b", "a" * 300, "a" * 5000, "%ff", "%0a", "'"):
        line = Line(anne.guest, word)
        assert (await line.connect())["code"] == "no_table"
        assert await line.closed() == 4404
    for query in ("since=x", "since=", "since=1.5", f"said={10**30}", f"since={'1' * 5000}", "since=%00", "said=1e3"):
        line = Line(anne.guest, anne.table, query=query)
        with pytest.raises(ConnectionClosed):
            await line.connect()
        assert await line.closed() == 4400, query
    for query in (f"since={10**17}", "since=-5", f"said={10**17}", "since=1&since=2"):
        line = Line(anne.guest, anne.table, query=query)
        assert (await line.connect())["t"] == "welcome"
        assert (await line.ask("say", text="here"))["t"] == "ack"


async def test_odd_words_in_talk_are_tidied_or_refused(either_server: Running) -> None:
    anne, _ = await two_at_a_table(either_server)
    assert (await anne.ask("say", text="a\0b"))["t"] == "ack"
    assert anne.talk[-1]["text"] == "a b"
    assert (await anne.ask("say", text="\0"))["code"] == "garbled"
    assert (await anne.ask("say", id="\0 odd \u202e", text="an odd id"))["t"] == "ack"
    onlooker = await Guest(either_server, "Zoé").sit(anne.table)
    assert (await onlooker.ask("say", text="hello", name="a\0b"))["code"] == "no_name"
    zoe = Guest(either_server, "Zoé")
    await zoe.get(f"/api/tables/{anne.table}")
    seen = await zoe.sit(anne.table)
    assert (await seen.ask("say", text="hello", name="a\0b"))["code"] == "no_name"
    assert (await seen.ask("say", text="hello\0", name="Zoé"))["t"] == "ack"


async def test_odd_headers_are_no_trouble_of_ours(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    odd = ["http://[", "http://[::1", "null", "://", "http://a:b:c", "\xff", "a" * 5000, "file://"]
    for value in odd:
        headers = {"Origin": value.encode("latin-1")}
        answer = await anne.http.post(f"/api/tables/{table}/join", json={"name": "B", "nonce": "x"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin"), value
    for name, value in itertools.product(
        ("Cookie", "Accept", "Host", "X-Forwarded-For", "X-Request-Id", "Range", "If-None-Match", "Content-Type"),
        (*odd, "ludotheque_guest=\xff", "ludotheque_account=x", "bytes=9-1", "1.2.3.4.5, ::1%x, [", "application/x;="),
    ):
        for method, path in (("GET", f"/api/tables/{table}"), ("GET", "/"), ("POST", "/api/tables")):
            answer = await anne.http.request(method, path, headers={name: value.encode("latin-1")})
            assert answer.status_code < 500 or answer.status_code == 503, (name, value, method, path, answer.text)
