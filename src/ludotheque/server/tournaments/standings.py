"""An evening as it is kept: its plan, those who take part, its rounds and their tables."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.points import EVEN, WIN
from ludotheque.games import find
from ludotheque.protocol.tournaments import EveningPlan, EveningState, Strength
from ludotheque.server.storage import Storage
from ludotheque.tournaments.history import Past, Round
from ludotheque.tournaments.standings import Result, Standing, standings

_EVENING: Final = "SELECT club, plan, state, at FROM evening WHERE id = $1"
_ENTRANTS: Final = "SELECT number, guest, name, bot, gone FROM entrant WHERE evening = $1 ORDER BY number"
_ROUNDS: Final = "SELECT number, byes FROM evening_round WHERE evening = $1 ORDER BY number"
_BOARDS: Final = """
SELECT number, board, "table", seats, places, points, by_hand FROM pairing WHERE evening = $1 ORDER BY number, board
"""

decode_plan = msgspec.json.Decoder(EveningPlan).decode
_numbers = msgspec.json.Decoder(list[int]).decode
_points = msgspec.json.Decoder(list[float]).decode


def text(value: object) -> str:
    """Something small, as it is kept in a column."""
    return msgspec.json.encode(value).decode()


class UnknownTournament(LookupError):
    """No such evening."""


class Entrant(NamedTuple):
    """Somebody who takes part: a guest, a bot, or a guest for whom a bot plays until they are back."""

    number: int
    guest: str | None
    name: str
    bot: Strength | None
    gone: bool


class Board(NamedTuple):
    """A table of a round."""

    round: int
    board: int
    table: str
    seats: list[int]
    places: list[int] | None
    points: list[float] | None
    by_hand: bool


@dataclass(frozen=True)
class Tournament:
    """All that is known of an evening."""

    id: str
    club: str
    plan: EveningPlan
    state: EveningState
    at: int
    entrants: list[Entrant]
    byes: list[list[int]] = field(default_factory=list)
    """Those who sat out, round by round."""
    boards: list[Board] = field(default_factory=list)

    def entrant(self, guest: str | None) -> Entrant | None:
        """The one who is this guest."""
        return next((one for one in self.entrants if guest is not None and one.guest == guest), None)

    def game(self, number: int) -> Game:
        """What is played in a round, counted from 1."""
        return find(self.plan.games[(number - 1) % len(self.plan.games)].game)

    def round(self, number: int) -> list[Board]:
        """The tables of a round, counted from 1."""
        return [board for board in self.boards if board.round == number]

    def past(self) -> Past:
        """The rounds so far, for those who make the next."""
        rounds = [
            Round(tuple(tuple(board.seats) for board in self.round(number)), tuple(byes))
            for number, byes in enumerate(self.byes, 1)
        ]
        return Past(rounds)

    def bye_points(self, number: int) -> float:
        """What sitting out a round is worth.

        Where like meets like it is a victory, as the custom is, or nobody would ever catch up; where two of several
        can win at most, and where everybody's turn comes to sit out, it is what a seat brings on average.
        """
        return WIN if self.plan.format == "swiss" and self.game(number).rules.seats[-1] == 2 else EVEN

    def standings(self) -> list[Standing]:
        """The general ranking."""
        results = [
            Result(board.seats, board.places, board.points)
            for board in self.boards
            if board.places is not None and board.points is not None
        ]
        byes: dict[int, float] = defaultdict(float)
        for number, sat_out in enumerate(self.byes, 1):
            for entrant in sat_out:
                byes[entrant] += self.bye_points(number)
        return standings([one.number for one in self.entrants], results, byes)


async def load(storage: Storage, id: str) -> Tournament:
    """An evening, as it is written down; raises :class:`UnknownEvening`."""
    found = await storage.rows(_EVENING, id)
    if not found:
        raise UnknownTournament(id)
    club, plan, state, at = found[0]
    entrants = [
        Entrant(number, guest, name, bot, bool(gone))
        for number, guest, name, bot, gone in await storage.rows(_ENTRANTS, id)
    ]
    boards = [
        Board(
            number,
            board,
            table,
            _numbers(seats),
            None if places is None else _numbers(places),
            None if points is None else _points(points),
            bool(by_hand),
        )
        for number, board, table, seats, places, points, by_hand in await storage.rows(_BOARDS, id)
    ]
    byes = [_numbers(byes) for _, byes in await storage.rows(_ROUNDS, id)]
    # Rounds are read after tables: a round that begins meanwhile is not half there.
    boards = [board for board in boards if board.round <= len(byes)]
    return Tournament(id, club, decode_plan(plan), state, at, entrants, byes, boards)
