"""What moderators are told, and what they do. All of it is written down, by whom and why."""

from __future__ import annotations

import base64
import contextlib
import secrets
from typing import Final, NamedTuple

from ludotheque.protocol.moderation import (
    DeedCard,
    DeedKind,
    Desk,
    Lift,
    Report,
    ReportCard,
    SanctionCard,
    SanctionKind,
    Verdict,
)
from ludotheque.server.accounts import tokens
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Statement
from ludotheque.server.tables.errors import OtherRulesEdition
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table

_HOUR: Final = 3600 * 1000
_INVITED_FOR: Final = 3 * 24 * 60
"""Minutes for which a host's link is good."""
OPEN_REPORTS: Final = 10
"""Reports of one guest that may be open at once: nobody buries the moderators."""
_SHOWN: Final = 100

_OPEN_OF: Final = "SELECT count(*) FROM report WHERE reporter = $1 AND closed IS NULL"
_REPORT: Final = """
INSERT INTO report (id, at, "table", reporter, reporter_name, guest, name, said, aside, why)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""
_REPORTS: Final = f"""
SELECT report.id, report.at, report."table", summary.game, summary.public, reporter_name, guest, name, said, aside, why
FROM report JOIN summary ON summary."table" = report."table" WHERE closed IS NULL AND guest <> $1
ORDER BY report.at LIMIT {_SHOWN}
"""
_ONE: Final = 'SELECT "table", guest, name FROM report WHERE id = $1 AND closed IS NULL AND guest <> $2'
_CLOSE: Final = "UPDATE report SET closed = $2 WHERE id = $1"
_SPEAKER: Final = 'SELECT guest FROM spoke WHERE "table" = $1 AND who = $2'
_SANCTION: Final = """
INSERT INTO sanction (guest, kind, name, until) VALUES ($1, $2, $3, $4)
ON CONFLICT (guest, kind) DO UPDATE SET until = excluded.until, name = excluded.name
"""
_LIFT: Final = "DELETE FROM sanction WHERE guest = $1 AND kind = $2"
_SANCTIONS: Final = "SELECT guest, kind, name, until FROM sanction WHERE until > $1 ORDER BY until"
_DEED: Final = """
INSERT INTO deed (id, at, moderator, moderator_name, kind, guest, name, "table", until, why)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""
_DEEDS: Final = f"""
SELECT at, moderator_name, kind, name, "table", until, why FROM deed ORDER BY at DESC, id LIMIT {_SHOWN}
"""
_SITS_AT: Final = """
SELECT "table" FROM sitting JOIN summary USING ("table")
WHERE guest = $1 AND seat IS NOT NULL AND state NOT IN ('over', 'earlier')
"""


class NoSuchReport(LookupError):
    """Nothing that can be reported, or no report that is open."""


class TooManyReports(Exception):
    """Somebody has told the moderators enough for now."""


class Moderator(NamedTuple):
    """Whoever does something about it."""

    guest: str
    name: str


class _About(NamedTuple):
    """Whom a report is about, and what they said."""

    guest: str
    name: str
    said: str
    aside: bool


async def report(services: Services, table: Table, guest: str, order: Report) -> None:
    """Tell the moderators; raises :class:`NoSuchReport` and :class:`TooManyReports`."""
    seat = table.seats.seat_of(guest)
    about = await _about(services, table, seat, order)
    if about.guest == guest:
        raise NoSuchReport("nobody reports themselves")
    ((count,),) = await services.storage.rows(_OPEN_OF, guest)
    if count >= OPEN_REPORTS:
        raise TooManyReports
    sat = None if seat is None else table.seats.taken[seat]
    name = sat.name if sat is not None else order.name or ""
    row = (secrets.token_hex(8), now_ms(), table.id, guest, name, *about, order.why.strip())
    await services.storage.write(Statement(_REPORT, row))


async def _about(services: Services, table: Table, seat: Viewer, order: Report) -> _About:
    if (order.line is None) == (order.seat is None):
        raise NoSuchReport("report something that was said, or a seat")
    if order.line is not None:
        lines = table.chat.read((seat, table.over))
        if order.line > len(lines):
            raise NoSuchReport("nothing of that number was said here")
        line = lines[order.line - 1]
        guest = _holder(table, line.by) if line.by is not None else await _speaker(services, table.id, line.who)
        name, said, aside = line.name, line.text, line.to is not None
    else:
        assert order.seat is not None
        guest, said, aside = _holder(table, order.seat), "", False
        sat = table.seats.taken[order.seat] if order.seat < len(table.seats.taken) else None
        name = "" if sat is None else sat.name
    if guest is None:
        raise NoSuchReport("nobody is there to be reported")
    return _About(guest, name, said, aside)


