"""A table in memory: who sits at it, the match, and everybody's own story of it.

All of it follows from the table's log (see :mod:`ludotheque.server.ledger`). A change is made in three steps: work
out its lines, have them committed, then let them happen here. A table that missed a step is thrown away and read
from its log again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.match import Attempt, Match
from ludotheque.engine.record import Played
from ludotheque.engine.rules import NATURE, Event, Refusal, Refused, Seat
from ludotheque.games import find
from ludotheque.server import wire
from ludotheque.server.ledger import Acted, Line, Opened, Sat, decode

Viewer = Seat | None
"""A seat, or None for those who look on."""

_encode = msgspec.json.Encoder().encode


class NotPlayed(Exception):
    """Moves that are not accepted; ``code`` and ``refusal`` are those of :class:`wire.Refused`."""

    def __init__(self, code: str, refusal: Refusal | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.refusal = refusal


class BadLog(Exception):
    """A log that cannot be read back."""


class Turn(NamedTuple):
    """Accepted moves, before they are committed: what they lead to, and their line for the log."""

    attempt: Attempt
    line: Acted


class Table:
    """One table."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.opened = opened
        self.game: Game = find(opened.game)
        if self.game.rules.version != opened.version:
            raise BadLog(f"table {id} plays {opened.game} by rules {opened.version}; those here are another edition")
        self.length = 1
        """Lines in the log."""
        self.sitters: list[Sat | None] = [None] * len(opened.places)
        self.match: Match | None = None
        self.stories: dict[Viewer, list[wire.Entry]] = {seat: [] for seat in (*range(len(opened.places)), None)}
        self.acks: dict[tuple[Seat, str], int] = {}
        """What was answered to each client id of each seat."""

    @classmethod
    def load(cls, id: str, bodies: Sequence[bytes]) -> Table:
        """Set a table up again from its log."""
        try:
            lines = [decode(body) for body in bodies]
            if not lines or not isinstance(lines[0], Opened):
                raise BadLog(f"the log of table {id} does not begin with its opening")
            table = cls(id, lines[0])
            for line in lines[1:]:
                table.happen(line)
        except (ValueError, LookupError, Refused) as error:
            raise BadLog(f"the log of table {id} cannot be read back: {error}") from error
        return table

    # --- who sits here -------------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Everybody sits."""
        return self.match is not None

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.match is not None and self.match.outcome is not None

    def seat_of(self, guest: str | None) -> Viewer:
        """Where a guest sits, by the hash of their token."""
        if guest is not None:
            for seat, sat in enumerate(self.sitters):
                if sat is not None and sat.guest == guest:
                    return seat
        return None

    def free_seat(self) -> Seat | None:
        """The first seat that awaits somebody."""
        return next((seat for seat, sat in enumerate(self.sitters) if sat is None), None)

    def seating(self, sats: Sequence[Sat]) -> list[Line]:
        """The lines for people who sit down: with the last of them the game begins, and nature may move first."""
        lines: list[Line] = list(sats)
        sitters = list(self.sitters)
        for sat in sats:
            sitters[sat.seat] = sat
        seated = [sat for sat in sitters if sat is not None]
        if len(seated) == len(sitters):
            at = max(sat.at for sat in seated)
            attempt = self._begin(seated).attempt(NATURE, (), at)
            if attempt.lines:
                lines.append(Acted(NATURE, at, [(line.seat, line.move) for line in attempt.lines]))
        return lines

    def _begin(self, seated: Sequence[Sat]) -> Match:
        opened = self.opened
        names, nonces = [sat.name for sat in seated], [sat.nonce for sat in seated]
        return Match(self.game, names, opened.options, opened.secret, nonces, opened.at)

    # --- what happens --------------------------------------------------------------------------------------------

    def happen(self, line: Line) -> None:
        """Let a line of the log happen."""
        if isinstance(line, Sat):
            self.sitters[line.seat] = line
            seated = [sat for sat in self.sitters if sat is not None]
            if len(seated) == len(self.sitters):
                self.match = self._begin(seated)
        elif isinstance(line, Acted):
            match = self.playing()
            for seat, move in line.moves:
                self._tell(seat, line.at, match.repeat(Played(seat, line.at, move)))
            self._remember(line)
        else:
            raise BadLog(f"table {self.id} was opened twice")
        self.length += 1

    def accept(self, turn: Turn) -> None:
        """Let moves happen that have been tried already."""
        self.playing().accept(turn.attempt)
        for (seat, _), events in zip(turn.line.moves, turn.attempt.events, strict=True):
            self._tell(seat, turn.line.at, events)
        self._remember(turn.line)
        self.length += 1

    def attempt(self, seat: Viewer, play: wire.Play, at: int) -> Turn:
        """Try moves that a seat sent; raises :class:`NotPlayed` if any of them cannot be played."""
        match = self.match
        if seat is None:
            raise NotPlayed("no_seat")
        if match is None:
            raise NotPlayed("not_started")
        try:
            moves = [match.decode(move) for move in play.moves]
        except msgspec.DecodeError:
            raise NotPlayed("garbled") from None
        if play.question != match.rules.question(match.state):
            free = match.free(seat)
            if not all(move in free for move in moves):
                raise NotPlayed("stale")
        try:
            attempt = match.attempt(seat, moves, at)
        except Refused as refused:
            raise NotPlayed("rule", refused.refusal) from None
        return Turn(attempt, Acted(seat, at, [(line.seat, line.move) for line in attempt.lines], play.id))

    def playing(self) -> Match:
        """The match; only for a table that has begun."""
        if self.match is None:
            raise BadLog(f"table {self.id} has not begun")
        return self.match

    def _remember(self, line: Acted) -> None:
        if line.client is not None:
            self.acks[line.seat, line.client] = len(self.stories[line.seat])

    def _tell(self, seat: Seat, at: int, events: Sequence[Event]) -> None:
        """Add to each story what its viewer sees of a move, if anything. What several see is encoded once."""
        encoded: dict[int, msgspec.Raw] = {}
        kept: list[Event] = []  # alive as long as the dictionary, which knows them by their address
        for viewer, story in self.stories.items():
            raws = []
            for event in events:
                seen = event.seen(viewer)
                if seen is None:
                    continue
                if id(seen) not in encoded:
                    encoded[id(seen)] = msgspec.Raw(_encode(seen))
                    kept.append(seen)
                raws.append(encoded[id(seen)])
            if raws:
                story.append(wire.Entry(len(story) + 1, at, seat, raws))

    # --- what is shown -------------------------------------------------------------------------------------------

    def now(self, viewer: Viewer) -> wire.Now:
        """How things stand for a viewer."""
        match = self.playing()
        return wire.Now(
            sight=match.sight(viewer),
            asked=match.asked(),
            question=match.rules.question(match.state),
            legal=() if viewer is None else match.legal(viewer),
            free=() if viewer is None else match.free(viewer),
        )

    def card(self, viewer: Viewer, here: set[Seat]) -> wire.TableCard:
        """The table as its link shows it; ``here`` are the seats that are connected."""
        return wire.TableCard(
            id=self.id,
            game=self.game.id,
            options=self.opened.options,
            seats=[self._seat_card(seat, seat in here) for seat in range(len(self.sitters))],
            you=viewer,
            started=self.started,
            over=self.over,
            commitment=self.opened.commitment,
            public=False,
            clock=None,
            watch_delay=0,
            opener=False,
            claim=None,
            adjourned=False,
            ended=None,
            motion=None,
            origin=None,
        )

    def _seat_card(self, seat: Seat, here: bool) -> wire.SeatCard:
        sat = self.sitters[seat]
        if sat is None:
            return wire.SeatCard("open", "", None, False, None)
        if sat.level is not None:
            return wire.SeatCard("bot", sat.name, sat.level, True, None)
        return wire.SeatCard("human", sat.name, None, here, None)
