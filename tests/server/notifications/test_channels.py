"""Notification channels: who may add which, what notifications say, and where their links lead."""

from __future__ import annotations

import asyncio
import hmac
import json
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.notifications import email, texts, webhooks
from ludotheque.server.notifications.channels import MAX_PER_GUEST, guess_shape
from ludotheque.server.notifications.email import BadMailServer, MailServer, MailServerUnavailable
from ludotheque.server.notifications.email_templates import confirmation_email
from tests.server.client import FRIEND, ME, Guest, Json, deployed
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_service import PushService
from tests.server.notifications.test_push import bring_turn, certified, disconnect, play_move
from tests.server.running import Running

__all__ = ["certified"]

CHANNELS = ["--call-address", "https://games.example", "--call-webhooks", "--push-nearby", "--call-delay", "0.2"]


@pytest.fixture
async def mailbox() -> AsyncIterator[Mailbox]:
    async with Mailbox() as mailbox:
        yield mailbox


@pytest.fixture
async def webhook() -> AsyncIterator[PushService]:
    async with PushService() as webhook:
        webhook.answer = "204 No Content"
        yield webhook


@pytest.fixture
def services(tmp_path: Path, mailbox: Mailbox) -> Iterator[Running]:
    """A server with e-mail and webhooks, and a short delay."""
    sender = ["--mail-server", mailbox.address, "--mail-from", "Ludothèque <games@games.example>"]
    running = Running(tmp_path / "ludotheque.db", *CHANNELS, *sender).start()
    yield running
    running.stop()


async def add(guest: Guest, status: int = 201, **order: Any) -> Json:
    return await guest.post("/api/calls/ways", {"kind": "mail", "lang": "fr", **order}, status)


async def post(guest: Guest, path: str, body: Json | None = None, status: int = 204) -> None:
    """Post something whose response has no body unless it is an error."""
    answer = await guest.http.post(path, json=body)
    assert answer.status_code == status, answer.text


async def add_email(guest: Guest, mailbox: Mailbox, address: str, **order: Any) -> str:
    """Add and confirm an e-mail address; the id of the channel."""
    channel = (await add(guest, address=address, **order))["way"]
    await post(guest, (await mailbox.next()).link("confirm"))
    found: str = channel["id"]
    return found


async def received(webhook: PushService) -> Json:
    path, headers, body = await webhook.next()
    return {"path": path, "headers": headers, **json.loads(body)}


# --- e-mail ------------------------------------------------------------------------------------------------------


async def test_address_gets_nothing_before_it_is_confirmed(services: Running, mailbox: Mailbox) -> None:
    anne, bruno = await deployed(services)
    channel = (await add(anne.guest, address="anne.martin@example.org"))["way"]
    assert (channel["confirmed"], channel["address"]) == (False, "an…@example.org")
    mail = await mailbox.next()
    assert mail.to == ["anne.martin@example.org"]
    assert mail.message["Subject"] == "Ludothèque : est-ce bien votre adresse ?"
    assert "List-Unsubscribe" not in mail.message
    await bring_turn(anne, bruno)
    assert await mailbox.is_quiet(0.8)

    path = mail.link("confirm")
    page = await bruno.guest.http.get(path, headers={"Accept": "text/html"})
    assert page.status_code == 200, "following the link, as mail programs do, confirms nothing"
    assert not (await anne.guest.get("/api/calls/ways"))["ways"][0]["confirmed"]
    await post(anne.guest, path[:-3] + "abc", status=404)
    await post(bruno.guest, path)
    assert (await anne.guest.get("/api/calls/ways"))["ways"][0]["confirmed"]
    assert (await bruno.guest.get("/api/calls/ways"))["ways"] == [], "channels are private"


