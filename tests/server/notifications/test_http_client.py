"""HTTP requests to push services and webhooks: no private networks, no redirects, verified certificates."""

from __future__ import annotations

import ssl
from pathlib import Path

import httpcore
import pytest

from ludotheque.server.notifications.http_client import PublicNetworkBackend, Unreachable
from ludotheque.server.notifications.webpush import WebPushClient, new_key, read_keys
from tests.server.client import deployed
from tests.server.notifications.push_requests import subscribe
from tests.server.notifications.push_service import PushService, Subscriber
from tests.server.notifications.turns import bring_turn
from tests.server.running import Running


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "::1", "0.0.0.0"])
async def test_host_name_cannot_lead_to_a_private_network(service: PushService, host: str) -> None:
    """A name is looked up once, the result checked, and that very address connected to."""
    with pytest.raises((httpcore.ConnectError, OSError)):
        await PublicNetworkBackend().connect_tcp(host, service.port, timeout=2)
    assert service.connections == 0


async def test_redirects_are_not_followed(push_server: Running, service: PushService) -> None:
    anne, bruno = await deployed(push_server)
    async with PushService() as inside:
        await subscribe(anne.guest, Subscriber().subscription(f"{service.address}/anne"))
        service.answer = f"307 Temporary Redirect\r\nLocation: {inside.address}/admin"
        await bring_turn(anne, bruno)
        await service.next()
        assert await inside.is_quiet()
        assert inside.connections == 0


@pytest.mark.parametrize("trusted", [True, False])
async def test_push_service_needs_a_trusted_certificate(
    certified: tuple[Path, ssl.SSLContext], trusted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over HTTPS, with a self-signed certificate."""
    path, certificate = certified
    trust = ssl.create_default_context(cafile=path if trusted else None)
    monkeypatch.setattr(httpcore, "default_ssl_context", lambda: trust)
    client, browser = WebPushClient(new_key(), "mailto:host@example.org", allow_private=True), Subscriber()
    subscription = browser.subscription("")
    async with PushService(certificate) as service:
        sending = client.send(
            f"{service.address}/x", read_keys(subscription["p256dh"], subscription["auth"]), b"hello", "topic"
        )
        if trusted:
            assert await sending == 201
            assert browser.read((await service.next())[2]) == b"hello"
        else:
            with pytest.raises(Unreachable, match="ConnectError"):
                await sending
            assert service.taken.empty()
    await client.close()
