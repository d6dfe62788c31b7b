"""Webhook notifications: formats, signatures, and refused addresses."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator

import pytest

from ludotheque.server.notifications.channels import guess_shape
from tests.server.client import FRIEND, ME, Guest, deployed
from tests.server.notifications.channel_requests import add, received
from tests.server.notifications.push_service import PushService
from tests.server.notifications.turns import bring_turn
from tests.server.running import Running


async def test_webhook_gets_a_hello_and_then_signed_turns(channel_server: Running, webhook: PushService) -> None:
    anne, bruno = await deployed(channel_server)
    new = await add(anne.guest, kind="hook", address=f"{webhook.address}/hook?key=k3y")
    secret, channel = new["secret"], new["way"]
    assert (channel["shape"], channel["address"], channel["confirmed"]) == ("json", "127.0.0.1", True)
    hello = await received(webhook)
    assert (hello["path"], hello["event"], hello["turns"]) == ("/hook?key=k3y", "hello", [])
    await bring_turn(anne, bruno)
    path, headers, body = await webhook.next()
    said = dict(part.split("=") for part in headers["ludotheque-signature"].split(","))
    signed = hmac.digest(secret.encode(), f"{said['t']}.".encode() + body, "sha256").hex()
    assert (path, said["v1"]) == ("/hook?key=k3y", signed)
    notification = json.loads(body)
    [turn] = notification.pop("turns")
    text = "Stratego : à vous de jouer."
    assert notification == {"id": f"{channel['id']}.1", "event": "turn", "lang": "fr", "text": text, "more": 0}
    link = turn.pop("link")
    assert turn == {
        "game": "stratego", "title": "Stratego", "due": None, "last_hour": False, "awaited": [], "text": text
    }  # fmt: skip
    assert anne.table not in body.decode(), "others may read the messages of a webhook"
    path = link.removeprefix("https://games.example")
    assert (await anne.guest.http.get(path)).headers["location"] == f"/t/{anne.table}"
    for other in (bruno.guest, Guest(channel_server, "Passer-by")):
        assert (await other.http.get(path)).headers["location"] == "/calls/elsewhere"
    ways = await anne.guest.get("/api/calls/ways")
    assert secret not in json.dumps(ways), "the secret is shown once"
    assert "k3y" not in json.dumps(ways)


@pytest.mark.parametrize(("shape", "field"), [("discord", "content"), ("slack", "text")])
async def test_discord_and_slack_get_their_own_formats(
    channel_server: Running, webhook: PushService, shape: str, field: str
) -> None:
    anne, bruno = await deployed(channel_server)
    new = await add(anne.guest, kind="hook", address=f"{webhook.address}/hook", shape=shape, lang="en")
    assert new["secret"] is None
    assert "Ludothèque" in (await received(webhook))[field]
    await bring_turn(anne, bruno)
    sent = await received(webhook)
    assert sent[field].startswith("Stratego: your turn.")
    assert "<https://games.example/calls/to/" in sent[field]
    assert sent.get("allowed_mentions", {"parse": []}) == {"parse": []}


@pytest.mark.parametrize(
    ("address", "shape"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://canary.discord.com/api/webhooks/1/x", "discord"),
        ("https://discord.com/api/webhooks/1/x/slack", "slack"),
        ("https://hooks.slack.com/channel_server/T/B/x", "slack"),
        ("https://notdiscord.com/api/webhooks/1/x", "json"),
        ("https://discord.com.example/api/webhooks/1/x", "json"),
    ],
)
def test_shape_is_guessed_from_the_address(address: str, shape: str) -> None:
    assert guess_shape(address) == shape


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends nothing to private networks, which is the default."""
    options = ["--call-address", "https://games.example", "--call-webhooks"]
    running = Running(tmp_path_factory.mktemp("strict") / "ludotheque.db", *options).start()
    yield running
    running.stop()


@pytest.mark.parametrize(
    "address",
    [
        "http://hook.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.1.2.3/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[fd00::1]/x",
        "https://localhost/x",
        "https://hook.example:8443/x",
        "https://u:p@hook.example/x",
        "ftp://hook.example/x",
        "file:///etc/passwd",
        "javascript:alert(1)",
    ],
)
async def test_webhook_on_a_private_network_is_refused(strict_server: Running, address: str) -> None:
    anne = Guest(strict_server, "Anne")
    await anne.open(ME, FRIEND)
    assert (await add(anne, 400, kind="hook", address=address))["code"] == "bad_hook"
    assert (await anne.get("/api/calls/ways"))["ways"] == []


async def test_host_name_of_a_private_address_gets_no_request(strict_server: Running) -> None:
    """Numbers for 127.0.0.1 look like names; names are looked up and checked when a connection is made."""
    anne = Guest(strict_server, "Anne")
    await anne.open(ME, FRIEND)
    for host in ("127.1", "2130706433", "0x7f000001"):
        assert (await add(anne, 400, kind="hook", address=f"https://{host}/x"))["code"] == "hook_silent"


@pytest.mark.parametrize("answer", ["302 Found\r\nLocation: ELSEWHERE", "404 Not Found", "500 Oh"])
async def test_webhook_that_refuses_the_hello_is_not_added(
    channel_server: Running, webhook: PushService, answer: str
) -> None:
    anne = Guest(channel_server, "Anne")
    await anne.open(ME, FRIEND)
    async with PushService() as inside:
        webhook.answer = answer.replace("ELSEWHERE", f"{inside.address}/admin")
        assert (await add(anne, 400, kind="hook", address=f"{webhook.address}/x"))["code"] == "hook_silent"
        assert inside.connections == 0
    assert (await anne.get("/api/calls/ways"))["ways"] == []
