"""What is asked for and answered about clubs, evenings and players."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from ludotheque.protocol.messages import ClockOrder, Name, Received
from ludotheque.tournaments.standings import Standing

ENTRANTS: Final = 64
"""So many take part in an evening at most."""
MEMBERS: Final = 500
ROUNDS: Final = 40

Title = Annotated[str, Meta(min_length=1, max_length=60)]
Format = Literal["match", "round_robin", "swiss"]
Strength = Literal["weak", "strong"]
"""Which bot of a game: its first or its last level. Levels have other names in every game, and an evening may have
several."""
EveningState = Literal["gathering", "playing", "over"]


# --- clubs -----------------------------------------------------------------------------------------------------------


class OpenClub(Received, frozen=True):
    """Found a club; you are its first organiser."""

    title: Title
    name: Name
    """Yours."""
    blurb: Annotated[str, Meta(max_length=500)] = ""


class JoinClub(Received, frozen=True):
    """Become a member: ``code`` is the end of the club's invitation link."""

    name: Name
    code: Annotated[str, Meta(max_length=64)]


class MemberChange(Received, frozen=True):
    """Make a member an organiser, or no longer one, or show them the door. Everybody may leave by themselves."""

    change: Literal["organiser", "member", "remove"]


class MemberCard(msgspec.Struct, frozen=True):
    """A member of a club."""

    id: str
    """What they are known by in this club."""
    name: str
    organiser: bool
    you: bool
    page: str | None
    """The handle of their page, if they have one for everybody."""


class EveningLine(msgspec.Struct, frozen=True):
    """An evening in the list of a club."""

    id: str
    title: str
    format: Format
    games: list[str]
    state: EveningState
    people: int
    at: int
    winners: list[str]
    """Who came first, once it is over; bots have no name of their own."""


class ClubCard(msgspec.Struct, frozen=True):
    """A club. Its members and its evenings are for its members."""

    id: str
    title: str
    blurb: str
    you: Literal["organiser", "member"] | None
    people: int
    members: list[MemberCard]
    evenings: list[EveningLine]
    invitation: str | None
    """The code of its invitation link, ``/c/{id}/join/{code}``, for members."""


class ClubLine(msgspec.Struct, frozen=True):
    """One of your clubs."""

    id: str
    title: str
    organiser: bool
    people: int
    tonight: int
    """Evenings that people gather for, or that go on."""


class ClubList(msgspec.Struct, frozen=True):
    """Your clubs."""

    clubs: list[ClubLine]


# --- evenings --------------------------------------------------------------------------------------------------------


class EveningGame(Received, frozen=True):
    """A box that is opened in an evening, and by which rules of the table."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class EveningPlan(Received, frozen=True):
    """What an evening is made of. Several games are played in turn, one in each round."""

    title: Title
    games: Annotated[list[EveningGame], Meta(min_length=1, max_length=8)]
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=ROUNDS)] | None = None
    """None: as many as it takes, which is settled when it begins."""
    seats: Annotated[int, Meta(ge=2, le=10)] = 4
    """How many are wanted at a table, where the game leaves a choice."""
    clock: ClockOrder | None = None
    public: bool = False
    """Whether its tables are shown in the lobby, to be watched."""
    watch_delay: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many moves those who look on lag behind."""


class JoinEvening(Received, frozen=True):
    """Take part. ``listed``: with a page of one's own and a line on the ladders."""

    name: Name
    listed: bool = False


class BringBot(Received, frozen=True):
    """Have a bot take part, so that the numbers come out even."""

    strength: Strength


class BeginRound(Received, frozen=True):
    """Begin the round of that number, from 1: sent twice it is begun once."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]


class EntrantChange(Received, frozen=True):
    """Somebody goes home, a bot takes over for them, or they are back."""

    change: Literal["drop", "bot", "back"]


class HandResult(Received, frozen=True):
    """A result written down by hand: the place of each seat, 1 for the best, shared or not. It stands."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    board: Annotated[int, Meta(ge=0, le=ENTRANTS)]
    places: Annotated[list[Annotated[int, Meta(ge=1, le=10)]], Meta(min_length=2, max_length=10)]


class EntrantCard(msgspec.Struct, frozen=True):
    """Somebody who takes part in an evening."""

    number: int
    name: str
    """Empty for a bot."""
    bot: Strength | None
    """A bot, or one who plays for somebody absent."""
    person: bool
    gone: bool
    page: str | None
    """The handle of their page, if they have one for everybody."""


class BoardCard(msgspec.Struct, frozen=True):
    """A table of a round."""

    round: int
    board: int
    game: str
    table: str
    seats: list[int]
    """Those who sit there, by their number in the evening."""
    places: list[int] | None
    points: list[float] | None
    by_hand: bool


class RoundCard(msgspec.Struct, frozen=True):
    """A round: its tables, and those who sit out with what that is worth."""

    number: int
    game: str
    boards: list[BoardCard]
    byes: list[int]
    bye_points: float


class EveningCard(msgspec.Struct, frozen=True):
    """An evening as anybody with its link sees it, and which of them you are."""

    id: str
    club: str
    club_title: str
    plan: EveningPlan
    state: EveningState
    rounds_planned: int
    you: int | None
    organiser: bool
    your_table: str | None
    """Where you play now."""
    entrants: list[EntrantCard]
    rounds: list[RoundCard]
    standings: list[Standing]


# --- players ---------------------------------------------------------------------------------------------------------


class Myself(Received, frozen=True):
    """What other players may know of you: your name, and whether you have a page and a line on the ladders."""

    name: Name
    listed: bool


class RatingPoint(msgspec.Struct, frozen=True):
    """A strength after a game."""

    at: int
    shown: int
    give: int


class RatingCard(msgspec.Struct, frozen=True):
    """How strong somebody is at a game: ``shown``, give or take ``give``."""

    game: str
    games: int
    shown: int
    give: int
    history: list[RatingPoint]


class PlayedLine(msgspec.Struct, frozen=True):
    """A public game of somebody's that can be looked back at."""

    table: str
    game: str
    place: int
    seats: int
    at: int


class PlayerCard(msgspec.Struct, frozen=True):
    """A player, as far as everybody may know."""

    handle: str
    name: str
    you: bool
    listed: bool
    ratings: list[RatingCard]
    played: list[PlayedLine]


class LadderLine(msgspec.Struct, frozen=True):
    """A player on a ladder."""

    place: int
    handle: str
    name: str
    games: int
    shown: int
    give: int
    you: bool


class LadderBot(msgspec.Struct, frozen=True):
    """Where a bot stands, to measure oneself by."""

    level: str
    games: int
    shown: int
    give: int


class Ladder(msgspec.Struct, frozen=True):
    """The players of a game, by the strength that one can be nearly sure of."""

    game: str
    lines: list[LadderLine]
    bots: list[LadderBot]
