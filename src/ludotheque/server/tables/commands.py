"""Commands: what a sender asks of a table, decided into events or refused. Nothing here changes a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ludotheque.engine.match import NotOneChoice
from ludotheque.engine.rules import Refused, Seat
from ludotheque.protocol import messages
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.tables.chat import clean_text
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.decision import Decision, decide_moves
from ludotheque.server.tables.errors import CommandRefused
from ludotheque.server.tables.events import (
    ChatPosted,
    PlayerReturned,
    SeatTaken,
    Sender,
    TableEvent,
    VoteCast,
    VoteProposed,
)
from ludotheque.server.tables.starting import seat_players
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table


class Requester(NamedTuple):
    """The sender of a command: their seat, if they have one, and their id at this table."""

    seat: Viewer
    speaker: str | None
    """None for a browser without a session cookie."""
    opener: bool = False

    @classmethod
    def of(cls, connection: Connection, table: Table, signer: Signer) -> Requester:
        """The sender of the commands that come over a connection."""
        guest = connection.guest
        if guest is None:
            return cls(connection.viewer, None)
        return cls(connection.viewer, signer.speaker_id(table.id, guest), guest == table.opener)

    @property
    def sender(self) -> Sender | None:
        """The name under which their client ids are remembered."""
        return self.speaker if self.seat is None else self.seat


def decide(
    table: Table, requester: Requester, message: messages.Incoming, at: int, is_away: Callable[[Seat], bool]
) -> list[TableEvent]:
    """The events of any command but the moves of a seat, which :func:`play` decides; none if it changes nothing."""
    match message:
        case messages.Play():
            raise CommandRefused("no_seat")
        case messages.Say():
            return say(table, requester, message, at)
        case messages.Propose():
            return propose(table, requester, message, at, is_away)
        case messages.Vote():
            return vote(table, requester, message, at)
        case messages.TakeBackSeat():
            return take_back(table, requester, message, at)
        case messages.AddBot():
            return fill(table, requester, message, at)


# --- moves -------------------------------------------------------------------------------------------------------


def play(table: Table, seat: Viewer, message: messages.Play, at: int) -> Decision:
    """Play moves of a seat. What the game's own alarm does by then (see :mod:`.timeouts`) is to be committed before."""
    match = table.match
    if seat is None:
        raise CommandRefused("no_seat")
    if match is None:
        raise CommandRefused("not_started")
    if table.ended is not None:
        raise CommandRefused("over")
    if table.adjourned:
        raise CommandRefused("adjourned")
    try:
        moves = [match.decode(move) for move in message.moves]
    except msgspec.DecodeError:
        raise CommandRefused("garbled") from None
    if message.question != match.rules.question(match.state):
        free = match.free(seat)
        if not all(move in free for move in moves):
            raise CommandRefused("stale")
    try:
        attempt = match.attempt(seat, moves, at)
    except Refused as refused:
        raise CommandRefused("rule", refused.refusal) from None
    except NotOneChoice:
        raise CommandRefused("batch") from None
    return decide_moves(seat, at, attempt, message.id)


# --- seats -------------------------------------------------------------------------------------------------------


def fill(table: Table, requester: Requester, message: messages.AddBot, at: int) -> list[TableEvent]:
    """Seat a bot on a free seat. With the last seat the game begins."""
    if requester.sender is None or (requester.seat is None and not requester.opener):
        raise CommandRefused("no_seat")
    if table.started:
        raise CommandRefused("started")
    if message.seat >= len(table.seats) or table.seats.taken[message.seat] is not None:
        raise CommandRefused("taken")
    if message.level not in table.game.levels:
        raise CommandRefused("no_level")
    level, sender = message.level, requester.sender
    return seat_players(table, [SeatTaken(message.seat, level, "", at, None, level, sender, message.id)])


def take_back(table: Table, requester: Requester, message: messages.TakeBackSeat, at: int) -> list[TableEvent]:
    """Take one's seat back from the bot that plays there; no event for a seat that was never lost."""
    if requester.seat is None:
        raise CommandRefused("no_seat")
    if not table.is_proxied_or_late(requester.seat):
        return []
    return [PlayerReturned(requester.seat, at, message.id)]


# --- chat and votes ----------------------------------------------------------------------------------------------


def say(table: Table, requester: Requester, message: messages.Say, at: int) -> list[TableEvent]:
    """Post to the chat: to the table, to some seats, or among spectators."""
    text = clean_text(message.text)
    if not text:
        raise CommandRefused("garbled")
    seat, name = requester.seat, message.name
    if requester.speaker is None or (seat is None and not (name and name.isprintable() and name.strip())):
        raise CommandRefused("no_name")
    if seat is None:
        if message.to is not None:
            raise CommandRefused("no_seat")
        return [ChatPosted(None, requester.speaker, " ".join((name or "").split()), text, at, message.id)]
    if _sees_everything(table, seat):
        raise CommandRefused("all_seeing")
    to = None
    if message.to is not None:
        to = sorted({*message.to, seat})
        if to[-1] >= len(table.seats) or to == [seat]:
            raise CommandRefused("nobody")
    taken = table.seats.taken[seat]
    assert taken is not None
    return [ChatPosted(seat, requester.speaker, taken.name, text, at, message.id, to)]


def _sees_everything(table: Table, seat: Seat) -> bool:
    """Whether a seat sees what the players hide from each other: it may not post while the game goes on."""
    match = table.match
    return match is not None and not table.over and match.rules.sees_everything(match.state, seat)


def propose(
    table: Table, requester: Requester, message: messages.Propose, at: int, is_away: Callable[[Seat], bool]
) -> list[TableEvent]:
    """Put a motion to the vote. A player can be removed only while they are away."""
    by = _player(table, requester)
    if by not in table.seats.voters():
        raise CommandRefused("no_vote")
    if table.motion is not None and not table.motion.lapsed(at):
        raise CommandRefused("one_motion")
    target = message.seat
    if message.kind == "remove":
        if target is None or target == by or target not in table.seats.players() or not table.game.levels:
            raise CommandRefused("no_motion")
        if not is_away(target):
            raise CommandRefused("still_here")
    elif target is not None or (message.kind != "end" and table.adjourned != (message.kind == "resume")):
        raise CommandRefused("no_motion")
    return [VoteProposed(by, message.kind, at, message.id, target)]


def vote(table: Table, requester: Requester, message: messages.Vote, at: int) -> list[TableEvent]:
    """Vote on the open motion."""
    by = _player(table, requester)
    if table.motion is None or table.motion.number != message.motion:
        raise CommandRefused("stale")
    if by not in table.motion.voters(table.seats.voters()):
        raise CommandRefused("no_vote")
    return [VoteCast(by, message.yes, at, message.id)]


def _player(table: Table, requester: Requester) -> Seat:
    """The seat of a player in a game that goes on."""
    if requester.seat is None:
        raise CommandRefused("no_seat")
    if not table.started:
        raise CommandRefused("not_started")
    if table.over:
        raise CommandRefused("over")
    if requester.seat in table.seats.proxies:
        raise CommandRefused("proxied")
    return requester.seat