@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_digest_email_says_whose_turn_it_is_and_links_to_the_table(
    services: Running, mailbox: Mailbox, lang: str
) -> None:
    anne, bruno = await deployed(services, clock={"kind": "days", "days": 3})
    id = await add_email(anne.guest, mailbox, "anne@example.org", lang=lang)
    await bring_turn(anne, bruno)
    mail = await mailbox.next()
    said = {
        "fr": "Stratego : à vous de jouer. Il vous reste 2 j 23 h.",
        "en": "Stratego: your turn. You have 2 d 23 h left.",
    }[lang]
    assert mail.message["Subject"] == said
    assert said in mail.text
    assert said in mail.html.replace("&#x27;", "'")
    assert mail.message["From"] == "Ludothèque <games@games.example>"
    assert mail.message["Message-ID"] == f"<{id}.1@games.example>"
    assert mail.message["Auto-Submitted"] == "auto-generated"
    assert mail.message["Content-Language"] == lang
    assert anne.table not in mail.message.as_string() + mail.text + mail.html, "the id of a table is a secret"
    assert "Bruno" not in mail.text

    path = mail.link("to")
    follow = [await who.http.get(path) for who in (anne.guest, bruno.guest, Guest(services, "Phone"))]
    assert {answer.status_code for answer in follow} == {303}
    own, others, phone = (answer.headers["location"] for answer in follow)
    assert own == f"/t/{anne.table}"
    assert others == phone == f"/t/{anne.table}/claim/{anne.card['claim']}", "e-mails are read on any device"
    assert (await anne.guest.http.get(path[:-4] + "AAAA")).headers["location"] == "/calls/elsewhere"


async def test_address_is_removed_by_one_click(services: Running, mailbox: Mailbox) -> None:
    """As RFC 8058 says: a form without cookies, from another site."""
    anne, bruno = await deployed(services)
    await add_email(anne.guest, mailbox, "anne@example.org")
    await bring_turn(anne, bruno)
    mail = await mailbox.next()
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = mail.link("end")
    assert mail.message["List-Unsubscribe"] == f"<https://games.example{path}>"
    stranger = Guest(services, "Mailbox").http
    assert (await stranger.get(path, headers={"Accept": "text/html"})).status_code == 200
    assert len((await anne.guest.get("/api/calls/ways"))["ways"]) == 1, "following the link removes nothing"
    form = {"List-Unsubscribe": "One-Click"}
    elsewhere = {"Origin": "https://mail.example"}
    assert (await stranger.post(path[:-1] + "_", data=form)).status_code == 404
    assert (await stranger.post(path, data=form, headers=elsewhere)).status_code == 204
    assert (await stranger.post(path, data=form)).status_code == 204, "the second time changes nothing"
    assert (await anne.guest.get("/api/calls/ways"))["ways"] == []
    assert (await stranger.get(mail.link("to"))).headers["location"] == "/calls/elsewhere", "its old links are invalid"
    await anne.connect(anne.seq)
    await bring_turn(anne, bruno)
    assert await mailbox.is_quiet(0.8)


@pytest.mark.parametrize(
    "address",
    [
        "anne",
        "anne@",
        "@example.org",
        "anne@example",
        "anne@exa mple.org",
        "anne@example.org\r\nBcc: bruno@example.org",
        "anne@example.org, bruno@example.org",
        "Anne <anne@example.org>",
        '"anne"@example.org',
        "änne@example.org",
        "anne@[127.0.0.1]",
        "a" * 65 + "@example.org",
        "anne@" + "example." * 40 + "org",
    ],
)
async def test_invalid_email_address_is_refused(services: Running, mailbox: Mailbox, address: str) -> None:
    anne = Guest(services, "Anne")
    await anne.open(ME, FRIEND)
    assert (await add(anne, 400, address=address))["code"] == "bad_mail"
    assert mailbox.connections == 0


