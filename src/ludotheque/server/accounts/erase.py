"""Forgetting somebody who asks for it.

This is the one thing that rewrites a log. The moves stay, for the others' games must still be told and verified; the
name becomes :data:`NOBODY`, the guest is taken out, and what they said is emptied. Where they were in the middle of a
game a bot plays on for them; where it had not begun their chair is free again. Each table is rewritten at once or not
at all, so that it can be gone on with if something fails half-way.

A seat is the person's who sat down on it. Whoever only claimed it, by its link, is taken out themselves, with what
they said; the seat and its owner stay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.protocol.http import SeatLine
from ludotheque.server.accounts.accounts import Account
from ludotheque.server.accounts.guest_data import BELONGINGS, NOBODY
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage import Statement, table_index, tournament_guests
from ludotheque.server.tables import events, index_entries
from ludotheque.server.tables.actor import RewrittenLog
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
from ludotheque.server.tables.table import Table

_TABLES: Final = 'SELECT "table" FROM sitting WHERE guest = $1 UNION SELECT "table" FROM spoke WHERE guest = $1'
_SPOKE: Final = 'SELECT who FROM spoke WHERE guest = $1 AND "table" = $2'
_BODY: Final = 'UPDATE entry SET body = $3 WHERE "table" = $1 AND seq = $2'
_APPEND: Final = 'INSERT INTO entry ("table", seq, body) VALUES ($1, $2, $3)'
_RISE: Final = 'DELETE FROM sitting WHERE guest = $1 AND "table" = $2'
_SEATS: Final = 'SELECT seats FROM summary WHERE "table" = $1'
_NAMES: Final = 'UPDATE summary SET seats = $2 WHERE "table" = $1'

_seat_lines: msgspec.json.Decoder[list[SeatLine]] = msgspec.json.Decoder(list[SeatLine])
_replace = msgspec.structs.replace


async def forget(services: Services, guest: str, account: Account | None = None) -> None:
    """Delete all that the house knows of a guest, and their account if they have one."""
    if account is None and not await _is_known(services, guest):
        return
    for (table,) in await services.storage.rows(_TABLES, guest):
        spoke = {who for (who,) in await services.storage.rows(_SPOKE, guest, table)}
        erasing = _Forgetting(services, table, guest, spoke, await _names(services, table))
        await services.tables.rewrite_log(table, erasing)
        await asyncio.sleep(0)
    gone = [Statement(sql, (guest,)) for belonging in BELONGINGS for sql in belonging.forget]
    if account is not None:
        gone.append(Statement("DELETE FROM passkey WHERE account = $1", (account.id,)))
        gone.append(Statement("DELETE FROM account WHERE id = $1", (account.id,)))
    await services.storage.write(*gone)
    await tournament_guests.erase_guest(services.storage, guest)
    if account is not None:
        services.accounts.gone(account.id)
    services.sanctions.invalidate_cache()
    await services.storage.erase_deleted()


async def _is_known(services: Services, guest: str) -> bool:
    """Whether there is anything to forget: looking is cheap, clearing the file is not."""
    for table, key in {(belonging.table, key) for belonging in BELONGINGS for key in belonging.names}:
        if await services.storage.rows(f"SELECT 1 FROM {table} WHERE {key} = $1 LIMIT 1", guest):
            return True
    return False


async def _names(services: Services, table: str) -> str | None:
    rows = await services.storage.rows(_SEATS, table)
    return rows[0][0] if rows else None


class Stay:
    """A person's time on a seat: from which line to which, and by which guests the seat was used."""

    def __init__(self, seat: int, start: int, guest: str | None) -> None:
        self.seat = seat
        self.start = start
        self.end: int | None = None
        self.owner = {guest} if guest else set()
        """Whoever sat down, under all names they have had since."""
        self.claimers: list[set[str]] = []
        """Those who took the seat by its link, likewise."""

    def claimed(self, guest: str) -> None:
        """The seat was taken by its link."""
        if guest and not self.knows(guest):
            self.claimers.append({guest})

    def adopted(self, before: str, guest: str) -> None:
        """A guest is another from now on."""
        for person in (self.owner, *self.claimers):
            if guest and before in person:
                person.add(guest)

    def knows(self, guest: str | None) -> bool:
        """Whether a guest is the owner, or one of those who took the seat by its link."""
        return any(guest in person for person in (self.owner, *self.claimers))

    def people(self, guest: str) -> set[str]:
        """The guests that are one person with this one: all of them for the owner, for whose seat others vouch."""
        if guest in self.owner:
            return self.owner.union(*self.claimers)
        return set().union(*(person for person in self.claimers if guest in person))

    def lasts(self, index: int) -> bool:
        """Whether they sat there when a line was written."""
        return self.start <= index and (self.end is None or index < self.end)


