"""Games in the process of the test that bring digests about, with short delays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludotheque.protocol import http
from ludotheque.protocol.notifications import AddChannel
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage.notification_channels import Channel
from tests.server.client import Json
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_service import PushService
from tests.server.played_table import PlayedTable, RecordingConnection

DELAY, QUIET = 0.3, 1.2


def settings(path: Path, mailbox: Mailbox | None = None, **more: Any) -> Settings:
    usual: Json = {
        "bot_processes": 1,
        "push_nearby": True,
        "push_delay": 0.0,
        "call_address": "https://games.example",
        "call_webhooks": True,
        "call_delay": DELAY,
        "call_quiet": QUIET,
    }
    if mailbox is not None:
        usual |= {"mail_server": mailbox.address, "mail_from": "games@games.example"}
    return Settings(path / "log.db", **{**usual, **more})


async def started(wanted: Settings) -> Services:
    services = await open_services(wanted)
    await services.start()
    return services


async def add_webhook(services: Services, webhook: PushService, guest: str = "guest 0", **order: Any) -> Channel:
    """Add a webhook of a guest, without the hello."""
    address = f"{webhook.address}/{guest.replace(' ', '')}"
    channel = await services.channels.prepare(guest, AddChannel("hook", address, "fr", **order), now_ms())
    await services.channels.add(channel, now_ms())
    return channel


async def start_game(services: Services, first: str = "guest 0", other: str = "guest 1", **order: Any) -> PlayedTable:
    """A table with both armies deployed and both players connected; the first one is to move."""
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend")]
    card = await services.tables.opening.open(http.OpenTable("stratego", "Anne", chairs, **order), "Anne", first)
    actor, table = await services.tables.find(card.id)
    await services.tables.join(actor.id, first, "Anne", "a")
    await services.tables.join(actor.id, other, "Bruno", "b")
    players = [RecordingConnection(first), RecordingConnection(other)]
    for person in players:
        actor.connect(person, table, 0)
    played = PlayedTable(actor, table, players, RecordingConnection(None))
    while len(table.playing().asked()) == 2:
        for seat in (0, 1):
            await played.play(seat)
    while list(table.playing().asked()) != [0]:
        await played.play(table.playing().asked()[0])
    return played


async def bring_turn(played: PlayedTable, back: bool = False) -> None:
    """The first player plays and disconnects, the other plays: it is the first one's turn."""
    if back:
        played.reconnect(0)
    await played.play(0)
    played.disconnect(0)
    await played.play(1)
    assert list(played.table.playing().asked()) == [0]


async def received(webhook: PushService) -> Json:
    found: Json = json.loads((await webhook.next())[2])
    return found


async def due_times(services: Services) -> list[int | None]:
    return [at for (at,) in await services.storage.rows("SELECT due FROM way ORDER BY id")]
