"""Push subscriptions: which are accepted, and when they are deleted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ludotheque.protocol import http
from ludotheque.server.notifications.push import MAX_BROWSERS, SUBSCRIPTION_LIFETIME
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from tests.server.client import FRIEND, ME, Guest, deployed
from tests.server.notifications.push_requests import play_moves, subscribe
from tests.server.notifications.push_service import PushService, Subscriber
from tests.server.notifications.turns import bring_turn
from tests.server.played_table import open_played_table
from tests.server.running import Running


@pytest.mark.parametrize("answer", ["404 Not Found", "410 Gone"])
async def test_subscription_is_deleted_when_the_push_service_says_gone(
    push_server: Running, service: PushService, answer: str
) -> None:
    anne, bruno = await deployed(push_server)
    await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/anne"))
    service.answer = answer
    await bring_turn(anne, bruno)
    await service.next()
    service.answer = "201 Created"
    await anne.connect(anne.seq)
    await bring_turn(anne, bruno)
    assert await service.is_quiet()


async def test_subscription_is_kept_when_the_push_service_fails(push_server: Running, service: PushService) -> None:
    anne, bruno = await deployed(push_server)
    await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/anne"))
    for answer in ("503 Service Unavailable", "429 Too Many Requests", "201 Created"):
        service.answer = answer
        await bring_turn(anne, bruno)
        await service.next()
        await anne.connect(anne.seq)


async def test_only_the_guest_ends_their_subscription(push_server: Running, service: PushService) -> None:
    anne, bruno = await deployed(push_server)
    subscription = Subscriber().subscription(f"{service.address}/anne")
    await subscribe(anne.guest, subscription)
    end = {"endpoint": subscription["endpoint"]}
    assert (await bruno.guest.http.post("/api/calls/end", json=end)).status_code == 204
    await bring_turn(anne, bruno)
    assert (await service.next())[0] == "/anne", "another guest cannot end it"
    await anne.connect(anne.seq)
    assert (await anne.guest.http.post("/api/calls/end", json=end)).status_code == 204
    await bring_turn(anne, bruno)
    assert await service.is_quiet()


async def test_guest_keeps_their_latest_subscriptions(push_server: Running, service: PushService) -> None:
    anne, bruno = await deployed(push_server)
    for number in (*range(MAX_BROWSERS + 2), 3, 3):
        await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/{number}"))
        await asyncio.sleep(0.002)  # ordered by their milliseconds
    await bring_turn(anne, bruno)
    paths = {(await service.next())[0] for _ in range(MAX_BROWSERS)}
    assert paths == {f"/{number}" for number in range(2, MAX_BROWSERS + 2)}
    assert await service.is_quiet()


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "push",
        "http://push.example/x",
        "ftp://push.example/x",
        "https:///x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://[fe80::1%25eth0]/x",
        "https://10.0.0.8/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/x",
        "https://0.0.0.0/x",
        "https://224.0.0.1/x",
        "https://localhost/x",
        "https://push.localhost/x",
        "https://push.example:22/x",
        "https://push.example:99999/x",
        "https://anne:s3cret@push.example/x",
        "https://push.example/a b",
        "https://push.example/\r\nHost: inside",
        "https://push.example\\@127.0.0.1/",
        "https://push.exämple/x",
        "https://push.example/x#y",
        "https://push.example/" + "x" * 1024,
    ],
)
async def test_endpoint_off_the_public_internet_is_refused(server: Running, endpoint: str) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    error = await subscribe(anne, Subscriber().subscription(endpoint), 400)
    assert error["code"] in ("bad_subscription", "bad_request")
    assert error["detail"]


@pytest.mark.parametrize(
    "odd",
    [
        {"p256dh": ""},
        {"p256dh": "!" * 87},
        {"p256dh": "A" * 87},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "B" * 101},
        {"auth": ""},
        {"auth": "AAAA"},
        {"auth": "é" * 22},
        {"lang": "tlh"},
        {"endpoint": 3},
        {"more": 1},
    ],
)
async def test_invalid_keys_are_refused(server: Running, odd: dict[str, Any]) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    subscription = {**Subscriber().subscription("https://push.example/x"), **odd}
    assert (await subscribe(anne, subscription, 400))["code"] in ("bad_subscription", "bad_request")


@pytest.mark.parametrize("endpoint", ["https://9.9.9.9/x", "https://[2620:fe::fe]:443/x", "https://push.example/x?y=z"])
async def test_endpoint_on_the_public_internet_is_accepted(server: Running, endpoint: str) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    await subscribe(anne, Subscriber().subscription(endpoint))


async def test_visitors_without_a_cookie_and_other_sites_cannot_subscribe(server: Running) -> None:
    anne, subscription = Guest(server, "Anne"), Subscriber().subscription("https://push.example/x")
    assert (await subscribe(anne, subscription, 403))["code"] == "no_guest"
    await anne.open(ME, FRIEND)
    await subscribe(anne, subscription)
    anne.http.headers["Origin"] = "https://elsewhere.example"
    assert (await subscribe(anne, subscription, 403))["code"] == "foreign_origin"
    assert (await anne.post("/api/calls/end", {"endpoint": subscription["endpoint"]}, 403))["code"] == "foreign_origin"


async def test_subscription_that_was_not_renewed_is_deleted(push_services: Services, service: PushService) -> None:
    played = await open_played_table(push_services)
    push, at = push_services.push, now_ms()
    long_ago = http.Subscribe(**Subscriber().subscription(f"{service.address}/old"))
    await push.subscribe("guest 0", long_ago, at - SUBSCRIPTION_LIFETIME - 1)
    await push.subscribe("guest 1", http.Subscribe(**Subscriber().subscription(f"{service.address}/new")), at)
    played.disconnect(0)
    played.disconnect(1)
    await play_moves(played, 12)
    assert (await service.next())[0] == "/new"
    assert await service.is_quiet(0.2)