def stays(lines: Sequence[TableEvent]) -> list[Stay]:
    """Who sat where, and for how long."""
    found: list[Stay] = []
    for index, line in enumerate(lines):
        if isinstance(line, SeatTaken):
            if any(stay.seat == line.seat and stay.end is None and stay.knows(line.guest) for stay in found):
                continue  # the same guest brings a nonce
            for stay in found:
                if stay.seat == line.seat and stay.end is None:
                    stay.end = index
            found.append(Stay(line.seat, index, line.guest))
        elif isinstance(line, SeatClaimed | GuestMerged):
            for stay in found:
                if stay.end is not None:
                    continue
                if isinstance(line, GuestMerged):
                    stay.adopted(line.before, line.guest)
                elif line.seat == stay.seat:
                    stay.claimed(line.guest)
    return found


class _Forgetting:
    """What has to be written at one table."""

    def __init__(self, services: Services, table: str, guest: str, spoke: set[str], names: str | None) -> None:
        self._signer = services.signer
        self._slices = services.time_slices
        self._time = services.tables.actor(table).time
        self._table = table
        self._guest = guest
        self._spoke = spoke
        self._names = names

    async def __call__(self, bodies: Sequence[bytes]) -> RewrittenLog:
        lines = [events.decode(body) for body in bodies]
        sat = stays(lines)
        theirs = [stay for stay in sat if self._guest in stay.owner]
        people = {self._guest}.union(*(stay.people(self._guest) for stay in sat))
        for line in reversed(lines):  # whoever opened it without sitting down may have been adopted since, too
            if isinstance(line, GuestMerged) and line.guest in people:
                people.add(line.before)
        speakers = self._spoke | {self._signer.speaker_id(self._table, guest) for guest in people}
        new = [_without(line, index, theirs, people, speakers) for index, line in enumerate(lines)]
        ending, goes_on = await self._ending(new, [stay.seat for stay in theirs if stay.end is None])
        statements = [
            *(
                Statement(_BODY, (self._table, seq, events.encode(line)))
                for seq, line in enumerate(new)
                if line is not lines[seq]
            ),
            *ending,
            *(Statement(_RISE, (guest, self._table)) for guest in people),
        ]
        return RewrittenLog(statements, goes_on)

    async def _ending(self, lines: list[TableEvent], seats: Sequence[int]) -> tuple[list[Statement], bool]:
        """The lines that follow, and what the register then says; and whether somebody is played for from now on."""
        at = self._time.now()
        try:
            table = await self._slices.run(Table.load_in_steps(self._table, [events.encode(line) for line in lines]))
        except InvalidLog:  # an older edition of the rules: it is not played on, but its names are shown
            more: list[TableEvent] = [LogErased(at)]
            register_says = self._unnamed(seats)
        else:
            more = [*(PlayerLeft(seat, at) for seat in seats if not table.over), LogErased(at)]
            then = table.after(more)
            register_says = list(table_index.entry_statements(index_entries.entry(then), then.length))
        appended = [
            Statement(_APPEND, (self._table, seq, events.encode(line))) for seq, line in enumerate(more, len(lines))
        ]
        return [*appended, *register_says], len(more) > 1

    def _unnamed(self, seats: Sequence[int]) -> list[Statement]:
        if self._names is None:
            return []
        shown = [
            _replace(line, name=NOBODY) if seat in seats else line
            for seat, line in enumerate(_seat_lines.decode(self._names))
        ]
        return [Statement(_NAMES, (self._table, msgspec.json.encode(shown).decode()))]


def _without(line: TableEvent, index: int, theirs: Sequence[Stay], people: set[str], speakers: set[str]) -> TableEvent:
    """A line without somebody; the same line if they were not in it."""
    match line:
        case TableOpened() if line.opener in people:
            return _replace(line, opener=None)
        case SeatTaken() if line.guest in people:
            return _replace(line, name=NOBODY, guest=None)
        case SeatTaken() if line.asker in speakers:
            return _replace(line, asker=None, client=None)
        case SeatClaimed() | ClaimLinkRenewed() if line.guest in people:
            return _replace(line, guest="")
        case GuestMerged() if line.guest in people or line.before in people:
            return _replace(line, before="", guest="")
        case ChatPosted() if line.who in speakers or any(stay.seat == line.by and stay.lasts(index) for stay in theirs):
            return _replace(line, who="", name=NOBODY, text="", client="")
    return line
