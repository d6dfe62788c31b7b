"""Players as others may know them: those who wish it have a page and a line on the ladders."""

from __future__ import annotations

from typing import Final

from ludotheque.protocol.tournaments import (
    Ladder,
    LadderBot,
    LadderLine,
    PlayedLine,
    PlayerCard,
    RatingCard,
    RatingPoint,
)
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.storage import Statement, Storage
from ludotheque.server.tournaments.ratings import BOT
from ludotheque.tournaments.ratings import Rating

LADDER: Final = 100
_HISTORY: Final = 100
_PLAYED: Final = 12
_KEEP: Final = """
INSERT INTO player (guest, handle, name, listed) VALUES ($1, $2, $3, $4)
ON CONFLICT (guest) DO UPDATE SET name = excluded.name, listed = excluded.listed
"""
_LADDER: Final = """
SELECT player.guest, player.handle, player.name, rating.games, rating.mu, rating.sigma
FROM rating JOIN player ON player.guest = rating.who WHERE rating.game = $1 AND player.listed
ORDER BY rating.mu - 2 * rating.sigma DESC, player.handle LIMIT $2
"""
_BOTS: Final = """
SELECT who, games, mu, sigma FROM rating WHERE game = $1 AND who LIKE 'bot:%' ORDER BY mu DESC
"""
_RATINGS: Final = "SELECT game, games, mu, sigma FROM rating WHERE who = $1 ORDER BY games DESC, game"
_LINES: Final = "SELECT at, mu, sigma FROM result WHERE game = $1 AND who = $2 ORDER BY at DESC, number DESC LIMIT $3"
_GAMES: Final = """
SELECT result."table", result.game, result.place, result.seats, result.at
FROM result JOIN summary ON summary."table" = result."table"
WHERE result.who = $1 AND summary.public AND summary.state = 'over' ORDER BY result.at DESC, result."table" LIMIT $2
"""


def keep(signer: Signer, guest: str, name: str, listed: bool) -> Statement:
    """Write down what a player wishes."""
    return Statement(_KEEP, (guest, signer.player_handle(guest), name, listed))


async def handle(storage: Storage, guest: str) -> str | None:
    """The handle of a guest's page, if it is for everybody."""
    found = await storage.rows("SELECT handle FROM player WHERE guest = $1 AND listed", guest)
    return found[0][0] if found else None


async def own(storage: Storage, guest: str) -> PlayerCard | None:
    """A guest's own page, seen by others or not."""
    found = await storage.rows("SELECT handle FROM player WHERE guest = $1", guest)
    return await page(storage, found[0][0], guest) if found else None


async def page(storage: Storage, handle: str, asker: str | None) -> PlayerCard | None:
    """A player's page; None where there is none, or none for the asker."""
    found = await storage.rows("SELECT guest, name, listed FROM player WHERE handle = $1", handle)
    if not found:
        return None
    guest, name, shown = found[0]
    if not shown and guest != asker:
        return None
    ratings = [
        RatingCard(game, games, *_shown(mu, sigma), await _history(storage, game, guest))
        for game, games, mu, sigma in await storage.rows(_RATINGS, guest)
    ]
    played = [PlayedLine(*row) for row in await storage.rows(_GAMES, guest, _PLAYED)]
    return PlayerCard(handle, name, guest == asker, bool(shown), ratings, played)


async def _history(storage: Storage, game: str, guest: str) -> list[RatingPoint]:
    rows = await storage.rows(_LINES, game, guest, _HISTORY)
    return [RatingPoint(at, *_shown(mu, sigma)) for at, mu, sigma in reversed(rows)]


async def ladder(storage: Storage, game: str, asker: str | None) -> Ladder:
    """The players of a game who wish to be seen, and the bots as marks between them."""
    rows = await storage.rows(_LADDER, game, LADDER)
    lines = [
        LadderLine(place, handle, name, games, *_shown(mu, sigma), guest == asker)
        for place, (guest, handle, name, games, mu, sigma) in enumerate(rows, 1)
    ]
    bots = [
        LadderBot(who.removeprefix(BOT), games, *_shown(mu, sigma))
        for who, games, mu, sigma in await storage.rows(_BOTS, game)
    ]
    return Ladder(game, lines, bots)


def _shown(mu: float, sigma: float) -> tuple[int, int]:
    rating = Rating(mu, sigma)
    return rating.shown, rating.give