def _holder(table: Table, seat: int) -> str | None:
    return next((guest for guest, sits in table.seats.guests.items() if sits == seat), None)


async def _speaker(services: Services, table: str, who: str) -> str | None:
    rows = await services.storage.rows(_SPEAKER, table, who)
    return rows[0][0] if rows else None


# --- the moderators' side ----------------------------------------------------------------------------------------


async def desk(services: Services, moderator: Moderator) -> Desk:
    """What is open, what holds, what was done. Nobody judges their own case, nor sees it."""
    storage, signer, now = services.storage, services.signer, now_ms()
    holding = await storage.rows(_SANCTIONS, now)
    reports = []
    for id, at, table, game, public, reporter, guest, name, said, aside, why in await storage.rows(
        _REPORTS, moderator.guest
    ):
        under: list[SanctionKind] = [kind for other, kind, _, _ in holding if other == guest]
        reports.append(
            ReportCard(
                *(id, at, table, game, bool(public), reporter, name, _person(signer, guest), said, bool(aside), why),
                sanctions=under,
            )
        )
    return Desk(
        moderator.name,
        reports,
        [SanctionCard(_person(signer, guest), name, kind, until) for guest, kind, name, until in holding],
        [DeedCard(*row) for row in await storage.rows(_DEEDS)],
    )


async def judge(services: Services, moderator: Moderator, id: str, verdict: Verdict) -> None:
    """Do something about a report; raises :class:`NoSuchReport`."""
    rows = await services.storage.rows(_ONE, id, moderator.guest)
    if not rows:
        raise NoSuchReport("no such report is open")
    table, guest, name = rows[0]
    now = now_ms()
    until = now + verdict.hours * _HOUR if verdict.do in ("mute", "ban") else None
    deed = _deed(moderator, verdict.do, (guest, name), table, until, verdict.why)
    if until is not None:
        await services.storage.write(Statement(_SANCTION, (guest, verdict.do, name, until)), deed, _closed(id, now))
        services.sanctions.invalidate_cache()
    else:
        await services.storage.write(deed, _closed(id, now))
    with contextlib.suppress(OtherRulesEdition):  # such a table is in no lobby, and nobody plays at it
        if verdict.do == "hide":
            await services.tables.hide(table)
    if verdict.do == "ban":
        for (seated_at,) in await services.storage.rows(_SITS_AT, guest):
            with contextlib.suppress(OtherRulesEdition):
                await services.tables.leave(seated_at, guest)


async def lift(services: Services, moderator: Moderator, order: Lift) -> None:
    """End a sanction; raises :class:`NoSuchReport` if there is none."""
    for guest, kind, name, _ in await services.storage.rows(_SANCTIONS, now_ms()):
        if kind == order.kind and _person(services.signer, guest) == order.person and guest != moderator.guest:
            lifted: DeedKind = "lift_mute" if kind == "mute" else "lift_ban"
            deed = _deed(moderator, lifted, (guest, name), "", None, order.why)
            await services.storage.write(Statement(_LIFT, (guest, kind)), deed)
            services.sanctions.invalidate_cache()
            return
    raise NoSuchReport("no such sanction holds")


def _closed(id: str, at: int) -> Statement:
    return Statement(_CLOSE, (id, at))


def _deed(
    moderator: Moderator, kind: DeedKind, to: tuple[str, str], table: str, until: int | None, why: str
) -> Statement:
    return Statement(_DEED, (secrets.token_hex(8), now_ms(), *moderator, kind, *to, table, until, why.strip()))


def _person(signer: Signer, guest: str) -> str:
    """A name for a guest among moderators, by which nobody can be found elsewhere."""
    return signer.signature("person", guest)[:12]


# --- becoming one ------------------------------------------------------------------------------------------------


def invitation(signer: Signer, name: str) -> str:
    """The end of a link that makes whoever opens it first a moderator."""
    named = base64.urlsafe_b64encode(name.encode()).decode().rstrip("=")
    return f"{named}~{tokens.issue(signer, _use(name), _INVITED_FOR)}"


async def join(services: Services, guest: str, code: str) -> bool:
    """Become a moderator by a host's link; False if it is none, or was used."""
    named, _, ticket = code.partition("~")
    try:
        name = base64.urlsafe_b64decode(named + "=" * (-len(named) % 4)).decode()
    except ValueError:
        return False
    if not tokens.is_good(services.signer, ticket, _use(name)) or not await tokens.take(services.storage, ticket):
        return False
    await services.sanctions.add_moderator(guest, name)
    await services.storage.write(_deed(Moderator(guest, name), "join", (guest, name), "", None, ""))
    return True


def _use(name: str) -> str:
    return f"moderator {name}"
