"""The book of strengths: a line for every rated game of everybody, and where they stand now.

All of it follows from the logs of the tables. A table is entered once, whichever worker does it: its id is a key of
the book, and so is the number of each game of a player, so that of two tables that end at once one waits for the
other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ludotheque.server.storage import Statement, Storage
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.table import Table
from ludotheque.tournaments.ratings import NEW, Rating, Seat, rate

BOT: Final = "bot:"
"""What a bot is known by, before its level: it has a strength like anybody, and stands still, as it never learns."""
PROGRAM: Final = "program:"
"""What a program from outside is known by, before its guest: it is measured apart from whoever runs it."""

MARK: Final = 'INSERT INTO rated ("table", at) VALUES ($1, $2)'
_LINE: Final = """
INSERT INTO result (game, who, number, "table", place, seats, mu, sigma, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
"""
_STAND: Final = """
INSERT INTO rating (game, who, mu, sigma, games) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (game, who) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games
"""
_TO_RATE: Final = """
SELECT "table" FROM summary WHERE state = 'over' AND
    (public OR EXISTS (SELECT 1 FROM pairing WHERE pairing."table" = summary."table"))
"""


class RatedGame(NamedTuple):
    """What a finished game says of those who played it."""

    table: str
    game: str
    at: int
    seats: list[Seat]


class Known(NamedTuple):
    """A strength, and after how many games."""

    rating: Rating = NEW
    games: int = 0


def rated_game(table: Table) -> RatedGame | None:
    """What a finished table says; None where it says nothing.

    That is so where the table voted to end it, for there is no result; where it went on from another game, for the
    positions were chosen; and where no human played, for bots and programs are measured by people.
    """
    match = table.match
    if match is None or match.outcome is None or table.opened.origin is not None:
        return None
    seats = []
    for number, (sat, place) in enumerate(zip(table.seats.taken, match.outcome.places, strict=True)):
        assert sat is not None
        who = f"{BOT}{sat.level}" if sat.guest is None else f"{PROGRAM}{sat.guest}" if sat.program else sat.guest
        seats.append(Seat(who, place, number in table.seats.proxies))
    if len({seat.who for seat in seats}) < 2 or all(seat.who.startswith((BOT, PROGRAM)) for seat in seats):
        return None
    return RatedGame(table.id, table.game.id, ended_at(table), seats)


def ended_at(table: Table) -> int:
    """When a game ended: with its last move."""
    moves = table.match.record.moves if table.match is not None and table.ended is None else []
    return moves[-1].at if moves else table.updated


async def entries(storage: Storage, played: RatedGame) -> list[Statement]:
    """What is written into the book for a game."""
    aliases = await _aliases(storage, [seat.who for seat in played.seats])
    known = {}
    for who in {aliases.get(seat.who, seat.who) for seat in played.seats}:
        sql = "SELECT mu, sigma, games FROM rating WHERE game = $1 AND who = $2"
        for mu, sigma, games in await storage.rows(sql, played.game, who):
            known[who] = Known(Rating(mu, sigma), games)
    return [statement for lines in _entered(played, aliases, known).values() for statement in lines]


def _entered(
    played: RatedGame, aliases: Mapping[str, str], known: dict[str, Known], lines_only: bool = False
) -> dict[str, list[Statement]]:
    """The lines for each player of a game; ``known`` then knows their new strength."""
    seats = [seat._replace(who=aliases.get(seat.who, seat.who)) for seat in played.seats]
    found: dict[str, list[Statement]] = {}
    for who, rating in rate({who: one.rating for who, one in known.items()}, seats).items():
        games = known.get(who, Known()).games + 1
        known[who] = Known(rating, games)
        place = min(seat.place for seat in seats if seat.who == who)
        line = (played.game, who, games, played.table, place, len(seats), *rating, played.at)
        found[who] = [Statement(_LINE, line)]
        if not lines_only:
            found[who].append(Statement(_STAND, (played.game, who, *rating, games)))
    return found


async def _aliases(storage: Storage, guests: list[str]) -> dict[str, str]:
    """Those who have become somebody else since they sat down: a guest who has an account by now, say."""
    found = {}
    for guest in guests:
        for (now,) in await storage.rows("SELECT now FROM alias WHERE guest = $1", guest):
            found[guest] = now
    return found


async def _written(storage: Storage, table: str) -> tuple[int, RatedGame | None]:
    """When a game ended, and what the book says of it; nothing if it was not rated."""
    rows = await storage.rows('SELECT game, who, place, at FROM result WHERE "table" = $1 ORDER BY place, who', table)
    if len(rows) < 2:
        marked = await storage.rows('SELECT at FROM rated WHERE "table" = $1', table)
        return (marked[0][0] if marked else 0), None
    game, _, _, at = rows[0]
    return at, RatedGame(table, game, at, [Seat(who, place, False) for _, who, place, _ in rows])


async def rebuild(storage: Storage) -> int:
    """Write the whole book anew from the logs, in the order in which games ended; how many are in it.

    Games that end meanwhile are entered afterwards, by the house, as those that it missed.
    """
    played: list[RatedGame] = []
    marks: list[Statement] = []
    for (id,) in await storage.rows(_TO_RATE):
        try:
            table = Table.load(id, await storage.load(id))
        except OtherRulesEdition:  # it cannot be replayed, but how it ended was written down
            at, game = await _written(storage, id)
        except InvalidLog:
            continue
        else:
            at, game = ended_at(table), rated_game(table)
        marks.append(Statement(MARK, (id, at)))
        if game is not None:
            played.append(game)
    aliases = dict(await storage.rows("SELECT guest, now FROM alias"))
    books: dict[str, dict[str, Known]] = {}
    statements = [Statement(f"DELETE FROM {name}") for name in ("rated", "rating", "result")] + marks
    for game in sorted(played, key=lambda game: (game.at, game.table)):
        lines = _entered(game, aliases, books.setdefault(game.game, {}), lines_only=True)
        statements += [statement for each in lines.values() for statement in each]
    for name, book in books.items():
        statements += [Statement(_STAND, (name, who, *one.rating, one.games)) for who, one in book.items()]
    await storage.write(*statements)
    return len(played)
