"""A match: the rules, state and record of a game being played; every move is checked.

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
from typing import Any, NamedTuple

import msgspec

from ludotheque.engine.chance import FairChance, chance_key, commitment, new_secret
from ludotheque.engine.game import Game
from ludotheque.engine.record import FORMAT, Closing, Header, Played, Record, replay
from ludotheque.engine.rules import NATURE, Event, Move, Outcome, Refused, Seat

_encode = msgspec.json.Encoder().encode


class Attempt(NamedTuple):
    """Moves not accepted yet, with nature's that follow: the new state, their records, and the events of each."""

    state: Any
    played: list[Played]
    events: list[Sequence[Event]]

    def all_events(self) -> list[Event]:
        """The events of all moves, in order."""
        return [event for events in self.events for event in events]


class NotOneChoice(Exception):
    """Several moves were sent together though they are not one choice of their seat (see :meth:`Rules.choice`)."""


class Match:
    """One game from the opening to the end. Nature's moves are made as soon as it is asked.

    ``secret`` and ``nonces`` determine its random numbers; without them it draws a secret. ``given`` are moves of
    another game that this one continues.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        secret: str | None = None,
        nonces: Sequence[str] = (),
        opened: int | None = None,
        given: Sequence[tuple[Seat, msgspec.Raw]] = (),
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
                box=game.rules.box_mark,
                given=len(given),
            ),
            [],
        )
        self._key = chance_key(self.secret, nonces)
        self.state = game.rules.setup(agreed, len(players))
        self.stopped = 0
        """Milliseconds for which the game clock was stopped."""
        self.outcome: Outcome | None = None
        """The outcome, once the game is over."""
        self.decode = msgspec.json.Decoder(game.rules.move_type).decode
        """Decodes a move of this game."""
        self.given = [(seat, self.replay_move(Played(seat, self.record.header.opened, move))) for seat, move in given]
        """The events of those moves, with their seats."""

    @classmethod
    def resume(cls, game: Game, record: Record, secret: str) -> Match:
        """Resume a match at the end of its record."""
        header = record.header
        match = cls(game, header.players, header.options, secret, header.nonces, header.opened)
        for match.state, _, _ in replay(game, record):
            pass
        match.record = record
        match.outcome = game.rules.outcome(match.state)
        return match

    def asked(self) -> list[Seat]:
        """The seats that must decide now."""
        return list(self.rules.asked(self.state))

    def legal(self, seat: Seat) -> Sequence[Any]:
        """The legal answers of ``seat``."""
        return self.rules.legal(self.state, seat)

    def free(self, seat: Seat) -> Sequence[Any]:
        """The moves that ``seat`` may make without being asked."""
        return self.rules.free(self.state, seat)

    def sight(self, seat: Seat | None) -> Any:
        """All that ``seat`` knows."""
        return self.rules.sight(self.state, seat)

    def begin(self, at: int | None = None) -> list[Event]:
        """Play nature's moves that come before any player's, and those of the game clock that are due."""
        attempt = self._due(self.state, _now() if at is None else at)
        self.accept(attempt)
        return attempt.all_events()

    def play(self, seat: Seat, move: Move, at: int | None = None) -> list[Event]:
        """Play a move, and nature's after it; raises :class:`Refused` if it is not allowed.

        Moves that are due are played first, also if this one is refused.
        """
        at = _now() if at is None else at
        before = self.begin(at)
        attempt = self._play(self.state, seat, (move,), at)
        self.accept(attempt)
        return before + attempt.all_events()

    def due(self, at: int | None = None) -> Attempt:
        """Play the moves of nature and of the game clock that are due, on a copy."""
        return self._due(self.state.copy(), _now() if at is None else at)

    def attempt(self, seat: Seat, moves: Sequence[Move], at: int | None = None) -> Attempt:
        """Play moves, all or none, on a copy, and nature's after them: nothing changes until they are accepted.

        Several moves are one choice of their seat, or :class:`NotOneChoice` is raised. They are checked one after
        the other without nature in between, so a refusal reveals only what follows from the moves and from the present
        state as the seat knows it. Moves that are :meth:`due` are not played here: they come first.
        """
        if len(moves) > 1 and self._choice(self.state, seat) is None:
            raise NotOneChoice
        return self._play(self.state.copy(), seat, moves, _now() if at is None else at)

    def accept(self, attempt: Attempt) -> None:
        """Make an attempt the present state, and record its moves."""
        self.state = attempt.state
        self.record.moves += attempt.played
        self.outcome = self.rules.outcome(self.state)
        if self.outcome is not None and self.record.closing is None:
            self.record.closing = Closing(self.outcome, self.secret)

    def replay_move(self, played: Played) -> Sequence[Event]:
        """Replay a recorded move, of nature too; raises :class:`Refused` if it cannot have been played."""
        move = self.decode(played.move)
        refusal = self.rules.recorded_refusal(self.state, played.seat, move)
        if refusal is not None:
            raise Refused(refusal)
        events = self.rules.play(self.state, played.seat, move)
        self.accept(Attempt(self.state, [played], [events]))
        return events

    def alarm_at(self) -> int | None:
        """When the next move of the game clock is :meth:`due`, if there is one."""
        due = self.rules.alarm(self.state)
        return None if due is None else self._started_at(_now()) + due[0]

    def _started_at(self, at: int) -> int:
        """When the first move was made, shifted by the time for which the game clock was stopped."""
        return self.record.moves[0].at + self.stopped if self.record.moves else at

    def _choice(self, state: Any, seat: Seat) -> object | None:
        """The choice that a seat may make by several moves; None once it is not asked, or the game is over."""
        rules = self.rules
        return rules.choice(state, seat) if rules.outcome(state) is None and seat in rules.asked(state) else None

    def _due(self, state: Any, at: int) -> Attempt:
        attempt = Attempt(state, [], [])
        self._play_nature(attempt, at)
        while (due := self.rules.alarm(state)) is not None and at >= self._started_at(at) + due[0]:
            self._play_one(attempt, NATURE, due[1], at)
            self._play_nature(attempt, at)
        return attempt

    def _play(self, state: Any, seat: Seat, moves: Sequence[Move], at: int) -> Attempt:
        rules, attempt = self.rules, Attempt(state, [], [])
        choice = self._choice(state, seat) if len(moves) > 1 else None
        for move in moves:
            if attempt.played and self._choice(state, seat) != choice:
                raise NotOneChoice
            refusal = rules.refusal(state, seat, move)
            if refusal is not None:
                raise Refused(refusal)
            self._play_one(attempt, seat, move, at)
        self._play_nature(attempt, at)
        return attempt

    def _play_nature(self, attempt: Attempt, at: int) -> None:
        """Play nature's moves as long as it is asked."""
        rules, state = self.rules, attempt.state
        while tuple(rules.asked(state)) == (NATURE,):
            number = len(self.record.moves) + len(attempt.played)
            self._play_one(attempt, NATURE, rules.chance(state, FairChance(self._key, number)), at)

    def _play_one(self, attempt: Attempt, seat: Seat, move: Move, at: int) -> None:
        attempt.events.append(self.rules.play(attempt.state, seat, move))
        attempt.played.append(Played(seat, at, msgspec.Raw(_encode(move))))


def _now() -> int:
    return time.time_ns() // 1_000_000
