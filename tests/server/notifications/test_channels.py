"""Notification channels: who may add which, channels of tables, removal and restarts."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.notifications.channels import MAX_PER_GUEST
from tests.server.client import FRIEND, ME, Guest, Json, deployed
from tests.server.notifications.channel_requests import CHANNELS, add, add_email, post, received
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_service import PushService
from tests.server.notifications.turns import bring_turn, disconnect, play_move
from tests.server.running import Running


async def test_channel_of_a_table_names_the_players_whose_turn_it_is(
    channel_server: Running, webhook: PushService
) -> None:
    anne, bruno = await deployed(channel_server)
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


async def test_table_with_a_delay_for_spectators_has_no_channel(channel_server: Running, webhook: PushService) -> None:
    anne = Guest(channel_server, "Anne")
    table = (await anne.open(ME, FRIEND, watch_delay=3))["id"]
    order: Json = {"kind": "hook", "address": f"{webhook.address}/table", "table": table}
    assert (await add(anne, 409, **order))["code"] == "delayed_salon"
    assert (await add(anne, 404, **{**order, "table": "nowhere"}))["code"] == "no_table"
    other = (await anne.open(ME, FRIEND))["id"]
    assert (await add(anne, 400, address="anne@example.org", table=other))["code"] == "bad_mail"
    assert webhook.connections == 0


async def test_server_without_settings_offers_no_channels(server: Running) -> None:
    anne = Guest(server, "Anne")
    await anne.open(ME, FRIEND)
    offered = await anne.get("/api/calls/ways")
    assert (offered["mail"], offered["hook"]) == (False, False)
    for kind, address in (("mail", "anne@example.org"), ("hook", "https://hook.example/x")):
        assert (await add(anne, 404, kind=kind, address=address))["code"] == "no_way"


async def test_visitors_other_sites_and_too_many_channels_are_refused(
    channel_server: Running, webhook: PushService
) -> None:
    anne = Guest(channel_server, "Anne")
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


async def test_server_with_incomplete_settings_exits_with_one_error_line(tmp_path: Path) -> None:
    for options in (["--call-webhooks"], ["--call-address", "https://x.example", "--mail-server", "imap://x"]):
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--data", str(tmp_path / "x.db")]
        done = await asyncio.to_thread(
            subprocess.run, [*command, *options], capture_output=True, text=True, timeout=30, check=False
        )
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.count("\n") == 1


async def test_removed_channel_leaves_nothing_in_the_database(channel_server: Running, webhook: PushService) -> None:
    anne, bruno = await deployed(channel_server)
    channel = (await add(anne.guest, kind="hook", address=f"{webhook.address}/x"))["way"]
    await bring_turn(anne, bruno)
    assert [(await received(webhook))["event"] for _ in range(2)] == ["hello", "turn"]
    await post(anne.guest, "/api/calls/ways/end", {"id": channel["id"]})
    with sqlite3.connect(channel_server.data) as connection:
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
