"""Push notifications: one message to a player who is away when their turn comes, and to nobody else."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import logging
import ssl
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpcore
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from ludotheque import games
from ludotheque.protocol import http
from ludotheque.server.notifications.http_client import PublicNetworkBackend, Unreachable
from ludotheque.server.notifications.push import MAX_BROWSERS, SUBSCRIPTION_LIFETIME
from ludotheque.server.notifications.webpush import WebPushClient, new_key, read_keys
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.settings.definitions import Settings
from tests.engine.parlour.game import GAME
from tests.server.client import FRIEND, ME, Guest, Line, bot, deployed
from tests.server.company import Company, seated
from tests.server.notifications.push_service import Json, PushService, Subscriber, claims, decode_base64url
from tests.server.running import Running


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService() as service:
        yield service


@pytest.fixture
def push_server(tmp_path: Path) -> Iterator[Running]:
    """A server that may send to a push service on this machine, almost without delay."""
    running = Running(tmp_path / "ludotheque.db", "--push-nearby", "--push-delay", "0.05").start()
    yield running
    running.stop()


async def subscribe(guest: Guest, subscription: Json, status: int = 204) -> Json:
    answer = await guest.http.post("/api/calls", json=subscription)
    assert answer.status_code == status, answer.text
    found: Json = answer.json() if answer.content else {}
    return found


async def play_move(line: Line) -> None:
    """Play any legal move, once it is the player's turn."""
    await line.until(lambda: line.to_move)
    assert line.now is not None
    assert (await line.play(line.now["legal"][0]))["t"] == "ack"


async def disconnect(line: Line, other: Line) -> None:
    """Disconnect a player, and wait until the other one sees that."""
    await line.close()
    await other.until(lambda: not other.card["seats"][line.seat or 0]["here"])


# --- what is sent ------------------------------------------------------------------------------------------------


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


# --- subscriptions that end --------------------------------------------------------------------------------------


async def bring_turn(anne: Line, bruno: Line) -> None:
    """Anne plays and disconnects; Bruno plays: it is her turn."""
    await play_move(anne)
    await disconnect(anne, bruno)
    await play_move(bruno)


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


# --- what is refused ---------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "::1", "0.0.0.0"])
async def test_host_name_cannot_lead_to_a_private_network(service: PushService, host: str) -> None:
    """A name is looked up once, the result checked, and that very address connected to."""
    with pytest.raises((httpcore.ConnectError, OSError)):
        await PublicNetworkBackend().connect_tcp(host, service.port, timeout=2)
    assert service.connections == 0


async def test_redirects_are_not_followed(push_server: Running, service: PushService) -> None:
    anne, bruno = await deployed(push_server)
    async with PushService() as inside:
        await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/anne"))
        service.answer = f"307 Temporary Redirect\r\nLocation: {inside.address}/admin"
        await bring_turn(anne, bruno)
        await service.next()
        assert await inside.is_quiet()
        assert inside.connections == 0


@pytest.mark.parametrize("trusted", [True, False])
async def test_push_service_needs_a_trusted_certificate(
    certified: tuple[Path, ssl.SSLContext], trusted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over HTTPS, with a self-signed certificate."""
    path, certificate = certified
    trust = ssl.create_default_context(cafile=path if trusted else None)
    monkeypatch.setattr(httpcore, "default_ssl_context", lambda: trust)
    client, browser = WebPushClient(new_key(), "mailto:host@example.org", allow_private=True), Subscriber()
    subscription = browser.subscription("")
    async with PushService(certificate) as service:
        sending = client.send(
            f"{service.address}/x", read_keys(subscription["p256dh"], subscription["auth"]), b"hello", "topic"
        )
        if trusted:
            assert await sending == 201
            assert browser.read((await service.next())[2]) == b"hello"
        else:
            with pytest.raises(Unreachable, match="ConnectError"):
                await sending
            assert service.taken.empty()
    await client.close()


@pytest.fixture
def certified(tmp_path: Path) -> tuple[Path, ssl.SSLContext]:
    """A self-signed certificate for 127.0.0.1: its file, and a server's TLS context."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push")])
    today = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return path, context


# --- beside the game ---------------------------------------------------------------------------------------------


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
QUIET = 3.0
"""Seconds; much longer than so many moves take, even on a busy machine."""


@pytest.fixture
async def push_services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Services]:
    monkeypatch.setattr(games, "_names", lambda: ("parlour",))
    monkeypatch.setattr(games, "_open", {"parlour": GAME}.__getitem__)
    services = await open_services(Settings(tmp_path / "log.db", push_nearby=True, push_delay=0, push_quiet=QUIET))
    yield services
    await services.close()


async def play_moves(company: Company, moves: int) -> None:
    """Play some moves for all players, connected or not."""
    for _ in range(moves):
        if company.table.over:
            return
        await company.play(company.table.playing().asked()[0])
        await asyncio.sleep(0.01)


async def test_many_turns_cause_one_message_and_another_after_the_quiet_time(
    push_services: Services, service: PushService
) -> None:
    company = await seated(push_services)
    subscription = http.Subscribe(**Subscriber().subscription(f"{service.address}/anne"))
    await push_services.push.subscribe("guest 0", subscription, now_ms())
    company.go_away(0)
    for silence in (0, QUIET):
        await asyncio.sleep(silence)
        await play_moves(company, MOVES)
        await service.next()
        assert await service.is_quiet(0.2)
    assert not company.table.over, "that would have been another message"


async def test_failures_are_logged_without_the_endpoint(
    push_services: Services, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    company = await seated(push_services)
    subscriptions = [
        Subscriber().subscription(f"{service.address}/s3cret"),
        Subscriber().subscription("http://127.0.0.1:1/s3cret"),
    ]
    subscriptions.append(Subscriber().subscription("http://s3cret.invalid./s3cret"))
    for subscription in subscriptions:
        await push_services.push.subscribe("guest 0", http.Subscribe(**subscription), now_ms())
    service.answer = "500 Oh"
    company.go_away(0)
    with caplog.at_level(logging.WARNING):
        await play_moves(company, 12)
        await service.next()
        await asyncio.sleep(0.5)
    logged = [record.getMessage() for record in caplog.records]
    assert "push service 127.0.0.1 refused a message: status 500" in logged
    assert "push service 127.0.0.1 is unreachable (ConnectError)" in logged
    assert not [line for line in logged if "/s3cret" in line or "Traceback" in line]


async def test_subscription_that_was_not_renewed_is_deleted(push_services: Services, service: PushService) -> None:
    company = await seated(push_services)
    push, at = push_services.push, now_ms()
    long_ago = http.Subscribe(**Subscriber().subscription(f"{service.address}/old"))
    await push.subscribe("guest 0", long_ago, at - SUBSCRIPTION_LIFETIME - 1)
    await push.subscribe("guest 1", http.Subscribe(**Subscriber().subscription(f"{service.address}/new")), at)
    company.go_away(0)
    company.go_away(1)
    await play_moves(company, 12)
    assert (await service.next())[0] == "/new"
    assert await service.is_quiet(0.2)
