"""Accounts: signing in by passkey, merging the browser's guest, signing out, and refusing forged credentials."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotheque.server.accounts import tokens
from ludotheque.server.accounts.passkeys import RelyingParty, relying_party
from ludotheque.server.accounts.signing import Signer
from tests.server.account_guest import AccountGuest, rows
from tests.server.authenticator import Authenticator, b64
from tests.server.client import FRIEND, ME, SETUP, Guest, bot
from tests.server.running import Running


async def test_game_begun_as_guest_continues_in_another_browser_after_signing_in(server: Running) -> None:
    anne, bruno = AccountGuest(server, "Anne"), Guest(server, "Bruno")
    table = (await anne.open(ME, FRIEND))["id"]
    await bruno.join(table)
    connection = await anne.sit(table)
    key = anne.new_authenticator()
    me = await anne.add_passkey(key)
    assert me["account"]["name"] == "Anne"
    assert [card["name"] for card in me["account"]["passkeys"]] == ["Mon téléphone"]
    assert me["passkeys"] is True
    assert await anne.own_tables() == [table]
    assert (await connection.play(*SETUP))["t"] == "ack", "the open connection goes on"

    elsewhere = AccountGuest(server, "elsewhere")
    assert await elsewhere.own_tables() == []
    assert (await elsewhere.sign_in(key))["account"]["name"] == "Anne"
    assert await elsewhere.own_tables() == [table]
    again = await elsewhere.sit(table)
    assert again.seat == 0
    their = await bruno.sit(table)
    assert (await their.play(*SETUP))["t"] == "ack"
    while not again.to_move or again.now is None or again.now["sight"]["turn"] != 0:
        await again.receive()
    assert again.now is not None
    assert (await again.play(again.now["legal"][0]))["t"] == "ack"


async def test_signing_in_merges_the_tables_of_the_browsers_guest(server: Running) -> None:
    anne = AccountGuest(server, "Anne")
    first = (await anne.open(ME, FRIEND))["id"]
    watched = (await anne.open(FRIEND, FRIEND))["id"]
    key = anne.new_authenticator()
    await anne.add_passkey(key)
    await anne.sign_out()
    assert await anne.own_tables() == [], "the browser's own guest has nothing any more"
    second = (await anne.open(ME, bot("random")))["id"]
    await anne.sign_in(key)
    assert set(await anne.own_tables()) == {first, second, watched}
    assert (await anne.get(f"/api/tables/{watched}"))["opener"] is True
    assert (await anne.get(f"/api/tables/{second}"))["you"] == 0


async def test_account_reads_private_chat_of_a_merged_finished_game(own_server: Running) -> None:
    anne, bruno = AccountGuest(own_server, "Anne"), Guest(own_server, "Bruno")
    table = (await anne.open(ME, FRIEND))["id"]
    await bruno.join(table)
    connection = await anne.sit(table)
    await connection.ask("say", text="rien que pour toi", to=[1])
    await connection.play({"do": "resign"})
    await connection.close()
    own_server.stop()  # the table is then not in memory
    own_server.start()
    key = anne.new_authenticator()
    await anne.add_passkey(key)
    again = AccountGuest(own_server, "again")
    await again.sign_in(key)
    assert (await again.get(f"/api/tables/{table}"))["you"] == 0
    assert "rien que pour toi" in (await again.http.get(f"/api/tables/{table}/record")).text
    stranger = Guest(own_server, "stranger")
    assert "rien que pour toi" not in (await stranger.http.get(f"/api/tables/{table}/record")).text


async def test_merge_keeps_two_seats_at_one_table_apart(server: Running) -> None:
    anne, other = AccountGuest(server, "Anne"), AccountGuest(server, "Autre")
    table = (await anne.open(ME, FRIEND))["id"]
    key = anne.new_authenticator()
    await anne.add_passkey(key)
    await other.join(table)
    await other.sign_in(key)
    assert (await other.get(f"/api/tables/{table}"))["you"] == 0
    await other.sign_out()
    assert (await other.get(f"/api/tables/{table}"))["you"] == 1, "the other seat is still this browser's own"


async def test_signing_out_everywhere_ends_all_sessions_and_connections(server: Running) -> None:
    anne, elsewhere = AccountGuest(server, "Anne"), AccountGuest(server, "elsewhere")
    table = (await anne.open(ME, FRIEND))["id"]
    key = anne.new_authenticator()
    await anne.add_passkey(key)
    await elsewhere.sign_in(key)
    connection = await elsewhere.sit(table)
    assert connection.seat == 0
    await anne.sign_out(everywhere=True)
    assert await connection.closed() == 4401
    assert (await elsewhere.get("/api/me"))["account"] is None
    assert await elsewhere.own_tables() == []
    assert (await elsewhere.get(f"/api/tables/{table}"))["you"] is None
    await elsewhere.sign_in(key)
    assert await elsewhere.own_tables() == [table]


async def test_signing_out_keeps_other_browsers_signed_in(server: Running) -> None:
    anne, elsewhere = AccountGuest(server, "Anne"), AccountGuest(server, "elsewhere")
    key = anne.new_authenticator()
    await anne.add_passkey(key)
    await elsewhere.sign_in(key)
    await elsewhere.sign_out()
    assert (await anne.get("/api/me"))["account"]["name"] == "Anne"


async def test_passkeys_are_added_and_removed_except_the_last(server: Running) -> None:
    anne = AccountGuest(server, "Anne")
    first, second = anne.new_authenticator(), anne.new_authenticator()
    await anne.add_passkey(first)
    me = await anne.add_passkey(second, key_name="Clé bleue")
    assert [card["name"] for card in me["account"]["passkeys"]] == ["Mon téléphone", "Clé bleue"]
    me = await anne.post("/api/account/passkey/remove", {"id": b64(first.id)})
    assert [card["name"] for card in me["account"]["passkeys"]] == ["Clé bleue"]
    error = await anne.post("/api/account/passkey/remove", {"id": b64(second.id)}, 409)
    assert error["code"] == "last_passkey"
    assert (await AccountGuest(server, "x").sign_in(first, 403))["code"] == "unknown_passkey"
    await AccountGuest(server, "y").sign_in(second)
    assert (await anne.post("/api/account/name", {"name": "Anne-Charlotte"}))["account"]["name"] == "Anne-Charlotte"


async def test_passkey_of_another_account_is_neither_removed_nor_added(server: Running) -> None:
    anne, bruno = AccountGuest(server, "Anne"), AccountGuest(server, "Bruno")
    keys = anne.new_authenticator(), anne.new_authenticator()
    for key in keys:
        await anne.add_passkey(key)
    await bruno.add_passkey(bruno.new_authenticator())
    assert (await bruno.post("/api/account/passkey/remove", {"id": b64(keys[0].id)}, 409))["code"] == "last_passkey"
    assert len((await anne.get("/api/me"))["account"]["passkeys"]) == 2
    assert (await bruno.add_passkey(keys[1], 409))["code"] == "known_passkey"


async def test_challenge_is_valid_once_and_for_its_own_purpose(server: Running) -> None:
    anne = AccountGuest(server, "Anne")
    key = anne.new_authenticator()
    options = await anne.passkey_options("passkey", {"name": "Anne"})
    body = {"credential": key.make(options), "name": "Anne", "key_name": "a"}
    await anne.post("/api/account/passkey", body)
    assert (await AccountGuest(server, "thief").post("/api/account/passkey", body, 403))["code"] == "bad_passkey"
    shown = {"credential": key.show(await anne.passkey_options("enter"))}
    await anne.post("/api/account/enter", shown)
    assert (await AccountGuest(server, "thief").post("/api/account/enter", shown, 403))["code"] == "bad_passkey"
    # A challenge for creating an account is not valid for signing in, nor the other way round.
    other = AccountGuest(server, "other")
    wrong: dict[str, Any] = {"credential": key.show(await other.passkey_options("passkey", {"name": "x"}))}
    assert (await other.post("/api/account/enter", wrong, 403))["code"] == "bad_passkey"
    wrong = {
        "credential": other.new_authenticator().make(await other.passkey_options("enter")),
        "name": "x",
        "key_name": "x",
    }
    assert (await other.post("/api/account/passkey", wrong, 403))["code"] == "bad_passkey"
    forged = {"credential": key.show({"challenge": b64(b"mine.99999999999999.signed")})}
    assert (await other.post("/api/account/enter", forged, 403))["code"] == "bad_passkey"


async def test_sign_in_refuses_foreign_origin_wrong_key_and_old_counter(server: Running) -> None:
    anne = AccountGuest(server, "Anne")
    key = anne.new_authenticator()
    await anne.add_passkey(key)
    before = rows(server, "SELECT count(*) FROM account")
    other = AccountGuest(server, "other")
    key.origin = "https://elsewhere.example"
    assert (await other.sign_in(key, 403))["code"] == "bad_passkey"
    key.origin = other.origin
    key.party = "elsewhere.example"
    assert (await other.sign_in(key, 403))["code"] == "bad_passkey"
    key.party = "localhost"
    thief = Authenticator(other.origin)
    thief.id = key.id
    assert (await other.sign_in(thief, 403))["code"] == "bad_passkey"
    key.uses = 5
    await other.sign_in(key)
    await other.sign_out()
    key.uses = 2  # as a copy of the passkey would have
    assert (await other.sign_in(key, 403))["code"] == "bad_passkey"
    assert (await other.get("/api/me"))["account"] is None
    assert rows(server, "SELECT count(*) FROM account") == before


async def test_malformed_credentials_are_refused(server: Running) -> None:
    anne = AccountGuest(server, "Anne")
    good = anne.new_authenticator().make(await anne.passkey_options("passkey", {"name": "Anne"}))
    no_attestation = {**good, "response": {**good["response"], "attestationObject": "AAAA"}}
    credentials: list[dict[str, Any]] = [
        {},
        {"response": 3},
        {"response": {"clientDataJSON": "é"}},
        {"response": {"clientDataJSON": b64(json.dumps({"type": 1, "challenge": 2, "origin": 3}).encode())}},
        {**good, "id": 3},
        no_attestation,
    ]
    for credential in credentials:
        for path, more in (("passkey", {"name": "a", "key_name": "b"}), ("enter", {})):
            error = await anne.post(f"/api/account/{path}", {"credential": credential, **more}, 403)
            assert error["code"] in ("bad_passkey", "unknown_passkey"), (path, credential)
    assert (await anne.passkey_options("passkey", {"name": "\u202e"}, 400))["code"] == "bad_request"
    assert (await anne.post("/api/account/name", {"name": "Anne"}, 403))["code"] == "signed_out"


async def test_forged_account_cookie_is_ignored(server: Running) -> None:
    anne = AccountGuest(server, "Anne")
    await anne.add_passkey(anne.new_authenticator())
    cookie = anne.http.cookies["ludotheque_account"]
    id, generation, signature = cookie.split(".")
    for forged in (
        f"{id}.2.{signature}",
        f"{id}.{generation}.{signature[:-1]}",
        f"x.{generation}.{signature}",
        "..",
        "é",
    ):
        thief = AccountGuest(server, "thief")
        answer = await thief.http.get("/api/me", headers=[(b"Cookie", f"ludotheque_account={forged}".encode())])
        assert answer.json()["account"] is None, forged


async def test_passkeys_are_refused_at_an_ip_address(server: Running) -> None:
    guest = Guest(server, "Anne")  # at http://127.0.0.1
    assert (await guest.get("/api/me"))["passkeys"] is False
    guest.http.headers["Origin"] = server.address
    error = await guest.post("/api/account/enter/options", {}, 409)
    assert error["code"] == "no_passkeys_here"
    del guest.http.headers["Origin"]
    assert (await guest.post("/api/account/enter/options", {}, 409))["code"] == "no_passkeys_here"


@pytest.mark.parametrize(
    ("origin", "host", "origins", "id"),
    [
        ("http://localhost:8000", "localhost:8000", [], "localhost"),
        ("http://localhost:8000", "localhost:9000", [], None),
        ("https://jeux.example.org", "jeux.example.org", [], "jeux.example.org"),
        ("http://jeux.example.org", "jeux.example.org", [], None),
        ("https://jeux.example.org", "127.0.0.1:8000", ["https://jeux.example.org"], "jeux.example.org"),
        ("https://evil.example.org", "evil.example.org", ["https://jeux.example.org"], None),
        ("https://[2001:db8::1]", "[2001:db8::1]", [], None),
        ("null", "jeux.example.org", [], None),
        (None, "jeux.example.org", [], None),
    ],
)
def test_relying_party_of_an_origin(origin: str | None, host: str, origins: list[str], id: str | None) -> None:
    assert relying_party(origin, host, origins) == (None if id is None else RelyingParty(id, origin or ""))


def test_token_is_valid_until_it_expires_and_for_its_purpose() -> None:
    signer, other = Signer(b"k" * 32), Signer(b"o" * 32)
    token = tokens.issue(signer, "enter", 5)
    assert tokens.is_valid(signer, token, "enter")
    assert not tokens.is_valid(signer, token, "open")
    assert not tokens.is_valid(other, token, "enter")
    assert not tokens.is_valid(signer, tokens.issue(signer, "enter", -0.001), "enter")
    for bad in ("", "a.b.c", token + "x", token.replace(".", "..", 1)):
        assert not tokens.is_valid(signer, bad, "enter")


async def test_guest_without_an_account_has_one_cookie(server: Running) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    cookies: dict[str, Any] = dict(anne.http.cookies)
    assert list(cookies) == ["ludotheque_guest"]
