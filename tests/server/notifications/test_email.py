"""E-mail notifications: confirmation, digests, unsubscribing, and the mail server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.notifications import email
from ludotheque.server.notifications.email import BadMailServer, MailServer, MailServerUnavailable
from ludotheque.server.notifications.email_templates import confirmation_email
from tests.server.client import FRIEND, ME, Guest, deployed
from tests.server.notifications.channel_requests import add, add_email, post
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.turns import bring_turn
from tests.server.running import Running


async def test_address_gets_nothing_before_it_is_confirmed(channel_server: Running, mailbox: Mailbox) -> None:
    anne, bruno = await deployed(channel_server)
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
    channel_server: Running, mailbox: Mailbox, lang: str
) -> None:
    anne, bruno = await deployed(channel_server, clock={"kind": "days", "days": 3})
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
    follow = [await who.http.get(path) for who in (anne.guest, bruno.guest, Guest(channel_server, "Phone"))]
    assert {answer.status_code for answer in follow} == {303}
    own, others, phone = (answer.headers["location"] for answer in follow)
    assert own == f"/t/{anne.table}"
    assert others == phone == f"/t/{anne.table}/claim/{anne.card['claim']}", "e-mails are read on any device"
    assert (await anne.guest.http.get(path[:-4] + "AAAA")).headers["location"] == "/calls/elsewhere"


async def test_address_is_removed_by_one_click(channel_server: Running, mailbox: Mailbox) -> None:
    """As RFC 8058 says: a form without cookies, from another site."""
    anne, bruno = await deployed(channel_server)
    await add_email(anne.guest, mailbox, "anne@example.org")
    await bring_turn(anne, bruno)
    mail = await mailbox.next()
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = mail.link("end")
    assert mail.message["List-Unsubscribe"] == f"<https://games.example{path}>"
    stranger = Guest(channel_server, "Mailbox").http
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
async def test_invalid_email_address_is_refused(channel_server: Running, mailbox: Mailbox, address: str) -> None:
    anne = Guest(channel_server, "Anne")
    await anne.open(ME, FRIEND)
    assert (await add(anne, 400, address=address))["code"] == "bad_mail"
    assert mailbox.connections == 0


async def test_address_is_not_asked_to_confirm_again_and_again(channel_server: Running, mailbox: Mailbox) -> None:
    anne, bruno = Guest(channel_server, "Anne"), Guest(channel_server, "Bruno")
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
