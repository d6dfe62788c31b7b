"""Ratings in the database: the rating of each player at each game, and the result of each rated game.

``rating`` has the current ratings; ``result`` a row for every player of every rated game, with the rating after it;
``rated`` the tables whose end has been recorded, rated or not; ``alias`` the guests who continue as another guest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement
from ludotheque.server.storage.tournaments import TableResult, set_result
from ludotheque.tournaments.ratings import INITIAL, Rating

BOT_PREFIX: Final = "bot:"
"""Before the level of a bot, in the column ``who``: a bot has a rating like a guest."""
PROGRAM_PREFIX: Final = "program:"
"""Before the guest of a remote program, in the column ``who``: it has a rating apart from its owner's."""

_CURRENT: Final = "SELECT mu, sigma, games FROM rating WHERE game = $1 AND who = $2"
_OF_PLAYER: Final = "SELECT game, mu, sigma, games FROM rating WHERE who = $1 ORDER BY games DESC, game"
_LADDER: Final = """
SELECT player.guest, player.handle, player.name, rating.mu, rating.sigma, rating.games
FROM rating JOIN player ON player.guest = rating.who WHERE rating.game = $1 AND player.listed
ORDER BY rating.mu - 2 * rating.sigma DESC, player.handle LIMIT $2
"""
_BOTS: Final = f"""
SELECT who, mu, sigma, games FROM rating WHERE game = $1 AND who LIKE '{BOT_PREFIX}%' ORDER BY mu DESC
"""
_HISTORY: Final = "SELECT at, mu, sigma FROM result WHERE game = $1 AND who = $2 ORDER BY at DESC, number DESC LIMIT $3"
_PUBLIC_RESULTS: Final = """
SELECT result."table", result.game, result.place, result.seats, result.at
FROM result JOIN summary ON summary."table" = result."table"
WHERE result.who = $1 AND summary.public AND summary.state = 'over' ORDER BY result.at DESC, result."table" LIMIT $2
"""
_IS_RECORDED: Final = 'SELECT 1 FROM rated WHERE "table" = $1'
_RECORDED_AT: Final = 'SELECT at FROM rated WHERE "table" = $1'
_RECORDED_PLACES: Final = 'SELECT game, who, place, at FROM result WHERE "table" = $1 ORDER BY place, who'
_ENDED: Final = """
SELECT "table" FROM summary WHERE state = 'over' AND
    (public OR EXISTS (SELECT 1 FROM pairing WHERE pairing."table" = summary."table"))
"""
_UNRECORDED: Final = f"""
{_ENDED} AND NOT EXISTS (SELECT 1 FROM rated WHERE rated."table" = summary."table") ORDER BY updated LIMIT $1
"""
_MARK: Final = 'INSERT INTO rated ("table", at) VALUES ($1, $2)'
_ADD_RESULT: Final = """
INSERT INTO result (game, who, number, "table", place, seats, mu, sigma, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""
_SET_RATING: Final = """
INSERT INTO rating (game, who, mu, sigma, games) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (game, who) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""
_ALIAS: Final = "SELECT now FROM alias WHERE guest = $1"
_ALIASES: Final = "SELECT guest, now FROM alias"
_MOVE_ALIASES: Final = "UPDATE alias SET now = $2 WHERE now = $1"
_ADD_ALIAS: Final = "INSERT INTO alias (guest, now) VALUES ($1, $2) ON CONFLICT (guest) DO UPDATE SET now = $2"
_DELETE_SELF_ALIASES: Final = "DELETE FROM alias WHERE guest = now"
_DELETE_ALIASES: Final = "DELETE FROM alias WHERE guest = $1 OR now = $1"
_MOVE_RESULTS: Final = "UPDATE result SET who = $3, number = number + $4 WHERE game = $1 AND who = $2"
_DELETE_RATINGS: Final = "DELETE FROM rating WHERE game = $1 AND who IN ($2, $3)"


