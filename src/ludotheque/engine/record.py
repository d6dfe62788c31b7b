"""Records of games: JSON lines from which a game can be replayed and verified.

The first line has the game and its players, then comes one line per move, nature's included with their results; the
last, once the game is over, has the outcome and the secret of its random numbers. Chat messages stand between the
moves; a replay ignores them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec

from ludotheque.engine.chance import FairChance, chance_key, commitment
from ludotheque.engine.chat import ChatMessage
from ludotheque.engine.game import Game
from ludotheque.engine.options import BadOptions
from ludotheque.engine.rules import NATURE, Outcome, Seat

FORMAT: Literal[1] = 1


class BadRecord(ValueError):
    """A record that cannot be read, replayed or verified. ``line`` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Header(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="game", forbid_unknown_fields=True):
    """The first line: the game, its players, and the commitment to its secret."""

    format: Literal[1]
    game: str
    version: int
    options: dict[str, Any]
    players: Annotated[list[str], msgspec.Meta(min_length=1, max_length=16)]
    commitment: str
    nonces: list[str]
    opened: int
    box: str = ""
    """The hash of the host's own box, if it was played with one."""
    given: int = 0
    """So many moves at the start are those of another game, with that game's random numbers."""
    kinds: list[str] = []
    """The kind of player in each seat, where it is known: ``human``, ``program``, or ``bot/`` and its level."""


class Played(msgspec.Struct, frozen=True, tag_field="line", tag="move", forbid_unknown_fields=True):
    """A move: its seat and its time (milliseconds since 1970)."""

    seat: Seat
    at: int
    move: msgspec.Raw


class Closing(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="end", forbid_unknown_fields=True):
    """The last line: the outcome, and the secret. A game that the table ended by vote has no outcome."""

    outcome: Outcome | None
    secret: str
    ended: Literal["vote"] | None = None


Line = Header | Played | ChatMessage | Closing


class Record(msgspec.Struct):
    """The record of a game, complete or so far."""

    header: Header
    moves: list[Played]
    closing: Closing | None = None
    chat: list[tuple[int, ChatMessage]] = []
    """Chat messages in order, each with the number of moves before it."""
    first_line: int = 1
    """The line of its file at which it begins."""


_decode = msgspec.json.Decoder(Line).decode


def write(record: Record) -> bytes:
    """Encode a record as the contents of a file."""
    lines: list[Line] = [record.header]
    begun = 0
    for after, said in record.chat:
        lines += record.moves[begun:after]
        lines.append(said)
        begun = after
    lines += record.moves[begun:]
    if record.closing is not None:
        lines.append(record.closing)
    return msgspec.json.Encoder().encode_lines(lines)


def read(data: bytes) -> Record:
    """Decode the contents of a file; an error names the line that is wrong."""
    return _make_record(_sound(_decode_lines(data.splitlines())))


def read_all(lines: Iterable[bytes], skipped: Callable[[BadRecord], object] | None = None) -> Iterator[Record]:
    """Decode the records of one file; each begins with its header line.

    A record that cannot be decoded raises :class:`BadRecord`; with ``skipped``, that is called with the error, and the
    next record is read.
    """
    for part in _split(lines):
        try:
            yield _make_record(_sound(part))
        except BadRecord as error:
            if skipped is None:
                raise
            skipped(error)


def _split(lines: Iterable[bytes]) -> Iterator[list[tuple[int, Line | BadRecord]]]:
    """The lines of each record, up to the first that cannot be decoded; a record ends where the next header stands."""
    gathered: list[tuple[int, Line | BadRecord]] = []
    for number, line in _decode_lines(lines):
        if isinstance(line, Header) and gathered:
            yield gathered
            gathered = []
        if not gathered or not isinstance(gathered[-1][1], BadRecord):
            gathered.append((number, line))
        if isinstance(line, Closing):
            yield gathered
            gathered = []
    if gathered:
        yield gathered


def _decode_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, Line | BadRecord]]:
    """The lines of a file that are not empty, with their numbers; for one that cannot be decoded, why."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield number, _decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield number, BadRecord(number, f"not a line of a record ({error})")


def _sound(lines: Iterable[tuple[int, Line | BadRecord]]) -> list[tuple[int, Line]]:
    """These lines, if all of them could be decoded."""
    found: list[tuple[int, Line]] = []
    for number, line in lines:
        if isinstance(line, BadRecord):
            raise line
        found.append((number, line))
    return found


def _make_record(lines: Sequence[tuple[int, Line]]) -> Record:
    """Make one record of its lines."""
    first, header = lines[0] if lines else (1, None)
    if not isinstance(header, Header):
        raise BadRecord(first, "a record begins with a line that names the game")
    if header.kinds and len(header.kinds) != len(header.players):
        raise BadRecord(first, f"there are {len(header.players)} players, but {len(header.kinds)} kinds of players")
    rest = list(lines[1:])
    last = rest[-1][1] if rest else None
    closing = last if isinstance(last, Closing) else None
    record = Record(header, [], closing, first_line=first)
    for number, entry in rest[:-1] if closing is not None else rest:
        if isinstance(entry, Played):
            record.moves.append(entry)
        elif isinstance(entry, ChatMessage):
            _check_message(entry, len(header.players), number)
            record.chat.append((len(record.moves), entry))
        else:
            raise BadRecord(number, "between the first line and the last there are only moves and chat messages")
    return record


def _check_message(said: ChatMessage, seats: int, number: int) -> None:
    """Check that a chat message names only seats of the table."""
    named = [*([] if said.by is None else [said.by]), *(said.to or ())]
    if not all(0 <= seat < seats for seat in named):
        raise BadRecord(number, f"a message names a seat that does not exist: the seats are 0 to {seats - 1}")
    if said.to is not None and said.by not in said.to:
        raise BadRecord(number, "the seat that writes a private message is one of those that can read it")


def _line_number(record: Record, move: int) -> int:
    """The number of a move's line in the file."""
    return record.first_line + move + 1 + sum(after <= move for after, _ in record.chat)


