"""Repository of moderation: moderators, reports, sanctions, and the actions of moderators, ``deed`` in the database."""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from ludotheque.protocol.moderation import ActionKind, ModeratorAction, SanctionKind
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

_SHOWN: Final = 100
"""Reports and actions that are listed at most."""

_MODERATOR: Final = "SELECT name FROM moderator WHERE guest = $1"
_MODERATORS: Final = "SELECT name FROM moderator ORDER BY name"
_ADD_MODERATOR: Final = """
INSERT INTO moderator (guest, name, since) VALUES ($1, $2, $3) ON CONFLICT (guest) DO UPDATE SET name = excluded.name
"""
_REMOVE_MODERATOR: Final = "DELETE FROM moderator WHERE name = $1"
_COUNT_REPORTS: Final = "SELECT count(*) FROM report WHERE reporter = $1 AND closed IS NULL"
_ADD_REPORT: Final = """
INSERT INTO report (id, at, "table", reporter, reporter_name, guest, name, said, aside, why)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""
_OPEN_REPORTS: Final = f"""
SELECT report.id, report.at, report."table", summary.game, summary.public, reporter_name, guest, name, said, aside, why
FROM report JOIN summary ON summary."table" = report."table" WHERE closed IS NULL AND guest <> $1
ORDER BY report.at LIMIT {_SHOWN}
"""
_FIND_REPORT: Final = 'SELECT id, "table", guest, name FROM report WHERE id = $1 AND closed IS NULL AND guest <> $2'
_CLOSE_REPORT: Final = "UPDATE report SET closed = $2 WHERE id = $1"
_IMPOSE: Final = """
INSERT INTO sanction (guest, kind, name, until) VALUES ($1, $2, $3, $4)
ON CONFLICT (guest, kind) DO UPDATE SET until = excluded.until, name = excluded.name
"""
_LIFT: Final = "DELETE FROM sanction WHERE guest = $1 AND kind = $2"
_SANCTIONS: Final = "SELECT guest, kind, name, until FROM sanction WHERE until > $1 ORDER BY until"
_ADD_ACTION: Final = """
INSERT INTO deed (id, at, moderator, moderator_name, kind, guest, name, "table", until, why)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""
_ACTIONS: Final = f"""
SELECT at, moderator_name, kind, name, "table", until, why FROM deed ORDER BY at DESC, id LIMIT {_SHOWN}
"""


class NewReport(NamedTuple):
    """A report as it is written: ``guest`` is the guest it is about."""

    at: int
    table: str
    reporter: str
    reporter_name: str
    guest: str
    name: str
    said: str
    aside: bool
    why: str


class OpenReport(NamedTuple):
    """A report that waits for a moderator, as it is listed: ``guest`` is the guest it is about."""

    id: str
    at: int
    table: str
    game: str
    public: bool
    reporter_name: str
    guest: str
    name: str
    said: str
    aside: bool
    why: str


class ReportedGuest(NamedTuple):
    """The guest that an open report is about, and the table it comes from."""

    report: str
    table: str
    guest: str
    name: str


class Sanction(NamedTuple):
    """A sanction on a guest, in force until a time."""

    guest: str
    kind: SanctionKind
    name: str
    until: int


class RecordedAction(NamedTuple):
    """Something a moderator did: to which guest, at which table, until when and why."""

    at: int
    moderator: str
    moderator_name: str
    kind: ActionKind
    guest: str
    name: str
    table: str
    until: int | None
    why: str


class ModerationRepository:
    """Reads and writes moderators, reports, sanctions and actions."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    # --- moderators ----------------------------------------------------------------------------------------------

    async def moderator_name(self, guest: str) -> str | None:
        """The name of a moderator; None if the guest is not one."""
        rows = await self._storage.rows(_MODERATOR, guest)
        return rows[0][0] if rows else None

    async def moderator_names(self) -> list[str]:
        """The names of all moderators, sorted."""
        return [name for (name,) in await self._storage.rows(_MODERATORS)]

    async def add_moderator(self, guest: str, name: str, action: RecordedAction) -> None:
        """Make a guest a moderator, and record the action."""
        await self._storage.write(Statement(_ADD_MODERATOR, (guest, name, action.at)), _record_action(action))

    async def remove_moderator(self, name: str) -> bool:
        """Remove the moderators of a name; False if there were none."""
        known = name in await self.moderator_names()
        await self._storage.write(Statement(_REMOVE_MODERATOR, (name,)))
        return known

    # --- reports -------------------------------------------------------------------------------------------------

    async def count_open_reports(self, reporter: str) -> int:
        """How many reports of a guest wait for a moderator."""
        ((count,),) = await self._storage.rows(_COUNT_REPORTS, reporter)
        assert isinstance(count, int)
        return count

    async def add_report(self, report: NewReport) -> None:
        """Add a report."""
        await self._storage.write(Statement(_ADD_REPORT, (secrets.token_hex(8), *report)))

    async def open_reports(self, moderator: str) -> list[OpenReport]:
        """The reports that wait for a moderator, oldest first, without those about the moderator."""
        reports = [OpenReport(*row) for row in await self._storage.rows(_OPEN_REPORTS, moderator)]
        return [report._replace(public=bool(report.public), aside=bool(report.aside)) for report in reports]

    async def find_open_report(self, id: str, moderator: str) -> ReportedGuest | None:
        """The guest that an open report is about; None if the report is closed, or about the moderator."""
        rows = await self._storage.rows(_FIND_REPORT, id, moderator)
        return ReportedGuest(*rows[0]) if rows else None

    async def close_report(self, report: str, action: RecordedAction, sanction: Sanction | None = None) -> None:
        """Close a report: the action, and the sanction if there is one, in one transaction."""
        imposed = [] if sanction is None else [Statement(_IMPOSE, sanction)]
        await self._storage.write(*imposed, _record_action(action), Statement(_CLOSE_REPORT, (report, action.at)))

    # --- sanctions and actions -----------------------------------------------------------------------------------

    async def sanctions(self, now: int) -> list[Sanction]:
        """The sanctions in force, those that end first first."""
        return [Sanction(*row) for row in await self._storage.rows(_SANCTIONS, now)]

    async def lift_sanction(self, sanction: Sanction, action: RecordedAction) -> None:
        """End a sanction before its time, and record the action."""
        await self._storage.write(Statement(_LIFT, (sanction.guest, sanction.kind)), _record_action(action))

    async def latest_actions(self) -> list[ModeratorAction]:
        """What moderators did last, newest first."""
        return [ModeratorAction(*row) for row in await self._storage.rows(_ACTIONS)]


def _record_action(action: RecordedAction) -> Statement:
    return Statement(_ADD_ACTION, (secrets.token_hex(8), *action))
