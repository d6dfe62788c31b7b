"""Being called by e-mail and in salons: who may ask for it, what is refused, what messages say and links are worth."""

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
from tests.server.mailbox import Mailbox
from tests.server.push_service import PushService
from tests.server.running import Running
from tests.server.test_push_notifications import another_turn, certified, goes_away, step

__all__ = ["certified"]

CALLING = ["--call-address", "https://games.example", "--call-webhooks", "--push-nearby", "--call-delay", "0.2"]


@pytest.fixture
async def mailbox() -> AsyncIterator[Mailbox]:
    async with Mailbox() as mailbox:
        yield mailbox


@pytest.fixture
async def salon() -> AsyncIterator[PushService]:
    async with PushService() as salon:
        salon.answer = "204 No Content"
        yield salon


@pytest.fixture
def services(tmp_path: Path, mailbox: Mailbox) -> Iterator[Running]:
    """A house with e-mail and webhooks, that calls soon."""
    sender = ["--mail-server", mailbox.address, "--mail-from", "Ludothèque <games@games.example>"]
    running = Running(tmp_path / "ludotheque.db", *CALLING, *sender).start()
    yield running
    running.stop()


async def add(guest: Guest, status: int = 201, **wish: Any) -> Json:
    return await guest.post("/api/calls/ways", {"kind": "mail", "lang": "fr", **wish}, status)


async def tell(guest: Guest, path: str, body: Json | None = None, status: int = 204) -> None:
    """Something that is not answered, but with a trouble."""
    answer = await guest.http.post(path, json=body)
    assert answer.status_code == status, answer.text


async def confirmed(guest: Guest, mailbox: Mailbox, address: str, **wish: Any) -> str:
    """A guest who is called by e-mail; the way's id."""
    way = (await add(guest, address=address, **wish))["way"]
    await tell(guest, (await mailbox.next()).link("confirm"))
    found: str = way["id"]
    return found


async def called(salon: PushService) -> Json:
    path, headers, body = await salon.next()
    return {"path": path, "headers": headers, **json.loads(body)}


# --- e-mail ------------------------------------------------------------------------------------------------------


async def test_nobody_is_written_to_before_they_have_said_that_the_address_is_theirs(
    services: Running, mailbox: Mailbox
) -> None:
    anne, bruno = await deployed(services)
    way = (await add(anne.guest, address="anne.martin@example.org"))["way"]
    assert (way["confirmed"], way["address"]) == (False, "an…@example.org")
    letter = await mailbox.next()
    assert letter.to == ["anne.martin@example.org"]
    assert letter.message["Subject"] == "Ludothèque : est-ce bien votre adresse ?"
    assert "List-Unsubscribe" not in letter.message
    await another_turn(anne, bruno)
    assert await mailbox.is_quiet(0.8)

    path = letter.link("confirm")
    page = await bruno.guest.http.get(path, headers={"Accept": "text/html"})
    assert page.status_code == 200, "whoever only looks at the link, such as a mailbox's own eyes, confirms nothing"
    assert not (await anne.guest.get("/api/calls/ways"))["ways"][0]["confirmed"]
    await tell(anne.guest, path[:-3] + "abc", status=404)
    await tell(bruno.guest, path)
    assert (await anne.guest.get("/api/calls/ways"))["ways"][0]["confirmed"]
    assert (await bruno.guest.get("/api/calls/ways"))["ways"] == [], "nobody sees where another is called"


