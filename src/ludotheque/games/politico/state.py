"""The state of a game of Politico."""

from __future__ import annotations

from functools import cache
from typing import Literal, Self

import msgspec

from ludotheque.engine.bargains import Bargains, no_bargains
from ludotheque.engine.question_stack import Reaction, Stack, Turn, clockwise_from
from ludotheque.engine.rules import NATURE, NOBODY, Seat
from ludotheque.engine.state import GameState, game_state
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.options import Options

#: Questions put to nature.
ELECTION, DEAL, EVENT = "election", "deal", "event"
#: Questions put to the player whose turn it is: draw or discard; act; after a failure attack or pass; form at once
#: after a fall; invite.
DRAW, ACT, ATTACK, FORM, INVITE = "draw", "act", "attack", "form", "invite"
#: Questions put to the target of an attack: answer it; choose among offers.
ANSWER, ACCEPT = "answer", "accept"
#: Questions put to several at once: those invited, those who may lend, those who may play the army.
JOIN, RECRUIT, LEND, COUNTER = "join", "recruit", "lend", "counter"
#: Votes.
INVESTITURE, CENSURE, AMENDMENT, DISPUTE = "investiture", "censure", "amendment", "dispute"
#: The ballot of a player who has no deputies, and so was not asked.
NONE = "none"
#: The uses of the army: on one's turn, against a vote, for a minority government, against an attack.
ENTER, TOPPLE, MINORITY, DEFENCE = "enter", "topple", "minority", "defence"


class Government(msgspec.Struct, frozen=True):
    """A government in place. ``members`` are all of them, its head first."""

    pm: Seat
    members: tuple[Seat, ...]
    card: int
    """The kind of card that made it."""
    since: int = 0
    """The turn in which it was formed."""
    rounds: int = 0
    """Rounds of the table that it has lasted."""
    immune: int = 0
    """Rounds for which it cannot be attacked, after HOMME PROVIDENTIEL."""
    providential: bool = False
    """Formed by HOMME PROVIDENTIEL without a vote: the army cannot be used to enter it."""
    resigning: bool = False
    """Its head has announced that they resign before the next player's turn."""


class Bid(msgspec.Struct, frozen=True):
    """An attempt at forming a government."""

    by: Seat
    card: int
    union: bool
    army: bool
    invited: tuple[Seat, ...] = ()
    joined: tuple[Seat, ...] = ()
    at_once: bool = False
    """Right after a fall, not in the course of one's turn."""


class Assault(msgspec.Struct, frozen=True):
    """An attack that awaits its answer, and who has offered a defence."""

    by: Seat
    target: Seat
    card: int
    offers: tuple[Seat, ...] = ()


class Pressure(msgspec.Struct, frozen=True):
    """PRESSION DE L'ARMÉE: its purpose, and the seats that have played one, in turn; none yet for a vote."""

    purpose: str
    by: Seat
    laid: tuple[Seat, ...] = ()


class Amendment(msgspec.Struct, frozen=True):
    """A change of the rules that was proposed, and in which turn."""

    by: Seat
    option: str
    value: int
    turn: int


class Count(msgspec.Struct, frozen=True):
    """The last vote, counted."""

    subject: str
    ballots: tuple[str, ...]
    weights: tuple[int, ...]
    carried: bool


@game_state
class State(GameState):
    """The complete state of a game."""

    box: Box
    options: Options
    players: int
    #: Why the next election is held.
    election: Literal["first", "dissolution", "midterm"] = "first"
    #: The plaques of each seat at the last election; deputies change after that.
    plaques: tuple[tuple[int, ...], ...]
    deputies: list[int]
    points: list[int]
    #: Trumps by kind: in each hand, of those the ones that all have seen, in the pack, and put back.
    hands: list[tuple[int, ...]]
    known: list[tuple[int, ...]]
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    #: The last card that was put back to draw two.
    dropped: str | None = None
    #: How many trumps each seat is about to be dealt.
    due: tuple[int, ...]
    #: Attacks that lie exposed, by the seat they lie before.
    exposed: list[tuple[int, ...]]
    first: Seat = NOBODY
    #: Whose turn it is, and the number of turns so far.
    seat: Seat = NOBODY
    turn: int = 0
    event: str | None = None
    government: Government | None = None
    #: Turns without a government, and governments in a row that did not last a round.
    vacant: int = 0
    short: int = 0
    #: Turns for which UNION NATIONALE still holds.
    union: int = 0
    dissolved: bool = False
    #: Seats that were expelled or asked into the government in this turn.
    changed: tuple[Seat, ...] = ()
    bid: Bid | None = None
    assault: Assault | None = None
    pressure: Pressure | None = None
    #: The seats that may form a government at once, after a fall.
    chances: tuple[Seat, ...] = ()
    count: Count | None = None
    amendment: Amendment | None = None
    #: The last turn in which a player asked to end the game, and whether a vote has ended it.
    disputed: int = 0
    adjudged: bool = False
    #: Whether mid-term elections were held or are due, and whether time is up.
    midterm: Literal["ahead", "due", "held"] = "ahead"
    time: bool = False
    bargains: Bargains

    @classmethod
    def opening(cls, box: Box, options: Options, players: int) -> Self:
        """The state before the first move."""
        kinds = len(box.kinds)
        return cls(
            box=box,
            options=options,
            players=players,
            stack=Stack([Turn(NATURE, ELECTION)]),
            plaques=((),) * players,
            deputies=[0] * players,
            points=[0] * players,
            hands=[(0,) * kinds] * players,
            known=[(0,) * kinds] * players,
            deck=box.counts,
            discard=(0,) * kinds,
            due=(0,) * players,
            exposed=[()] * players,
            bargains=no_bargains(players),
        )


def ask_seats(s: State, seats: tuple[Seat, ...], what: str) -> None:
    """Put the next question to several seats at once."""
    s.stack.replace(Reaction(seats, what))


def other_seats(s: State, seat: Seat) -> tuple[Seat, ...]:
    """All other seats, in turn after one."""
    return clockwise_from(seat, s.players)[1:]


@cache
def count_for(seat: Seat, count: int, players: int) -> tuple[int, ...]:
    """A count for one seat, and 0 for the others."""
    return tuple(count if other == seat else 0 for other in range(players))


def in_government(s: State, seat: Seat) -> bool:
    """Whether a seat is a member of the government."""
    return s.government is not None and seat in s.government.members
