"""Called to the table: one message to whoever is away when their turn comes, and to nobody else, nowhere else."""

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
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from tests.engine.parlour.game import GAME
from tests.server.client import FRIEND, ME, Guest, Line, bot, deployed
from tests.server.company import Company, seated
from tests.server.push_service import Json, PushService, Subscriber, claims, unwrap
from tests.server.running import Running


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService() as service:
        yield service


@pytest.fixture
def house_nearby(tmp_path: Path) -> Iterator[Running]:
    """A server that may call a push service on this machine, and does so at once."""
    running = Running(tmp_path / "ludotheque.db", "--push-nearby", "--push-delay", "0.05").start()
    yield running
    running.stop()


async def subscribe(guest: Guest, wish: Json, status: int = 204) -> Json:
    answer = await guest.http.post("/api/calls", json=wish)
    assert answer.status_code == status, answer.text
    found: Json = answer.json() if answer.content else {}
    return found


async def step(line: Line) -> None:
    """Move something, once it is one's turn."""
    await line.until(lambda: line.to_move)
    assert line.now is not None
    assert (await line.play(line.now["legal"][0]))["t"] == "ack"


async def goes_away(line: Line, other: Line) -> None:
    """Leave the table, and stay until that is known there."""
    await line.close()
    await other.until(lambda: not other.card["seats"][line.seat or 0]["here"])


# --- what is sent ------------------------------------------------------------------------------------------------


