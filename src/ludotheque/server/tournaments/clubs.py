"""Clubs: founding and joining them, their organisers, and what they show."""

from __future__ import annotations

from typing import Final

from ludotheque.protocol.tournaments import MEMBERS, ClubCard, ClubList, ClubSummary, MemberCard, MemberChange
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Storage
from ludotheque.server.storage.clubs import Club, ClubRepository, Member
from ludotheque.server.storage.tournaments import TournamentRepository
from ludotheque.server.tables.opening import new_id
from ludotheque.server.tournaments.errors import NotAllowed, NotFound, NotPossible
from ludotheque.server.tournaments.views import tournament_line

CLUBS: Final = 50
"""How many clubs a guest may be a member of."""
TOURNAMENTS_SHOWN: Final = 30
"""How many tournaments of a club are shown: the latest."""


class ClubService:
    """Founds clubs, changes their members, and shows them."""

    def __init__(self, storage: Storage, signer: Signer, sanctions: Sanctions) -> None:
        self._clubs = ClubRepository(storage)
        self._tournaments = TournamentRepository(storage)
        self._signer = signer
        self._sanctions = sanctions

    # --- changes -------------------------------------------------------------------------------------------------

    async def found(self, title: str, blurb: str, name: str, guest: str) -> str:
        """Found a club with a guest of this name as its organiser; its id."""
        await self._check_may_join(guest)
        club = Club(new_id(), title, blurb)
        await self._clubs.create(club, guest, name, now_ms())
        return club.id

    async def join(self, club: str, name: str, code: str, guest: str) -> None:
        """Let a guest become a member by the code of the invitation link."""
        await self._find(club)
        if not self._signer.is_same_code(code, self._signer.club_invitation(club)):
            raise NotAllowed("bad_club_link", "this invitation link is not valid: ask for a new one")
        await self._check_may_join(guest)
        if len(await self._clubs.members(club)) >= MEMBERS:
            raise NotPossible("club_full", f"a club has {MEMBERS} members at most")
        await self._clubs.add_member(club, guest, name, now_ms())

    async def change_member(self, club: str, handle: str, change: MemberChange, guest: str) -> None:
        """Make a member an organiser or not, or remove them; members may remove themselves, organisers anyone."""
        await self._find(club)
        member = self._member_of_handle(await self._clubs.members(club), handle)
        if member is None:
            raise NotFound("no_member", "there is no such member")
        if member.guest != guest or change.change != "remove":
            await self.require_organiser(club, guest)
        if change.change == "remove":
            await self._clubs.remove_member(club, member.guest)
        else:
            await self._clubs.set_organiser(club, member.guest, change.change == "organiser")

    # --- organisers ----------------------------------------------------------------------------------------------

    async def require_organiser(self, club: str, guest: str) -> None:
        """Raise :class:`NotAllowed` unless a guest is an organiser of a club."""
        if not await self.is_organiser(club, guest):
            raise NotAllowed("not_organiser", "only the club's organisers may do this")

    async def is_organiser(self, club: str, guest: str | None) -> bool:
        """Whether a guest is an organiser of a club."""
        return guest is not None and await self._clubs.is_organiser(club, guest)

    # --- what is shown -------------------------------------------------------------------------------------------

    async def list_clubs(self, guest: str) -> ClubList:
        """The clubs of a guest."""
        return ClubList([ClubSummary(*membership) for membership in await self._clubs.memberships(guest)])

    async def title(self, club: str) -> str:
        """The title of a club; raises :class:`NotFound`."""
        return (await self._find(club)).title

    async def card(self, club: str, guest: str | None) -> ClubCard:
        """A club as a guest may know it: members and tournaments are shown to members only."""
        _, title, blurb = await self._find(club)
        members = await self._clubs.members(club)
        own = next((member for member in members if member.guest == guest), None)
        if own is None:
            return ClubCard(club, title, blurb, None, len(members), [], [], None)
        return ClubCard(
            id=club,
            title=title,
            blurb=blurb,
            you="organiser" if own.organiser else "member",
            people=len(members),
            members=[
                MemberCard(
                    self._signer.player_handle(member.guest),
                    member.name,
                    member.organiser,
                    member.guest == guest,
                    member.page,
                )
                for member in members
            ],
            evenings=[
                tournament_line(tournament) for tournament in await self._tournaments.latest(club, TOURNAMENTS_SHOWN)
            ],
            invitation=self._signer.club_invitation(club),
        )

    # --- checks --------------------------------------------------------------------------------------------------

    async def _find(self, club: str) -> Club:
        found = await self._clubs.find(club)
        if found is None:
            raise NotFound("no_club", "there is no club at this address")
        return found

    async def _check_may_join(self, guest: str) -> None:
        await self._sanctions.check_not_banned(guest)
        if len(await self._clubs.memberships(guest)) >= CLUBS:
            raise NotPossible("many_clubs", f"a guest is a member of {CLUBS} clubs at most")

    def _member_of_handle(self, members: list[Member], handle: str) -> Member | None:
        for member in members:
            if self._signer.is_same_code(handle, self._signer.player_handle(member.guest)):
                return member
        return None
