"""The repositories of notifications, on each kind of database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludotheque.server.storage import Statement, Storage, open_storage
from ludotheque.server.storage.notification_channels import Channel, ChannelRepository, GuestSeat
from ludotheque.server.storage.notification_digests import (
    DAY,
    DigestRepository,
    GuestTurn,
    Lease,
    UnsavedTurn,
    WaitingTurn,
)
from ludotheque.server.storage.push_subscriptions import PushSubscription, PushSubscriptionRepository

DELAY, QUIET = 300, 3600
SEATS = '[{"kind":"human","name":"Anne","level":null},{"kind":"human","name":"Bruno","level":null}]'


@pytest.fixture
async def storage(database: Path | str) -> AsyncIterator[Storage]:
    storage = await open_storage(database)
    yield storage
    await storage.close()


@pytest.fixture
def channels(storage: Storage) -> ChannelRepository:
    return ChannelRepository(storage)


@pytest.fixture
def digests(storage: Storage) -> DigestRepository:
    return DigestRepository(storage, DELAY, QUIET)


def webhook(id: str, guest: str = "anne", table: str = "", daily: bool = False) -> Channel:
    address = f"https://hook.example/{id}"
    return Channel(id, guest, table, "hook", address, "json", "secret", "fr", daily, True, 0, 0, 0)


def email(id: str, guest: str = "anne", address: str = "anne@example.org") -> Channel:
    return Channel(id, guest, "", "mail", address, "", "", "fr", False, False, 0, 0, 0)


async def add_table(storage: Storage, table: str, asked: str, updated: int, due: int | None = None) -> None:
    """Have the table index list a game of Anne and Bruno."""
    summary = (
        'INSERT INTO summary ("table", game, public, state, seats, asked, due, updated, length) '
        "VALUES ($1, 'stratego', TRUE, 'playing', $2, $3, $4, $5, 1)"
    )
    sitting = 'INSERT INTO sitting (guest, "table", seat) VALUES ($1, $2, $3)'
    await storage.write(
        Statement(summary, (table, SEATS, asked, due, updated)),
        Statement(sitting, ("anne", table, 0)),
        Statement(sitting, ("bruno", table, 1)),
    )


async def test_push_subscriptions_are_renewed_limited_and_expire(storage: Storage) -> None:
    repository = PushSubscriptionRepository(storage)

    def subscription(endpoint: str, lang: str = "fr", guest: str = "anne") -> PushSubscription:
        return PushSubscription(guest, endpoint, b"key", b"auth", lang)

    await repository.save(subscription("b", guest="bruno"), 1, 2, 0)
    for at, endpoint in enumerate("abc", 1):
        await repository.save(subscription(endpoint), at, 2, 0)
    assert {one.endpoint for one in await repository.of_guests(["anne"])} == {"b", "c"}
    await repository.save(subscription("b", "en"), 5, 2, 2)
    found = await repository.of_guests(["anne", "bruno"])
    assert sorted(found) == [subscription("b", "en"), subscription("c")]
    await repository.delete("anne", "b")
    assert await repository.of_guests(["anne"]) == [subscription("c")]


async def test_channel_is_saved_in_place_of_the_same_address(channels: ChannelRepository) -> None:
    first, other = webhook("x"), webhook("y")
    await channels.save(first, 1, 0)
    await channels.save(other, 2, 0)
    again = first._replace(id="z", daily=True)
    await channels.save(again, 3, 0)
    assert await channels.of_guest("anne") == [other, again]
    assert await channels.find("x") is None
    assert await channels.of_guest("bruno") == []


async def test_channels_of_a_table_are_counted(channels: ChannelRepository) -> None:
    assert await channels.count_of_table("t") == 0
    await channels.save(webhook("x", table="t"), 1, 0)
    await channels.save(webhook("y", table="t", guest="bruno"), 1, 0)
    await channels.save(webhook("z", table="u"), 1, 0)
    assert await channels.count_of_table("t") == 2


async def test_removed_address_is_remembered_until_its_request_expires(channels: ChannelRepository) -> None:
    await channels.save(email("x"), 10, 0)
    assert await channels.has_unconfirmed("Anne@Example.org", 9)
    assert not await channels.has_unconfirmed("anne@example.org", 10)
    await channels.remove("x")
    assert await channels.of_guest("anne") == []
    assert await channels.has_unconfirmed("anne@example.org", 9)
    await channels.save(email("y", address="other@example.org"), 20, 11)
    assert not await channels.has_unconfirmed("anne@example.org", 9)
    await channels.confirm("y")
    assert not await channels.has_unconfirmed("other@example.org", 9)
    assert (await channels.of_guest("anne"))[0].confirmed is True
    await channels.remove("y")
    assert await channels.find("y") is None


async def test_removed_channel_leaves_no_turns(
    channels: ChannelRepository, digests: DigestRepository, storage: Storage
) -> None:
    for id in "xyz":
        await channels.save(webhook(id), 1, 0)
    await digests.save_turns([WaitingTurn(id, "t", 0, 5, False, None) for id in "xyz"])
    await channels.remove("x")
    await channels.delete("y")
    await channels.save(webhook("z")._replace(id="other"), 2, 0)
    assert await storage.rows("SELECT 1 FROM waiting") == []


async def test_turn_is_reported_to_the_channels_of_player_and_table(
    channels: ChannelRepository, digests: DigestRepository
) -> None:
    await channels.save(webhook("own"), 1, 0)
    await channels.save(webhook("table", "bruno", "t"), 1, 0)
    await channels.save(webhook("other", "bruno"), 1, 0)
    await channels.save(webhook("elsewhere", "anne", "u"), 1, 0)
    await channels.save(email("unconfirmed"), 1, 0)
    assert await digests.channels_to_notify("t", ["anne", "anne"]) == ["own", "table"]


async def test_seats_and_turns_of_a_guest_are_found(
    channels: ChannelRepository, digests: DigestRepository, storage: Storage
) -> None:
    await add_table(storage, "t", ",0,", 5, 99)
    await add_table(storage, "u", ",1,", 5)
    assert sorted(await channels.seats_of_guest("anne")) == [GuestSeat("t", 0), GuestSeat("u", 0)]
    assert await digests.turns_of_guest("anne") == [GuestTurn("t", 0, "stratego", 99)]


async def test_turns_that_were_not_saved_are_found(
    channels: ChannelRepository, digests: DigestRepository, storage: Storage
) -> None:
    await channels.save(webhook("x"), 1, 0)
    await add_table(storage, "old", ",0,", 4)
    await add_table(storage, "new", ",0,", 6, 99)
    await add_table(storage, "saved", ",0,", 6)
    await digests.save_turns([WaitingTurn("x", "saved", 0, 6, False, None)])
    assert await digests.unsaved_turns(5) == [UnsavedTurn("x", "new", 0, 6, 99)]


async def leased(digests: DigestRepository, id: str, at: int) -> Lease:
    assert await digests.due_channels(at - 1, 10) == [], "not before"
    assert await digests.due_channels(at, 10) == [id]
    lease = await digests.lease(id, f"holder {at}", at, at + 100)
    assert lease is not None
    return lease


@pytest.mark.parametrize("daily", [False, True])
async def test_channel_is_due_after_the_delay_and_then_after_the_quiet_time(
    channels: ChannelRepository, digests: DigestRepository, storage: Storage, daily: bool
) -> None:
    start, interval = 2 * DAY, DAY if daily else QUIET
    await add_table(storage, "t", ",0,", start)
    await channels.save(webhook("x", daily=daily), 1, 0)
    turn = WaitingTurn("x", "t", 0, start, False, None)
    await digests.save_turns([turn])
    lease = await leased(digests, "x", start + DELAY)
    sent = start + DELAY + 7
    await digests.release(lease, closed=[], known=[turn], reminded=[], sent_at=sent)
    assert await digests.due_channels(start + 9 * DAY, 10) == []
    await digests.save_turns([turn._replace(since=sent + 1)])
    lease = await leased(digests, "x", sent + interval)
    assert (lease.channel.sent, lease.channel.number, lease.channel.daily) == (sent, 1, daily)


async def test_channel_is_due_for_a_reminder_in_the_quiet_time(
    channels: ChannelRepository, digests: DigestRepository, storage: Storage
) -> None:
    await add_table(storage, "t", ",0,", 5, 900)
    await channels.save(webhook("x"), 1, 0)
    turn = WaitingTurn("x", "t", 0, 5, True, 400)
    await digests.save_turns([turn])
    lease = await leased(digests, "x", 400)
    [status] = await digests.turns_of_channel("x")
    assert status == (turn, True, "stratego", "Anne", 900)
    await digests.release(lease, closed=[], known=[], reminded=[turn._replace(remind_at=None)], sent_at=None)
    assert await digests.due_channels(9 * DAY, 10) == []
    assert [one.turn.remind_at for one in await digests.turns_of_channel("x")] == [None]


async def test_player_who_knows_is_not_reported(channels: ChannelRepository, digests: DigestRepository) -> None:
    await channels.save(webhook("x"), 1, 0)
    await digests.save_turns([WaitingTurn("x", "t", 0, 5, False, None)])
    await digests.mark_known("t", 1)
    [status] = await digests.turns_of_channel("x")
    assert (status.turn.known, status.is_open) == (False, False), "there is no such table"
    await digests.mark_known("t", 0)
    [status] = await digests.turns_of_channel("x")
    assert status.turn.known is True
    lease = await digests.lease("x", "holder", 9 * DAY, 9 * DAY + 1)
    assert lease is not None, "the due time stays, and what is due is then decided anew"
    await digests.release(lease, closed=[status.turn], known=[], reminded=[], sent_at=None)
    assert await digests.turns_of_channel("x") == []


async def test_turn_that_was_renewed_meanwhile_is_neither_closed_nor_known(
    channels: ChannelRepository, digests: DigestRepository
) -> None:
    await channels.save(webhook("x"), 1, 0)
    old = WaitingTurn("x", "t", 0, 5, False, None)
    await digests.save_turns([old])
    lease = await digests.lease("x", "holder", DAY, DAY + 1)
    assert lease is not None
    new = old._replace(since=6)
    await digests.save_turns([new])
    await digests.release(lease, closed=[old], known=[old], reminded=[], sent_at=None)
    assert [one.turn for one in await digests.turns_of_channel("x")] == [new]


async def test_due_channel_is_leased_to_one_holder_until_the_lease_ends(
    channels: ChannelRepository, digests: DigestRepository
) -> None:
    await channels.save(email("x"), 10, 0)
    assert await digests.lease("x", "early", 9, 20) is None
    first = await digests.lease("x", "first", 10, 20)
    assert first == Lease(email("x"), "first")
    assert await digests.lease("x", "second", 19, 30) is None
    assert await digests.due_channels(19, 10) == []
    second = await digests.lease("x", "second", 20, 30)
    assert second is not None
    await digests.release_asked(first)
    assert await digests.due_channels(40, 10) == ["x"], "the first holder is late"
    await digests.release_asked(second)
    assert await digests.due_channels(40, 10) == []


async def test_failed_channel_is_due_when_it_is_tried_again(
    channels: ChannelRepository, digests: DigestRepository
) -> None:
    await channels.save(webhook("x"), 1, 0)
    await digests.save_turns([WaitingTurn("x", "t", 0, 0, False, None)])
    lease = await digests.lease("x", "holder", DAY, 2 * DAY)
    assert lease is not None
    await digests.release_failed(lease, 3, 3 * DAY)
    await digests.save_turns([WaitingTurn("x", "u", 0, DAY, False, None)])
    lease = await leased(digests, "x", 3 * DAY)
    assert lease.channel.failures == 3


async def test_most_urgent_channels_come_first(channels: ChannelRepository, digests: DigestRepository) -> None:
    for at, id in ((30, "c"), (10, "a"), (20, "b")):
        await channels.save(email(id, address=f"{id}@example.org"), at, 0)
    assert await digests.due_channels(100, 2) == ["a", "b"]
