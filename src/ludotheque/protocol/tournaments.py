"""Requests and answers about clubs, tournaments, player pages and ladders.

Paths and JSON fields call a tournament ``evening``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from ludotheque.protocol.messages import ClockOrder, Name, Received

ENTRANTS: Final = 64
"""The most entrants of a tournament."""
MEMBERS: Final = 500
"""The most members of a club."""
ROUNDS: Final = 40
"""The most rounds of a tournament."""

Moment = Annotated[int, Meta(ge=0, le=253_402_300_799_000)]
"""A time in milliseconds since 1970, up to the year 9999."""
Title = Annotated[str, Meta(min_length=1, max_length=60)]
Format = Literal["match", "round_robin", "swiss"]
Strength = Literal["weak", "strong"]
"""A bot of a game by strength: its first or its last level. Levels have other names in every game, and a tournament
may have several games."""
TournamentState = Literal["gathering", "playing", "over"]
"""Before its first round, during its rounds, or ended."""


# --- clubs -----------------------------------------------------------------------------------------------------------


class OpenClub(Received, frozen=True):
    """Found a club, and become its first organiser."""

    title: Title
    name: Name
    """The name of the organiser."""
    blurb: Annotated[str, Meta(max_length=500)] = ""


class JoinClub(Received, frozen=True):
    """Become a member: ``code`` is the end of the club's invitation link."""

    name: Name
    code: Annotated[str, Meta(max_length=64)]


class MemberChange(Received, frozen=True):
    """Make a member an organiser or not, or remove them. All members may remove themselves."""

    change: Literal["organiser", "member", "remove"]


class MemberCard(msgspec.Struct, frozen=True):
    """A member of a club."""

    id: str
    """The id of the member in requests about this club."""
    name: str
    organiser: bool
    you: bool
    page: str | None
    """The handle of their player page, if it is public."""


class TournamentSummary(msgspec.Struct, frozen=True):
    """A tournament in the list of a club."""

    id: str
    title: str
    format: Format
    games: list[str]
    state: TournamentState
    people: int
    at: int
    winners: list[str]
    """The names of the winners once it is over; that of an erased guest is empty."""
    starts_at: int | None = None
    cancelled: bool = False


class ClubCard(msgspec.Struct, frozen=True):
    """A club. Only its members are shown its members and tournaments."""

    id: str
    title: str
    blurb: str
    you: Literal["organiser", "member"] | None
    people: int
    members: list[MemberCard]
    evenings: list[TournamentSummary]
    invitation: str | None
    """The code of its invitation link, ``/c/{id}/join/{code}``, for members."""


class ClubSummary(msgspec.Struct, frozen=True):
    """A club of yours, in a list."""

    id: str
    title: str
    organiser: bool
    people: int
    tonight: int
    """How many of its tournaments are not over."""


class ClubList(msgspec.Struct, frozen=True):
    """Your clubs."""

    clubs: list[ClubSummary]


# --- tournaments -----------------------------------------------------------------------------------------------------


class TournamentGame(Received, frozen=True):
    """A game of a tournament, with its options."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)


class TournamentPlan(Received, frozen=True):
    """The plan of a tournament. Several games are played in turn, one in each round."""

    title: Title
    games: Annotated[list[TournamentGame], Meta(min_length=1, max_length=8)]
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=ROUNDS)] | None = None
    """None: as recommended for the entrants of the first round."""
    seats: Annotated[int, Meta(ge=2, le=10)] = 4
    """The wanted number of seats at a table, if the game leaves a choice."""
    clock: ClockOrder | None = None
    public: bool = False
    """Whether its tables are shown in the lobby to spectators."""
    watch_delay: Annotated[int, Meta(ge=0, le=20)] = 0
    """By how many moves spectators are behind."""
    starts_at: Moment | None = None
    """When it begins, in milliseconds since 1970; not in the past when it is planned. Organisers begin its rounds."""


class EnterTournament(Received, frozen=True):
    """Enter a tournament. ``listed``: with a public player page, and on the ladders."""

    name: Name
    listed: bool = False


class EnterBot(Received, frozen=True):
    """Enter a bot, for example to make the number of entrants even."""

    strength: Strength


class BeginRound(Received, frozen=True):
    """Begin the round of this number, from 1; sent twice, it begins once."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]


