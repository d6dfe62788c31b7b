"""Repositories of accounts, tokens, speakers and moderation, on either kind of database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludotheque.server.storage import Conflict, Storage, open_storage
from ludotheque.server.storage.accounts import Account, AccountRepository, Passkey
from ludotheque.server.storage.erase import LogRewrite, load_index_seats, rewrite_log
from ludotheque.server.storage.guest_data import GuestDataRepository
from ludotheque.server.storage.guest_tables import GuestTableRepository, TableToMerge
from ludotheque.server.storage.moderation import (
    ModerationRepository,
    NewReport,
    RecordedAction,
    ReportedGuest,
    Sanction,
)
from ludotheque.server.storage.speakers import SpeakerRepository
from ludotheque.server.storage.table_index import IndexEntry
from ludotheque.server.storage.tokens import TokenRepository

ACCOUNT = Account("a", "guest of a", "Anne", 1, 10)
PHONE = Passkey("phone", "a", "localhost", b"\0key", 0)
BLUE = Passkey("blue", "a", "localhost", b"\1key", 0)


@pytest.fixture
async def storage(database: Path | str) -> AsyncIterator[Storage]:
    storage = await open_storage(database)
    yield storage
    await storage.close()


async def test_account_is_created_renamed_and_erased(storage: Storage) -> None:
    accounts = AccountRepository(storage)
    assert await accounts.find("a") is None
    await accounts.create(ACCOUNT, PHONE, "Téléphone")
    await accounts.rename("a", "Anne-Charlotte")
    await accounts.start_next_generation("a")
    assert await accounts.find("a") == ACCOUNT._replace(name="Anne-Charlotte", generation=2)
    await GuestDataRepository(storage).erase("guest of a", "a")
    assert await accounts.find("a") is None
    assert await accounts.find_passkey("phone") is None


async def test_passkeys_are_added_used_and_removed_except_the_last(storage: Storage) -> None:
    accounts = AccountRepository(storage)
    await accounts.create(ACCOUNT, PHONE, "Téléphone")
    await accounts.add_passkey(BLUE, "Clé bleue", 20)
    await accounts.record_passkey_use("blue", 7, 30)
    assert await accounts.find_passkey("blue") == BLUE._replace(uses=7)
    cards = [(card.name, card.created, card.used) for card in await accounts.passkeys("a")]
    assert cards == [("Téléphone", 10, 10), ("Clé bleue", 20, 30)]
    assert not await accounts.remove_passkey("other", "phone")
    assert await accounts.remove_passkey("a", "phone")
    assert not await accounts.remove_passkey("a", "blue")


async def test_token_is_spent_once_until_it_expires(storage: Storage) -> None:
    tokens = TokenRepository(storage)
    assert await tokens.spend("token", 100)
    await tokens.delete_expired(100)
    assert not await tokens.spend("token", 100)
    await tokens.delete_expired(101)
    assert await tokens.spend("token", 100)


async def test_speaker_is_found_by_table_and_id(storage: Storage) -> None:
    speakers = SpeakerRepository(storage)
    for _ in range(2):
        await speakers.record("guest", "table", "speaker")
    await speakers.record("guest", "other table", "other speaker")
    assert await speakers.find_guest("table", "speaker") == "guest"
    assert await speakers.find_guest("table", "other speaker") is None
    assert await speakers.speaker_ids("guest", "table") == {"speaker"}
    assert set(await GuestTableRepository(storage).all("guest")) == {"table", "other table"}


async def test_report_is_closed_with_its_sanction_and_action(storage: Storage) -> None:
    moderation = ModerationRepository(storage)
    await storage.append("table", 0, [b"opened"], IndexEntry("table", "parlour", True, "waiting", "[]", (), None, 1))
    await storage.flush_index()
    await moderation.add_report(NewReport(5, "table", "anne", "Anne", "bruno", "Bruno", "rude", False, "why"))
    assert await moderation.count_open_reports("anne") == 1
    assert await moderation.open_reports("bruno") == []
    (report,) = await moderation.open_reports("claire")
    assert report[1:] == (5, "table", "parlour", True, "Anne", "bruno", "Bruno", "rude", False, "why")
    assert await moderation.find_open_report(report.id, "bruno") is None
    reported = ReportedGuest(report.id, "table", "bruno", "Bruno")
    assert await moderation.find_open_report(report.id, "claire") == reported
    sanction = Sanction("bruno", "mute", "Bruno", 100)
    deed = RecordedAction(7, "claire", "Claire", "mute", "bruno", "Bruno", "table", 100, "because")
    await moderation.close_report(report.id, deed, sanction)
    assert await moderation.find_open_report(report.id, "claire") is None
    assert await moderation.sanctions(99) == [sanction]
    assert await moderation.sanctions(100) == []
    lifted = RecordedAction(8, "claire", "Claire", "lift_mute", "bruno", "Bruno", "", None, "sorry")
    await moderation.lift_sanction(sanction, lifted)
    assert await moderation.sanctions(0) == []
    deeds = [(card.at, card.moderator, card.kind, card.until) for card in await moderation.latest_actions()]
    assert deeds == [(8, "Claire", "lift_mute", None), (7, "Claire", "mute", 100)]


async def test_moderators_are_added_listed_and_removed(storage: Storage) -> None:
    moderation = ModerationRepository(storage)
    joined = RecordedAction(1, "claire", "Claire", "join", "claire", "Claire", "", None, "")
    await moderation.add_moderator("claire", "Claire", joined)
    assert await moderation.moderator_name("claire") == "Claire"
    assert await moderation.moderator_name("anne") is None
    assert await moderation.moderator_names() == ["Claire"]
    assert await moderation.remove_moderator("Claire")
    assert not await moderation.remove_moderator("Claire")


async def test_guest_data_moves_to_another_guest_and_is_erased(storage: Storage) -> None:
    speakers, guest_data = SpeakerRepository(storage), GuestDataRepository(storage)
    await speakers.record("before", "table", "speaker")
    await guest_data.move("before", "after")
    await guest_data.move("before", "after")
    assert not await guest_data.is_known("before")
    assert (await guest_data.export("after"))["spoke_at"] == [{"table": "table"}]
    await guest_data.erase("after")
    assert not await guest_data.is_known("after")


async def test_log_is_rewritten_in_one_transaction(storage: Storage) -> None:
    tables = GuestTableRepository(storage)
    entry = IndexEntry("table", "parlour", True, "playing", "[]", (), None, 1, [("anne", 0), ("bruno", 1)])
    await storage.append("table", 0, [b"opened", b"Anne sat", b"Anne said"], entry)
    await storage.flush_index()
    assert await tables.to_merge("anne", "bruno") == [TableToMerge("table", "playing", True)]
    assert await tables.seated_in_play("anne") == ["table"]
    now = IndexEntry("table", "parlour", True, "over", "[]", (), None, 2)
    rewrite = LogRewrite("table", 3, {1: b"sat", 2: b"said"}, [b"left", b"erased"], now, None, ["anne"], True)
    with pytest.raises(Conflict):  # an entry of that number exists: nothing is written
        await rewrite_log(storage, rewrite._replace(log_length=2))
    assert await storage.load("table") == [b"opened", b"Anne sat", b"Anne said"]
    await rewrite_log(storage, rewrite)
    assert await storage.load("table") == [b"opened", b"sat", b"said", b"left", b"erased"]
    assert await tables.log_length("table") == 5
    assert await tables.all("anne") == []
    assert await tables.seated_in_play("bruno") == []
    assert await load_index_seats(storage, "table") == []
    assert await load_index_seats(storage, "nowhere") is None
