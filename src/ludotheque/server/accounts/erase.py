"""Erasing the personal data of a guest on request: decides what is erased; ``server/storage`` does it.

In the logs of tables the moves stay, since the other players' games must still be replayed and verified. The name
becomes :data:`ERASED_NAME`, the guest's id is removed, and their chat messages are emptied. In an unfinished game a
bot plays on for them; before a game their seat is free again. Each table is rewritten in one transaction, and erasing
can be repeated if it fails half-way.

A seat belongs to the guest who took it, and so do those of the players who share the guest's device: the guest has
entered their names. A guest who only claimed it by its link is removed with their chat messages;
the seat and its owner stay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from ludotheque.protocol.http import SeatSummary
from ludotheque.server.accounts.accounts import Accounts
from ludotheque.server.accounts.seat_history import SeatPeriod, seat_history
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.runtime.time_slices import TimeSlices
from ludotheque.server.storage import Storage, tournament_guests
from ludotheque.server.storage.accounts import Account
from ludotheque.server.storage.erase import LogRewrite, load_index_seats
from ludotheque.server.storage.guest_data import ERASED_NAME, GuestDataRepository
from ludotheque.server.storage.guest_tables import GuestTableRepository
from ludotheque.server.storage.speakers import SpeakerRepository
from ludotheque.server.tables import events, index_entries
from ludotheque.server.tables.devices import device_guest, is_companion
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import (
    ChatPosted,
    ClaimLinkRenewed,
    GuestMerged,
    LogErased,
    PlayerLeft,
    SeatClaimed,
    SeatTaken,
    TableEvent,
    TableOpened,
)
from ludotheque.server.tables.service import TableService
from ludotheque.server.tables.table import Table

_replace = msgspec.structs.replace


class GuestEraser:
    """Erases all personal data of a guest."""

    def __init__(
        self,
        storage: Storage,
        signer: Signer,
        tables: TableService,
        accounts: Accounts,
        sanctions: Sanctions,
        time_slices: TimeSlices,
    ) -> None:
        self._storage = storage
        self._signer = signer
        self._tables = tables
        self._accounts = accounts
        self._sanctions = sanctions
        self._time_slices = time_slices

    async def erase(self, guest: str, account: Account | None = None) -> None:
        """Erase all that is stored about a guest, and their account if one is given."""
        guest_data = GuestDataRepository(self._storage)
        if account is None and not await guest_data.is_known(guest):
            return  # clearing the database file of deleted data takes long
        for table in await GuestTableRepository(self._storage).all(guest):
            await self._erase_at(table, guest)
            await asyncio.sleep(0)
        await guest_data.erase(guest, None if account is None else account.id)
        await tournament_guests.erase_guest(self._storage, guest)
        if account is not None:
            self._accounts.invalidate_cache(account.id)
        self._sanctions.invalidate_cache()
        await self._storage.erase_deleted()

    async def _erase_at(self, table: str, guest: str) -> None:
        """Erase a guest from the log of a table."""
        speakers = await SpeakerRepository(self._storage).speaker_ids(guest, table)

        async def rewrite(bodies: Sequence[bytes]) -> LogRewrite:
            return await self._rewrite(table, guest, speakers, bodies)

        await self._tables.rewrite_log(table, rewrite)

    async def _rewrite(self, table: str, guest: str, speakers: set[str], bodies: Sequence[bytes]) -> LogRewrite:
        old = [events.decode(body) for body in bodies]
        history = seat_history(old)
        person = {guest}.union(*(period.same_person(guest) for period in history))
        for event in reversed(old):  # a guest who opened the table without taking a seat may have been merged too
            if isinstance(event, GuestMerged) and event.guest in person:
                person.add(event.before)
        companions = {one for period in history for one in period.owner if is_companion(one)}
        own = {one for one in companions if device_guest(one) in person}  # the guest entered their names
        owned = [period for period in history if guest in period.owner or own & period.owner]
        person |= own
        speakers = speakers | {self._signer.speaker_id(table, one) for one in person}
        new = [_without(event, index, owned, person, speakers) for index, event in enumerate(old)]
        replaced = {seq: events.encode(event) for seq, event in enumerate(new) if event is not old[seq]}
        new_bodies = [replaced.get(seq, body) for seq, body in enumerate(bodies)]
        at, seats = self._tables.actor(table).time.now(), [period.seat for period in owned if period.end is None]
        left: list[TableEvent] = []
        index_entry = index_seats = None
        try:
            now = await self._time_slices.run(Table.load_in_steps(table, new_bodies))
        except InvalidLog:  # another edition of the rules: it cannot be played on, but its names are listed
            index_seats = _without_names(await load_index_seats(self._storage, table), seats)
        else:
            left = [PlayerLeft(seat, at) for seat in seats if not now.over]
            index_entry = index_entries.entry(now.after([*left, LogErased(at)]))
        appended = [events.encode(event) for event in (*left, LogErased(at))]
        return LogRewrite(table, len(old), replaced, appended, index_entry, index_seats, person, bool(left))


def _without_names(summaries: Sequence[SeatSummary] | None, seats: Sequence[int]) -> list[SeatSummary] | None:
    """The seats of the table index without the names of some of them."""
    if summaries is None:
        return None
    return [_replace(summary, name=ERASED_NAME) if seat in seats else summary for seat, summary in enumerate(summaries)]


def _without(
    event: TableEvent, index: int, owned: Sequence[SeatPeriod], person: set[str], speakers: set[str]
) -> TableEvent:
    """An event without a person; the same event if it does not name them."""
    match event:
        case TableOpened() if event.opener in person:
            return _replace(event, opener=None)
        case SeatTaken() if event.guest in person:
            return _replace(event, name=ERASED_NAME, guest=None)
        case SeatTaken() if event.asker in speakers:
            return _replace(event, asker=None, client=None)
        case SeatClaimed() | ClaimLinkRenewed() if event.guest in person:
            return _replace(event, guest="")
        case GuestMerged() if event.guest in person or event.before in person:
            return _replace(event, before="", guest="")
        case ChatPosted() if event.who in speakers or _is_said_by(event, index, owned):
            return _replace(event, who="", name=ERASED_NAME, text="", client="")
    return event


def _is_said_by(event: ChatPosted, index: int, owned: Sequence[SeatPeriod]) -> bool:
    return any(period.seat == event.by and period.includes(index) for period in owned)
