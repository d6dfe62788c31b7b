"""Fixtures: push services, mailboxes, webhooks, and servers that send to them."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from ludotheque import games
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from tests.engine.parlour.game import GAME
from tests.server.notifications.channel_requests import CHANNELS
from tests.server.notifications.digest_games import settings, started
from tests.server.notifications.mailbox import Mailbox
from tests.server.notifications.push_requests import PUSH_QUIET
from tests.server.notifications.push_service import PushService
from tests.server.running import Running


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with PushService() as service:
        yield service


@pytest.fixture
def push_server(tmp_path: Path) -> Iterator[Running]:
    """A server that may send to a push service on this machine, almost without delay."""
    running = Running(tmp_path / "ludotheque.db", "--push-nearby", "--push-delay", "0.05").start()
    yield running
    running.stop()


@pytest.fixture
async def push_services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Services]:
    monkeypatch.setattr(games, "_names", lambda: ("parlour",))
    monkeypatch.setattr(games, "_open", {"parlour": GAME}.__getitem__)
    services = await open_services(Settings(tmp_path / "log.db", push_nearby=True, push_delay=0, push_quiet=PUSH_QUIET))
    yield services
    await services.close()


@pytest.fixture
def certified(tmp_path: Path) -> tuple[Path, ssl.SSLContext]:
    """A self-signed certificate for 127.0.0.1: its file, and a server's TLS context."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push")])
    today = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return path, context


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
def channel_server(tmp_path: Path, mailbox: Mailbox) -> Iterator[Running]:
    """A server with e-mail and webhooks, and a short delay."""
    sender = ["--mail-server", mailbox.address, "--mail-from", "Ludothèque <games@games.example>"]
    running = Running(tmp_path / "ludotheque.db", *CHANNELS, *sender).start()
    yield running
    running.stop()


@pytest.fixture
async def services(tmp_path: Path, mailbox: Mailbox) -> AsyncIterator[Services]:
    services = await started(settings(tmp_path, mailbox))
    yield services
    await services.close()
