"""The seats of a table: who took each, which guests may play it, and which bot plays for an absent player."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.rules import Seat
from ludotheque.server.tables.devices import NotYourSeat, companion_id, device_guest, renamed
from ludotheque.server.tables.events import ClaimLinkRenewed, GuestMerged, SeatClaimed, SeatTaken
from ludotheque.server.tables.stories import Viewer


class Seats:
    """State of a table's seats. It is changed by :meth:`Table.apply` alone."""

    def __init__(self, count: int) -> None:
        self.taken: list[SeatTaken | None] = [None] * count
        self.guests: dict[str, Seat] = {}
        """The seat of each guest, by the hash of their token. A seat that was claimed has several guests."""
        self.owners: dict[Seat, str] = {}
        """The guest who first took each seat, even if another has claimed it since."""
        self.claims: dict[str, int] = {}
        """When guests took a seat by its claim link."""
        self.links: dict[Seat, int] = {}
        """How often the claim link of a seat was renewed."""
        self.proxies: dict[Seat, str] = {}
        """The level of the bot that plays for a seat whose guest has left."""

    def __len__(self) -> int:
        return len(self.taken)

    def copy(self) -> Seats:
        """An independent copy."""
        other = object.__new__(Seats)
        other.taken, other.guests, other.owners = list(self.taken), dict(self.guests), dict(self.owners)
        other.claims, other.links, other.proxies = dict(self.claims), dict(self.links), dict(self.proxies)
        return other

    # --- queries -------------------------------------------------------------------------------------------------

    def seat_of(self, guest: str | None) -> Viewer:
        """The seat of a guest, by the hash of their token; None for a spectator."""
        return None if guest is None else self.guests.get(guest)

    def on_device(self, guest: str | None) -> list[Seat]:
        """The seats that are played on a guest's device: their own and those of companions (see :mod:`.devices`)."""
        if guest is None:
            return []
        device = device_guest(guest)
        return sorted(seat for one, seat in self.guests.items() if device_guest(one) == device)

    def guest_at(self, guest: str, seat: Seat) -> str:
        """The id under which a guest's device plays a seat; raises :class:`.devices.NotYourSeat`."""
        for one in (guest, companion_id(guest, seat)):
            if self.guests.get(one) == seat:
                return one
        raise NotYourSeat(f"seat {seat} is not played on this device")

    def guests_at(self, seat: Seat) -> list[str]:
        """The guests on whose devices a seat is played: several where it was claimed."""
        return [device_guest(guest) for guest, at in self.guests.items() if at == seat]

    def shares_device(self, seat: Seat) -> bool:
        """Whether other seats are played on the same device."""
        return any(len(self.on_device(guest)) > 1 for guest in self.guests_at(seat))

    def is_owner(self, guest: str | None) -> bool:
        """Whether a guest took the seat they have first, and did not claim it."""
        seat = self.seat_of(guest)
        return seat is not None and self.owners.get(seat) == guest

    def claimed_by_others_at(self, guest: str | None) -> int | None:
        """When another browser last claimed a guest's seat; None if no other has it that way."""
        seat = self.seat_of(guest)
        if seat is None:
            return None
        times = [at for one, at in self.claims.items() if one != guest and self.guests.get(one) == seat]
        return max(times, default=None)

    def first_free(self) -> Seat | None:
        """The first seat that is not taken."""
        return next((seat for seat, taken in enumerate(self.taken) if taken is None), None)

    def is_guest(self, seat: Seat) -> bool:
        """Whether a guest has the seat, a person or a remote program, even while a bot plays for them."""
        taken = self.taken[seat]
        return taken is not None and taken.level is None

    def players(self) -> list[Seat]:
        """The seats whose guests play themselves."""
        return [seat for seat in range(len(self.taken)) if self.is_guest(seat) and seat not in self.proxies]

    def has_one_guest(self) -> bool:
        """Whether every seat but one is taken by a bot."""
        taken = [one for one in self.taken if one is not None and one.level is not None]
        return len(self.taken) - len(taken) == 1

    def voters(self) -> list[Seat]:
        """The seats that vote about the table: people who play themselves, no programs."""
        return [seat for seat in self.players() if (taken := self.taken[seat]) is not None and not taken.program]

    def bot_at(self, seat: Seat) -> str | None:
        """The level of the bot that decides for a seat; None if a guest does."""
        taken = self.taken[seat]
        return self.proxies.get(seat, taken.level if taken is not None else None)

    def has_bots(self) -> bool:
        """Whether a bot decides for any seat."""
        return bool(self.proxies) or any(taken is not None and taken.level is not None for taken in self.taken)

    def without_nonce(self) -> list[Seat]:
        """The taken seats whose guests have not sent their nonce."""
        return [taken.seat for taken in self.taken if taken is not None and not taken.ready]

    def ready_with(self, new: Sequence[SeatTaken] = ()) -> list[SeatTaken] | None:
        """All seats if every one is taken and ready, ``new`` ones included; None otherwise."""
        taken = list(self.taken)
        for event in new:
            taken[event.seat] = event
        ready = [event for event in taken if event is not None and event.ready]
        return ready if len(ready) == len(taken) else None

    # --- changes -------------------------------------------------------------------------------------------------

    def take(self, event: SeatTaken) -> None:
        """A guest or a bot takes a seat, or a guest sends the nonce for theirs."""
        self.taken[event.seat] = event
        if event.guest is not None:
            self.guests[event.guest] = event.seat
            self.owners[event.seat] = event.guest

    def claim(self, event: SeatClaimed) -> None:
        """A second browser takes a seat; an erased guest has no name."""
        if event.guest:
            self.guests[event.guest] = event.seat
            self.claims[event.guest] = event.at

    def renew_link(self, event: ClaimLinkRenewed) -> None:
        """A claim link is replaced: of the seat's guests only the one who did so keeps it."""
        self.guests = {one: seat for one, seat in self.guests.items() if seat != event.seat or one == event.guest}
        self._count_link(event.seat)

    def merge(self, event: GuestMerged) -> None:
        """A guest continues as another one, and their companions with them."""
        for before in [one for one in self.guests if event.before and device_guest(one) == event.before]:
            seat, guest = self.guests.pop(before), renamed(before, event.before, event.guest)
            if not event.guest:
                continue
            self.guests[guest] = seat
            if self.owners.get(seat) == before:
                self.owners[seat] = guest
            if before in self.claims:
                self.claims[guest] = self.claims.pop(before)

    def free(self, seat: Seat) -> None:
        """A seat is free again; its claim link is void, since the next one there is another person."""
        self.taken[seat] = None
        self.guests = {guest: other for guest, other in self.guests.items() if other != seat}
        self.owners.pop(seat, None)
        self._count_link(seat)

    def _count_link(self, seat: Seat) -> None:
        self.links[seat] = self.links.get(seat, 0) + 1
        self.claims = {guest: at for guest, at in self.claims.items() if guest in self.guests}
