"""Requests about notification channels, and what channels receive."""

from __future__ import annotations

import json
from typing import Any

from tests.server.client import Guest, Json
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_service import PushService

CHANNELS = ["--call-address", "https://games.example", "--call-webhooks", "--push-nearby", "--call-delay", "0.2"]


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