class EntrantChange(Received, frozen=True):
    """Withdraw an entrant, let a bot play for them, or let them return."""

    change: Literal["drop", "bot", "back"]


class CancelTournament(Received, frozen=True):
    """Cancel a tournament before its first round; ``why`` is a sentence for those who have entered."""

    why: Annotated[str, Meta(max_length=200)] = ""


class ManualResult(Received, frozen=True):
    """A result entered by hand: the place of each seat, 1 for the best, shared or not. It replaces any other."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)]
    board: Annotated[int, Meta(ge=0, le=ENTRANTS)]
    places: Annotated[list[Annotated[int, Meta(ge=1, le=10)]], Meta(min_length=2, max_length=10)]


class EntrantCard(msgspec.Struct, frozen=True):
    """An entrant of a tournament."""

    number: int
    name: str
    """Empty for an erased guest."""
    bot: Strength | None
    """The strength of the bot that plays: an entrant itself, or for an absent person."""
    person: bool
    gone: bool
    page: str | None
    """The handle of their player page, if it is public."""


class BoardCard(msgspec.Struct, frozen=True):
    """A pairing of a round: a table with its entrants."""

    round: int
    board: int
    game: str
    table: str
    seats: list[int]
    """The entrants at the table by number, in the order of their seats."""
    places: list[int] | None
    points: list[float] | None
    by_hand: bool


class RoundCard(msgspec.Struct, frozen=True):
    """A round: its pairings, the entrants with a bye, and the points of a bye."""

    number: int
    game: str
    boards: list[BoardCard]
    byes: list[int]
    bye_points: float


class Standing(msgspec.Struct, frozen=True):
    """The place of an entrant in the standings."""

    entrant: int
    place: int
    points: float
    played: int
    wins: int
    """First places, alone or shared, unless all share it."""
    opposition: float
    """The mean of the opponents' points, over all meetings."""
    beaten: float
    """The points of the opponents placed behind, and half of those with the same place."""


class TournamentCard(msgspec.Struct, frozen=True):
    """A tournament as everyone with its link sees it, and which entrant you are."""

    id: str
    club: str
    club_title: str
    plan: TournamentPlan
    state: TournamentState
    rounds_planned: int
    you: int | None
    organiser: bool
    your_table: str | None
    """The table where you play now."""
    entrants: list[EntrantCard]
    rounds: list[RoundCard]
    standings: list[Standing]
    cancelled: str | None = None
    """What the organiser told the entrants when it was cancelled, maybe nothing; None if it was not."""


# --- players ---------------------------------------------------------------------------------------------------------


class MyProfile(Received, frozen=True):
    """Your name, and whether you have a public player page and are on the ladders."""

    name: Name
    listed: bool


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: int
    shown: int
    give: int


class RatingCard(msgspec.Struct, frozen=True):
    """The rating of a player at a game: ``shown``, with the margin ``give``."""

    game: str
    games: int
    shown: int
    give: int
    history: list[RatingPoint]


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished public game of a player."""

    table: str
    game: str
    place: int
    seats: int
    at: int


class PlayerCard(msgspec.Struct, frozen=True):
    """A player page."""

    handle: str
    name: str
    you: bool
    listed: bool
    ratings: list[RatingCard]
    played: list[PlayedGame]


class LadderRow(msgspec.Struct, frozen=True):
    """A player on a ladder."""

    place: int
    handle: str
    name: str
    games: int
    shown: int
    give: int
    you: bool


class LadderBot(msgspec.Struct, frozen=True):
    """A bot on a ladder, for comparison."""

    level: str
    games: int
    shown: int
    give: int


class Ladder(msgspec.Struct, frozen=True):
    """The players of a game, ordered by their rating less its margin."""

    game: str
    lines: list[LadderRow]
    bots: list[LadderBot]
