"""Whatever is thrown at the socket or over HTTP: a clear answer, never a broken server, and nothing changed."""

from __future__ import annotations

import asyncio
import json
import random
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.client import SETUP, Guest, Json, Line, deployed
from tests.server.running import Running

AT_ONCE = 100
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
    [],
    {},
    [[]],
    {"t": "play"},
    "remove",
    [0, 99],
    "x" * 41,
]


def frames(seed: int, count: int) -> Iterator[str | bytes]:
    """Frames that are nearly right: a word changed, a field lost, a byte flipped."""
    luck = random.Random(seed)
    for _ in range(count):
        frame = json.loads(json.dumps(luck.choice(SAMPLES)))
        kind = luck.randrange(6)
        if kind < 3:
            for _ in range(luck.randint(1, 3)):
                frame[luck.choice([*frame, "cheat"])] = luck.choice(ODD)
        elif kind == 3:
            del frame[luck.choice(list(frame))]
        text = json.dumps(frame)
        if kind == 4:
            place = luck.randrange(len(text))
            text = text[:place] + luck.choice(string.printable) + text[place + luck.randint(0, 5) :]
        if kind == 5:
            yield bytes(luck.randrange(256) for _ in range(luck.randint(0, 60)))
        else:
            yield text


async def throw(line: Line, seed: int, count: int) -> None:
    """Send frames; every one of them is answered, and none of them done."""
    pending = 0
    for frame in frames(seed, count):
        await line.say(frame)
        pending += 1
        if pending == AT_ONCE:
            await answers(line, pending)
            pending = 0
    await answers(line, pending)


async def answers(line: Line, count: int) -> None:
    while count:
        message = await line.hear()
        if message["t"] in ("ack", "refused"):
            assert message["t"] == "refused", (message, line.heard[-3:])
            assert message["code"] not in ("unknown", "not_saved")
            count -= 1


async def bombard(server: Running, count: int) -> None:
    """Somebody who looks on and has no name can do nothing at all; a player nothing that the rules forbid."""
    anne, bruno = await deployed(server)
    before = (anne.seq, anne.now, anne.card)
    nobody = await Guest(server, "Mallory").sit(anne.table)
    await asyncio.gather(throw(nobody, 1, count // 2), throw_as_player(bruno, 2, count // 2))
    async with await anne.guest.sit(anne.table) as again:
        assert (again.seq, again.now, again.card["motion"], again.talk) == (*before[:2], None, [])
        assert again.now is not None
        assert (await again.play(again.now["legal"][0]))["t"] == "ack"


async def throw_as_player(line: Line, seed: int, count: int) -> None:
    """The same from a seat: what it may say and propose is taken out, the rest must be refused."""
    pending = 0
    for frame in frames(seed, count):
        if may_be_done(frame):
            continue
        await line.say(frame)
        pending += 1
        if pending == AT_ONCE:
            await answers(line, pending)
            pending = 0
    await answers(line, pending)


def may_be_done(frame: str | bytes) -> bool:
    """Whether a frame might be a message that a player may well send."""
    try:
        message = json.loads(frame)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("t") in ("say", "propose", "back")


async def test_fuzzed_frames_change_nothing(server: Running) -> None:
    await bombard(server, 2_000)


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_a_hundred_thousand_fuzzed_frames_change_nothing(server: Running) -> None:
    await bombard(server, 100_000)


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


async def test_fuzzed_requests_are_answered_clearly(server: Running) -> None:
    """The HTTP interface, address by address, with values of every odd kind."""
    anne, _ = await deployed(server)
    await anne.play({"do": "resign"})
    described = (await anne.guest.get("/api/docs/openapi.json"))["paths"]
    luck = random.Random(3)
    assert len(described) > 12
    for path, methods in described.items():
        for method in methods:
            for _ in range(25):
                await request(anne.guest.http, method.upper(), path, anne.table, luck)


async def request(http: httpx.AsyncClient, method: str, path: str, table: str, luck: random.Random) -> None:
    words = ["stratego", table, "fr", "é", "%00", "..", "a" * 300, "-1", "null", "0"]
    place = path.replace("{table}", luck.choice([table, table, *words]))
    while "{" in place:
        place = place[: place.index("{")] + luck.choice(words) + place[place.index("}") + 1 :]
    query = {key: str(luck.choice(ODD[2:10])).encode("utf-8", "replace") for key in ("page", "start", "eyes", "x")}
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
    content = luck.choice([json.dumps(body), json.dumps(body)[:-5], "[]", "", json.dumps(luck.choice(ODD))])
    sent = {"params": query} if luck.random() < 0.5 else {}
    answer = await http.request(method, place, content=content, headers={"Content-Type": "application/json"}, **sent)  # type: ignore[arg-type]
    assert answer.status_code < 500, (method, place, content, answer.text)
    if answer.status_code >= 400:
        assert {"code", "detail"} == answer.json().keys()
