"""What is asked for and answered about manners: reports, and what moderators do about them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import Name, Received

Why = Annotated[str, Meta(max_length=300)]
SanctionKind = Literal["mute", "ban"]
DeedKind = Literal["dismiss", "mute", "ban", "hide", "lift_mute", "lift_ban", "join"]


class Report(Received, frozen=True):
    """Tell the moderators about something that was said, or about whoever sits on a seat: one of the two."""

    why: Why
    line: Annotated[int, Meta(ge=1)] | None = None
    """The number of what was said, among what you can read."""
    seat: Annotated[Seat, Meta(ge=0)] | None = None
    name: Name | None = None
    """Who you are, if you only look on."""


class ReportCard(msgspec.Struct, frozen=True):
    """A report as a moderator reads it. Times are in milliseconds since 1970."""

    id: str
    at: int
    table: str
    game: str
    public: bool
    reporter: str
    name: str
    """Whom it is about."""
    person: str
    """The same for every report about the same guest."""
    said: str
    """What they said; empty if it is about them altogether."""
    aside: bool
    """It was said aside, and whoever reports it was there."""
    why: str
    sanctions: list[SanctionKind]
    """What they are under already."""


class SanctionCard(msgspec.Struct, frozen=True):
    """Somebody who is asked to be quiet (``mute``) or to stay away (``ban``)."""

    person: str
    name: str
    kind: SanctionKind
    until: int


class DeedCard(msgspec.Struct, frozen=True):
    """Something a moderator did, and why."""

    at: int
    moderator: str
    kind: DeedKind
    name: str
    """To whom."""
    table: str
    until: int | None
    why: str


class Desk(msgspec.Struct, frozen=True):
    """A moderator's desk: what is open, what holds, what was done."""

    you: str
    reports: list[ReportCard]
    sanctions: list[SanctionCard]
    deeds: list[DeedCard]


class Verdict(Received, frozen=True):
    """What a moderator does about a report.

    ``dismiss`` it; ``mute`` or ``ban`` whom it is about for so many hours; ``hide`` the table from the lobby.
    """

    do: Literal["dismiss", "mute", "ban", "hide"]
    why: Why
    hours: Annotated[int, Meta(ge=1, le=24 * 365)] = 24


class Lift(Received, frozen=True):
    """End a sanction before its time."""

    person: Annotated[str, Meta(max_length=40)]
    kind: SanctionKind
    why: Why


class Appointment(Received, frozen=True):
    """Become a moderator: ``code`` is the end of a link that the host gave out."""

    code: Annotated[str, Meta(max_length=300)]
