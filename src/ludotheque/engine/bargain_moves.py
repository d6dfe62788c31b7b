"""The moves and events of bargains, the same in every game that has them (see :mod:`.bargains`)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from ludotheque.engine.rules import Event, Move, Seat

TermsName = Annotated[str, Meta(max_length=24)]


class OfferBargain(Move, frozen=True):
    """Offer a bargain to another seat, on terms that the game has ready."""

    to: Seat
    terms: TermsName


class AcceptBargain(Move, frozen=True):
    """Agree to a bargain that is offered."""

    number: int


class RefuseBargain(Move, frozen=True):
    """Refuse a bargain that is offered."""

    number: int


class CancelBargain(Move, frozen=True):
    """Cancel one's own offer before it is answered."""

    number: int


BARGAIN_MOVES: Final = (OfferBargain, AcceptBargain, RefuseBargain, CancelBargain)
"""The kinds of moves of bargains."""


class BargainOffered(Event, frozen=True):
    """A bargain was offered."""

    number: int
    by: Seat
    to: Seat
    terms: str


class BargainAgreed(Event, frozen=True):
    """The seat to which a bargain was offered agreed: both have promised something."""

    number: int
    by: Seat
    to: Seat
    terms: str


class BargainRefused(Event, frozen=True):
    """The seat to which a bargain was offered refused."""

    number: int
    by: Seat
    to: Seat
    terms: str


class BargainCancelled(Event, frozen=True):
    """An offer was cancelled before it was answered."""

    number: int
    by: Seat
    to: Seat
    terms: str


class BargainLapsed(Event, frozen=True):
    """An offer ended without an answer."""

    number: int
    by: Seat
    to: Seat
    terms: str


class PromiseKept(Event, frozen=True):
    """A promise was kept. ``number`` is that of its bargain."""

    number: int
    by: Seat
    to: Seat
    kind: str


class PromiseBroken(Event, frozen=True):
    """A promise was broken."""

    number: int
    by: Seat
    to: Seat
    kind: str


class PromiseVoid(Event, frozen=True):
    """A promise ended though it was neither kept nor broken."""

    number: int
    by: Seat
    to: Seat
    kind: str
