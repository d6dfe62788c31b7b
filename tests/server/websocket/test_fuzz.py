"""Whatever is thrown at the socket or over HTTP: a clear answer, never a broken server, and nothing changed."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import string
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.protocol import SERVER, Protocol

from ludotheque.protocol.messages import FRAME_BYTES
from tests.server.client import SETUP, Guest, Json, TableSocket, deployed
from tests.server.running import Running
from tests.server.websocket.test_limits import raw

AT_ONCE = 100
BIG = [pytest.mark.slow, pytest.mark.timeout(3600)]
SAMPLES: list[Json] = [
    {"t": "play", "id": "x", "question": 3, "moves": [{"do": "step", "from": "a4", "to": "a5"}]},
    {"t": "play", "id": "x", "question": 1, "moves": SETUP},
    {"t": "play", "id": "x", "question": 9, "moves": [{"do": "accept"}, {"do": "decline"}]},
    {"t": "say", "id": "x", "text": "bonjour", "to": [0, 1], "name": "Zoé"},
    {"t": "propose", "id": "x", "kind": "remove", "seat": 1},
    {"t": "vote", "id": "x", "motion": 1, "yes": True},
    {"t": "back", "id": "x"},
    {"t": "fill", "id": "x", "seat": 0, "level": "random"},
]
DEEP = "[" * 1300
NOT_TEXT = [b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5", b"\xe2\x82"]
ODD: list[Any] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "\0",
    "\u202e",
    "\ud800",
    "é" * 600,
    2**63,
    [],
    {},
    [[]],
    {"t": "play"},
    "remove",
    [0, 99],
    "x" * 41,
]


def frames(seed: int, count: int) -> Iterator[str | bytes]:
    """Frames that are nearly right: a word changed, a field lost, a byte flipped, something too long or too deep."""
    luck = random.Random(seed)
    for _ in range(count):
        frame = json.loads(json.dumps(luck.choice(SAMPLES)))
        kind = luck.randrange(8)
        if kind < 3:
            for _ in range(luck.randint(1, 3)):
                frame[luck.choice([*frame, "cheat"])] = luck.choice(ODD)
        elif kind == 3:
            del frame[luck.choice(list(frame))]
        text = json.dumps(frame)
        place = luck.randrange(len(text))
        if kind == 4:
            yield text[:place] + luck.choice(string.printable) + text[place + luck.randint(0, 5) :]
        elif kind == 5:
            yield bytes(luck.randrange(256) for _ in range(luck.randint(0, 60)))
        elif kind == 6:
            yield text[:place].encode() + luck.choice(NOT_TEXT) + text[place:].encode()
        elif kind == 7:
            yield luck.choice([text[:place] + DEEP + text[place:], DEEP, '{"a":' * 1300, " " * 9000 + text])
        else:
            yield text


async def throw(line: TableSocket, sent: Iterable[str | bytes], codes: Counter[str]) -> None:
    """Send frames; every one of them is answered, and none of them done."""
    pending = 0
    for frame in sent:
        await line.send(frame)
        pending += 1
        if pending == AT_ONCE:
            await answers(line, pending, codes)
            pending = 0
    await answers(line, pending, codes)


async def answers(line: TableSocket, count: int, codes: Counter[str]) -> None:
    while count:
        message = await line.receive(within=60)
        line.received.clear()
        if message["t"] in ("ack", "refused"):
            assert message["t"] == "refused", message
            assert message["code"] not in ("unknown", "not_saved")
            codes[message["code"]] += 1
            count -= 1


async def bombard(server: Running, count: int) -> Counter[str]:
    """A spectator without a name can do nothing; a player nothing that the rules forbid."""
    anne, bruno = await deployed(server)
    before = (anne.seq, anne.now, anne.card)
    stranger = await Guest(server, "Mallory").sit(anne.table)
    codes: Counter[str] = Counter()
    refused = itertools.islice((frame for frame in frames(2, 2 * count) if not may_be_done(frame)), count // 2)
    await asyncio.gather(throw(stranger, frames(1, count - count // 2), codes), throw(bruno, refused, codes))
    async with await anne.guest.sit(anne.table) as again:
        assert (again.seq, again.now, again.card["motion"], again.chat) == (*before[:2], None, [])
        assert again.now is not None
        assert (await again.play(again.now["legal"][0]))["t"] == "ack"
    assert codes.total() == count
    return codes


def may_be_done(frame: str | bytes) -> bool:
    """Whether a frame might be a message that a player may well send."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        return False
    return isinstance(message, dict) and message.get("t") in ("say", "propose", "back")


def report(what: str, codes: Counter[str]) -> None:
    """Print how often each answer was given; shown with ``-s``."""
    print(f"\n{what}: {codes.total()} in all; " + ", ".join(f"{code} {times}" for code, times in codes.most_common()))


@pytest.mark.parametrize("count", [2_000, pytest.param(200_000, marks=BIG)])
async def test_fuzzed_frames_change_nothing(server: Running, count: int) -> None:
    report("messages", await bombard(server, count))