@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_a_letter_says_whose_turn_it_is_and_leads_there(services: Running, mailbox: Mailbox, lang: str) -> None:
    anne, bruno = await deployed(services, clock={"kind": "days", "days": 3})
    id = await confirmed(anne.guest, mailbox, "anne@example.org", lang=lang)
    await another_turn(anne, bruno)
    letter = await mailbox.next()
    said = {
        "fr": "Stratego : à vous de jouer. Il vous reste 2 j 23 h.",
        "en": "Stratego: your turn. You have 2 d 23 h left.",
    }[lang]
    assert letter.message["Subject"] == said
    assert said in letter.text
    assert said in letter.html.replace("&#x27;", "'")
    assert letter.message["From"] == "Ludothèque <games@games.example>"
    assert letter.message["Message-ID"] == f"<{id}.1@games.example>"
    assert letter.message["Auto-Submitted"] == "auto-generated"
    assert letter.message["Content-Language"] == lang
    assert anne.table not in letter.message.as_string() + letter.text + letter.html, "its id is the key to it"
    assert "Bruno" not in letter.text

    path = letter.link("to")
    follow = [await who.http.get(path) for who in (anne.guest, bruno.guest, Guest(services, "Phone"))]
    assert {answer.status_code for answer in follow} == {303}
    own, others, phone = (answer.headers["location"] for answer in follow)
    assert own == f"/t/{anne.table}"
    assert others == phone == f"/t/{anne.table}/claim/{anne.card['claim']}", "a letter is opened on any device"
    assert (await anne.guest.http.get(path[:-4] + "AAAA")).headers["location"] == "/calls/elsewhere"


async def test_a_letter_can_be_the_last_one(services: Running, mailbox: Mailbox) -> None:
    """By one click in the mailbox, as RFC 8058 has it: a form without cookies, from another site."""
    anne, bruno = await deployed(services)
    await confirmed(anne.guest, mailbox, "anne@example.org")
    await another_turn(anne, bruno)
    letter = await mailbox.next()
    assert letter.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = letter.link("end")
    assert letter.message["List-Unsubscribe"] == f"<https://games.example{path}>"
    stranger = Guest(services, "Mailbox").http
    assert (await stranger.get(path, headers={"Accept": "text/html"})).status_code == 200
    assert len((await anne.guest.get("/api/calls/ways"))["ways"]) == 1, "looking ends nothing"
    form = {"List-Unsubscribe": "One-Click"}
    elsewhere = {"Origin": "https://mail.example"}
    assert (await stranger.post(path[:-1] + "_", data=form)).status_code == 404
    assert (await stranger.post(path, data=form, headers=elsewhere)).status_code == 204
    assert (await stranger.post(path, data=form)).status_code == 204, "twice is as good as once"
    assert (await anne.guest.get("/api/calls/ways"))["ways"] == []
    assert (await stranger.get(letter.link("to"))).headers["location"] == "/calls/elsewhere", "old links die with it"
    await anne.connect(anne.seq)
    await another_turn(anne, bruno)
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
async def test_what_is_no_address_is_refused(services: Running, mailbox: Mailbox, address: str) -> None:
    anne = Guest(services, "Anne")
    await anne.open(ME, FRIEND)
    assert (await add(anne, 400, address=address))["code"] == "bad_mail"
    assert mailbox.visits == 0


async def test_nobody_fills_a_mailbox_with_first_letters(services: Running, mailbox: Mailbox) -> None:
    anne, bruno = Guest(services, "Anne"), Guest(services, "Bruno")
    for guest in (anne, bruno):
        await guest.open(ME, FRIEND)
    first = (await add(anne, address="chloe@example.org"))["way"]["id"]
    link = (await mailbox.next()).link("confirm")
    assert (await add(anne, 429, address="chloe@example.org"))["code"] == "mail_asked"
    assert (await add(bruno, 429, address="Chloe@EXAMPLE.org"))["code"] == "mail_asked"
    await tell(anne, "/api/calls/ways/end", {"id": first})
    assert (await anne.get("/api/calls/ways"))["ways"] == []
    assert (await add(anne, 429, address="chloe@example.org"))["code"] == "mail_asked", "nor by taking it back"
    await tell(anne, link, status=404)
    assert await mailbox.is_quiet()


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")  # aiosmtpd does not know of smtps
@pytest.mark.parametrize("smtps", [False, True])
async def test_mail_server_is_used_over_verified_tls_and_with_a_password(
    certified: tuple[Path, Any], monkeypatch: pytest.MonkeyPatch, smtps: bool
) -> None:
    path, certificate = certified
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    letter = confirmation_email("id", "fr", "https://games.example/calls/confirm/x/y")
    async with Mailbox(certificate, "s3cret", smtps) as mailbox:
        await MailServer(mailbox.address, "games@example.org", "house", "s3cret").send(letter, "anne@example.org")
        assert (await mailbox.next()).encrypted
        for user, password in (("house", "wrong"), ("", "")):
            with pytest.raises(MailServerUnavailable):
                await MailServer(mailbox.address, "games@example.org", user, password).send(letter, "anne@example.org")
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(MailServerUnavailable):
            await MailServer(mailbox.address, "a@example.org", "house", "s3cret").send(letter, "anne@example.org")
        assert mailbox.taken.empty()