async def test_address_is_not_asked_to_confirm_again_and_again(services: Running, mailbox: Mailbox) -> None:
    anne, bruno = Guest(services, "Anne"), Guest(services, "Bruno")
    for guest in (anne, bruno):
        await guest.open(ME, FRIEND)
    first = (await add(anne, address="chloe@example.org"))["way"]["id"]
    link = (await mailbox.next()).link("confirm")
    assert (await add(anne, 429, address="chloe@example.org"))["code"] == "mail_asked"
    assert (await add(bruno, 429, address="Chloe@EXAMPLE.org"))["code"] == "mail_asked"
    await post(anne, "/api/calls/ways/end", {"id": first})
    assert (await anne.get("/api/calls/ways"))["ways"] == []
    assert (await add(anne, 429, address="chloe@example.org"))["code"] == "mail_asked", "nor after it was removed"
    await post(anne, link, status=404)
    assert await mailbox.is_quiet()


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")  # aiosmtpd does not know of smtps
@pytest.mark.parametrize("smtps", [False, True])
async def test_mail_server_is_used_over_verified_tls_and_with_a_password(
    certified: tuple[Path, Any], monkeypatch: pytest.MonkeyPatch, smtps: bool
) -> None:
    path, certificate = certified
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    message = confirmation_email("id", "fr", "https://games.example/calls/confirm/x/y")
    async with Mailbox(certificate, "s3cret", smtps) as mailbox:
        await MailServer(mailbox.address, "games@example.org", "house", "s3cret").send(message, "anne@example.org")
        assert (await mailbox.next()).encrypted
        for user, password in (("house", "wrong"), ("", "")):
            with pytest.raises(MailServerUnavailable):
                await MailServer(mailbox.address, "games@example.org", user, password).send(message, "anne@example.org")
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(MailServerUnavailable):
            await MailServer(mailbox.address, "a@example.org", "house", "s3cret").send(message, "anne@example.org")
        assert mailbox.taken.empty()


async def test_mail_server_without_starttls_gets_neither_password_nor_message() -> None:
    message = confirmation_email("id", "fr", "https://games.example/calls/confirm/x/y")
    async with Mailbox() as mailbox:
        server = MailServer(f"smtp://127.0.0.1:{mailbox.port}", "games@example.org", "house", "s3cret")
        with pytest.raises(MailServerUnavailable):
            await server.send(message, "anne@example.org")
        assert mailbox.connections == 1
        assert mailbox.taken.empty()


async def test_mail_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(email, "_TOTAL_TIMEOUT", 0.3)
    message = confirmation_email("id", "fr", "https://games.example/calls/confirm/x/y")
    silent = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    with pytest.raises(MailServerUnavailable, match="TimeoutError"):
        await MailServer(f"smtp+plain://127.0.0.1:{port}", "games@example.org").send(message, "anne@example.org")
    silent.close()


@pytest.mark.parametrize(
    ("url", "sender"),
    [
        ("mail.example.org", "a@example.org"),
        ("https://mail.example.org", "a@example.org"),
        ("smtp://", "a@example.org"),
        ("smtp://user:s3cret@mail.example.org", "a@example.org"),
        ("smtp://mail.example.org:99999", "a@example.org"),
        ("smtp://mail.example.org", ""),
        ("smtp://mail.example.org", "nobody"),
    ],
)
async def test_invalid_mail_server_is_refused(url: str, sender: str) -> None:
    with pytest.raises(BadMailServer) as refused:
        MailServer(url, sender)
    assert "s3cret" not in str(refused.value)


# --- webhooks ----------------------------------------------------------------------------------------------------


async def test_webhook_gets_a_hello_and_then_signed_turns(services: Running, webhook: PushService) -> None:
    anne, bruno = await deployed(services)
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
    for other in (bruno.guest, Guest(services, "Passer-by")):
        assert (await other.http.get(path)).headers["location"] == "/calls/elsewhere"
    ways = await anne.guest.get("/api/calls/ways")
    assert secret not in json.dumps(ways), "the secret is shown once"
    assert "k3y" not in json.dumps(ways)


