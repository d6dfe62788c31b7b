"""Tables of a tournament: opened with every entrant on their seat.

A pairing is stored with the id of its table before the table is opened. If the server stops in between, the table is
opened when it starts again.

A table with clocks starts without absent players after two minutes: see :mod:`ludotheque.server.tables.starting`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.game import Game
from ludotheque.games import find
from ludotheque.server.storage import Conflict
from ludotheque.server.storage.tournaments import Entrant, Pairing, Tournament, TournamentRepository
from ludotheque.server.tables.bot_names import bot_name
from ludotheque.server.tables.opening import SeatedPlayer, TableTerms
from ludotheque.server.tables.service import TableService


def bot_level(game: Game, strength: str) -> str:
    """The level of a game's bots for a strength: the weakest, or the best that answers at once."""
    return next(iter(game.levels)) if strength == "weak" else str(game.coach)


async def open_tables(table_service: TableService, tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Open the tables of some pairings; those that are open already stay as they are."""
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    plan = tournament.plan
    terms = TableTerms(public=plan.public, clock=plan.clock, watch_delay=plan.watch_delay, evening=tournament.id)
    for pairing in pairings:
        chosen = tournament.chosen_game(pairing.round)
        game = find(chosen.game)
        players = [_seated_player(entrants[number], game) for number in pairing.seats]
        try:
            await table_service.opening.open_seated(pairing.table, game, chosen.options, players, terms)
        except Conflict:
            continue  # another worker has opened it


def _seated_player(entrant: Entrant, game: Game) -> SeatedPlayer:
    if entrant.guest is not None and entrant.bot is None and not entrant.gone:
        return SeatedPlayer(entrant.name, entrant.guest)
    level = bot_level(game, entrant.bot or "strong")
    return SeatedPlayer(bot_name(entrant.number), level=level)


async def open_missing_tables(tournaments: TournamentRepository, table_service: TableService) -> None:
    """Open the tables of all pairings that have none."""
    for id in await tournaments.with_unopened_tables():
        tournament = await tournaments.find(id)
        if tournament is not None:
            await open_tables(table_service, tournament, await tournaments.unopened_pairings(tournament))


async def wake_tables(tournaments: TournamentRepository, table_service: TableService) -> None:
    """Load the tables of tournaments that are being played: a bot may be to move there."""
    for table in await tournaments.tables_in_play():
        await table_service.wake(table)