async def test_mail_server_without_starttls_gets_neither_password_nor_message() -> None:
    message = confirmation_email("id", "fr", "https://games.example/calls/confirm/x/y")
    async with Mailbox() as mailbox:
        server = MailServer(f"smtp://127.0.0.1:{mailbox.port}", "games@example.org", "house", "s3cret")
        with pytest.raises(MailServerUnavailable):
            await server.send(message, "anne@example.org")
        assert mailbox.visits == 1
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
async def test_a_mail_server_that_cannot_be_one_is_refused_at_the_start(url: str, sender: str) -> None:
    with pytest.raises(BadMailServer) as refused:
        MailServer(url, sender)
    assert "s3cret" not in str(refused.value)


# --- webhooks ----------------------------------------------------------------------------------------------------


async def test_a_webhook_hears_at_once_and_then_who_is_awaited_signed(services: Running, salon: PushService) -> None:
    anne, bruno = await deployed(services)
    new = await add(anne.guest, kind="hook", address=f"{salon.address}/hook?key=k3y")
    secret, way = new["secret"], new["way"]
    assert (way["shape"], way["address"], way["confirmed"]) == ("json", "127.0.0.1", True)
    hello = await called(salon)
    assert (hello["path"], hello["event"], hello["turns"]) == ("/hook?key=k3y", "hello", [])
    await another_turn(anne, bruno)
    path, headers, body = await salon.next()
    said = dict(part.split("=") for part in headers["ludotheque-signature"].split(","))
    signed = hmac.digest(secret.encode(), f"{said['t']}.".encode() + body, "sha256").hex()
    assert (path, said["v1"]) == ("/hook?key=k3y", signed)
    note = json.loads(body)
    [turn] = note.pop("turns")
    text = "Stratego : à vous de jouer."
    assert note == {"id": f"{way['id']}.1", "event": "turn", "lang": "fr", "text": text, "more": 0}
    link = turn.pop("link")
    assert turn == {
        "game": "stratego", "title": "Stratego", "due": None, "last_hour": False, "awaited": [], "text": text
    }  # fmt: skip
    assert anne.table not in body.decode(), "others read a salon too"
    path = link.removeprefix("https://games.example")
    assert (await anne.guest.http.get(path)).headers["location"] == f"/t/{anne.table}"
    for other in (bruno.guest, Guest(services, "Passer-by")):
        assert (await other.http.get(path)).headers["location"] == "/calls/elsewhere"
    ways = await anne.guest.get("/api/calls/ways")
    assert secret not in json.dumps(ways), "it is shown once"
    assert "k3y" not in json.dumps(ways)


@pytest.mark.parametrize(("shape", "field"), [("discord", "content"), ("slack", "text")])
async def test_discord_and_slack_are_spoken_to_in_their_own_words(
    services: Running, salon: PushService, shape: str, field: str
) -> None:
    anne, bruno = await deployed(services)
    new = await add(anne.guest, kind="hook", address=f"{salon.address}/hook", shape=shape, lang="en")
    assert new["secret"] is None
    assert "Ludothèque" in (await called(salon))[field]
    await another_turn(anne, bruno)
    told = await called(salon)
    assert told[field].startswith("Stratego: your turn.")
    assert "<https://games.example/calls/to/" in told[field]
    assert told.get("allowed_mentions", {"parse": []}) == {"parse": []}


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
def test_the_shape_is_told_by_the_address(address: str, shape: str) -> None:
    assert guess_shape(address) == shape


def test_names_call_nobody_and_lead_nowhere() -> None:
    odd = "@everyone *x* <b> https://e.example"
    turn = texts.listed_turn("fr", "stratego", "https://games.example/t/x", None, 0, False, [odd])
    note = texts.turn_notification("id", "fr", [turn], of_table=True)
    for shape in ("discord", "slack"):
        way: Any = type("Way", (), {"shape": shape})
        body = webhooks.webhook_request(way, note, 0)[1].decode()
        assert "@everyone" not in body
        assert "https://e.example" not in body
        assert "<b>" not in body.replace("\\\\<b\\\\>", "")


