"""Player pages and ladders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.games import find
from ludotheque.protocol.tournaments import (
    Ladder,
    LadderBot,
    LadderRow,
    PlayedGame,
    PlayerCard,
    RatingCard,
    RatingPoint,
)
from ludotheque.server.storage import Storage
from ludotheque.server.storage.players import Player, PlayerRepository
from ludotheque.server.storage.ratings import KnownRating, RatingRepository

LADDER: Final = 100
"""How many players a ladder shows."""
_HISTORY: Final = 100
"""How many past ratings a page shows for each game."""
_PLAYED: Final = 12
"""How many games a page shows."""


class PlayerService:
    """Changes and shows player pages, and shows the ladders. Only players who want it are seen by others."""

    def __init__(self, storage: Storage) -> None:
        self._players = PlayerRepository(storage)
        self._ratings = RatingRepository(storage)

    async def save(self, player: Player) -> PlayerCard:
        """Write the name of a player, and whether others may see their page; that page."""
        await self._players.save(player)
        found = await self.own_page(player.guest)
        assert found is not None
        return found

    async def own_page(self, guest: str) -> PlayerCard | None:
        """The page of a guest for themselves, listed or not."""
        player = await self._players.find_guest(guest)
        return None if player is None else await self._page(player, guest)

    async def page(self, handle: str, viewer: str | None) -> PlayerCard | None:
        """A player's page; None if there is none, or none that the viewer may see."""
        player = await self._players.find_handle(handle)
        if player is None or not (player.listed or player.guest == viewer):
            return None
        return await self._page(player, viewer)

    async def ladder(self, game: str, viewer: str | None) -> Ladder:
        """The listed players of a game by their rating, and the bots of the game for comparison."""
        rows = [
            LadderRow(
                place,
                entry.handle,
                entry.name,
                entry.known.games,
                entry.known.rating.shown,
                entry.known.rating.margin,
                entry.guest == viewer,
            )
            for place, entry in enumerate(await self._ratings.ladder(game, LADDER), 1)
        ]
        bots = [
            LadderBot(level, known.games, known.rating.shown, known.rating.margin)
            for level, known in _current_levels(game, await self._ratings.bots(game))
        ]
        return Ladder(game, rows, bots)

    async def _page(self, player: Player, viewer: str | None) -> PlayerCard:
        ratings = [
            RatingCard(
                game, known.games, known.rating.shown, known.rating.margin, await self._history(game, player.guest)
            )
            for game, known in await self._ratings.of_player(player.guest)
        ]
        played = [PlayedGame(*result) for result in await self._ratings.public_results(player.guest, _PLAYED)]
        return PlayerCard(player.handle, player.name, player.guest == viewer, player.listed, ratings, played)

    async def _history(self, game: str, guest: str) -> list[RatingPoint]:
        return [
            RatingPoint(past.at, past.rating.shown, past.rating.margin)
            for past in await self._ratings.history(game, guest, _HISTORY)
        ]


def _current_levels(game: str, rated: Sequence[tuple[str, KnownRating]]) -> list[tuple[str, KnownRating]]:
    """The ratings of bots, those under the former name of a level where that has none under its own."""
    former = find(game).former_levels
    own = {level for level, _ in rated}
    return [(former.get(level, level), known) for level, known in rated if former.get(level) not in own]