@pytest.mark.parametrize(("shape", "field"), [("discord", "content"), ("slack", "text")])
async def test_discord_and_slack_get_their_own_formats(
    services: Running, webhook: PushService, shape: str, field: str
) -> None:
    anne, bruno = await deployed(services)
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
        ("https://hooks.slack.com/services/T/B/x", "slack"),
        ("https://notdiscord.com/api/webhooks/1/x", "json"),
        ("https://discord.com.example/api/webhooks/1/x", "json"),
    ],
)
def test_shape_is_guessed_from_the_address(address: str, shape: str) -> None:
    assert guess_shape(address) == shape


def test_names_cannot_contain_mentions_links_or_markup() -> None:
    odd = "@everyone *x* <b> https://e.example"
    turn = texts.listed_turn("fr", "stratego", "https://games.example/t/x", None, 0, False, [odd])
    notification = texts.turn_notification("id", "fr", [turn], of_table=True)
    for shape in ("discord", "slack"):
        channel: Any = type("Channel", (), {"shape": shape})
        body = webhooks.webhook_request(channel, notification, 0)[1].decode()
        assert "@everyone" not in body
        assert "https://e.example" not in body
        assert "<b>" not in body.replace("\\\\<b\\\\>", "")


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
    services: Running, webhook: PushService, answer: str
) -> None:
    anne = Guest(services, "Anne")
    await anne.open(ME, FRIEND)
    async with PushService() as inside:
        webhook.answer = answer.replace("ELSEWHERE", f"{inside.address}/admin")
        assert (await add(anne, 400, kind="hook", address=f"{webhook.address}/x"))["code"] == "hook_silent"
        assert inside.connections == 0
    assert (await anne.get("/api/calls/ways"))["ways"] == []


# --- the channel of a table --------------------------------------------------------------------------------------


async def test_channel_of_a_table_names_the_players_whose_turn_it_is(services: Running, webhook: PushService) -> None:
    anne, bruno = await deployed(services)
    order: Json = {"kind": "hook", "address": f"{webhook.address}/table", "table": anne.table}
    assert (await add(bruno.guest, 403, **order))["code"] == "not_opener"
    channel = (await add(anne.guest, **order, shape="discord"))["way"]
    assert channel["table"] == anne.table
    assert "Stratego" in (await received(webhook))["content"]
    await play_move(anne)
    await disconnect(anne, bruno)
    await play_move(bruno)
    sent = (await received(webhook))["content"]
    assert sent == f"Stratego : on attend Anne.\n<https://games.example/t/{anne.table}>"
    await post(bruno.guest, "/api/calls/ways/end", {"id": channel["id"]})
    assert len((await anne.guest.get("/api/calls/ways"))["ways"]) == 1, "only its owner removes a channel"
    await post(anne.guest, "/api/calls/ways/end", {"id": channel["id"]})
    assert (await anne.guest.get("/api/calls/ways"))["ways"] == []


async def test_table_with_a_delay_for_spectators_has_no_channel(services: Running, webhook: PushService) -> None:
    anne = Guest(services, "Anne")
    table = (await anne.open(ME, FRIEND, watch_delay=3))["id"]
    order: Json = {"kind": "hook", "address": f"{webhook.address}/table", "table": table}
    assert (await add(anne, 409, **order))["code"] == "delayed_salon"
    assert (await add(anne, 404, **{**order, "table": "nowhere"}))["code"] == "no_table"
    other = (await anne.open(ME, FRIEND))["id"]
    assert (await add(anne, 400, address="anne@example.org", table=other))["code"] == "bad_mail"
    assert webhook.connections == 0


# --- who may add -------------------------------------------------------------------------------------------------


async def test_server_without_settings_offers_no_channels(server: Running) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    offered = await anne.get("/api/calls/ways")
    assert (offered["mail"], offered["hook"]) == (False, False)
    for kind, address in (("mail", "anne@example.org"), ("hook", "https://hook.example/x")):
        assert (await add(anne, 404, kind=kind, address=address))["code"] == "no_way"


