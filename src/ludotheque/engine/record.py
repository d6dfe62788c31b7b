"""A played game as data: one line of JSON per fact, enough to replay it without any luck.

The first line says what was played and by whom, then one line per move, nature's included with their outcome; the
last, once the game is over, says how it ended and shows the secret behind its luck. Between the moves stands what was
said at the table, where it was said: it changes nothing, and a record without it is as good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec

from ludotheque.engine.chance import FairChance, commitment, luck_key
from ludotheque.engine.game import Game
from ludotheque.engine.options import BadOptions
from ludotheque.engine.rules import NATURE, Outcome, Seat

FORMAT: Literal[1] = 1


class BadRecord(ValueError):
    """A record that cannot be read, replayed or believed. ``line`` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Header(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="game", forbid_unknown_fields=True):
    """What was played, by whom, and the promise made about its luck."""

    format: Literal[1]
    game: str
    version: int
    options: dict[str, Any]
    players: Annotated[list[str], msgspec.Meta(min_length=1, max_length=16)]
    commitment: str
    nonces: list[str]
    opened: int
    box: str = ""
    """The mark of the host's own box, if it was played with one."""
    given: int = 0
    """So many moves at the start are those of another game, and their luck is that game's."""
    kinds: list[str] = []
    """What sat down at each seat, where that is known: ``human``, ``program``, or ``bot/`` and its level."""


class Played(msgspec.Struct, frozen=True, tag_field="line", tag="move", forbid_unknown_fields=True):
    """A move: who made it and when (milliseconds since 1970)."""

    seat: Seat
    at: int
    move: msgspec.Raw


class Spoken(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="said", forbid_unknown_fields=True):
    """Something that was said: by whom, when, and to whom."""

    by: Seat | None
    """None for a spectator."""
    name: str
    at: int
    text: str
    to: list[Seat] | None = None
    """The seats that could read it, the speaker's among them; None for all."""


class Closing(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="end", forbid_unknown_fields=True):
    """How it ended, and the secret. A game that the table ended by vote has no outcome."""

    outcome: Outcome | None
    secret: str
    ended: Literal["vote"] | None = None


Line = Header | Played | Spoken | Closing


class Record(msgspec.Struct):
    """A game's record, whole or so far."""

    header: Header
    moves: list[Played]
    closing: Closing | None = None
    talk: list[tuple[int, Spoken]] = []
    """What was said, each time after so many moves; in order."""


_decode = msgspec.json.Decoder(Line).decode


def may_read(by: Seat | None, to: Collection[Seat] | None, seat: Seat | None, over: bool) -> bool:
    """Whether a seat (``None``: a spectator) can read what was said by one to some; ``over`` once the game is.

    Spectators may see more than a player, so players read their messages only once the game is over.
    """
    if by is None:
        return seat is None or over
    return to is None or seat in to


def write(record: Record) -> bytes:
    """The record as a file."""
    lines: list[Line] = [record.header]
    begun = 0
    for after, said in record.talk:
        lines += record.moves[begun:after]
        lines.append(said)
        begun = after
    lines += record.moves[begun:]
    if record.closing is not None:
        lines.append(record.closing)
    return msgspec.json.Encoder().encode_lines(lines)


def read(data: bytes) -> Record:
    """Read a file; an error names the line that is wrong."""
    return _assemble(list(_decoded(data.splitlines())))


def read_all(lines: Iterable[bytes]) -> Iterator[Record]:
    """Read records that stand one after the other in the same file; each begins with the line that says its game."""
    gathered: list[tuple[int, Line]] = []
    for number, line in _decoded(lines):
        if isinstance(line, Header) and gathered:
            yield _assemble(gathered)
            gathered = []
        gathered.append((number, line))
    if gathered:
        yield _assemble(gathered)


