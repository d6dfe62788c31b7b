"""Digests of servers that restart, and of several workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.server.notifications import digest
from ludotheque.server.storage import Statement
from tests.server.notifications.digest_games import (
    DELAY,
    QUIET,
    add_webhook,
    bring_turn,
    received,
    settings,
    start_game,
    started,
)
from tests.server.notifications.push_service import PushService
from tests.server.played_table import wait_until


async def test_restart_neither_loses_nor_repeats_a_digest(tmp_path: Path, webhook: PushService) -> None:
    wanted = settings(tmp_path, call_delay=0.8)
    services = await started(wanted)
    await add_webhook(services, webhook)
    played = await start_game(services)
    await bring_turn(played)
    await wait_until(lambda: not services.digest._tasks if services.digest else True)
    await services.close()
    assert webhook.taken.empty()

    services = await started(wanted)
    assert len((await received(webhook))["turns"]) == 1
    await services.close()
    services = await started(wanted)
    assert await webhook.is_quiet(1.5)
    await services.close()


async def test_closing_server_finishes_the_digest_that_it_sends(tmp_path: Path, webhook: PushService) -> None:
    services = await started(settings(tmp_path))
    await add_webhook(services, webhook)
    played = await start_game(services)
    webhook.delay = 0.5
    await bring_turn(played)
    await received(webhook)
    await services.close()
    services = await started(settings(tmp_path))
    assert await services.storage.rows("SELECT number, holder FROM way") == [(1, "")]
    assert await webhook.is_quiet(QUIET + DELAY)
    await services.close()


async def test_turn_that_a_stopped_server_did_not_record_is_reported_after_the_start(
    tmp_path: Path, webhook: PushService
) -> None:
    wanted = settings(tmp_path)
    services = await started(wanted)
    await add_webhook(services, webhook)
    played = await start_game(services)
    await bring_turn(played)
    await wait_until(lambda: not services.digest._tasks if services.digest else True)
    # As if the server had been killed between the move and the record of the turn.
    await services.storage.write(Statement("DELETE FROM waiting", ()), Statement("UPDATE way SET due = NULL", ()))
    await services.close()
    services = await started(wanted)
    assert len((await received(webhook))["turns"]) == 1
    await services.close()


async def test_digest_that_may_have_been_sent_is_sent_again_with_its_id(
    tmp_path: Path, webhook: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed while the webhook has yet to answer."""
    monkeypatch.setattr(digest, "_LEASE", 1500)
    monkeypatch.setattr(digest, "_CLOSE_TIMEOUT", 0.1)
    wanted = settings(tmp_path)
    services = await started(wanted)
    await add_webhook(services, webhook)
    played = await start_game(services)
    webhook.silent = True
    await bring_turn(played)
    first = await received(webhook)
    await services.close()
    webhook.silent = False
    services = await started(wanted)
    assert await received(webhook) == first | {"turns": [first["turns"][0]]}
    assert await webhook.is_quiet(2)
    await services.close()


async def test_digest_is_sent_by_one_of_several_workers(tmp_path: Path, webhook: PushService) -> None:
    wanted = settings(tmp_path)
    workers = [await started(wanted) for _ in range(3)]
    for number in range(5):
        await add_webhook(workers[0], webhook, f"guest {number}")
    tables = [await start_game(workers[0], f"guest {number}", "guest 9") for number in range(5)]
    for played in tables:
        await bring_turn(played)
    paths = [(await webhook.next())[0] for _ in range(5)]
    assert sorted(paths) == [f"/guest{number}" for number in range(5)]
    assert await webhook.is_quiet(QUIET)
    for services in workers:
        await services.close()
