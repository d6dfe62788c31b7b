"""Tournaments in the database: plan, entrants, rounds, and the pairings of each round with their results.

The database calls a tournament ``evening``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from ludotheque.protocol.tournaments import Strength, TournamentGame, TournamentPlan, TournamentState
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.players import Player, save_player
from ludotheque.server.storage.statement import Statement

_FIND: Final = "SELECT club, plan, state, at, cancelled FROM evening WHERE id = $1"
_ENTRANTS: Final = "SELECT number, guest, name, bot, gone FROM entrant WHERE evening = $1 ORDER BY number"
_ROUNDS: Final = "SELECT number, byes FROM evening_round WHERE evening = $1 ORDER BY number"
_PAIRINGS: Final = """
SELECT number, board, "table", seats, places, points, by_hand FROM pairing WHERE evening = $1 ORDER BY number, board
"""
_LATEST: Final = "SELECT id FROM evening WHERE club = $1 ORDER BY at DESC, id LIMIT $2"
_WITH_UNOPENED_TABLES: Final = """
SELECT DISTINCT evening FROM pairing WHERE places IS NULL AND
    evening IN (SELECT id FROM evening WHERE state = 'playing') AND
    NOT EXISTS (SELECT 1 FROM summary WHERE summary."table" = pairing."table")
"""
_IS_OPEN: Final = 'SELECT 1 FROM summary WHERE "table" = $1'
_TABLES_IN_PLAY: Final = """
SELECT pairing."table" FROM pairing JOIN summary ON summary."table" = pairing."table"
WHERE pairing.places IS NULL AND summary.state = 'playing'
"""
_IS_PAIRED: Final = 'SELECT 1 FROM pairing WHERE "table" = $1'

_CREATE: Final = "INSERT INTO evening (id, club, plan, state, at) VALUES ($1, $2, $3, $4, $5)"
_START: Final = "UPDATE evening SET state = 'playing', plan = $2, at = $3 WHERE id = $1 AND state = 'gathering'"
_END: Final = "UPDATE evening SET state = 'over' WHERE id = $1"
_CANCEL: Final = """
UPDATE evening SET state = 'over', cancelled = $2 WHERE id = $1 AND state = 'gathering'
"""
_DELETE: Final = """
DELETE FROM evening WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM entrant WHERE evening = $1)
"""
_ADD_ENTRANT: Final = """
INSERT INTO entrant (evening, number, guest, name, bot, gone) VALUES ($1, $2, $3, $4, $5, $6)
"""
_RETURN_ENTRANT: Final = """
UPDATE entrant SET name = $3, gone = FALSE, bot = NULL WHERE evening = $1 AND number = $2
"""
_SET_BOT: Final = "UPDATE entrant SET gone = FALSE, bot = $3 WHERE evening = $1 AND number = $2"
_WITHDRAW_ENTRANT: Final = "UPDATE entrant SET gone = TRUE WHERE evening = $1 AND number = $2"
_DELETE_ENTRANT: Final = "DELETE FROM entrant WHERE evening = $1 AND number = $2"
_ADD_ROUND: Final = "INSERT INTO evening_round (evening, number, byes, at) VALUES ($1, $2, $3, $4)"
_ADD_PAIRING: Final = """
INSERT INTO pairing (evening, number, board, "table", seats, by_hand) VALUES ($1, $2, $3, $4, $5, $6)
"""
_SET_RESULT: Final = 'UPDATE pairing SET places = $2, points = $3 WHERE "table" = $1 AND places IS NULL'
_SET_MANUAL_RESULT: Final = """
UPDATE pairing SET places = $4, points = $5, by_hand = TRUE WHERE evening = $1 AND number = $2 AND board = $3
"""
_MERGE_ENTRANT: Final = """
UPDATE entrant SET guest = $2 WHERE guest = $1 AND evening NOT IN
    (SELECT evening FROM entrant WHERE guest = $2)