class KnownRating(NamedTuple):
    """A rating, and after how many games."""

    rating: Rating = INITIAL
    games: int = 0


class LadderEntry(NamedTuple):
    """A listed player on the ladder of a game."""

    guest: str
    handle: str
    name: str
    known: KnownRating


class PastRating(NamedTuple):
    """The rating of a player after a game."""

    at: int
    rating: Rating


class PublicResult(NamedTuple):
    """A finished public game of a player."""

    table: str
    game: str
    place: int
    seats: int
    at: int


class RecordedPlace(NamedTuple):
    """The place of a player in a rated game, as it was recorded."""

    game: str
    who: str
    place: int
    at: int


class PlayerResult(NamedTuple):
    """A rated game of one player, and their rating after it."""

    game: str
    who: str
    table: str
    place: int
    seats: int
    at: int
    known: KnownRating
    """With the number of their games including this one."""


class RatingRepository:
    """Reads and writes ratings and the results they follow from."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    # --- ratings -------------------------------------------------------------------------------------------------

    async def current(self, game: str, players: Iterable[str]) -> dict[str, KnownRating]:
        """The ratings of some players at a game; those without one are left out."""
        return {
            who: KnownRating(Rating(mu, sigma), games)
            for who in players
            for mu, sigma, games in await self._storage.rows(_CURRENT, game, who)
        }

    async def of_player(self, who: str) -> list[tuple[str, KnownRating]]:
        """The games of a player with their ratings, the one played most first."""
        rows = await self._storage.rows(_OF_PLAYER, who)
        return [(game, KnownRating(Rating(mu, sigma), games)) for game, mu, sigma, games in rows]

    async def ladder(self, game: str, limit: int) -> list[LadderEntry]:
        """The listed players of a game, by the rating that they have almost certainly."""
        rows = await self._storage.rows(_LADDER, game, limit)
        return [
            LadderEntry(guest, handle, name, KnownRating(Rating(mu, sigma), games))
            for guest, handle, name, mu, sigma, games in rows
        ]

    async def bots(self, game: str) -> list[tuple[str, KnownRating]]:
        """The levels of the bots of a game with their ratings, the best first."""
        rows = await self._storage.rows(_BOTS, game)
        return [(who.removeprefix(BOT_PREFIX), KnownRating(Rating(mu, sigma), games)) for who, mu, sigma, games in rows]

    async def history(self, game: str, who: str, limit: int) -> list[PastRating]:
        """The latest ratings of a player at a game, the oldest of them first."""
        rows = await self._storage.rows(_HISTORY, game, who, limit)
        return [PastRating(at, Rating(mu, sigma)) for at, mu, sigma in reversed(rows)]

    async def public_results(self, who: str, limit: int) -> list[PublicResult]:
        """The latest public games of a player, the newest first."""
        return [PublicResult(*row) for row in await self._storage.rows(_PUBLIC_RESULTS, who, limit)]

    # --- results -------------------------------------------------------------------------------------------------

    async def ended_tables(self) -> list[str]:
        """The tables whose results are recorded: all public ones and those of tournaments that are over."""
        return [table for (table,) in await self._storage.rows(_ENDED)]

    async def unrecorded_tables(self, limit: int) -> list[str]:
        """Those of :meth:`ended_tables` that are not recorded, the ones that ended first first."""
        return [table for (table,) in await self._storage.rows(_UNRECORDED, limit)]

    async def is_recorded(self, table: str) -> bool:
        """Whether the end of a table is recorded."""
        return bool(await self._storage.rows(_IS_RECORDED, table))

    async def recorded_at(self, table: str) -> int:
        """When a recorded table ended; 0 if it is not recorded."""
        rows = await self._storage.rows(_RECORDED_AT, table)
        return rows[0][0] if rows else 0

    async def recorded_places(self, table: str) -> list[RecordedPlace]:
        """The places of the players of a rated table."""
        return [RecordedPlace(*row) for row in await self._storage.rows(_RECORDED_PLACES, table)]

    async def record(
        self, table: str, at: int, tournament_result: TableResult | None, results: Sequence[PlayerResult]
    ) -> None:
        """Record the end of a table, its result in its tournament, and the ratings after it: all or nothing.

        Raises :class:`Conflict` if the table is recorded already, or another game of one of its players was.
        """
        statements = [Statement(_MARK, (table, at))]
        if tournament_result is not None:
            statements.append(set_result(table, tournament_result))
        for result in results:
            statements += [_add_result(result), _set_rating(result.game, result.who, result.known)]
        await self._storage.write(*statements)

    async def record_unreadable(self, table: str) -> None:
        """Record that a table has ended whose log cannot be read, so that it is not tried again."""
        await self._storage.write(Statement(f"{_MARK} ON CONFLICT DO NOTHING", (table, 0)))

    async def replace_all(self, ended: Sequence[tuple[str, int]], results: Sequence[PlayerResult]) -> None:
        """Replace all ratings and results: all or nothing.

        ``ended``: the recorded tables and when they ended. The last of the ``results`` of a player at a game has the
        player's current rating.
        """
        current = {(result.game, result.who): result.known for result in results}
        await self._storage.write(
            *(Statement(f"DELETE FROM {name}") for name in ("rated", "rating", "result")),
            *(Statement(_MARK, (table, at)) for table, at in ended),
            *(_add_result(result) for result in results),
            *(_set_rating(game, who, known) for (game, who), known in current.items()),
        )

    # --- guests --------------------------------------------------------------------------------------------------

    async def aliases_of(self, guests: Iterable[str]) -> dict[str, str]:
        """Which guests some guests continue as; those who do not are left out."""
        return {guest: now for guest in guests for (now,) in await self._storage.rows(_ALIAS, guest)}

    async def all_aliases(self) -> Mapping[str, str]:
        """Which guests all guests continue as who do."""
        return dict(await self._storage.rows(_ALIASES))


def merge_alias(old: str, new: str) -> list[Statement]:
    """Records that a guest continues as another one, for tables at which the old one still sits."""
    return [
        Statement(_MOVE_ALIASES, (old, new)),
        Statement(_ADD_ALIAS, (old, new)),
        Statement(_DELETE_SELF_ALIASES),
    ]


async def merge_ratings(storage: Storage, old: str, new: str) -> list[Statement]:
    """Gives the ratings of one guest to another: at each game the surer of two counts, and the games add up."""
    ratings = RatingRepository(storage)
    statements = []
    for game, theirs in await ratings.of_player(old):
        others = (await ratings.current(game, [new])).values()
        surer = min((theirs, *others), key=lambda known: known.rating.sigma)
        before = sum(known.games for known in others)
        statements += [
            Statement(_MOVE_RESULTS, (game, old, new, before)),
            Statement(_DELETE_RATINGS, (game, old, new)),
            _set_rating(game, new, KnownRating(surer.rating, theirs.games + before)),
        ]
    return statements


def erase_ratings(guest: str) -> list[Statement]:
    """Deletes the ratings, results and aliases of a guest and of their remote programs."""
    return [
        *(
            Statement(f"DELETE FROM {name} WHERE who = $1", (who,))
            for name in ("rating", "result")
            for who in (guest, f"{PROGRAM_PREFIX}{guest}")
        ),
        Statement(_DELETE_ALIASES, (guest,)),
    ]


def _add_result(result: PlayerResult) -> Statement:
    rating, games = result.known
    values = (result.game, result.who, games, result.table, result.place, result.seats, *rating, result.at)
    return Statement(_ADD_RESULT, values)


def _set_rating(game: str, who: str, known: KnownRating) -> Statement:
    return Statement(_SET_RATING, (game, who, *known.rating, known.games))
