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
from typing import Any, NamedTuple

import msgspec

from ludotheque.engine.chance import FairChance, commitment, luck_key, new_secret
from ludotheque.engine.game import Game
from ludotheque.engine.record import FORMAT, Closing, Header, Played, Record, replay
from ludotheque.engine.rules import NATURE, Event, Move, Outcome, Refused, Seat

_encode = msgspec.json.Encoder().encode


class Attempt(NamedTuple):
    """Moves on trial and those of nature that follow: the state they lead to, their records, and the events of each."""

    state: Any
    lines: list[Played]
    events: list[Sequence[Event]]

    def all_events(self) -> list[Event]:
        """The events of all moves, in order."""
        return [event for events in self.events for event in events]


class NotOneChoice(Exception):
    """Several moves were sent together though they are not one choice of their seat (see :meth:`Rules.choice`)."""


class Match:
    """One game from the opening to the end. Nature moves by itself, as soon as it is asked.

    ``secret`` and ``nonces`` fix its luck; without them it has a secret of its own. ``given`` are moves of another
    game that this one goes on from.
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
        self._key = luck_key(self.secret, nonces)
        self.state = game.rules.setup(agreed, len(players))
        self.stopped = 0
        """Milliseconds for which the clock on the wall stood still."""
        self.outcome: Outcome | None = None
        """How it ended."""
        self.decode = msgspec.json.Decoder(game.rules.move_type).decode
        """Reads a move of this game."""
        self.given = [(seat, self.repeat(Played(seat, self.record.header.opened, move))) for seat, move in given]
        """What those moves brought about."""

    @classmethod
    def resume(cls, game: Game, record: Record, secret: str) -> Match:
        """A match taken up again where its record stops."""
        header = record.header
        match = cls(game, header.players, header.options, secret, header.nonces, header.opened)
        for match.state, _, _ in replay(game, record):
            pass
        match.record = record
        match.outcome = game.rules.outcome(match.state)
        return match

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
        """Let nature make the moves that come before any player's, and the game clock those that are due."""
        attempt = self._due(self.state, _now() if at is None else at)
        self.accept(attempt)
        return attempt.all_events()

    def play(self, seat: Seat, move: Move, at: int | None = None) -> list[Event]:
        """Play a move, and nature's after it; raises :class:`Refused`, and changes nothing, if it is not allowed.

        What is due before it is played first, and stays played.
        """
        at = _now() if at is None else at
        before = self.begin(at)
        attempt = self._play(self.state, seat, (move,), at)
        self.accept(attempt)
        return before + attempt.all_events()

    def due(self, at: int | None = None) -> Attempt:
        """What nature and the game clock play before a player can, on a copy."""
        return self._due(self.state.copy(), _now() if at is None else at)

    def attempt(self, seat: Seat, moves: Sequence[Move], at: int | None = None) -> Attempt:
        """Play moves, all or none, on a copy, and nature's after them: nothing is changed until they are accepted.

        Several moves are one choice of their seat, or :class:`NotOneChoice` is raised. They are checked one after
        the other without nature in between, so a refusal tells nothing but what follows from the state that is, as
        far as the seat knows it, and from the moves. What is :meth:`due` is not played here: it comes first.
        """
        if len(moves) > 1 and self._choice(self.state, seat) is None:
            raise NotOneChoice
        return self._play(self.state.copy(), seat, moves, _now() if at is None else at)

    def accept(self, attempt: Attempt) -> None:
        """What was attempted is played."""
        self.state = attempt.state
        self.record.moves += attempt.lines
        self.outcome = self.rules.outcome(self.state)
        if self.outcome is not None and self.record.closing is None:
            self.record.closing = Closing(self.outcome, self.secret)

    def repeat(self, line: Played) -> Sequence[Event]:
        """Play a move that is on record already, nature's too; raises :class:`Refused` if it cannot have been."""
        move = self.decode(line.move)
        refusal = self.rules.recorded_refusal(self.state, line.seat, move)
        if refusal is not None:
            raise Refused(refusal)
        events = self.rules.play(self.state, line.seat, move)
        self.accept(Attempt(self.state, [line], [events]))
        return events

    def alarm_at(self) -> int | None:
        """When the clock on the wall strikes next, if it is to; it is :meth:`due` from then on."""
        due = self.rules.alarm(self.state)
        return None if due is None else self._begun(_now()) + due[0]

    def _begun(self, at: int) -> int:
        """When the first move was made, had the clock on the wall never stood still since."""
        return self.record.moves[0].at + self.stopped if self.record.moves else at

    def _choice(self, state: Any, seat: Seat) -> object | None:
        """The choice that a seat may make by several moves; None once it is not asked, or the game is over."""
        rules = self.rules
        return rules.choice(state, seat) if rules.outcome(state) is None and seat in rules.asked(state) else None

    def _due(self, state: Any, at: int) -> Attempt:
        attempt = Attempt(state, [], [])
        self._nature(attempt, at)
        while (due := self.rules.alarm(state)) is not None and at >= self._begun(at) + due[0]:
            self._enact(attempt, NATURE, due[1], at)
            self._nature(attempt, at)
        return attempt

    def _play(self, state: Any, seat: Seat, moves: Sequence[Move], at: int) -> Attempt:
        rules, attempt = self.rules, Attempt(state, [], [])
        choice = self._choice(state, seat) if len(moves) > 1 else None
        for move in moves:
            if attempt.lines and self._choice(state, seat) != choice:
                raise NotOneChoice
            refusal = rules.refusal(state, seat, move)
            if refusal is not None:
                raise Refused(refusal)
            self._enact(attempt, seat, move, at)
        self._nature(attempt, at)
        return attempt

    def _nature(self, attempt: Attempt, at: int) -> None:
        """Let nature move for as long as it is asked."""
        rules, state = self.rules, attempt.state
        while tuple(rules.asked(state)) == (NATURE,):
            number = len(self.record.moves) + len(attempt.lines)
            self._enact(attempt, NATURE, rules.chance(state, FairChance(self._key, number)), at)

    def _enact(self, attempt: Attempt, seat: Seat, move: Move, at: int) -> None:
        attempt.events.append(self.rules.play(attempt.state, seat, move))
        attempt.lines.append(Played(seat, at, msgspec.Raw(_encode(move))))


def _now() -> int:
    return time.time_ns() // 1_000_000