"""
_DETACH_ENTRANT: Final = "UPDATE entrant SET guest = NULL, gone = TRUE WHERE guest = $1"
_ERASE_ENTRANT: Final = "UPDATE entrant SET guest = NULL, name = '', gone = TRUE WHERE guest = $1"

_decode_plan = msgspec.json.Decoder(TournamentPlan).decode
_decode_numbers = msgspec.json.Decoder(list[int]).decode
_decode_points = msgspec.json.Decoder(list[float]).decode


class Entrant(NamedTuple):
    """A guest or a bot that plays in a tournament, or a guest for whom a bot plays until they are back."""

    number: int
    guest: str | None
    name: str
    bot: Strength | None
    gone: bool = False


class TableResult(NamedTuple):
    """How a table ended: the place and the points of each seat."""

    places: Sequence[int]
    points: Sequence[float]


class Pairing(NamedTuple):
    """A table of a round: the entrants on its seats, and its result once it is known."""

    round: int
    board: int
    table: str
    seats: Sequence[int]
    result: TableResult | None = None
    by_hand: bool = False
    """Whether an organiser entered the result."""


class Tournament(NamedTuple):
    """A tournament of a club, as it is stored."""

    id: str
    club: str
    plan: TournamentPlan
    state: TournamentState
    at: int
    entrants: list[Entrant]
    byes: list[list[int]]
    """The entrants with a bye, round by round."""
    pairings: list[Pairing]
    cancelled: str | None = None
    """What the organiser told the entrants when it was cancelled."""

    @property
    def rounds(self) -> int:
        """How many rounds have begun."""
        return len(self.byes)

    def entrant_of(self, guest: str | None) -> Entrant | None:
        """The entrant who is this guest."""
        return next((entrant for entrant in self.entrants if guest is not None and entrant.guest == guest), None)

    def chosen_game(self, round: int) -> TournamentGame:
        """The game of a round, counted from 1, with its options."""
        return self.plan.games[(round - 1) % len(self.plan.games)]

    def pairings_of(self, round: int) -> list[Pairing]:
        """The pairings of a round, counted from 1."""
        return [pairing for pairing in self.pairings if pairing.round == round]


class NewRound(NamedTuple):
    """A round that begins."""

    number: int
    byes: Sequence[int]
    pairings: Sequence[Pairing]
    at: int
    plan: TournamentPlan | None
    """With the first round: the plan with its number of rounds settled."""


class TournamentRepository:
    """Reads and writes tournaments."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    # --- reading -------------------------------------------------------------------------------------------------

    async def find(self, id: str) -> Tournament | None:
        """A tournament by its id."""
        found = await self._storage.rows(_FIND, id)
        if not found:
            return None
        club, plan, state, at, cancelled = found[0]
        entrants = [
            Entrant(number, guest, name, bot, bool(gone))
            for number, guest, name, bot, gone in await self._storage.rows(_ENTRANTS, id)
        ]
        pairings = [
            Pairing(round, board, table, _decode_numbers(seats), _decode_result(places, points), bool(by_hand))
            for round, board, table, seats, places, points, by_hand in await self._storage.rows(_PAIRINGS, id)
        ]
        byes = [_decode_numbers(byes) for _, byes in await self._storage.rows(_ROUNDS, id)]
        # Rounds are read after pairings: of a round that begins meanwhile all pairings are left out.
        pairings = [pairing for pairing in pairings if pairing.round <= len(byes)]
        return Tournament(id, club, _decode_plan(plan), state, at, entrants, byes, pairings, cancelled)

    async def latest(self, club: str, limit: int) -> list[Tournament]:
        """The latest tournaments of a club, the newest first."""
        found = [await self.find(id) for (id,) in await self._storage.rows(_LATEST, club, limit)]
        return [tournament for tournament in found if tournament is not None]

    async def with_unopened_tables(self) -> list[str]:
        """The tournaments that have pairings without a result whose tables were never opened."""
        return [id for (id,) in await self._storage.rows(_WITH_UNOPENED_TABLES)]

    async def unopened_pairings(self, tournament: Tournament) -> list[Pairing]:
        """The pairings without a result whose tables were never opened."""
        return [
            pairing
            for pairing in tournament.pairings
            if pairing.result is None and not await self._storage.rows(_IS_OPEN, pairing.table)
        ]

    async def tables_in_play(self) -> list[str]:
        """The tables of all tournaments at which a game is being played."""
        return [table for (table,) in await self._storage.rows(_TABLES_IN_PLAY)]

    async def is_paired(self, table: str) -> bool:
        """Whether a table belongs to a tournament."""
        return bool(await self._storage.rows(_IS_PAIRED, table))

    # --- writing -------------------------------------------------------------------------------------------------

    async def create(self, id: str, club: str, plan: TournamentPlan, at: int) -> None:
        """Create a tournament that entrants can join."""
        await self._storage.write(Statement(_CREATE, (id, club, _encode(plan), "gathering", at)))

    async def add_entrant(self, id: str, entrant: Entrant, player: Player | None = None) -> None:
        """Add an entrant, and write their player page; raises :class:`Conflict` if the number or the guest is taken."""
        page = [] if player is None else [save_player(player)]
        await self._storage.write(Statement(_ADD_ENTRANT, (id, *entrant)), *page)

    async def return_entrant(self, id: str, number: int, player: Player) -> None:
        """Let a guest play again under the name of their player page, and write that page."""
        await self._storage.write(Statement(_RETURN_ENTRANT, (id, number, player.name)), save_player(player))

    async def set_bot(self, id: str, number: int, bot: Strength | None) -> None:
        """Let a bot play for an entrant, or the entrant themselves; either way they are not gone."""
        await self._storage.write(Statement(_SET_BOT, (id, number, bot)))

    async def withdraw_entrant(self, id: str, number: int) -> None:
        """Mark an entrant as gone: they are not paired any more."""
        await self._storage.write(Statement(_WITHDRAW_ENTRANT, (id, number)))

    async def delete_entrant(self, id: str, number: int) -> None:
        """Delete an entrant who has not played."""
        await self._storage.write(Statement(_DELETE_ENTRANT, (id, number)))

    async def begin_round(self, id: str, round: NewRound) -> None:
        """Write a round with its pairings; raises :class:`Conflict` if it has begun already."""
        statements = [Statement(_ADD_ROUND, (id, round.number, _encode(round.byes), round.at))]
        for pairing in round.pairings:
            values = (id, round.number, pairing.board, pairing.table, _encode(pairing.seats), pairing.by_hand)
            statements.append(Statement(_ADD_PAIRING, values))
        if round.plan is not None:
            statements.append(Statement(_START, (id, _encode(round.plan), round.at)))
        await self._storage.write(*statements)

    async def enter_manual_result(self, id: str, round: int, board: int, result: TableResult) -> None:
        """Write the result that an organiser entered, in place of any other."""
        values = (id, round, board, _encode(result.places), _encode(result.points))
        await self._storage.write(Statement(_SET_MANUAL_RESULT, values))

    async def end(self, id: str) -> None:
        """End a tournament."""
        await self._storage.write(Statement(_END, (id,)))

    async def cancel(self, id: str, why: str) -> None:
        """End a tournament before its first round; one that has begun stays as it is."""
        await self._storage.write(Statement(_CANCEL, (id, why)))

    async def delete(self, id: str) -> None:
        """Delete a tournament without entrants; one that has entrants stays as it is."""
        await self._storage.write(Statement(_DELETE, (id,)))


def set_result(table: str, result: TableResult) -> Statement:
    """Writes the result of a table, unless it has one."""
    return Statement(_SET_RESULT, (table, _encode(result.places), _encode(result.points)))


def merge_entrant(old: str, new: str) -> list[Statement]:
    """Gives the entries of one guest to another; where both play, the old one is gone."""
    return [Statement(_MERGE_ENTRANT, (old, new)), Statement(_DETACH_ENTRANT, (old,))]


def erase_entrant(guest: str) -> list[Statement]:
    """Makes the entries of a guest anonymous; their results stay for the other entrants."""
    return [Statement(_ERASE_ENTRANT, (guest,))]


def _decode_result(places: str | None, points: str | None) -> TableResult | None:
    if places is None or points is None:
        return None
    return TableResult(_decode_numbers(places), _decode_points(points))


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()
