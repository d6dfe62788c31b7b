"""The spectators' delay: at a table with one, spectators see the game as it stood some moves ago, until it is over."""

from __future__ import annotations

from collections import deque

from ludotheque.engine.match import Match
from ludotheque.server.tables.views import View, view_match


class SpectatorDelay:
    """What spectators see of a game, so many moves late; without a delay it keeps nothing."""

    def __init__(self, moves: int) -> None:
        self.turns = 0
        """How often moves were played."""
        self._moves = moves
        self._kept: deque[tuple[int, View]] = deque(maxlen=moves + 1)
        """After each of the last moves: the length of the spectators' story, and their view."""

    def copy(self) -> SpectatorDelay:
        """An independent copy."""
        other = SpectatorDelay(self._moves)
        other.turns, other._kept = self.turns, self._kept.copy()
        return other

    def keep(self, match: Match, story_length: int) -> None:
        """Keep what spectators will see later: the match after moves, and the length of their story then."""
        self.turns += 1
        if self._moves:
            self._kept.append((story_length, view_match(match, [None])[None]))

    def clear(self) -> None:
        """Forget what was kept: the next moves belong to the beginning."""
        self._kept.clear()

    @property
    def hides_moves(self) -> bool:
        """Whether spectators see less than has been played, unless the game is over."""
        return bool(self._kept)

    @property
    def story_length(self) -> int:
        """How many entries of their story spectators may read."""
        return self._kept[0][0]

    @property
    def view(self) -> View:
        """How the game stands for spectators."""
        return self._kept[0][1]

    @property
    def shown_turns(self) -> int:
        """How often moves had been played at the moment that spectators see."""
        return self.turns - len(self._kept) + 1