@pytest.mark.parametrize("count", [300, pytest.param(20_000, marks=BIG)])
async def test_frames_against_the_protocol_get_a_close_code(server: Running, count: int) -> None:
    """Bytes that are hardly frames: the connection ends with the code that a library would give, never without one."""
    anne, _ = await deployed(server)
    luck, codes = random.Random(5), Counter[str]()
    sent = 0
    while sent < count:
        pieces = [bad_frame(luck) for _ in range(luck.randint(1, 20))]
        data = b"".join(pieces) + CLOSE_FRAME
        sent += len(pieces)
        expected = closes_with(data)
        async with raw(anne) as connection:
            await connection.send(data)
            if expected is None:
                connection.writer.write_eof()  # the rest of a frame is still awaited
            code = await connection.closed()
        assert code in (expected, 1007) or expected is None, (expected, code, data)
        codes[str(code) if expected is not None else "cut by ourselves"] += 1
    report("connections", codes)
    async with await anne.guest.sit(anne.table) as again:
        assert (again.seq, again.now) == (anne.seq, anne.now)


CLOSE_FRAME = b"\x88\x82\0\0\0\0\x03\xe8"


def bad_frame(luck: random.Random) -> bytes:
    """A frame with something wrong in it, or not."""
    body = bytes(luck.randrange(32, 127) for _ in range(luck.choice([0, 1, 2, 5, 125, 126, 300])))
    kind = luck.choice([1, 2, 9, 10]) if luck.random() < 0.96 else luck.randrange(16)
    first = kind | (0x80 if luck.random() < 0.96 else luck.choice([0, 0, luck.randrange(256) & 0xF0]))
    size = len(body)
    if kind >= 8 and luck.random() < 0.97:
        body = body[:2]
        size = len(body)
    if luck.random() < 0.02:
        size = luck.choice([0, size + 3, 2**16 - 1, 2**40])
    length = size if size < 126 else 126 if size < 2**16 else 127
    more = b"" if length < 126 else size.to_bytes(2 if length == 126 else 8, "big")
    masked = luck.random() < 0.99
    return bytes([first, length | (0x80 if masked else 0)]) + more + (b"\0\0\0\0" if masked else b"") + body


def closes_with(data: bytes) -> int | None:
    """The code that a server closes with after such bytes; None if it would wait for more."""
    library = Protocol(SERVER, max_size=2 * FRAME_BYTES)
    library.receive_data(data)
    return None if library.close_sent is None else library.close_sent.code


@pytest.mark.parametrize("examples", [3, pytest.param(60, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])])
async def test_no_request_that_fits_the_description_breaks_the_server(
    server: Running, tmp_path: Path, examples: int
) -> None:
    """What the server says of itself, tried out by a tool that knows nothing else of it."""
    schemathesis = Path(sys.executable).with_name("schemathesis")
    ran = await asyncio.create_subprocess_exec(
        *(schemathesis, "run", f"{server.address}/api/docs/openapi.json"),
        *("--checks", "not_a_server_error", "--max-examples", str(examples)),
        *("--phases", "coverage,fuzzing", "--no-color"),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    told, _ = await ran.communicate()
    assert ran.returncode == 0, told.decode()[-4000:]


@pytest.mark.parametrize("count", [600, pytest.param(20_000, marks=BIG)])
async def test_fuzzed_requests_are_answered_clearly(either_server: Running, count: int) -> None:
    """The HTTP interface, address by address, with values of every odd kind."""
    anne, _ = await deployed(either_server)
    await anne.play({"do": "resign"})
    described = (await anne.guest.get("/api/docs/openapi.json"))["paths"]
    luck, codes = random.Random(3), Counter[str]()
    asked = [(method.upper(), path) for path, methods in described.items() for method in methods]
    assert len(asked) > 20
    for method, path in itertools.islice(itertools.cycle(asked), count):
        status = await request(anne.guest.http, method, path, anne.table, luck)
        codes[str(status)] += 1
    report("requests", codes)


def odd_request(method: str, path: str, table: str, luck: random.Random) -> tuple[str, dict[str, Any]]:
    words = ["stratego", table, "fr", "é", "%00", "a%00b", "%ff", "..", "a" * 300, "-1", "null", "0", str(10**30)]
    place = path.replace("{table}", luck.choice([table, table, *words]))
    while "{" in place:
        place = place[: place.index("{")] + luck.choice(words) + place[place.index("}") + 1 :]
    body = {
        "game": "stratego",
        "name": "Anne",
        "nonce": "n",
        "chairs": [{"kind": "me"}, {"kind": "friend"}],
        "code": "x",
        "move": 90,
        "seat": 0,
        "clock": {"kind": "live", "bank": 60},
    }
    for _ in range(luck.randint(0, 3)):
        body[luck.choice(list(body))] = luck.choice(ODD)
    text = json.dumps(body).encode()
    contents = [text, text, text[:-5], b"[]", b"", json.dumps(luck.choice(ODD)).encode(), DEEP.encode()]
    contents += [b'{"a":' * 1300, text[:20] + luck.choice(NOT_TEXT) + text[20:], b" " * 20_000]
    sent: dict[str, Any] = {"content": luck.choice(contents), "headers": {"Content-Type": "application/json"}}
    if luck.random() < 0.1:
        sent["headers"]["Content-Type"] = luck.choice(
            ["text/plain", "application/json; charset=x", "multipart/form-data"]
        )
    if luck.random() < 0.5:
        odd = luck.choice([*ODD[2:11], "1" * 5000, "all", "1e9"])
        sent["params"] = {key: str(odd).encode("utf-8", "replace") for key in ("page", "start", "eyes", "since", "x")}
    return place, sent


async def request(http: httpx.AsyncClient, method: str, path: str, table: str, luck: random.Random) -> int:
    place, sent = odd_request(method, path, table, luck)
    answer = await http.request(method, place, **sent)
    assert answer.status_code < 500, (method, place, sent, answer.text)
    if answer.status_code >= 400:
        assert {"code", "detail"} == answer.json().keys()
    return answer.status_code