@pytest.fixture(scope="module")
def strict_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house that calls nobody on its own network, as they all are."""
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
async def test_a_webhook_on_our_own_network_is_refused(strict_house: Running, address: str) -> None:
    anne = Guest(strict_house, "Anne")
    await anne.open(ME, FRIEND)
    assert (await add(anne, 400, kind="hook", address=address))["code"] == "bad_hook"
    assert (await anne.get("/api/calls/ways"))["ways"] == []


async def test_a_name_that_leads_to_our_own_network_takes_no_message(strict_house: Running) -> None:
    """Numbers that stand for 127.0.0.1 look like names; what they stand for is judged when they are called."""
    anne = Guest(strict_house, "Anne")
    await anne.open(ME, FRIEND)
    for host in ("127.1", "2130706433", "0x7f000001"):
        assert (await add(anne, 400, kind="hook", address=f"https://{host}/x"))["code"] == "hook_silent"


@pytest.mark.parametrize("answer", ["302 Found\r\nLocation: ELSEWHERE", "404 Not Found", "500 Oh"])
async def test_a_webhook_that_takes_no_message_is_not_kept(services: Running, salon: PushService, answer: str) -> None:
    anne = Guest(services, "Anne")
    await anne.open(ME, FRIEND)
    async with PushService() as inside:
        salon.answer = answer.replace("ELSEWHERE", f"{inside.address}/admin")
        assert (await add(anne, 400, kind="hook", address=f"{salon.address}/x"))["code"] == "hook_silent"
        assert inside.visits == 0
    assert (await anne.get("/api/calls/ways"))["ways"] == []


# --- the salon of a table ----------------------------------------------------------------------------------------


async def test_a_table_has_a_salon_where_those_it_waits_for_are_named(services: Running, salon: PushService) -> None:
    anne, bruno = await deployed(services)
    wish: Json = {"kind": "hook", "address": f"{salon.address}/table", "table": anne.table}
    assert (await add(bruno.guest, 403, **wish))["code"] == "not_opener"
    way = (await add(anne.guest, **wish, shape="discord"))["way"]
    assert way["table"] == anne.table
    assert "Stratego" in (await called(salon))["content"]
    await step(anne)
    await goes_away(anne, bruno)
    await step(bruno)
    told = (await called(salon))["content"]
    assert told == f"Stratego : on attend Anne.\n<https://games.example/t/{anne.table}>"
    await tell(bruno.guest, "/api/calls/ways/end", {"id": way["id"]})
    assert len((await anne.guest.get("/api/calls/ways"))["ways"]) == 1, "nobody closes another's salon"
    await tell(anne.guest, "/api/calls/ways/end", {"id": way["id"]})
    assert (await anne.guest.get("/api/calls/ways"))["ways"] == []


async def test_a_salon_does_not_tell_what_those_who_look_on_may_not_know_yet(
    services: Running, salon: PushService
) -> None:
    anne = Guest(services, "Anne")
    table = (await anne.open(ME, FRIEND, watch_delay=3))["id"]
    wish: Json = {"kind": "hook", "address": f"{salon.address}/table", "table": table}
    assert (await add(anne, 409, **wish))["code"] == "delayed_salon"
    assert (await add(anne, 404, **{**wish, "table": "nowhere"}))["code"] == "no_table"
    other = (await anne.open(ME, FRIEND))["id"]
    assert (await add(anne, 400, address="anne@example.org", table=other))["code"] == "bad_mail"
    assert salon.visits == 0


# --- who may ask -------------------------------------------------------------------------------------------------


async def test_a_house_that_has_not_set_it_up_calls_nobody_that_way(server: Running) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    offered = await anne.get("/api/calls/ways")
    assert (offered["mail"], offered["hook"]) == (False, False)
    for kind, address in (("mail", "anne@example.org"), ("hook", "https://hook.example/x")):
        assert (await add(anne, 404, kind=kind, address=address))["code"] == "no_way"


async def test_strangers_other_sites_and_the_greedy_are_refused(services: Running, salon: PushService) -> None:
    anne = Guest(services, "Anne")
    assert (await add(anne, 403, address="anne@example.org"))["code"] == "no_guest"
    assert (await anne.get("/api/calls/ways"))["ways"] == []
    await anne.open(ME, FRIEND)
    for number in range(MAX_PER_GUEST):
        await add(anne, kind="hook", address=f"{salon.address}/{number}")
    await add(anne, kind="hook", address=f"{salon.address}/0", daily=True)  # in place of the same
    assert (await add(anne, 409, kind="hook", address=f"{salon.address}/x"))["code"] == "many_ways"
    anne.http.headers["Origin"] = "https://elsewhere.example"
    assert (await add(anne, 403, address="anne@example.org"))["code"] == "foreign_origin"


@pytest.mark.parametrize(
    "odd", [{"kind": "pigeon"}, {"lang": "tlh"}, {"address": 3}, {"shape": "irc"}, {"more": 1}, {"daily": "yes"}]
)
async def test_odd_wishes_are_refused(server: Running, odd: Json) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    assert (await add(anne, 400, **{"address": "anne@example.org", **odd}))["code"] == "bad_request"


async def test_codes_are_good_for_one_thing_only() -> None:
    keys = Signer(b"key")
    codes = {
        keys.channel_code("confirm", "x"),
        keys.channel_code("end", "x"),
        keys.channel_code("end", "y"),
        keys.notification_code("x", "y"),
    }
    assert len(codes) == 4


async def test_the_server_says_in_a_sentence_what_is_missing(tmp_path: Path) -> None:
    for options in (["--call-webhooks"], ["--call-address", "https://x.example", "--mail-server", "imap://x"]):
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--data", str(tmp_path / "x.db")]
        done = await asyncio.to_thread(
            subprocess.run, [*command, *options], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1


async def test_a_way_ends_with_all_that_waits_there(services: Running, salon: PushService) -> None:
    anne, bruno = await deployed(services)
    way = (await add(anne.guest, kind="hook", address=f"{salon.address}/x"))["way"]
    await another_turn(anne, bruno)
    assert [(await called(salon))["event"] for _ in range(2)] == ["hello", "turn"]
    await tell(anne.guest, "/api/calls/ways/end", {"id": way["id"]})
    with sqlite3.connect(services.data) as connection:
        for table in ("way", "waiting"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


async def test_a_power_cut_neither_loses_a_call_nor_repeats_it(
    tmp_path: Path, mailbox: Mailbox, salon: PushService
) -> None:
    """Cut off right after the move that asks somebody was answered, and again once they have been told."""
    sender = ["--mail-server", mailbox.address, "--mail-from", "games@games.example"]
    server = Running(tmp_path / "ludotheque.db", *CALLING, "--call-delay", "1", *sender).start()
    try:
        anne, bruno = await deployed(server)
        await add(anne.guest, kind="hook", address=f"{salon.address}/x")
        await confirmed(anne.guest, mailbox, "anne@example.org")
        await salon.next()
        await another_turn(anne, bruno)
        server.kill()
        assert salon.taken.empty()
        server.start()
        assert (await called(salon))["event"] == "turn"
        assert "Stratego" in (await mailbox.next()).text
        await asyncio.sleep(0.5)
        server.kill()
        server.start()
        assert await salon.is_quiet(2)
        assert mailbox.taken.empty()
    finally:
        server.stop()


async def test_messages_outside_are_counted_by_the_hour(tmp_path: Path, salon: PushService) -> None:
    server = Running(tmp_path / "ludotheque.db", *CALLING, "--posts-per-minute", "3").start()
    try:
        anne = Guest(server, "Anne")
        await anne.open(ME, FRIEND)
        for _ in range(3):
            await add(anne, kind="hook", address=f"{salon.address}/x")
        assert (await add(anne, 429, kind="hook", address=f"{salon.address}/x"))["code"] == "too_fast"
        assert salon.visits == 3
        assert len((await anne.get("/api/calls/ways"))["ways"]) == 1
    finally:
        server.stop()
