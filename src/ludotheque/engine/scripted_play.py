"""Plays a game by a script, from its opening or a position, and keeps what one viewer sees of it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple

from ludotheque.engine.chance import FairChance
from ludotheque.engine.game import Game
from ludotheque.engine.rules import NATURE, Event, Seat

_DRAWS: Final = 200
"""More draws of nature in a row are a mistake."""


class BadScript(ValueError):
    """A script that cannot be played; the message says where it stands and what is wrong."""


class ScriptedMove(NamedTuple):
    """A move of a script, and its seat."""

    seat: Seat
    move: Any


class SeenEvents(NamedTuple):
    """A move as the viewer saw it."""

    seat: Seat
    events: list[Event]


class ScriptedPlay:
    """A game that follows scripts; where nature is asked and a script does not say what it draws, it draws."""

    error: ClassVar[type[BadScript]] = BadScript
    """What is raised where a script cannot be played."""

    def __init__(
        self, game: Game, source: str, players: int, options: Any, position: str, seed: str, viewer: Seat | None
    ) -> None:
        self.game = game
        self.source = source
        """What has the script, for the messages of errors."""
        self.viewer = viewer
        """The seat that looks on; None for a spectator."""
        self.state = self._opening(players, options, position)
        self.story: list[SeenEvents] = []
        self._drawn = 0
        self._key = hashlib.sha256(seed.encode()).digest()

    def _opening(self, players: int, options: Any, position: str) -> Any:
        """The state to begin with: a position, or the opening where none is written."""
        if not position:
            return self.game.rules.setup(options, players)
        if self.game.read_position is None:
            raise self.error(f"{self.source}: {self.game.id} reads no positions")
        return self.game.read_position(position, options)

    def play_script(self, script: Sequence[ScriptedMove], where: str) -> None:
        """Play the moves of a script; raises :class:`BadScript` at the first that the rules refuse."""
        for number, (seat, move) in enumerate(script):
            if seat != NATURE:
                self.draw()
            refusal = self.game.rules.refusal(self.state, seat, move)
            if refusal is not None:
                raise self.error(
                    f"{self.source}: {where}[{number}]: seat {seat} may not play {move}: "
                    f"{refusal.reason} ({refusal.clause})"
                )
            self._play(seat, move)

    def draw(self) -> None:
        """Let nature draw as long as it is asked."""
        rules = self.game.rules
        for _ in range(_DRAWS):
            if tuple(rules.asked(self.state)) != (NATURE,):
                return
            self._drawn += 1
            self._play(NATURE, rules.chance(self.state, FairChance(self._key, self._drawn)))
        raise self.error(f"{self.source}: nature draws without end")

    def _play(self, seat: Seat, move: Any) -> None:
        self._tell(seat, self.game.rules.play(self.state, seat, move))

    def _tell(self, seat: Seat, events: Sequence[Event]) -> None:
        """Add what the viewer sees of a move to the story, if that is anything."""
        seen = [known for event in events if (known := event.seen(self.viewer)) is not None]
        if seen:
            self.story.append(SeenEvents(seat, seen))