def replay(game: Game, record: Record) -> Iterator[tuple[Any, Seat, Any]]:
    """Replay a record: yield the state before each move, its seat, and the move; then the last state.

    Every move is checked. The same state is yielded each time and changes with the next move: copy it to keep it. The
    last item is ``(state, NATURE, None)``.
    """
    rules = game.rules
    header, first = record.header, record.first_line
    if header.game != rules.id or header.version != rules.version:
        raise BadRecord(first, f"this is {header.game} {header.version}; these rules are {rules.id} {rules.version}")
    if header.box != rules.box_mark:
        raise BadRecord(first, "this was played with another box than the one here")
    if len(header.players) not in rules.seats:
        raise BadRecord(first, f"{rules.id} is not played by {len(header.players)}")
    try:
        state = rules.setup(game.options(header.options), len(header.players))
    except BadOptions as error:
        raise BadRecord(first, str(error)) from None
    decode = msgspec.json.Decoder(rules.move_type).decode
    for number, line in enumerate(record.moves):
        try:
            move = decode(line.move)
        except msgspec.DecodeError as error:
            raise BadRecord(_line_number(record, number), f"not a move ({error})") from None
        asked = tuple(rules.asked(state)) == (NATURE,)
        due = rules.alarm(state) if line.seat == NATURE and not asked else None
        if (line.seat == NATURE) != asked and (due is None or due[1] != move):
            raise BadRecord(_line_number(record, number), "nature moves when it is asked, and no other seat then")
        refusal = rules.recorded_refusal(state, line.seat, move)
        if refusal is not None:
            why = f"seat {line.seat} may not: {refusal.reason} ({refusal.clause})"
            raise BadRecord(_line_number(record, number), why)
        yield state, line.seat, move
        rules.play(state, line.seat, move)
    yield state, NATURE, None


def check_closing(record: Record, outcome: Outcome | None) -> None:
    """Check that the last line of a record says how the replay ended; raises :class:`BadRecord`."""
    closing = record.closing
    if closing is not None and (closing.outcome != outcome or (closing.ended is None) != (outcome is not None)):
        raise BadRecord(_line_number(record, len(record.moves)), "the game did not end like this")


class Verification(msgspec.Struct, frozen=True):
    """The result of a verification."""

    moves: int
    draws: int
    """Moves of nature that were drawn again with the same result."""
    outcome: Outcome | None
    sealed: bool
    """Whether the record is closed and its secret fits the commitment."""
    chosen: list[Seat] = []
    """Bots with a nonce, as in older records: by these the server may have chosen the random numbers."""
    silent: list[Seat] = []
    """Players and programs without a nonce: they came after the game began."""


def verify(game: Game, record: Record) -> Verification:
    """Replay a record and repeat all its random draws; raises :class:`BadRecord` at the first contradiction.

    A record cannot show whether its commitment was published before the nonces were sent, and whether they are those
    that were sent. Each player knows that of their own.
    """
    closing = record.closing
    last = _line_number(record, len(record.moves))
    key = None
    if closing is not None:
        try:
            fits = commitment(closing.secret) == record.header.commitment
        except ValueError:
            raise BadRecord(last, "the secret is not a number in hexadecimal") from None
        if not fits:
            raise BadRecord(last, "the secret does not fit the commitment of the first line")
        key = chance_key(closing.secret, record.header.nonces)
    draws = 0
    state = None
    for number, (state, seat, move) in enumerate(replay(game, record)):
        if seat != NATURE or move is None or number < record.header.given:
            continue
        if tuple(game.rules.asked(state)) != (NATURE,):  # a move of the game clock: not random, but not before its time
            due = game.rules.alarm(state)
            if due is None or record.moves[number].at - record.moves[0].at < due[0]:
                raise BadRecord(_line_number(record, number), "the game clock moves too early")
        elif key is not None:
            if game.rules.chance(state, FairChance(key, number)) != move:
                raise BadRecord(_line_number(record, number), "this is not what the secret and the nonces give")
            draws += 1
    outcome = game.rules.outcome(state)
    check_closing(record, outcome)
    seats = list(zip(record.header.kinds, record.header.nonces, strict=False))
    chosen = [seat for seat, (kind, nonce) in enumerate(seats) if kind.startswith("bot/") and nonce]
    silent = [seat for seat, (kind, nonce) in enumerate(seats) if not kind.startswith("bot/") and not nonce]
    return Verification(len(record.moves), draws, outcome, closing is not None, chosen, silent)
