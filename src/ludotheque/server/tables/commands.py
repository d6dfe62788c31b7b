"""Commands: what a sender asks of a table, decided into events or refused. Nothing here changes a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from ludotheque.engine.game import UnknownLevel
from ludotheque.engine.match import Match, NotOneChoice
from ludotheque.engine.rules import Refused, Seat
from ludotheque.protocol import messages
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.tables.bot_names import name_bots, shown_name
from ludotheque.server.tables.chat import clean_text
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.decision import Decision, decide_moves
from ludotheque.server.tables.errors import CommandRefused
from ludotheque.server.tables.events import (
    AdviceTaken,
    ChatPosted,
    PaceChanged,
    PlayerReturned,
    SeatTaken,
    Sender,
    SingleAnswersSet,
    StandingAnswerSet,
    TableEvent,
    VoteCast,
    VoteProposed,
)
from ludotheque.server.tables.standing_answers import answerable_questions
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
        case messages.Play() | messages.WhyNot():
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
        case messages.SetPace():
            return set_pace(table, requester, message, at)
        case messages.StandingAnswer():
            return set_standing_answer(table, requester, message, at)
        case messages.SingleAnswers():
            return set_single_answers(table, requester, message, at)
        case messages.Advise():
            return take_advice(table, requester, message, at)


# --- moves -------------------------------------------------------------------------------------------------------


def play(table: Table, seat: Viewer, message: messages.Play, at: int) -> Decision:
    """Play moves of a seat. What the game's own alarm does by then (see :mod:`.timeouts`) is to be committed before."""
    match, seat = match_in_play(table, seat)
    moves = decode_moves(match, message.moves)
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


def match_in_play(table: Table, seat: Viewer) -> tuple[Match, Seat]:
    """The match in which a seat may play now, and the seat."""
    if seat is None:
        raise CommandRefused("no_seat")
    if table.match is None:
        raise CommandRefused("not_started")
    if table.ended is not None:
        raise CommandRefused("over")
    if table.adjourned:
        raise CommandRefused("adjourned")
    return table.match, seat


def decode_moves(match: Match, moves: Sequence[msgspec.Raw]) -> list[Any]:
    """The moves of a message."""
    try:
        return [match.decode(move) for move in moves]
    except msgspec.DecodeError:
        raise CommandRefused("garbled") from None


# --- seats -------------------------------------------------------------------------------------------------------


def fill(table: Table, requester: Requester, message: messages.AddBot, at: int) -> list[TableEvent]:
    """Seat a bot on a free seat. With the last seat the game begins."""
    if requester.sender is None or (requester.seat is None and not requester.opener):
        raise CommandRefused("no_seat")
    if table.started:
        raise CommandRefused("started")
    if message.seat >= len(table.seats) or table.seats.taken[message.seat] is not None:
        raise CommandRefused("taken")
    try:
        level = table.game.level(message.level)
    except UnknownLevel:
        raise CommandRefused("no_level") from None
    sender = requester.sender
    taken = SeatTaken(message.seat, level, "", at, None, level, sender, message.id)
    return seat_players(table, name_bots([taken], [shown_name(one) for one in table.seats.taken if one is not None]))


def take_back(table: Table, requester: Requester, message: messages.TakeBackSeat, at: int) -> list[TableEvent]:
    """Take one's seat back from the bot that plays there; no event for a seat that was never lost."""
    if requester.seat is None:
        raise CommandRefused("no_seat")
    if not table.is_proxied_or_late(requester.seat):
        return []
    return [PlayerReturned(requester.seat, at, message.id)]


# --- standing answers --------------------------------------------------------------------------------------------


def set_standing_answer(
    table: Table, requester: Requester, message: messages.StandingAnswer, at: int
) -> list[TableEvent]:
    """Have a question answered for one's seat, or no longer; no event if that is so already."""
    seat = _player(table, requester)
    if message.question not in answerable_questions(table.game.rules):
        raise CommandRefused("no_standing")
    if table.standing.until(seat, message.question) == message.until:
        return []
    return [StandingAnswerSet(seat, message.question, message.until, at, message.id)]


def set_single_answers(
    table: Table, requester: Requester, message: messages.SingleAnswers, at: int
) -> list[TableEvent]:
    """Have questions with one legal answer answered for one's seat, or not; no event if that is so already."""
    seat = _player(table, requester)
    if table.standing.gives_single(seat) == message.given:
        return []
    return [SingleAnswersSet(seat, message.given, at, message.id)]


# --- advice ------------------------------------------------------------------------------------------------------


def take_advice(table: Table, requester: Requester, message: messages.Advise, at: int) -> list[TableEvent]:
    """Record that a player takes advice on the present question; no event where they have before."""
    seat = advised_seat(table, requester, message)
    return [] if table.advised.get(seat) == message.question else [AdviceTaken(seat, message.question, at, message.id)]


def advised_seat(table: Table, requester: Requester, message: messages.Advise) -> Seat:
    """The seat of a player who may have advice on the question that is put now."""
    seat = _player(table, requester)
    if not table.hints:
        raise CommandRefused("no_hints")
    if table.adjourned:
        raise CommandRefused("adjourned")
    match = table.playing()
    if message.question != match.rules.question(match.state):
        raise CommandRefused("stale")
    if seat not in match.asked():
        raise CommandRefused("not_asked")
    if table.game.coach is None:
        raise CommandRefused("no_advice")
    return seat


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


def set_pace(table: Table, requester: Requester, message: messages.SetPace, at: int) -> list[TableEvent]:
    """Change the pace of the bots; no event where it is the same. Programs do not, as they do not vote."""
    by = _player(table, requester)
    if by not in table.seats.voters():
        raise CommandRefused("no_vote")
    return [] if message.pace == table.pace else [PaceChanged(by, message.pace, at, message.id)]


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