async def test_visitors_other_sites_and_too_many_channels_are_refused(services: Running, webhook: PushService) -> None:
    anne = Guest(services, "Anne")
    assert (await add(anne, 403, address="anne@example.org"))["code"] == "no_guest"
    assert (await anne.get("/api/calls/ways"))["ways"] == []
    await anne.open(ME, FRIEND)
    for number in range(MAX_PER_GUEST):
        await add(anne, kind="hook", address=f"{webhook.address}/{number}")
    await add(anne, kind="hook", address=f"{webhook.address}/0", daily=True)  # replaces the same address
    assert (await add(anne, 409, kind="hook", address=f"{webhook.address}/x"))["code"] == "many_ways"
    anne.http.headers["Origin"] = "https://elsewhere.example"
    assert (await add(anne, 403, address="anne@example.org"))["code"] == "foreign_origin"


@pytest.mark.parametrize(
    "odd", [{"kind": "pigeon"}, {"lang": "tlh"}, {"address": 3}, {"shape": "irc"}, {"more": 1}, {"daily": "yes"}]
)
async def test_invalid_requests_are_refused(server: Running, odd: Json) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    assert (await add(anne, 400, **{"address": "anne@example.org", **odd}))["code"] == "bad_request"


async def test_codes_are_valid_for_one_purpose_only() -> None:
    signer = Signer(b"key")
    codes = {
        signer.channel_code("confirm", "x"),
        signer.channel_code("end", "x"),
        signer.channel_code("end", "y"),
        signer.notification_code("x", "y"),
    }
    assert len(codes) == 4


async def test_server_with_incomplete_settings_exits_with_one_line(tmp_path: Path) -> None:
    for options in (["--call-webhooks"], ["--call-address", "https://x.example", "--mail-server", "imap://x"]):
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--data", str(tmp_path / "x.db")]
        done = await asyncio.to_thread(
            subprocess.run, [*command, *options], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1


async def test_removed_channel_leaves_nothing_in_the_database(services: Running, webhook: PushService) -> None:
    anne, bruno = await deployed(services)
    channel = (await add(anne.guest, kind="hook", address=f"{webhook.address}/x"))["way"]
    await bring_turn(anne, bruno)
    assert [(await received(webhook))["event"] for _ in range(2)] == ["hello", "turn"]
    await post(anne.guest, "/api/calls/ways/end", {"id": channel["id"]})
    with sqlite3.connect(services.data) as connection:
        for table in ("way", "waiting"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


async def test_killed_server_neither_loses_nor_repeats_a_notification(
    tmp_path: Path, mailbox: Mailbox, webhook: PushService
) -> None:
    """Killed right after the move was acknowledged, and again once the digest was sent."""
    sender = ["--mail-server", mailbox.address, "--mail-from", "games@games.example"]
    server = Running(tmp_path / "ludotheque.db", *CHANNELS, "--call-delay", "1", *sender).start()
    try:
        anne, bruno = await deployed(server)
        await add(anne.guest, kind="hook", address=f"{webhook.address}/x")
        await add_email(anne.guest, mailbox, "anne@example.org")
        await webhook.next()
        await bring_turn(anne, bruno)
        server.kill()
        assert webhook.taken.empty()
        server.start()
        assert (await received(webhook))["event"] == "turn"
        assert "Stratego" in (await mailbox.next()).text
        await asyncio.sleep(0.5)
        server.kill()
        server.start()
        assert await webhook.is_quiet(2)
        assert mailbox.taken.empty()
    finally:
        server.stop()


async def test_new_channels_are_limited_by_the_hour(tmp_path: Path, webhook: PushService) -> None:
    server = Running(tmp_path / "ludotheque.db", *CHANNELS, "--posts-per-minute", "3").start()
    try:
        anne = Guest(server, "Anne")
        await anne.open(ME, FRIEND)
        for _ in range(3):
            await add(anne, kind="hook", address=f"{webhook.address}/x")
        assert (await add(anne, 429, kind="hook", address=f"{webhook.address}/x"))["code"] == "too_fast"
        assert webhook.connections == 3
        assert len((await anne.get("/api/calls/ways"))["ways"]) == 1
    finally:
        server.stop()
