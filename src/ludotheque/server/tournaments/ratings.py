"""Ratings from finished tables: which games are rated, and the ratings of their players afterwards.

All ratings follow from the logs of the tables, and can be computed anew from them. A table is recorded once, by
whichever worker: its id is a primary key, and so is the number of each game of a player, so that of two tables of a
player that end at the same time one is recorded after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludotheque.server.storage import Storage
from ludotheque.server.storage.ratings import (
    BOT_PREFIX,
    PROGRAM_PREFIX,
    KnownRating,
    PlayerResult,
    RatingRepository,
)
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.table import Table
from ludotheque.tournaments.ratings import RatedSeat, rate


class RatedGame(NamedTuple):
    """A finished game that counts for the ratings of its players."""

    table: str
    game: str
    at: int
    seats: list[RatedSeat]


def rated_game(table: Table) -> RatedGame | None:
    """The game of a finished table; None if it is not rated.

    It is not if the table voted to end it, since there is no result; if it was branched from another game, since the
    position was chosen; and if no person played, since bots and programs are rated against people.
    """
    match = table.match
    if match is None or match.outcome is None or table.opened.origin is not None:
        return None
    seats = []
    for number, (taken, place) in enumerate(zip(table.seats.taken, match.outcome.places, strict=True)):
        assert taken is not None
        if taken.guest is None:
            level = str(taken.level)
            who = f"{BOT_PREFIX}{table.game.former_levels.get(level, level)}"
        else:
            who = f"{PROGRAM_PREFIX}{taken.guest}" if taken.program else taken.guest
        seats.append(RatedSeat(who, place, number in table.seats.proxies))
    players = {seat.who for seat in seats}
    if len(players) < 2 or all(who.startswith((BOT_PREFIX, PROGRAM_PREFIX)) for who in players):
        return None
    return RatedGame(table.id, table.game.id, ended_at(table), seats)


def ended_at(table: Table) -> int:
    """When a game ended: the time of its last move."""
    moves = table.match.record.moves if table.match is not None and table.ended is None else []
    return moves[-1].at if moves else table.updated


async def rate_game(ratings: RatingRepository, played: RatedGame) -> list[PlayerResult]:
    """The results of a game's players, with their ratings after it."""
    aliases = await ratings.aliases_of(seat.who for seat in played.seats)
    players = {aliases.get(seat.who, seat.who) for seat in played.seats}
    return _player_results(played, aliases, await ratings.current(played.game, players))


async def rebuild_ratings(storage: Storage) -> int:
    """Compute all ratings anew from the logs, in the order in which the games ended; how many games are rated.

    Games that end meanwhile are recorded afterwards, like others that were missed.
    """
    ratings = RatingRepository(storage)
    ended: list[tuple[str, int]] = []
    played: list[RatedGame] = []
    for id in await ratings.ended_tables():
        try:
            table = Table.load(id, await storage.load(id))
        except OtherRulesEdition:  # it cannot be replayed, but its result was recorded
            at, game = await _recorded_game(ratings, id)
        except InvalidLog:
            continue
        else:
            at, game = ended_at(table), rated_game(table)
        ended.append((id, at))
        if game is not None:
            played.append(game)
    aliases = await ratings.all_aliases()
    known: dict[str, dict[str, KnownRating]] = {}
    results = [
        result
        for game in sorted(played, key=lambda game: (game.at, game.table))
        for result in _player_results(game, aliases, known.setdefault(game.game, {}))
    ]
    await ratings.replace_all(ended, results)
    return len(played)


def _player_results(played: RatedGame, aliases: Mapping[str, str], known: dict[str, KnownRating]) -> list[PlayerResult]:
    """The results of a game's players; ``known`` has their ratings before the game, then those after it."""
    seats = [seat._replace(who=aliases.get(seat.who, seat.who)) for seat in played.seats]
    results = []
    for who, rating in rate({who: one.rating for who, one in known.items()}, seats).items():
        known[who] = KnownRating(rating, known.get(who, KnownRating()).games + 1)
        place = min(seat.place for seat in seats if seat.who == who)
        results.append(PlayerResult(played.game, who, played.table, place, len(seats), played.at, known[who]))
    return results


async def _recorded_game(ratings: RatingRepository, table: str) -> tuple[int, RatedGame | None]:
    """When a recorded game ended, and the game as far as it was recorded; None if it was not rated."""
    places = await ratings.recorded_places(table)
    if len(places) < 2:
        return await ratings.recorded_at(table), None
    at = places[0].at
    return at, RatedGame(table, places[0].game, at, [RatedSeat(one.who, one.place) for one in places])
