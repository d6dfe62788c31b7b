"""What people ask for besides playing: to talk, to vote, to have a bot brought, to have their seat back.

Each answer is the lines to be written for it, or :class:`NotDone`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.tables.chat import tidy
from ludotheque.server.tables.events import (
    ChatPosted,
    PlayerReturned,
    SeatTaken,
    Sender,
    TableEvent,
    VoteCast,
    VoteProposed,
)
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import CommandRefused, Table


class Asker(NamedTuple):
    """Whoever asks: their seat, if they have one, and what they are known by at this table."""

    seat: Viewer
    speaker: str | None
    """None for somebody without a cookie."""
    opener: bool = False

    @property
    def who(self) -> Sender | None:
        """Under whose name what they send is remembered."""
        return self.speaker if self.seat is None else self.seat


def say(table: Table, asker: Asker, say: messages.Say, at: int) -> list[TableEvent]:
    """Say something: at the table, to some seats, or among those who look on."""
    text = tidy(say.text)
    if not text:
        raise CommandRefused("garbled")
    seat = asker.seat
    if asker.speaker is None or (seat is None and not (say.name and say.name.isprintable() and say.name.strip())):
        raise CommandRefused("no_name")
    if seat is None:
        if say.to is not None:
            raise CommandRefused("no_seat")
        return [ChatPosted(None, asker.speaker, " ".join((say.name or "").split()), text, at, say.id)]
    if _sees_all(table, seat):
        raise CommandRefused("all_seeing")
    to = None
    if say.to is not None:
        to = sorted({*say.to, seat})
        if to[-1] >= len(table.sitters) or to == [seat]:
            raise CommandRefused("nobody")
    sat = table.sitters[seat]
    assert sat is not None
    return [ChatPosted(seat, asker.speaker, sat.name, text, at, say.id, to)]


def _sees_all(table: Table, seat: Seat) -> bool:
    """Whether a seat sees what the players hide from each other: it may not speak to them while the game goes on."""
    match = table.match
    return match is not None and not table.over and match.rules.all_seeing(match.state, seat)


def propose(
    table: Table, asker: Asker, propose: messages.Propose, at: int, away: Callable[[Seat], bool]
) -> list[TableEvent]:
    """Put something to the vote. Nobody is removed who is here: ``away`` says who has left."""
    by = _player(table, asker)
    if by not in table.voters():
        raise CommandRefused("no_vote")
    if table.motion is not None and not table.motion.lapsed(at):
        raise CommandRefused("one_motion")
    target = propose.seat
    if propose.kind == "remove":
        if target is None or target == by or target not in table.players() or not table.game.levels:
            raise CommandRefused("no_motion")
        if not away(target):
            raise CommandRefused("still_here")
    elif target is not None or (propose.kind != "end" and table.adjourned != (propose.kind == "resume")):
        raise CommandRefused("no_motion")
    return [VoteProposed(by, propose.kind, at, propose.id, target)]


def vote(table: Table, asker: Asker, vote: messages.Vote, at: int) -> list[TableEvent]:
    """Vote on the motion that is open."""
    by = _player(table, asker)
    if table.motion is None or table.motion.number != vote.motion:
        raise CommandRefused("stale")
    if by not in table.motion.voters(table.voters()):
        raise CommandRefused("no_vote")
    return [VoteCast(by, vote.yes, at, vote.id)]


def back(table: Table, asker: Asker, back: messages.Back, at: int) -> list[TableEvent]:
    """Have one's seat back; nothing is written for a seat that was never lost."""
    if asker.seat is None:
        raise CommandRefused("no_seat")
    if not table.has_lost(asker.seat):
        return []
    return [PlayerReturned(asker.seat, at, back.id)]


def fill(table: Table, asker: Asker, fill: messages.Fill, at: int) -> list[TableEvent]:
    """Have a bot sit down on a free chair. With the last chair the game begins."""
    if asker.who is None or (asker.seat is None and not asker.opener):
        raise CommandRefused("no_seat")
    if table.started:
        raise CommandRefused("started")
    if fill.seat >= len(table.sitters) or table.sitters[fill.seat] is not None:
        raise CommandRefused("taken")
    if fill.level not in table.game.levels:
        raise CommandRefused("no_level")
    bot = SeatTaken(fill.seat, fill.level, "", at, level=fill.level, asker=asker.who, client=fill.id)
    return table.seating([bot])


def _player(table: Table, asker: Asker) -> Seat:
    """The seat of somebody who plays, in a game that goes on."""
    if asker.seat is None:
        raise CommandRefused("no_seat")
    if not table.started:
        raise CommandRefused("not_started")
    if table.over:
        raise CommandRefused("over")
    if asker.seat in table.proxies:
        raise CommandRefused("proxied")
    return asker.seat
