"""The tables of an evening: the house opens them, with the right people on the right seats.

Who sits where is written down before a table is opened, its id with it. If the house dies in between, the next one
finds a pairing whose table is not there, and opens it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.engine.game import Game
from ludotheque.server.storage import Conflict, Storage
from ludotheque.server.tables.opening import SeatedPlayer, TableTerms
from ludotheque.server.tables.service import TableService
from ludotheque.server.tournaments.tournament import Board, Entrant, Tournament, load

_MISSING: Final = """
SELECT DISTINCT evening FROM pairing WHERE places IS NULL AND
    evening IN (SELECT id FROM evening WHERE state = 'playing') AND
    NOT EXISTS (SELECT 1 FROM summary WHERE summary."table" = pairing."table")
"""
_IN_PLAY: Final = """
SELECT pairing."table" FROM pairing JOIN summary ON summary."table" = pairing."table"
WHERE pairing.places IS NULL AND summary.state = 'playing'
"""


def level_of(game: Game, strength: str) -> str:
    """The bot of a game that is meant."""
    levels = list(game.levels)
    return levels[0] if strength == "weak" else levels[-1]


async def open_tables(table_service: TableService, evening: Tournament, boards: Sequence[Board]) -> None:
    """Open tables that are not open yet."""
    people = {entrant.number: entrant for entrant in evening.entrants}
    plan = evening.plan
    terms = TableTerms(public=plan.public, clock=plan.clock, watch_delay=plan.watch_delay, evening=evening.id)
    for board in boards:
        chosen = plan.games[(board.round - 1) % len(plan.games)]
        game = evening.game(board.round)
        sitters = [_sitter(people[number], game) for number in board.seats]
        try:
            await table_service.open_seated(board.table, game, chosen.options, sitters, terms)
        except Conflict:
            continue  # another worker was quicker


def _sitter(entrant: Entrant, game: Game) -> SeatedPlayer:
    if entrant.guest is not None and entrant.bot is None and not entrant.gone:
        return SeatedPlayer(entrant.name, entrant.guest)
    level = level_of(game, entrant.bot or "strong")
    return SeatedPlayer(level, level=level)


async def open_missing(storage: Storage, table_service: TableService) -> None:
    """Open the tables that were promised and are not there."""
    for (id,) in await storage.rows(_MISSING):
        evening = await load(storage, id)
        known = {
            table
            for board in evening.boards
            for (table,) in await storage.rows('SELECT "table" FROM summary WHERE "table" = $1', board.table)
        }
        waiting = [board for board in evening.boards if board.places is None and board.table not in known]
        await open_tables(table_service, evening, waiting)


async def wake_tables(storage: Storage, table_service: TableService) -> None:
    """Wake the tables that are being played, for bots may be to move at them."""
    for (table,) in await storage.rows(_IN_PLAY):
        await table_service.wake(table)
