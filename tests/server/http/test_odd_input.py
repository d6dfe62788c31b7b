"""Signs, lengths and numbers that databases and file systems stumble over: a clear refusal, on every database."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import FRIEND, ME, Guest, Json, TableSocket, two_at_a_table
from tests.server.running import Running

DEEP = b'{"a":' * 1300
WORDS = ["%00", "a%00b", "%ff", "%ed%a0%80", "a" * 300, "a" * 5000, "%0a", "-1", "1" * 400, "..", "%2e%2e%2fetc", "'"]
NUMBERS = ["-1", str(2**31), str(2**63), str(10**30), "1" * 5000, "1.5", "x", "%00", "", "NaN"]


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_no_address_however_odd_is_a_server_error(either_server: Running, method: str) -> None:
    anne, _ = await two_at_a_table(either_server)
    await anne.play({"do": "resign"})
    described = (await anne.guest.get("/api/docs/openapi.json"))["paths"]
    paths = {path for path, methods in described.items() if method.lower() in methods and "{" in path}
    if method == "GET":
        paths |= {"/{x}", "/assets/{x}", "/t/{x}", "/calls/confirm/{x}/{x}", "/c/{x}", "/api/{x}", "/moderation/{x}"}
    for path, word in itertools.product(sorted(paths), WORDS):
        address = re.sub(r"\{\w+\}", word, path)
        answer = await anne.guest.http.request(method, address, json={} if method == "POST" else None)
        not_built = "hatch_build" in answer.text
        assert answer.status_code < 500 or not_built, (method, address[:80], answer.status_code, answer.text)


async def test_no_number_in_a_query_is_a_server_error(either_server: Running) -> None:
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


async def test_no_body_is_a_server_error(either_server: Running) -> None:
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


async def test_socket_to_an_odd_address_is_refused_with_a_code(either_server: Running) -> None:
    anne, _ = await two_at_a_table(either_server)
    for word in ("%00", "a%00b", "a" * 300, "a" * 5000, "%ff", "%0a", "'"):
        line = TableSocket(anne.guest, word)
        assert (await line.connect())["code"] == "no_table"
        assert await line.closed() == 4404
    for query in ("since=x", "since=", "since=1.5", f"said={10**30}", f"since={'1' * 5000}", "since=%00", "said=1e3"):
        line = TableSocket(anne.guest, anne.table, query=query)
        with pytest.raises(ConnectionClosed):
            await line.connect()
        assert await line.closed() == 4400, query
    for query in (f"since={10**17}", "since=-5", f"said={10**17}", "since=1&since=2"):
        line = TableSocket(anne.guest, anne.table, query=query)
        assert (await line.connect())["t"] == "welcome"
        assert (await line.ask("say", text="here"))["t"] == "ack"


async def test_odd_characters_in_chat_are_cleaned_or_refused(either_server: Running) -> None:
    anne, _ = await two_at_a_table(either_server)
    assert (await anne.ask("say", text="a\0b"))["t"] == "ack"
    assert anne.chat[-1]["text"] == "a b"
    assert (await anne.ask("say", text="\0"))["code"] == "garbled"
    assert (await anne.ask("say", id="\0 odd \u202e", text="an odd id"))["t"] == "ack"
    onlooker = await Guest(either_server, "Zoé").sit(anne.table)
    assert (await onlooker.ask("say", text="hello", name="a\0b"))["code"] == "no_name"
    zoe = Guest(either_server, "Zoé")
    await zoe.get(f"/api/tables/{anne.table}")
    seen = await zoe.sit(anne.table)
    assert (await seen.ask("say", text="hello", name="a\0b"))["code"] == "no_name"
    assert (await seen.ask("say", text="hello\0", name="Zoé"))["t"] == "ack"


async def test_odd_headers_are_no_server_errors(server: Running) -> None:
    anne = Guest(server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    odd = ["http://[", "http://[::1", "null", "://", "http://a:b:c", "\xff", "a" * 5000, "file://"]
    for value in odd:
        headers = {b"Origin": value.encode("latin-1")}
        answer = await anne.http.post(f"/api/tables/{table}/join", json={"name": "B", "nonce": "x"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin"), value
    for name, value in itertools.product(
        ("Cookie", "Accept", "Host", "X-Forwarded-For", "X-Request-Id", "Range", "If-None-Match", "Content-Type"),
        (*odd, "ludotheque_guest=\xff", "ludotheque_account=x", "bytes=9-1", "1.2.3.4.5, ::1%x, [", "application/x;="),
    ):
        for method, path in (("GET", f"/api/tables/{table}"), ("GET", "/"), ("POST", "/api/tables")):
            answer = await anne.http.request(method, path, headers={name.encode(): value.encode("latin-1")})
            assert answer.status_code < 500 or answer.status_code == 503, (name, value, method, path, answer.text)
