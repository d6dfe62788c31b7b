"""A game being played: rules, state and record together, every move checked.

>>> from ludotheque import games
>>> match = Match(games.find("stratego"), players=["Anne", "Bruno"])
>>> match.asked()
[0, 1]
>>> match.play(0, match.legal(0)[0])
[Placed(seat=0, square='a1', piece='B')]
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ludotheque.engine.chance import FairChance, commitment, luck_key, new_secret
from ludotheque.engine.game import Game
from ludotheque.engine.record import FORMAT, Closing, Header, Played, Record, replay
from ludotheque.engine.rules import NATURE, Event, Move, Outcome, Refused, Seat

_encode = msgspec.json.Encoder().encode


class Match:
    """One game from the opening to the end. Nature moves by itself, as soon as it is asked.

    ``secret`` and ``nonces`` fix its luck; without them it has a secret of its own.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        secret: str | None = None,
        nonces: Sequence[str] = (),
        opened: int | None = None,
    ) -> None:
        if len(players) not in game.rules.seats:
            least, most = game.rules.seats[0], game.rules.seats[-1]
            raise ValueError(f"{game.id} is played by {least} to {most}, not {len(players)}")
        self.game = game
        self.rules = game.rules
        self.secret = secret or new_secret()
        agreed = game.options(options or {})
        self.record = Record(
            Header(
                format=FORMAT,
                game=game.id,
                version=game.rules.version,
                options=msgspec.to_builtins(agreed),
                players=list(players),
                commitment=commitment(self.secret),
                nonces=list(nonces),
                opened=_now() if opened is None else opened,
            ),
            [],
        )
        self._key = luck_key(self.secret, nonces)
        self.state = game.rules.setup(agreed, len(players))

    @classmethod
    def resume(cls, game: Game, record: Record, secret: str) -> Match:
        """A match taken up again where its record stops."""
        header = record.header
        match = cls(game, header.players, header.options, secret, header.nonces, header.opened)
        for match.state, _, _ in replay(game, record):
            pass
        match.record = record
        return match

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        return self.rules.outcome(self.state)

    def asked(self) -> list[Seat]:
        """Who must decide now."""
        return list(self.rules.asked(self.state))

    def legal(self, seat: Seat) -> Sequence[Any]:
        """The answers ``seat`` may give."""
        return self.rules.legal(self.state, seat)

    def free(self, seat: Seat) -> Sequence[Any]:
        """What ``seat`` may do besides."""
        return self.rules.free(self.state, seat)

    def sight(self, seat: Seat | None) -> Any:
        """All that ``seat`` knows."""
        return self.rules.sight(self.state, seat)

    def begin(self, at: int | None = None) -> list[Event]:
        """Let nature make the moves that come before anybody's."""
        return self._nature(_now() if at is None else at)

    def play(self, seat: Seat, move: Move, at: int | None = None) -> list[Event]:
        """Play a move, and nature's after it; raises :class:`Refused`, and changes nothing, if it is not allowed."""
        refusal = self.rules.refusal(self.state, seat, move)
        if refusal is not None:
            raise Refused(refusal)
        at = _now() if at is None else at
        events = self._play(seat, move, at)
        return events + self._nature(at)

    def _play(self, seat: Seat, move: Move, at: int) -> list[Event]:
        events = list(self.rules.play(self.state, seat, move))
        self.record.moves.append(Played(seat, at, msgspec.Raw(_encode(move))))
        outcome = self.outcome
        if outcome is not None and self.record.closing is None:
            self.record.closing = Closing(outcome, self.secret)
        return events

    def _nature(self, at: int) -> list[Event]:
        events: list[Event] = []
        while tuple(self.rules.asked(self.state)) == (NATURE,):
            luck = FairChance(self._key, len(self.record.moves))
            events += self._play(NATURE, self.rules.chance(self.state, luck), at)
        return events


def _now() -> int:
    return time.time_ns() // 1_000_000
