"""What a bot gets when its seat is asked, and an adapter for the bots of this package."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import cache, cached_property
from types import GenericAlias
from typing import Any, NamedTuple

import msgspec

from ludotheque.client.connection import Now
from ludotheque.client.errors import IncompatibleRules
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import Player, PlayerMaker
from ludotheque.engine.rules import Event, Move, Seat
from ludotheque.games import find
from ludotheque.protocol import messages

_encode = msgspec.json.Encoder().encode


class Typed(NamedTuple):
    """A turn in the structs of the game's own package."""

    sight: Any
    legal: Sequence[Move]
    free: Sequence[Move]
    events: Sequence[Event]


class Turn:
    """A moment at which a bot decides: all that its seat knows, and what it may do.

    ``sight``, ``legal``, ``free`` and ``events`` are plain data, as JSON has it; :meth:`typed` gives the same in the
    structs of the game.
    """

    def __init__(
        self, table: messages.TableCard, seat: Seat, now: Now, story: Sequence[messages.Entry], version: int
    ) -> None:
        self.table = table
        """The table: its game, its options, who sits where."""
        self.seat = seat
        """Our own seat."""
        self.story = story
        """What happened since the turn before, as our seat saw it: who moved, when, and the events of each move."""
        self.version = version
        self._now = now

    @property
    def game(self) -> str:
        """The game's id."""
        return self.table.game

    @property
    def asked(self) -> Sequence[Seat]:
        """The seats that must decide now."""
        return self._now.asked

    @property
    def question(self) -> int:
        """The number of the question that is put."""
        return self._now.question

    @cached_property
    def sight(self) -> dict[str, Any]:
        """All that our seat knows."""
        return {name: msgspec.json.decode(value) for name, value in self._now.sight.items()}

    @cached_property
    def legal(self) -> list[dict[str, Any]]:
        """Every answer we may give. Empty if we are not asked."""
        return [msgspec.json.decode(move) for move in self._now.legal]

    @cached_property
    def free(self) -> list[dict[str, Any]]:
        """What we may do besides: resign, offer, denounce."""
        return [msgspec.json.decode(move) for move in self._now.free]

    @cached_property
    def events(self) -> list[dict[str, Any]]:
        """What happened since the turn before, in order."""
        return [msgspec.json.decode(event) for entry in self.story for event in entry.events]

    def typed(self) -> Typed:
        """The same as structs; raises :class:`IncompatibleRules` if the rules installed here cannot read it."""
        sight, moves, events = _decoders(self.game)
        happened = [event for entry in self.story for event in entry.events]
        try:
            return Typed(
                sight.decode(_encode(self._now.sight)),
                moves.decode(_encode(self._now.legal)),
                moves.decode(_encode(self._now.free)),
                events.decode(_encode(happened)),
            )
        except msgspec.DecodeError as error:
            raise IncompatibleRules(f"the server plays another edition of {self.game}: {error}") from error


@cache
def _decoders(game: str) -> tuple[msgspec.json.Decoder[Any], msgspec.json.Decoder[Any], msgspec.json.Decoder[Any]]:
    rules = find(game).rules
    return (
        msgspec.json.Decoder(rules.sight_type),
        msgspec.json.Decoder(GenericAlias(list, (rules.move_type,))),
        msgspec.json.Decoder(GenericAlias(list, (rules.event_type,))),
    )


Choice = Any
"""A move, as a struct or as plain data; a list of moves that are one choice, played all or none; or None to pass."""
Bot = Callable[[Turn], Choice | Awaitable[Choice]]
"""What decides: a function, plain or ``async``, or a callable object."""


class PlayerBot:
    """A bot of this package, for :func:`play`: ``PlayerBot(games.find("stratego").levels["strong"])``.

    One is made for each game played, so do not share it between tables.
    """

    def __init__(self, maker: PlayerMaker, seed: int | str | None = None) -> None:
        self._maker = maker
        self._luck = QuickChance(seed)
        self._player: Player | None = None

    def __call__(self, turn: Turn) -> Move:
        """Pass the events on, and return the player's move."""
        if self._player is None:
            self._player = self._maker(turn.seat, self._luck)
        sight, legal, free, events = turn.typed()
        self._player.hear(events)
        return self._player.choose(sight, legal, free)