def _decoded(lines: Iterable[bytes]) -> Iterator[tuple[int, Line]]:
    """The lines of a file that are not empty, with their numbers."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, _decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadRecord(number, f"not a line of a record ({error})") from None


def _assemble(lines: Sequence[tuple[int, Line]]) -> Record:
    """One record from its lines."""
    first, header = lines[0] if lines else (1, None)
    if not isinstance(header, Header):
        raise BadRecord(first, "a record begins with a line that says what was played")
    if header.kinds and len(header.kinds) != len(header.players):
        raise BadRecord(first, f"{len(header.players)} played, and it says of {len(header.kinds)} what they were")
    rest = list(lines[1:])
    last = rest[-1][1] if rest else None
    closing = last if isinstance(last, Closing) else None
    record = Record(header, [], closing)
    for number, entry in rest[:-1] if closing is not None else rest:
        if isinstance(entry, Played):
            record.moves.append(entry)
        elif isinstance(entry, Spoken):
            _check(entry, len(header.players), number)
            record.talk.append((len(record.moves), entry))
        else:
            raise BadRecord(number, "between the first line and the last there are only moves and talk")
    return record


def _check(said: Spoken, seats: int, number: int) -> None:
    """Only those who sit at the table are named in what was said at it."""
    named = [*([] if said.by is None else [said.by]), *(said.to or ())]
    if not all(0 <= seat < seats for seat in named):
        raise BadRecord(number, f"a message names a seat that does not exist: the seats are 0 to {seats - 1}")
    if said.to is not None and said.by not in said.to:
        raise BadRecord(number, "the seat that writes a private message is one of those that can read it")


def _line_of(record: Record, move: int) -> int:
    """The line of the file at which a move stands."""
    return move + 2 + sum(after <= move for after, _ in record.talk)


def replay(game: Game, record: Record) -> Iterator[tuple[Any, Seat, Any]]:
    """Walk through a record: the state before each move, who makes it, and the move; then the last state.

    Every move is checked. The state handed out is the one being played on: copy it to keep it. The walk ends with
    ``(state, NATURE, None)``.
    """
    rules = game.rules
    header = record.header
    if header.game != rules.id or header.version != rules.version:
        raise BadRecord(1, f"this is {header.game} {header.version}; the rules here are {rules.id} {rules.version}")
    if header.box != rules.box_mark:
        raise BadRecord(1, "this was played with another box than the one here")
    if len(header.players) not in rules.seats:
        raise BadRecord(1, f"{rules.id} is not played by {len(header.players)}")
    try:
        state = rules.setup(game.options(header.options), len(header.players))
    except BadOptions as error:
        raise BadRecord(1, str(error)) from None
    decode = msgspec.json.Decoder(rules.move_type).decode
    for number, line in enumerate(record.moves):
        try:
            move = decode(line.move)
        except msgspec.DecodeError as error:
            raise BadRecord(_line_of(record, number), f"not a move ({error})") from None
        asked = tuple(rules.asked(state)) == (NATURE,)
        due = rules.alarm(state) if line.seat == NATURE and not asked else None
        if (line.seat == NATURE) != asked and (due is None or due[1] != move):
            raise BadRecord(_line_of(record, number), "nature moves when it is asked, and nobody else then")
        refusal = rules.recorded_refusal(state, line.seat, move)
        if refusal is not None:
            why = f"seat {line.seat} may not: {refusal.reason} ({refusal.clause})"
            raise BadRecord(_line_of(record, number), why)
        yield state, line.seat, move
        rules.play(state, line.seat, move)
    yield state, NATURE, None


class Verdict(msgspec.Struct, frozen=True):
    """What a verification found."""

    moves: int
    draws: int
    """Moves of nature drawn again and found the same."""
    outcome: Outcome | None
    sealed: bool
    """Whether the record is closed and its secret fits the promise."""
    chosen: list[Seat] = []
    """Bots with a nonce, as in older records: whoever ran the table may have chosen the luck by them."""
    silent: list[Seat] = []
    """People and programs without a nonce: they did not come before the game began."""


def verify(game: Game, record: Record) -> Verdict:
    """Replay a record and draw all its luck again. Raises :class:`BadRecord` at the first thing that does not hold.

    What a record cannot show: whether its promise was made before the nonces were sent, and whether they are those
    that were sent. Each player knows that of their own.
    """
    closing = record.closing
    last = _line_of(record, len(record.moves))
    key = None
    if closing is not None:
        try:
            fits = commitment(closing.secret) == record.header.commitment
        except ValueError:
            raise BadRecord(last, "the secret is not a number in hexadecimal") from None
        if not fits:
            raise BadRecord(last, "the secret is not the one that was promised at the opening")
        key = luck_key(closing.secret, record.header.nonces)
    draws = 0
    state = None
    for number, (state, seat, move) in enumerate(replay(game, record)):
        if seat != NATURE or move is None or number < record.header.given:
            continue
        if tuple(game.rules.asked(state)) != (NATURE,):  # the clock on the wall: no luck, but not before its time
            due = game.rules.alarm(state)
            if due is None or record.moves[number].at - record.moves[0].at < due[0]:
                raise BadRecord(_line_of(record, number), "the clock on the wall strikes too early")
        elif key is not None:
            if game.rules.chance(state, FairChance(key, number)) != move:
                raise BadRecord(_line_of(record, number), "this is not what the luck of this game gives")
            draws += 1
    outcome = game.rules.outcome(state)
    if closing is not None and (closing.outcome != outcome or (closing.ended is None) != (outcome is not None)):
        raise BadRecord(last, "the game did not end like this")
    seats = list(zip(record.header.kinds, record.header.nonces, strict=False))
    chosen = [seat for seat, (kind, nonce) in enumerate(seats) if kind.startswith("bot/") and nonce]
    silent = [seat for seat, (kind, nonce) in enumerate(seats) if not kind.startswith("bot/") and not nonce]
    return Verdict(len(record.moves), draws, outcome, closing is not None, chosen, silent)
