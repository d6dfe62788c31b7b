"""OpenAPI and socket schemas: real messages match them, and their examples are accepted."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from ludotheque import games
from ludotheque.protocol import http
from tests.server.client import FRIEND, ME, Guest, Json, any_move, bot
from tests.server.running import Running

BOTS = Path(__file__).resolve().parents[3] / "docs" / "bots.md"
TAKES: dict[str, Any] = {
    "/api/tables": http.OpenTable,
    "/api/tables/{table}/join": http.Join,
    "/api/tables/{table}/claim": http.Claim,
    "/api/tables/{table}/branch": http.Branch,
}
"""What a program may ask for that changes something."""


def part(document: Json, name: str) -> jsonschema_rs.Validator:
    """A validator for one part of a document of schemas."""
    return jsonschema_rs.validator_for({**document[name], "$defs": document["$defs"]})


async def schemas(guest: Guest) -> tuple[jsonschema_rs.Validator, jsonschema_rs.Validator]:
    document = await guest.get("/api/docs/socket.json")
    return part(document, "client"), part(document, "server")


@pytest.mark.parametrize("game", games.shelf())
async def test_every_message_of_a_real_table_fits_its_schema(server: Running, game: str) -> None:
    anne = Guest(server, "Anne")
    sends, hears = await schemas(anne)
    shapes = await anne.get(f"/api/games/{game}/schema")
    sight, move, event, options = (part(shapes, name) for name in ("sight", "move", "event", "options"))
    players = games.find(game).rules.seats[0]
    chairs, clock = (ME, FRIEND, *[bot("random")] * (players - 2)), {"kind": "live", "bank": 600}
    line = await anne.sit((await anne.open(*chairs, game=game, clock=clock))["id"])
    options.validate(line.card["options"])
    await Guest(server, "Bruno").join(line.table)
    luck = random.Random(2)
    await line.ask("say", text="bonsoir")
    for _ in range(40):
        if line.to_move:
            frame = line.frame([any_move(line, luck)])
            sends.validate(frame)
            await line._answer(frame)
        else:
            break
    await line.send("nonsense")
    await line.receive_until("refused")
    await line.ask("propose", kind="end")
    await line.ask("fill", seat=0, level="random")
    kinds = set()
    for text in line.received:
        message = json.loads(text)
        kinds.add(message["t"])
        hears.validate(message)
        for entry in message.get("story", ()):
            for happened in entry["events"]:
                event.validate(happened)
        if message.get("now"):
            for choice in (*message["now"]["legal"], *message["now"]["free"]):
                move.validate(choice)
    assert {"welcome", "progress", "seats", "talk", "ack", "refused", "news"} <= kinds
    assert line.now is not None
    sight.validate(line.now["sight"])


async def test_messages_in_the_documentation_match_the_schema(server: Running) -> None:
    sends, hears = await schemas(Guest(server, "Anne"))
    fits = {"→": sends, "←": hears}
    shown = re.findall(r"^([→←]) (\{.*?\})(?: +\(.*\))?\n(?=[→←`])", BOTS.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    whole = [(arrow, text) for arrow, text in shown if "…" not in text]
    for arrow, text in whole:
        fits[arrow].validate(json.loads(text))
    assert (len(shown), len(whole)) == (18, 13)


async def test_invalid_messages_do_not_match_the_schema(server: Running) -> None:
    sends, hears = await schemas(Guest(server, "Anne"))
    for frame in ({"t": "play", "id": "1", "question": 0, "moves": []}, {"t": "shout", "id": "1"}, {}):
        assert not sends.is_valid(frame)
        assert not hears.is_valid(frame)


async def test_socket_is_described_on_the_page(server: Running) -> None:
    page = (await Guest(server, "Anne").http.get("/api/docs")).text
    for words in ("The socket", "<code>play</code>", "<code>welcome</code>", "4429", 'id="Welcome"', "socket.json"):
        assert words in page
    assert "``" not in page.split('id="shapes"')[0], "what is code looks like code"


async def test_examples_and_errors_are_documented(server: Running) -> None:
    described = (await Guest(server, "Anne").get("/api/docs/openapi.json"))["paths"]
    for path, form in TAKES.items():
        operation = described[path]["post"]
        [content] = operation["requestBody"]["content"].values()
        [example] = content["examples"].values()
        msgspec.convert(example["value"], form)
        assert {"400", "403", "429", "503"} <= operation["responses"].keys()
    for path, operations in described.items():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if status >= "4":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorBody"}, (path, status)
    record = described["/api/tables/{table}/record"]["get"]["responses"]["200"]
    assert list(record["content"]) == ["application/jsonl"]


async def test_example_order_opens_a_table(server: Running) -> None:
    anne = Guest(server, "Anne")
    described = (await anne.get("/api/docs/openapi.json"))["paths"]
    [content] = described["/api/tables"]["post"]["requestBody"]["content"].values()
    card = await anne.post("/api/tables", content["examples"]["example"]["value"], 201)
    assert [seat["kind"] for seat in card["seats"]] == ["program", "bot"]


async def test_unknown_game_has_no_schema(server: Running) -> None:
    assert (await Guest(server, "Anne").get("/api/games/chess/schema", 404))["code"] == "no_game"
