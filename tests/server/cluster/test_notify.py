"""Messages between workers: what fits into one, and who can read it."""

from __future__ import annotations

import asyncio

import asyncpg
import msgspec
import pytest

from ludotheque.server.cluster.encryption import Cipher, DecryptionError
from ludotheque.server.cluster.notify import BYTES, NotifyChannel, WorkerMessage
from ludotheque.server.storage import open_storage
from ludotheque.server.storage.log import AppendedEntries
from ludotheque.server.storage.postgres_notify import CHANNEL
from tests.server.played_table import wait_until

KEY = b"k" * 32


class Receiver:
    """A worker that collects the messages it receives."""

    def __init__(self, address: str, name: str, key: bytes = KEY) -> None:
        self.received: list[tuple[str, WorkerMessage]] = []
        self.gaps = 0
        self.channel = NotifyChannel(
            address, name, key, lambda worker, message: self.received.append((worker, message)), self.gap, save_seats
        )

    def gap(self) -> None:
        self.gaps += 1

    def appended(self) -> list[AppendedEntries]:
        return [entries for _, message in self.received for entries in message.appended]


async def save_seats(connection: object, seats: dict[str, list[int]]) -> None:
    """Record nothing."""


@pytest.fixture
async def address(postgres_address: str) -> str:
    await (await open_storage(postgres_address)).close()
    return postgres_address


async def test_appended_entries_arrive_in_order_and_of_long_ones_only_the_length(address: str) -> None:
    here, there = Receiver(address, "here"), Receiver(address, "there")
    await asyncio.gather(here.channel.listening.wait(), there.channel.listening.wait())
    short = [AppendedEntries(f"table {number % 40}", number, [b"x" * (number % 300)]) for number in range(400)]
    for entries in short:
        here.channel.send_appended(entries)
    here.channel.send_appended(AppendedEntries("long", 7, [b"y" * BYTES, b"z"]))
    await wait_until(
        lambda: len(there.appended()) == len(short) and any(message.lengths for _, message in there.received)
    )
    assert there.appended() == short
    assert [message.lengths for _, message in there.received if message.lengths] == [{"long": 9}]
    assert {worker for worker, _ in there.received} == {"here"}
    assert here.received == [], "a worker ignores its own messages"
    await asyncio.gather(here.channel.close(), there.channel.close())


async def test_other_users_of_the_database_cannot_read_messages(address: str) -> None:
    here = Receiver(address, "here")
    await here.channel.listening.wait()
    eavesdropper = await asyncpg.connect(address)
    payloads: list[str] = []
    await eavesdropper.add_listener(CHANNEL, lambda *arguments: payloads.append(arguments[-1]))
    here.channel.send_appended(AppendedEntries("secret table", 3, [b"marshal on a1"]))
    await wait_until(lambda: bool(payloads))
    assert "secret" not in payloads[0]
    assert "marshal" not in payloads[0]
    with pytest.raises(DecryptionError):
        Cipher(b"another server's").decrypt(payloads[0].partition(" ")[2], "here")
    await eavesdropper.close()
    await here.channel.close()


@pytest.mark.parametrize("payload", ["", "x", "sender", "sender ????", "sender AAAA", "sender other key"])
async def test_unreadable_message_counts_as_missed(address: str, payload: str) -> None:
    here = Receiver(address, "here")
    await here.channel.listening.wait()
    await wait_until(lambda: here.gaps == 1)  # messages before the connection may have been missed
    stranger = await asyncpg.connect(address)
    payload = payload.replace("other key", Cipher(b"of another server").encrypt(b"\x90", "sender"))
    await stranger.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
    await wait_until(lambda: here.gaps == 2)
    encrypted = Cipher(KEY).encrypt(msgspec.msgpack.encode(WorkerMessage(lengths={"t": 1})), "friend")
    await stranger.execute("SELECT pg_notify($1, $2)", CHANNEL, f"friend {encrypted}")
    await wait_until(lambda: bool(here.received))
    assert here.received == [("friend", WorkerMessage(lengths={"t": 1}))]
    await stranger.close()
    await here.channel.close()


def test_same_message_is_encrypted_differently_each_time() -> None:
    cipher = Cipher(KEY)
    encrypted = [cipher.encrypt(b"message", "me") for _ in range(20)]
    assert len(set(encrypted)) == 20
    assert all(cipher.decrypt(text, "me") == b"message" for text in encrypted)


def test_message_cannot_be_attributed_to_another_sender() -> None:
    with pytest.raises(DecryptionError):
        Cipher(KEY).decrypt(Cipher(KEY).encrypt(b"I leave", "me"), "you")
