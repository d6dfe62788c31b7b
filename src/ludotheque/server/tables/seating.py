"""The chairs of a room: sitting down, taking one's seat along, getting up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.storage import Statement
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.events import ClaimLinkRenewed, GuestMerged, PlayerLeft, SeatClaimed, SeatTaken

if TYPE_CHECKING:
    from ludotheque.server.tables.actor import TableActor
    from ludotheque.server.tables.table import Table

_RISE = 'DELETE FROM sitting WHERE guest = $1 AND "table" = $2'


class TableFull(Exception):
    """No seat is free."""


class BadClaim(Exception):
    """A claim link that leads to no seat."""


class NotOwner(Exception):
    """A guest who did not sit down on the seat they have, or has none."""


class SeatedElsewhere(Exception):
    """A guest who has another seat at the same table."""


class Seating:
    """Those around one table, and who takes them."""

    __slots__ = ("_actor", "_context")

    def __init__(self, actor: TableActor, context: TableContext) -> None:
        self._actor = actor
        self._context = context

    async def join(self, guest: str, name: str, nonce: str, program: bool = False) -> messages.TableCard:
        """Take the seat that is kept for a guest, or the first free one, and add a nonce to the table's luck.

        Whoever has done so keeps their seat and their first nonce. Raises :class:`Banned`.
        """

        async def sit(table: Table) -> messages.TableCard:
            seat = table.seat_of(guest)
            if seat is None or seat in table.awaited():
                await self._context.sanctions.check_not_banned(guest)
                sat = self._sat(table, seat, guest, nonce, program)
                if sat is None:
                    seat = table.free_seat()
                    if seat is None:
                        raise TableFull(self._actor.id)
                    sat = SeatTaken(seat, name, nonce, self._actor.time.now(), guest, program=program)
                await self._actor.commit(table, table.seating([sat]))
                self._actor.sits(table, guest, sat.seat)
            return self._actor.card(table, guest)

        return await self._actor.change(sit)

    def _sat(self, table: Table, seat: Seat | None, guest: str, nonce: str, program: bool) -> SeatTaken | None:
        """Somebody on the seat that is kept for them, with their nonce; None if none is."""
        sat = None if seat is None else table.sitters[seat]
        if sat is None:
            return None
        # Whoever came by the claim link brings the nonce for the one whose seat it is.
        owner = sat.guest if sat.guest is not None and table.seat_of(sat.guest) == seat else guest
        return replace(sat, nonce=nonce, at=self._actor.time.now(), guest=owner, program=program or sat.program)

    async def claim(self, guest: str, code: str) -> messages.TableCard:
        """Take one's seat from another browser; the first keeps it too."""

        async def take(table: Table) -> messages.TableCard:
            signer = self._context.signer
            links = [
                signer.claim_code(self._actor.id, seat, table.links.get(seat, 0)) for seat in range(len(table.sitters))
            ]
            codes = [signer.is_same_code(code, link) for link in links]
            if True not in codes or not table.is_guest(codes.index(True)):
                raise BadClaim(self._actor.id)
            seat, sits = codes.index(True), table.seat_of(guest)
            if sits is not None and sits != seat:
                raise SeatedElsewhere(self._actor.id)
            if sits is None:
                await self._context.sanctions.check_not_banned(guest)
                await self._actor.commit(table, [SeatClaimed(seat, guest, self._actor.time.now())])
                self._actor.sits(table, guest, seat)
            return self._actor.card(table, guest)

        return await self._actor.change(take)

    async def renew(self, guest: str) -> messages.TableCard:
        """Make the claim link of a seat void, and another; whoever has claimed the seat looks on from now on.

        Only for whoever sat down there: raises :class:`NotOwner`.
        """

        async def take(table: Table) -> messages.TableCard:
            seat = table.seat_of(guest)
            if seat is None or not table.owns(guest):
                raise NotOwner(self._actor.id)
            await self._leave_to(table, seat, guest)
            return self._actor.card(table, guest)

        return await self._actor.change(take)

    async def _leave_to(self, table: Table, seat: Seat, owner: str) -> None:
        """Leave a seat to whoever sat down on it; it has another link from now on."""
        others = [one for one, sits in table.guests.items() if sits == seat and one != owner]
        await self._actor.commit(table, [ClaimLinkRenewed(seat, owner, self._actor.time.now())])
        if others:
            await self._context.storage.write(*(Statement(_RISE, (one, self._actor.id)) for one in others))
        self._actor.seat_anew(table)
        self._actor.tell_all(table)

    async def adopt(self, before: str, guest: str) -> None:
        """What was one guest's here is another's, unless that one has a seat of their own."""

        async def take(table: Table) -> None:
            seat, has = table.seat_of(before), table.seat_of(guest)
            if (seat is None and table.opener != before) or (seat is not None and has not in (None, seat)):
                return
            await self._actor.commit(table, [GuestMerged(before, guest, self._actor.time.now())])
            self._actor.is_now(before, guest)
            if seat is None:
                self._actor.tell_all(table)
            else:
                self._actor.sits(table, guest, seat)

        await self._actor.change(take)

    async def replace(self, guest: str) -> None:
        """Somebody has to leave: a bot plays for them, or their chair is free. A seat they claimed is its owner's."""

        async def rise(table: Table) -> None:
            seat = table.seat_of(guest)
            if seat is None:
                return
            owner = table.owners.get(seat)
            if owner is not None and owner != guest:
                await self._leave_to(table, seat, owner)
                return
            if table.over or seat in table.proxies:
                return
            at = self._actor.time.now()
            if not table.started and table.opened.evening is not None:  # the others want to begin
                await self._actor.commit(table, table.without([seat], at))
                self._actor.tell_all(table)
                self._actor.go_on()
                return
            await self._actor.commit(table, [PlayerLeft(seat, at)])
            if not table.started:
                await self._context.storage.write(Statement(_RISE, (guest, self._actor.id)))
                self._actor.seat_anew(table)
            self._actor.tell_all(table)
            self._actor.go_on()

        await self._actor.change(rise)