def test_a_message_is_sealed_as_rfc_8291_shows() -> None:
    """The example of its appendix, read by the browser of these tests."""
    private = ec.derive_private_key(
        int.from_bytes(unwrap("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), ec.SECP256R1()
    )
    browser = Subscriber(private, unwrap("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr"
        "u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(unwrap(body)) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize(("lang", "text"), [("fr", "À vous de jouer."), ("en", "Your turn.")])
async def test_whoever_is_away_when_their_turn_comes_is_called_once(
    house_nearby: Running, service: PushService, lang: str, text: str
) -> None:
    anne, bruno = await deployed(house_nearby)
    browser = Subscriber()
    await subscribe(anne.guest, browser.wish(f"{service.address}/mail/anne?key=s3cret", lang))
    await step(anne)
    await goes_away(anne, bruno)
    await step(bruno)

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
    assert anne.table not in f"{headers}", "the service does not learn which table"
    key = (await anne.guest.get("/api/calls"))["key"]
    said = claims(headers["authorization"], key)
    assert (said["aud"], said["sub"]) == (service.address, "mailto:host@localhost")
    assert time.time() < said["exp"] < time.time() + 24 * 3600
    assert await service.is_quiet()


async def test_whoever_comes_back_is_called_again_and_so_after_a_restart(
    house_nearby: Running, service: PushService
) -> None:
    anne, bruno = await deployed(house_nearby)
    await subscribe(anne.guest, Subscriber().wish(f"{service.address}/anne"))
    key = await anne.guest.get("/api/calls")
    for restart in (False, True, False):
        await step(anne)
        await goes_away(anne, bruno)
        if restart:
            house_nearby.kill()
            house_nearby.start()
            await bruno.connect(bruno.seq)
        await step(bruno)
        assert (await service.next())[0] == "/anne"
        await anne.connect(anne.seq)
    assert await anne.guest.get("/api/calls") == key, "browsers subscribed with it"


async def test_nobody_is_called_who_is_at_the_table_or_on_their_way(
    house_nearby: Running, service: PushService
) -> None:
    anne, bruno = await deployed(house_nearby)
    for line in (anne, bruno):
        await subscribe(line.guest, Subscriber().wish(f"{service.address}/{line.guest.name}"))
    for line in (anne, bruno, anne, bruno):
        await step(line)
    await step(anne)
    await bruno.close()  # it is his turn already: he knows
    assert await service.is_quiet()


async def test_a_reloaded_page_is_not_called(tmp_path: Path, service: PushService) -> None:
    server = Running(tmp_path / "ludotheque.db", "--push-nearby", "--push-delay", "1").start()
    try:
        anne, bruno = await deployed(server)
        await subscribe(anne.guest, Subscriber().wish(f"{service.address}/anne"))
        await step(anne)
        await goes_away(anne, bruno)
        await step(bruno)
        await anne.connect(anne.seq)
        assert await service.is_quiet(1.5)
    finally:
        server.stop()


async def test_the_opener_is_called_when_the_last_friend_sits_down(house_nearby: Running, service: PushService) -> None:
    anne, bruno = Guest(house_nearby, "Anne"), Guest(house_nearby, "Bruno")
    table = (await anne.open(ME, FRIEND))["id"]
    await subscribe(anne, Subscriber().wish(f"{service.address}/anne"))
    assert await service.is_quiet(0.3), "nobody is asked before the start"
    await bruno.join(table)
    assert (await service.next())[0] == "/anne"


async def test_a_bot_that_answers_calls_nobody_twice(house_nearby: Running, service: PushService) -> None:
    anne = Guest(house_nearby, "Anne")
    await anne.open(ME, FRIEND)
    await subscribe(anne, Subscriber().wish(f"{service.address}/anne"))
    await anne.open(ME, bot("random"))
    assert (await service.next())[0] == "/anne", "two armies are deployed at once"
    assert await service.is_quiet()


# --- who is called no more ---------------------------------------------------------------------------------------


async def another_turn(anne: Line, bruno: Line) -> None:
    """Anne plays and leaves; Bruno plays."""
    await step(anne)
    await goes_away(anne, bruno)
    await step(bruno)


@pytest.mark.parametrize("answer", ["404 Not Found", "410 Gone"])
async def test_a_subscription_that_has_ended_is_forgotten(
    house_nearby: Running, service: PushService, answer: str
) -> None:
    anne, bruno = await deployed(house_nearby)
    await subscribe(anne.guest, Subscriber().wish(f"{service.address}/anne"))
    service.answer = answer
    await another_turn(anne, bruno)
    await service.next()
    service.answer = "201 Created"
    await anne.connect(anne.seq)
    await another_turn(anne, bruno)
    assert await service.is_quiet()


async def test_a_service_in_trouble_is_tried_again_next_time(house_nearby: Running, service: PushService) -> None:
    anne, bruno = await deployed(house_nearby)
    await subscribe(anne.guest, Subscriber().wish(f"{service.address}/anne"))
    for answer in ("503 Service Unavailable", "429 Too Many Requests", "201 Created"):
        service.answer = answer
        await another_turn(anne, bruno)
        await service.next()
        await anne.connect(anne.seq)


async def test_whoever_wants_to_be_called_no_more_is_not(house_nearby: Running, service: PushService) -> None:
    anne, bruno = await deployed(house_nearby)
    wish = Subscriber().wish(f"{service.address}/anne")
    await subscribe(anne.guest, wish)
    end = {"endpoint": wish["endpoint"]}
    assert (await bruno.guest.http.post("/api/calls/end", json=end)).status_code == 204
    await another_turn(anne, bruno)
    assert (await service.next())[0] == "/anne", "nobody ends another's calls"
    await anne.connect(anne.seq)
    assert (await anne.guest.http.post("/api/calls/end", json=end)).status_code == 204
    await another_turn(anne, bruno)
    assert await service.is_quiet()


async def test_a_guest_has_a_few_browsers_and_the_latest_are_called(
    house_nearby: Running, service: PushService
) -> None:
    anne, bruno = await deployed(house_nearby)
    for number in (*range(MAX_BROWSERS + 2), 3, 3):
        await subscribe(anne.guest, Subscriber().wish(f"{service.address}/{number}"))
        await asyncio.sleep(0.002)  # they are told apart by their milliseconds
    await another_turn(anne, bruno)
    called = {(await service.next())[0] for _ in range(MAX_BROWSERS)}
    assert called == {f"/{number}" for number in range(2, MAX_BROWSERS + 2)}
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
async def test_an_endpoint_that_is_no_push_services_is_refused(server: Running, endpoint: str) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    trouble = await subscribe(anne, Subscriber().wish(endpoint), 400)
    assert trouble["code"] in ("bad_subscription", "bad_request")
    assert trouble["detail"]


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
async def test_keys_that_no_browser_gives_out_are_refused(server: Running, odd: dict[str, Any]) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    wish = {**Subscriber().wish("https://push.example/x"), **odd}
    assert (await subscribe(anne, wish, 400))["code"] in ("bad_subscription", "bad_request")


@pytest.mark.parametrize("endpoint", ["https://9.9.9.9/x", "https://[2620:fe::fe]:443/x", "https://push.example/x?y=z"])
async def test_an_endpoint_on_the_open_internet_is_taken(server: Running, endpoint: str) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    await subscribe(anne, Subscriber().wish(endpoint))


async def test_strangers_and_other_sites_pages_are_not_called(server: Running) -> None:
    anne, wish = Guest(server, "Anne"), Subscriber().wish("https://push.example/x")
    assert (await subscribe(anne, wish, 403))["code"] == "no_guest"
    await anne.open(ME, FRIEND)
    await subscribe(anne, wish)
    anne.http.headers["Origin"] = "https://elsewhere.example"
    assert (await subscribe(anne, wish, 403))["code"] == "foreign_origin"
    assert (await anne.post("/api/calls/end", {"endpoint": wish["endpoint"]}, 403))["code"] == "foreign_origin"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "::1", "0.0.0.0"])
async def test_no_name_leads_to_the_machines_around_us(service: PushService, host: str) -> None:
    """What a name stands for is looked up once, judged, and that very address is called."""
    with pytest.raises((httpcore.ConnectError, OSError)):
        await PublicNetworkBackend().connect_tcp(host, service.port, timeout=2)
    assert service.visits == 0


async def test_nobody_is_led_on_to_another_address(house_nearby: Running, service: PushService) -> None:
    anne, bruno = await deployed(house_nearby)
    async with PushService() as inside:
        await subscribe(anne.guest, Subscriber().wish(f"{service.address}/anne"))
        service.answer = f"307 Temporary Redirect\r\nLocation: {inside.address}/admin"
        await another_turn(anne, bruno)
        await service.next()
        assert await inside.is_quiet()
        assert inside.visits == 0


@pytest.mark.parametrize("trusted", [True, False])
async def test_a_service_must_be_who_it_says(
    certified: tuple[Path, ssl.SSLContext], trusted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over HTTPS, with a certificate of our own making; trusted only where it stands among the world's."""
    path, certificate = certified
    world = ssl.create_default_context(cafile=path if trusted else None)
    monkeypatch.setattr(httpcore, "default_ssl_context", lambda: world)
    sender, browser = WebPushClient(new_key(), "mailto:host@example.org", allow_private=True), Subscriber()
    wish = browser.wish("")
    async with PushService(certificate) as service:
        call = sender.send(f"{service.address}/x", read_keys(wish["p256dh"], wish["auth"]), b"hello", "topic")
        if trusted:
            assert await call == 201
            assert browser.read((await service.next())[2]) == b"hello"
        else:
            with pytest.raises(Unreachable, match="ConnectError"):
                await call
            assert service.taken.empty()
    await sender.close()


@pytest.fixture
def certified(tmp_path: Path) -> tuple[Path, ssl.SSLContext]:
    """A certificate for 127.0.0.1, signed by nobody else."""
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


# --- by the side of the game -------------------------------------------------------------------------------------


async def test_a_service_that_never_answers_holds_nobody_up(house_nearby: Running, service: PushService) -> None:
    anne, bruno = await deployed(house_nearby)
    await subscribe(anne.guest, Subscriber().wish(f"{service.address}/anne"))
    service.silent = True
    await another_turn(anne, bruno)
    await service.next()
    start = time.monotonic()
    await anne.connect(anne.seq)
    await step(anne)
    await step(bruno)
    assert time.monotonic() - start < 3


MOVES = 6
"""Several turns of everybody's; a game has more than twice as many."""
QUIET = 3.0
"""Much longer than so many moves take, even on a machine that has other things to do."""


@pytest.fixture
async def parlour_nearby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Services]:
    monkeypatch.setattr(games, "_names", lambda: ("parlour",))
    monkeypatch.setattr(games, "_open", {"parlour": GAME}.__getitem__)
    services = await open_services(Settings(tmp_path / "log.db", push_nearby=True, push_delay=0, push_quiet=QUIET))
    yield services
    await services.close()


async def plays_on(company: Company, moves: int) -> None:
    """The game goes on; the moves of whoever is away are made for them, and they stay away."""
    for _ in range(moves):
        if company.table.over:
            return
        await company.play(company.table.playing().asked()[0])
        await asyncio.sleep(0.01)


async def test_many_turns_in_a_row_make_one_call_and_after_some_minutes_another(
    parlour_nearby: Services, service: PushService
) -> None:
    company = await seated(parlour_nearby)
    wish = http.Subscribe(**Subscriber().wish(f"{service.address}/anne"))
    await parlour_nearby.push.subscribe("guest 0", wish, now_ms())
    company.go_away(0)
    for silence in (0, QUIET):
        await asyncio.sleep(silence)
        await plays_on(company, MOVES)
        await service.next()
        assert await service.is_quiet(0.2)
    assert not company.table.over, "that would have been another call"


async def test_what_goes_wrong_is_told_without_the_address(
    parlour_nearby: Services, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    company = await seated(parlour_nearby)
    wishes = [Subscriber().wish(f"{service.address}/s3cret"), Subscriber().wish("http://127.0.0.1:1/s3cret")]
    wishes.append(Subscriber().wish("http://s3cret.invalid./s3cret"))
    for wish in wishes:
        await parlour_nearby.push.subscribe("guest 0", http.Subscribe(**wish), now_ms())
    service.answer = "500 Oh"
    company.go_away(0)
    with caplog.at_level(logging.WARNING):
        await plays_on(company, 12)
        await service.next()
        await asyncio.sleep(0.5)
    told = [record.getMessage() for record in caplog.records]
    assert "push service 127.0.0.1 refused a message: status 500" in told
    assert "push service 127.0.0.1 is unreachable (ConnectError)" in told
    assert not [line for line in told if "/s3cret" in line or "Traceback" in line]


async def test_a_browser_that_never_came_back_is_forgotten(parlour_nearby: Services, service: PushService) -> None:
    company = await seated(parlour_nearby)
    calls, at = parlour_nearby.push, now_ms()
    long_ago = http.Subscribe(**Subscriber().wish(f"{service.address}/old"))
    await calls.subscribe("guest 0", long_ago, at - SUBSCRIPTION_LIFETIME - 1)
    await calls.subscribe("guest 1", http.Subscribe(**Subscriber().wish(f"{service.address}/new")), at)
    company.go_away(0)
    company.go_away(1)
    await plays_on(company, 12)
    assert (await service.next())[0] == "/new"
    assert await service.is_quiet(0.2)
