"""Reports: guests report a chat message or a player, moderators decide. Every action of a moderator is recorded."""

from __future__ import annotations

import contextlib
from typing import Final, NamedTuple

from ludotheque.protocol.moderation import (
    ActionKind,
    Lift,
    ModerationOverview,
    Report,
    ReportCard,
    SanctionCard,
    SanctionKind,
    Verdict,
)
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.moderation.invitations import accept_invitation
from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Storage
from ludotheque.server.storage.guest_tables import GuestTableRepository
from ludotheque.server.storage.moderation import ModerationRepository, NewReport, OpenReport, RecordedAction, Sanction
from ludotheque.server.storage.speakers import SpeakerRepository
from ludotheque.server.tables.errors import OtherRulesEdition
from ludotheque.server.tables.service import TableService
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table

_HOUR: Final = 3600 * 1000
MOST_OPEN_REPORTS: Final = 10
"""Reports of one guest that may be open at once."""


class NoSuchReport(LookupError):
    """There is nothing to report, or no such report or sanction; the sentence says which."""


class TooManyReports(Exception):
    """The guest has as many open reports as are allowed."""


class Moderator(NamedTuple):
    """A moderator: their guest, and the name that other moderators see."""

    guest: str
    name: str


class _Reported(NamedTuple):
    """The guest whom a report is about, and what they said."""

    guest: str
    name: str
    said: str
    aside: bool


class Reports:
    """Takes reports, and does what moderators decide."""

    def __init__(self, storage: Storage, signer: Signer, tables: TableService, sanctions: Sanctions) -> None:
        self._storage = storage
        self._repository = ModerationRepository(storage)
        self._signer = signer
        self._tables = tables
        self._sanctions = sanctions

    # --- for guests ----------------------------------------------------------------------------------------------

    async def report(self, table: Table, guest: str, order: Report) -> None:
        """Add a report of a guest; raises :class:`NoSuchReport` and :class:`TooManyReports`."""
        seat = table.seats.seat_of(guest)
        reported = await self._find_reported(table, seat, order)
        if reported.guest == guest:
            raise NoSuchReport("guests cannot report themselves")
        if await self._repository.count_open_reports(guest) >= MOST_OPEN_REPORTS:
            raise TooManyReports
        taken = None if seat is None else table.seats.taken[seat]
        name = taken.name if taken is not None else order.name or ""
        await self._repository.add_report(NewReport(now_ms(), table.id, guest, name, *reported, order.why.strip()))

    async def _find_reported(self, table: Table, seat: Viewer, order: Report) -> _Reported:
        if (order.line is None) == (order.seat is None):
            raise NoSuchReport("report something that was said, or a seat")
        if order.line is not None:
            entries = table.chat.read((seat, table.over))
            if order.line > len(entries):
                raise NoSuchReport("nothing of that number was said here")
            entry = entries[order.line - 1]
            guest = await self._find_speaker(table.id, entry.who) if entry.by is None else _guest_at(table, entry.by)
            name, said, aside = entry.name, entry.text, entry.to is not None
        else:
            assert order.seat is not None
            guest, said, aside = _guest_at(table, order.seat), "", False
            taken = table.seats.taken[order.seat] if order.seat < len(table.seats.taken) else None
            name = "" if taken is None else taken.name
        if guest is None:
            raise NoSuchReport("there is no guest to report")
        return _Reported(guest, name, said, aside)

    async def _find_speaker(self, table: str, speaker: str) -> str | None:
        return await SpeakerRepository(self._storage).find_guest(table, speaker)

    async def join(self, guest: str, code: str) -> Moderator | None:
        """Make a guest a moderator by the host's invitation; None if it is invalid or was used before."""
        name = await accept_invitation(self._storage, self._signer, code)
        if name is None:
            return None
        moderator = Moderator(guest, name)
        await self._repository.add_moderator(guest, name, _new_action(moderator, "join", moderator))
        return moderator

    # --- for moderators ------------------------------------------------------------------------------------------

    async def overview(self, moderator: Moderator) -> ModerationOverview:
        """The open reports, the sanctions in force and the latest actions, without reports about the moderator."""
        sanctions = await self._repository.sanctions(now_ms())
        reports = []
        for report in await self._repository.open_reports(moderator.guest):
            kinds = [sanction.kind for sanction in sanctions if sanction.guest == report.guest]
            reports.append(self._report_card(report, kinds))
        return ModerationOverview(
            moderator.name,
            reports,
            [SanctionCard(self._person(one.guest), one.name, one.kind, one.until) for one in sanctions],
            await self._repository.latest_actions(),
        )

    async def judge(self, moderator: Moderator, id: str, verdict: Verdict) -> None:
        """Carry out a moderator's verdict on an open report; raises :class:`NoSuchReport`."""
        found = await self._repository.find_open_report(id, moderator.guest)
        if found is None:
            raise NoSuchReport("no such report is open")
        sanction = None
        if verdict.do in ("mute", "ban"):
            sanction = Sanction(found.guest, verdict.do, found.name, now_ms() + verdict.hours * _HOUR)
        until = None if sanction is None else sanction.until
        action = _new_action(moderator, verdict.do, (found.guest, found.name), found.table, until, verdict.why)
        await self._repository.close_report(id, action, sanction)
        if sanction is not None:
            self._sanctions.invalidate_cache()
        if verdict.do == "hide":
            with contextlib.suppress(OtherRulesEdition):  # such a table is not in the lobby
                await self._tables.hide(found.table)
        if verdict.do == "ban":
            await self._leave_all_tables(found.guest)

    async def lift(self, moderator: Moderator, order: Lift) -> None:
        """End a sanction before its time; raises :class:`NoSuchReport` if it is not in force."""
        for sanction in await self._repository.sanctions(now_ms()):
            is_meant = sanction.kind == order.kind and self._person(sanction.guest) == order.person
            if is_meant and sanction.guest != moderator.guest:
                kind: ActionKind = "lift_mute" if sanction.kind == "mute" else "lift_ban"
                action = _new_action(moderator, kind, (sanction.guest, sanction.name), why=order.why)
                await self._repository.lift_sanction(sanction, action)
                self._sanctions.invalidate_cache()
                return
        raise NoSuchReport("no such sanction holds")

    async def _leave_all_tables(self, guest: str) -> None:
        """Let a banned guest leave the games that are not over: bots play on for them."""
        for table in await GuestTableRepository(self._storage).seated_in_play(guest):
            with contextlib.suppress(OtherRulesEdition):  # nobody plays at such a table
                await self._tables.leave(table, guest)

    def _person(self, guest: str) -> str:
        """An id of a guest among moderators: the guest cannot be found by it elsewhere."""
        return self._signer.signature("person", guest)[:12]

    def _report_card(self, report: OpenReport, sanctions: list[SanctionKind]) -> ReportCard:
        return ReportCard(
            id=report.id,
            at=report.at,
            table=report.table,
            game=report.game,
            public=report.public,
            reporter=report.reporter_name,
            name=report.name,
            person=self._person(report.guest),
            said=report.said,
            aside=report.aside,
            why=report.why,
            sanctions=sanctions,
        )


def _guest_at(table: Table, seat: int) -> str | None:
    return next(iter(table.seats.guests_at(seat)), None)


def _new_action(
    moderator: Moderator,
    kind: ActionKind,
    to: tuple[str, str],
    table: str = "",
    until: int | None = None,
    why: str = "",
) -> RecordedAction:
    return RecordedAction(now_ms(), *moderator, kind, *to, table, until, why.strip())
