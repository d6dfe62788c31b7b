"""Clubs and their members in the database."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

_FIND: Final = "SELECT id, name, blurb FROM club WHERE id = $1"
_MEMBERS: Final = """
SELECT member.guest, member.name, member.organiser, player.handle
FROM member LEFT JOIN player ON player.guest = member.guest AND player.listed
WHERE club = $1 ORDER BY member.organiser DESC, member.at, member.guest
"""
_MEMBERSHIPS: Final = """
SELECT club.id, club.name, member.organiser,
    (SELECT count(*) FROM member AS other WHERE other.club = club.id),
    (SELECT count(*) FROM evening WHERE evening.club = club.id AND evening.state <> 'over')
FROM member JOIN club ON club.id = member.club WHERE member.guest = $1 ORDER BY member.at DESC, club.id
"""
_IS_ORGANISER: Final = "SELECT 1 FROM member WHERE club = $1 AND guest = $2 AND organiser"
_CREATE: Final = "INSERT INTO club (id, name, blurb, at) VALUES ($1, $2, $3, $4)"
_ADD_MEMBER: Final = """
INSERT INTO member (club, guest, name, organiser, at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (club, guest) DO UPDATE SET name = excluded.name
"""
_REMOVE_MEMBER: Final = "DELETE FROM member WHERE club = $1 AND guest = $2"
_SET_ORGANISER: Final = "UPDATE member SET organiser = $3 WHERE club = $1 AND guest = $2"
_PROMOTE_OLDEST_MEMBERS: Final = """
UPDATE member SET organiser = TRUE WHERE
    NOT EXISTS (SELECT 1 FROM member AS other WHERE other.club = member.club AND other.organiser) AND
    NOT EXISTS (
        SELECT 1 FROM member AS other WHERE other.club = member.club AND
            (other.at < member.at OR (other.at = member.at AND other.guest < member.guest))
    )
"""
_MERGE_ORGANISER: Final = """
UPDATE member SET organiser = TRUE WHERE guest = $2 AND club IN
    (SELECT club FROM member WHERE guest = $1 AND organiser)
"""
_MERGE_MEMBER: Final = """
UPDATE member SET guest = $2 WHERE guest = $1 AND club NOT IN (SELECT club FROM member WHERE guest = $2)
"""
_DELETE_GUEST: Final = "DELETE FROM member WHERE guest = $1"


class Club(NamedTuple):
    """A club."""

    id: str
    title: str
    blurb: str


class Member(NamedTuple):
    """A member of a club."""

    guest: str
    name: str
    organiser: bool
    page: str | None
    """The handle of their player page, if it is public."""


class Membership(NamedTuple):
    """A club that a guest is a member of."""

    club: str
    title: str
    organiser: bool
    members: int
    tournaments: int
    """How many of the club's tournaments are not over."""


class ClubRepository:
    """Reads and writes clubs and their members. A club that has members always has an organiser."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find(self, club: str) -> Club | None:
        """A club by its id."""
        rows = await self._storage.rows(_FIND, club)
        return Club(*rows[0]) if rows else None

    async def members(self, club: str) -> list[Member]:
        """The members of a club: organisers first, then by the time they joined."""
        rows = await self._storage.rows(_MEMBERS, club)
        return [Member(guest, name, bool(organiser), page) for guest, name, organiser, page in rows]

    async def memberships(self, guest: str) -> list[Membership]:
        """The clubs of a guest, the one joined last first."""
        rows = await self._storage.rows(_MEMBERSHIPS, guest)
        return [Membership(club, title, bool(organiser), *counts) for club, title, organiser, *counts in rows]

    async def is_organiser(self, club: str, guest: str) -> bool:
        """Whether a guest is an organiser of a club."""
        return bool(await self._storage.rows(_IS_ORGANISER, club, guest))

    async def create(self, club: Club, organiser: str, name: str, at: int) -> None:
        """Create a club with its first organiser, a guest of this name."""
        await self._storage.write(
            Statement(_CREATE, (club.id, club.title, club.blurb, at)),
            Statement(_ADD_MEMBER, (club.id, organiser, name, True, at)),
        )

    async def add_member(self, club: str, guest: str, name: str, at: int) -> None:
        """Add a member; one who is a member already only changes their name."""
        await self._storage.write(Statement(_ADD_MEMBER, (club, guest, name, False, at)))

    async def remove_member(self, club: str, guest: str) -> None:
        """Remove a member; if no organiser is left, the oldest member becomes one."""
        await self._storage.write(Statement(_REMOVE_MEMBER, (club, guest)), promote_oldest_members())

    async def set_organiser(self, club: str, guest: str, organiser: bool) -> None:
        """Make a member an organiser or not; if no organiser is left, the oldest member becomes one."""
        await self._storage.write(Statement(_SET_ORGANISER, (club, guest, organiser)), promote_oldest_members())


def promote_oldest_members() -> Statement:
    """Makes the oldest member of every club without an organiser its organiser."""
    return Statement(_PROMOTE_OLDEST_MEMBERS)


def merge_member(old: str, new: str) -> list[Statement]:
    """Gives the memberships of one guest to another; who was an organiser stays one."""
    return [
        Statement(_MERGE_ORGANISER, (old, new)),
        Statement(_MERGE_MEMBER, (old, new)),
        Statement(_DELETE_GUEST, (old,)),
    ]


def erase_member(guest: str) -> list[Statement]:
    """Deletes the memberships of a guest, and sees that their clubs have an organiser."""
    return [Statement(_DELETE_GUEST, (guest,)), promote_oldest_members()]
