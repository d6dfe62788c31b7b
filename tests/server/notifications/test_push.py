"""Push messages: one to a disconnected player on their turn, and none to others."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from ludotheque.protocol import http
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from tests.server.client import FRIEND, ME, Guest, bot, deployed
from tests.server.notifications.push_requests import PUSH_QUIET, play_moves, subscribe
from tests.server.notifications.push_service import PushService, Subscriber, claims, decode_base64url
from tests.server.notifications.turns import bring_turn, disconnect, play_move
from tests.server.played_table import open_played_table
from tests.server.running import Running


def test_subscriber_decrypts_the_example_of_rfc_8291() -> None:
    """The example of its appendix, for the browser of these tests."""
    private = ec.derive_private_key(
        int.from_bytes(decode_base64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), ec.SECP256R1()
    )
    browser = Subscriber(private, decode_base64url("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(decode_base64url(body)) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize(("lang", "text"), [("fr", "À vous de jouer."), ("en", "Your turn.")])
async def test_disconnected_player_gets_one_message_on_their_turn(
    push_server: Running, service: PushService, lang: str, text: str
) -> None:
    anne, bruno = await deployed(push_server)
    browser = Subscriber()
    await subscribe(anne.guest, browser.subscription(f"{service.address}/mail/anne?key=s3cret", lang))
    await play_move(anne)
    await disconnect(anne, bruno)
    await play_move(bruno)

    path, headers, body = await service.next()
    assert path == "/mail/anne?key=s3cret"
    assert json.loads(browser.read(body)) == {
        "table": anne.table,
        "game": "stratego",
        "title": "Stratego",
        "text": text,
    }
    assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "high")
    assert int(headers["ttl"]) > 0
    assert 0 < len(headers["topic"]) <= 32
    assert anne.table not in f"{headers}", "the push service must not learn the table"
    key = (await anne.guest.get("/api/calls"))["key"]
    said = claims(headers["authorization"], key)
    assert (said["aud"], said["sub"]) == (service.address, "mailto:host@localhost")
    assert time.time() < said["exp"] < time.time() + 24 * 3600
    assert await service.is_quiet()


async def test_player_who_was_back_gets_another_message_even_after_a_restart(
    push_server: Running, service: PushService
) -> None:
    anne, bruno = await deployed(push_server)
    await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/anne"))
    key = await anne.guest.get("/api/calls")
    for restart in (False, True, False):
        await play_move(anne)
        await disconnect(anne, bruno)
        if restart:
            push_server.kill()
            push_server.start()
            await bruno.connect(bruno.seq)
        await play_move(bruno)
        assert (await service.next())[0] == "/anne"
        await anne.connect(anne.seq)
    assert await anne.guest.get("/api/calls") == key, "browsers have subscribed with this key"


async def test_connected_players_get_no_message(push_server: Running, service: PushService) -> None:
    anne, bruno = await deployed(push_server)
    for line in (anne, bruno):
        await subscribe(line.guest, Subscriber().subscription(f"{service.address}/{line.guest.name}"))
    for line in (anne, bruno, anne, bruno):
        await play_move(line)
    await play_move(anne)
    await bruno.close()  # it is his turn already, and he knows
    assert await service.is_quiet()


async def test_reloaded_page_gets_no_message(tmp_path: Path, service: PushService) -> None:
    server = Running(tmp_path / "ludotheque.db", "--push-nearby", "--push-delay", "1").start()
    try:
        anne, bruno = await deployed(server)
        await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/anne"))
        await play_move(anne)
        await disconnect(anne, bruno)
        await play_move(bruno)
        await anne.connect(anne.seq)
        assert await service.is_quiet(1.5)
    finally:
        server.stop()


async def test_opener_gets_a_message_when_the_last_seat_is_taken(push_server: Running, service: PushService) -> None:
    anne, bruno = Guest(push_server, "Anne"), Guest(push_server, "Bruno")
    table = (await anne.open(ME, FRIEND))["id"]
    await subscribe(anne, Subscriber().subscription(f"{service.address}/anne"))
    assert await service.is_quiet(0.3), "it is nobody's turn before the start"
    await bruno.join(table)
    assert (await service.next())[0] == "/anne"


async def test_move_of_a_bot_causes_no_second_message(push_server: Running, service: PushService) -> None:
    anne = Guest(push_server, "Anne")
    await anne.open(ME, FRIEND)
    await subscribe(anne, Subscriber().subscription(f"{service.address}/anne"))
    await anne.open(ME, bot("random"))
    assert (await service.next())[0] == "/anne", "two armies are deployed at once"
    assert await service.is_quiet()


async def test_push_service_that_never_answers_does_not_delay_the_game(
    push_server: Running, service: PushService
) -> None:
    anne, bruno = await deployed(push_server)
    await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/anne"))
    service.silent = True
    await bring_turn(anne, bruno)
    await service.next()
    start = time.monotonic()
    await anne.connect(anne.seq)
    await play_move(anne)
    await play_move(bruno)
    assert time.monotonic() - start < 3


MOVES = 6
"""Several turns of every player; a game has more than twice as many."""


async def test_many_turns_cause_one_message_and_another_after_the_quiet_time(
    push_services: Services, service: PushService
) -> None:
    played = await open_played_table(push_services)
    subscription = http.Subscribe(**Subscriber().subscription(f"{service.address}/anne"))
    await push_services.push.subscribe("guest 0", subscription, now_ms())
    played.disconnect(0)
    for silence in (0, PUSH_QUIET):
        await asyncio.sleep(silence)
        await play_moves(played, MOVES)
        await service.next()
        assert await service.is_quiet(0.2)
    assert not played.table.over, "that would have been another message"


async def test_failures_are_logged_without_the_endpoint(
    push_services: Services, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    played = await open_played_table(push_services)
    subscriptions = [
        Subscriber().subscription(f"{service.address}/s3cret"),
        Subscriber().subscription("http://127.0.0.1:1/s3cret"),
    ]
    subscriptions.append(Subscriber().subscription("http://s3cret.invalid./s3cret"))
    for subscription in subscriptions:
        await push_services.push.subscribe("guest 0", http.Subscribe(**subscription), now_ms())
    service.answer = "500 Oh"
    played.disconnect(0)
    with caplog.at_level(logging.WARNING):
        await play_moves(played, 12)
        await service.next()
        await asyncio.sleep(0.5)
    logged = [record.getMessage() for record in caplog.records]
    assert "push service 127.0.0.1 refused a message: status 500" in logged
    assert "push service 127.0.0.1 is unreachable (ConnectError)" in logged
    assert not [line for line in logged if "/s3cret" in line or "Traceback" in line]
