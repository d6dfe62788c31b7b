"""Digests that fail: further attempts, and the deletion of channels."""

from __future__ import annotations

import itertools
import logging
import re
import time
from pathlib import Path

import pytest

from ludotheque.protocol.notifications import AddChannel
from ludotheque.server.notifications import digest
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from tests.server.notifications.digest_games import (
    DELAY,
    add_webhook,
    bring_turn,
    received,
    settings,
    start_game,
    started,
)
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_service import PushService
from tests.server.played_table import wait_until


async def test_failing_channel_is_tried_with_growing_delays_and_then_deleted(
    tmp_path: Path, webhook: PushService, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "MAX_FAILURES", 4)
    services = await started(settings(tmp_path, call_quiet=6.0))  # so that it begins with a tenth of a second
    await add_webhook(services, webhook)
    played = await start_game(services)
    webhook.answer = "503 Later"
    with caplog.at_level(logging.WARNING):
        await bring_turn(played)
        times = []
        for _ in range(4):
            await webhook.next()
            times.append(time.monotonic())
        waits = [later - sooner for sooner, later in itertools.pairwise(times)]
        assert waits[0] >= 0.2
        assert waits[1] >= 0.4
        assert waits[2] >= 0.8
        assert await webhook.is_quiet(2)
    assert await services.storage.rows("SELECT 1 FROM way") == []
    assert await services.storage.rows("SELECT 1 FROM waiting") == []
    logged = [record.getMessage() for record in caplog.records]
    assert "a webhook refused a notification: status 503" in logged
    assert "a notification channel (hook) is deleted after 4 failures" in logged
    assert not [line for line in logged if "guest0" in line or str(webhook.port) in line]
    await services.close()


async def test_failed_digest_is_sent_again(services: Services, webhook: PushService) -> None:
    await add_webhook(services, webhook)
    played = await start_game(services)
    webhook.answer = "500 Oh"
    await bring_turn(played)
    first = await received(webhook)
    webhook.answer = "204 No Content"
    assert await received(webhook) == first
    assert await webhook.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT failures, number FROM way") == [(0, 1)]


@pytest.mark.parametrize("answer", ["404 Not Found", "410 Gone"])
async def test_webhook_that_is_gone_is_deleted_at_once(services: Services, webhook: PushService, answer: str) -> None:
    await add_webhook(services, webhook)
    played = await start_game(services)
    webhook.answer = answer
    await bring_turn(played)
    await webhook.next()
    assert await webhook.is_quiet(2 * DELAY)
    assert await services.storage.rows("SELECT 1 FROM way") == []


async def add_email(services: Services, mailbox: Mailbox, address: str = "anne@example.org") -> None:
    channel = await services.channels.prepare("guest 0", AddChannel("mail", address, "fr"), now_ms())
    await services.channels.add(channel, now_ms())
    assert services.digest is not None
    services.digest.wake()
    await mailbox.next()
    assert await services.channels.confirm(channel.id, services.signer.channel_code("confirm", channel.id))


async def test_refused_address_is_deleted_and_a_failing_mail_server_is_not_counted(
    tmp_path: Path, mailbox: Mailbox, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "MAX_FAILURES", 3)
    services = await started(settings(tmp_path, mailbox, call_quiet=1.0))
    await add_email(services, mailbox)
    played = await start_game(services)
    with caplog.at_level(logging.WARNING):
        mailbox.answer = "451 full"
        await bring_turn(played)
        await wait_until(lambda: "the mail server refused an e-mail (451)" in caplog.text)
        mailbox.answer = "250 OK"
        assert "Stratego" in (await mailbox.next()).text

        mailbox._server.close()
        await bring_turn(played, back=True)
        await wait_until(lambda: caplog.text.count("the mail server is unavailable (ConnectionRefusedError)") >= 4)
        assert await services.storage.rows("SELECT failures FROM way") == [(0,)]

        async with Mailbox() as other:
            other.recipient = "550 nobody"
            services.delivery._mail_server._port = other.port  # type: ignore[union-attr]
            await wait_until(lambda: "a notification channel (mail) is deleted after 3 failures" in caplog.text)
    assert await services.storage.rows("SELECT 1 FROM way") == []
    assert not re.search(r"\banne\b|example", caplog.text)
    await services.close()
