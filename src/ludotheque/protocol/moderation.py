"""HTTP messages about moderation: reports, sanctions, and the actions of moderators."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import Name, Received

Why = Annotated[str, Meta(max_length=300)]
SanctionKind = Literal["mute", "ban"]
ActionKind = Literal["dismiss", "mute", "ban", "hide", "lift_mute", "lift_ban", "join"]


class Report(Received, frozen=True):
    """Report a chat message (``line``) or the player on a seat (``seat``) to the moderators: one of the two."""

    why: Why
    line: Annotated[int, Meta(ge=1)] | None = None
    """The number of the chat message, among those you can read, from 1."""
    seat: Annotated[Seat, Meta(ge=0)] | None = None
    name: Name | None = None
    """Your name, if you are a spectator."""


class ReportCard(msgspec.Struct, frozen=True):
    """A report as a moderator reads it. Times are in milliseconds since 1970."""

    id: str
    at: int
    table: str
    game: str
    public: bool
    reporter: str
    name: str
    """The name of the reported player or spectator."""
    person: str
    """An id that is the same in every report about the same guest."""
    said: str
    """The text of the reported chat message; empty for a report about a seat."""
    aside: bool
    """Whether the chat message was posted in a private room, which the reporter could read."""
    why: str
    sanctions: list[SanctionKind]
    """The sanctions that the guest is under already."""


class SanctionCard(msgspec.Struct, frozen=True):
    """A sanction in force: the guest may not chat (``mute``), or neither chat nor take a seat (``ban``)."""

    person: str
    name: str
    kind: SanctionKind
    until: int


class ModeratorAction(msgspec.Struct, frozen=True):
    """An action of a moderator, and its reason."""

    at: int
    moderator: str
    kind: ActionKind
    name: str
    """The name of the guest that it was done to."""
    table: str
    until: int | None
    why: str


class ModerationOverview(msgspec.Struct, frozen=True):
    """The overview of a moderator: open reports, sanctions in force, latest actions."""

    you: str
    reports: list[ReportCard]
    sanctions: list[SanctionCard]
    deeds: list[ModeratorAction]


class Verdict(Received, frozen=True):
    """A moderator's decision on a report.

    ``dismiss`` it; ``mute`` or ``ban`` the reported guest for so many hours; ``hide`` the table from the lobby.
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
    """Become a moderator: ``code`` is the code of the host's invitation."""

    code: Annotated[str, Meta(max_length=300)]
