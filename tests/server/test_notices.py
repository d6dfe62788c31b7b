"""Word between workers: what fits into a notice, and who can read it."""

from __future__ import annotations

import asyncio

import asyncpg
import msgspec
import pytest

from ludotheque.server.cluster.encryption import Cipher, DecryptionError
from ludotheque.server.cluster.notify import BYTES, CHANNEL, AppendedEntries, NotifyChannel, WorkerMessage
from ludotheque.server.storage import open_storage
from tests.server.company import until

KEY = b"k" * 32


class Ear:
    """A worker that listens."""

    def __init__(self, address: str, name: str, key: bytes = KEY) -> None:
        self.heard: list[tuple[str, WorkerMessage]] = []
        self.missed = 0
        self.notices = NotifyChannel(
            address, name, key, lambda worker, notice: self.heard.append((worker, notice)), self.miss, first
        )

    def miss(self) -> None:
        self.missed += 1

    def written(self) -> list[AppendedEntries]:
        return [written for _, notice in self.heard for written in notice.written]


async def first(connection: object, seats: dict[str, list[int]]) -> None:
    """Nothing is to be written down before."""


@pytest.fixture
async def address(postgres_address: str) -> str:
    await (await open_storage(postgres_address)).close()
    return postgres_address


async def test_what_is_written_comes_along_in_order_and_what_is_too_long_is_only_named(address: str) -> None:
    here, there = Ear(address, "here"), Ear(address, "there")
    await asyncio.gather(here.notices.listening.wait(), there.notices.listening.wait())
    short = [AppendedEntries(f"table {number % 40}", number, [b"x" * (number % 300)]) for number in range(400)]
    for written in short:
        here.notices.written(written)
    here.notices.written(AppendedEntries("long", 7, [b"y" * BYTES, b"z"]))
    await until(lambda: len(there.written()) == len(short) and any(notice.tables for _, notice in there.heard))
    assert there.written() == short
    assert [notice.tables for _, notice in there.heard if notice.tables] == [{"long": 9}]
    assert {worker for worker, _ in there.heard} == {"here"}
    assert here.heard == [], "nobody is told what they have said themselves"
    await asyncio.gather(here.notices.close(), there.notices.close())


async def test_whoever_else_listens_learns_nothing(address: str) -> None:
    here = Ear(address, "here")
    await here.notices.listening.wait()
    eavesdropper = await asyncpg.connect(address)
    overheard: list[str] = []
    await eavesdropper.add_listener(CHANNEL, lambda *word: overheard.append(word[-1]))
    here.notices.written(AppendedEntries("secret table", 3, [b"marshal on a1"]))
    await until(lambda: bool(overheard))
    assert "secret" not in overheard[0]
    assert "marshal" not in overheard[0]
    with pytest.raises(DecryptionError):
        Cipher(b"another house's").open(overheard[0].partition(" ")[2], "here")
    await eavesdropper.close()
    await here.notices.close()


@pytest.mark.parametrize("word", ["", "x", "somebody", "somebody ????", "somebody AAAA", "somebody else's"])
async def test_what_cannot_be_read_is_no_notice_but_a_reason_to_look(address: str, word: str) -> None:
    here = Ear(address, "here")
    await here.notices.listening.wait()
    await until(lambda: here.missed == 1)  # whoever begins to listen may have missed something
    stranger = await asyncpg.connect(address)
    word = word.replace("else's", Cipher(b"of another house").close(b"\x90", "somebody"))
    await stranger.execute("SELECT pg_notify($1, $2)", CHANNEL, word)
    await until(lambda: here.missed == 2)
    sealed = Cipher(KEY).close(msgspec.msgpack.encode(WorkerMessage(tables={"t": 1})), "friend")
    await stranger.execute("SELECT pg_notify($1, $2)", CHANNEL, f"friend {sealed}")
    await until(lambda: bool(here.heard))
    assert here.heard == [("friend", WorkerMessage(tables={"t": 1}))]
    await stranger.close()
    await here.notices.close()


def test_the_same_word_is_never_sealed_the_same_way() -> None:
    seal = Cipher(KEY)
    sealed = [seal.close(b"word", "me") for _ in range(20)]
    assert len(set(sealed)) == 20
    assert all(seal.open(text, "me") == b"word" for text in sealed)


def test_nobodys_word_is_passed_off_as_anothers() -> None:
    with pytest.raises(DecryptionError):
        Cipher(KEY).open(Cipher(KEY).close(b"I go", "me"), "you")
