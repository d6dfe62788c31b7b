"""Clubs and those who belong to them."""

from __future__ import annotations

from typing import Final

from ludotheque.protocol.tournaments import (
    MEMBERS,
    ClubCard,
    ClubLine,
    ClubList,
    EveningLine,
    EveningPlan,
    MemberCard,
    MemberChange,
    OpenClub,
)
from ludotheque.server.http.errors import HttpError
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage import Statement
from ludotheque.server.tables.opening import new_id
from ludotheque.server.tournaments import tournament
from ludotheque.server.tournaments.merge import heir
from ludotheque.server.tournaments.tournament import Tournament

CLUBS: Final = 50
"""Clubs that one guest belongs to at most."""
EVENINGS: Final = 30
"""Evenings of a club that are shown: the latest."""
_CLUB: Final = "SELECT name, blurb FROM club WHERE id = $1"
_MEMBERS: Final = """
SELECT member.guest, member.name, member.organiser, player.handle
FROM member LEFT JOIN player ON player.guest = member.guest AND player.listed
WHERE club = $1 ORDER BY member.organiser DESC, member.at, member.guest
"""
_MINE: Final = """
SELECT club.id, club.name, member.organiser,
    (SELECT count(*) FROM member AS other WHERE other.club = club.id),
    (SELECT count(*) FROM evening WHERE evening.club = club.id AND evening.state <> 'over')
FROM member JOIN club ON club.id = member.club WHERE member.guest = $1 ORDER BY member.at DESC, club.id
"""
_JOIN: Final = """
INSERT INTO member (club, guest, name, organiser, at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (club, guest) DO UPDATE SET name = excluded.name
"""


async def found_club(services: Services, order: OpenClub, title: str, name: str, guest: str) -> str:
    """Found a club; its id."""
    await _not_too_many(services, guest)
    id, at = new_id(), now_ms()
    await services.storage.write(
        Statement(
            "INSERT INTO club (id, name, blurb, at) VALUES ($1, $2, $3, $4)", (id, title, order.blurb.strip(), at)
        ),
        Statement(_JOIN, (id, guest, name, True, at)),
    )
    return id


async def join(services: Services, club: str, name: str, code: str, guest: str) -> None:
    """Become a member, by invitation."""
    await _known(services, club)
    if not services.signer.is_same_code(code, services.signer.club_invitation(club)):
        raise HttpError(403, "bad_club_link", "this link leads into no club: ask for a new one")
    await _not_too_many(services, guest)
    if len(await services.storage.rows(_MEMBERS, club)) >= MEMBERS:
        raise HttpError(409, "club_full", f"a club has {MEMBERS} members at most")
    await services.storage.write(Statement(_JOIN, (club, guest, name, False, now_ms())))


async def _not_too_many(services: Services, guest: str) -> None:
    await services.sanctions.check_not_banned(guest)
    if len(await services.storage.rows(_MINE, guest)) >= CLUBS:
        raise HttpError(409, "many_clubs", f"nobody belongs to more than {CLUBS} clubs")


async def change(services: Services, club: str, member: str, change: MemberChange, guest: str) -> None:
    """Make somebody an organiser or not, or remove them; whoever does it for themselves only leaves."""
    await _known(services, club)
    rows = await services.storage.rows(_MEMBERS, club)
    who = next(
        (row[0] for row in rows if services.signer.is_same_code(member, services.signer.player_handle(row[0]))), None
    )
    if who is None:
        raise HttpError(404, "no_member", "there is no such member")
    if who != guest or change.change != "remove":
        await only_organisers(services, club, guest)
    pair = (club, who)
    if change.change == "remove":
        statement = Statement("DELETE FROM member WHERE club = $1 AND guest = $2", pair)
    else:
        organiser = change.change == "organiser"
        statement = Statement("UPDATE member SET organiser = $3 WHERE club = $1 AND guest = $2", (*pair, organiser))
    await services.storage.write(statement, heir())


async def only_organisers(services: Services, club: str, guest: str | None) -> None:
    """Nobody else may do this."""
    if not await is_organiser(services, club, guest):
        raise HttpError(403, "not_organiser", "only the club's organisers may do this")


async def is_organiser(services: Services, club: str, guest: str | None) -> bool:
    """Whether a guest runs a club."""
    sql = "SELECT 1 FROM member WHERE club = $1 AND guest = $2 AND organiser"
    return guest is not None and bool(await services.storage.rows(sql, club, guest))


async def mine(services: Services, guest: str) -> ClubList:
    """The clubs of a guest."""
    rows = await services.storage.rows(_MINE, guest)
    return ClubList([ClubLine(id, title, bool(organiser), *counts) for id, title, organiser, *counts in rows])


async def title_of(services: Services, club: str) -> str:
    """What a club is called."""
    return (await _known(services, club))[0]


async def _known(services: Services, club: str) -> tuple[str, str]:
    found = await services.storage.rows(_CLUB, club)
    if not found:
        raise HttpError(404, "no_club", "there is no club at this address")
    name, blurb = found[0]
    return name, blurb


async def card(services: Services, club: str, guest: str | None) -> ClubCard:
    """A club as a guest may know it: to those outside only its name."""
    title, blurb = await _known(services, club)
    rows = await services.storage.rows(_MEMBERS, club)
    mine = next((row for row in rows if row[0] == guest), None)
    if mine is None:
        return ClubCard(club, title, blurb, None, len(rows), [], [], None)
    members = [
        MemberCard(services.signer.player_handle(who), name, bool(organiser), who == guest, page)
        for who, name, organiser, page in rows
    ]
    lines = []
    latest = "SELECT id FROM evening WHERE club = $1 ORDER BY at DESC, id LIMIT $2"
    for (id,) in await services.storage.rows(latest, club, EVENINGS):
        lines.append(_line(await tournament.load(services.storage, id)))
    you = "organiser" if mine[2] else "member"
    invitation = services.signer.club_invitation(club)
    return ClubCard(club, title, blurb, you, len(rows), members, lines, invitation)  # type: ignore[arg-type]


def _line(evening: Tournament) -> EveningLine:
    winners: list[str] = []
    if evening.state == "over":
        names = {one.number: one.name for one in evening.entrants}
        winners = [names[line.entrant] for line in evening.standings() if line.place == 1 and line.played]
    plan: EveningPlan = evening.plan
    return EveningLine(
        evening.id,
        plan.title,
        plan.format,
        [chosen.game for chosen in plan.games],
        evening.state,
        len(evening.entrants),
        evening.at,
        winners,
    )
