"""Recorded games as data: what each seat saw, what it might have done, what it did, and how the game ended."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludotheque import games
from ludotheque.engine import record
from ludotheque.engine.record import BadRecord, Header, Record
from ludotheque.engine.rules import NATURE, Move, Outcome, Seat

_SUFFIXES: Final = (".jsonl", ".jsonl.gz")
_GZIP: Final = b"\x1f\x8b"
"""The first bytes of a compressed file."""

Wanted = Callable[[Header, Seat], bool]
"""Whether the decisions of a seat in a game are wanted."""


class CorruptRecord(BadRecord):
    """A record that cannot be read or replayed: ``file`` and ``line`` say where, ``why`` what is wrong."""

    def __init__(self, file: Path, line: int, why: str) -> None:
        super().__init__(line, why)
        self.file = file

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.why}"


class Decision(NamedTuple):
    """A move of a player, with what its seat knew before it."""

    sight: Any
    """All that the seat knew; ``sight.seat`` is the seat."""
    legal: Sequence[Move]
    """Every move that the seat might have made, asked or not; the one it made is among them."""
    move: Move
    """The move that it made."""
    outcome: Outcome | None
    """The outcome of the whole game; None if it was left unfinished or ended by vote."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game that was replayed."""

    header: Header
    """The game, its options, its players and the kinds of players they were."""
    decisions: list[Decision]
    """The decisions of the seats that were wanted, in the order in which they were made."""
    outcome: Outcome | None
    """The outcome; None if the game was left unfinished or ended by vote."""


def records(
    path: Path | str, wanted: Wanted | None = None, skipped: Callable[[CorruptRecord], object] | None = None
) -> Iterator[Decision]:
    """Read recorded games into one (sight, legal, move, outcome) for each decision of each seat.

    ``path`` is a file of one record or of many, such as an export of a server, compressed or not, or a folder of such
    files. One game at a time is in memory. ``wanted`` chooses the games and seats by the header of each record: games
    without a wanted seat are not replayed. A record that cannot be read, contradicts the rules, or was played by other
    rules than those here raises :class:`CorruptRecord`; with ``skipped``, that is called with the error, no decision of
    that record is given, and reading goes on.
    """
    for found in recorded_games(path, wanted, skipped):
        yield from found.decisions


def recorded_games(
    path: Path | str, wanted: Wanted | None = None, skipped: Callable[[CorruptRecord], object] | None = None
) -> Iterator[RecordedGame]:
    """Read recorded games one by one, each with its decisions; for the rest like :func:`records`."""
    for file in _files(Path(path)):

        def report(error: BadRecord, file: Path = file) -> None:
            corrupt = CorruptRecord(file, error.line, error.why)
            if skipped is None:
                raise corrupt from error
            skipped(corrupt)

        try:
            for found in record.read_all(_lines(file), report):
                try:
                    game = _replay(found, wanted)
                except BadRecord as error:
                    report(error)
                else:
                    if game is not None:
                        yield game
        except _Damaged as error:
            report(error)


def _files(path: Path) -> list[Path]:
    """The files of records at a path."""
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.iterdir() if file.name.endswith(_SUFFIXES))
    if not found:
        raise FileNotFoundError(f"no files of records in {path}: their names end with {' or '.join(_SUFFIXES)}")
    return found


class _Damaged(BadRecord):
    """A compressed file that cannot be read further."""


def _lines(file: Path) -> Iterator[bytes]:
    """The lines of a file, be it compressed."""
    done = 0
    with file.open("rb") as raw:
        compressed = raw.read(len(_GZIP)) == _GZIP
        raw.seek(0)
        stream = gzip.GzipFile(fileobj=raw) if compressed else raw
        try:
            for done, line in enumerate(stream, 1):  # noqa: B007 - counted for the error
                yield line
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise _Damaged(done + 1, f"the compressed file is damaged or ends early ({error})") from None


def _replay(found: Record, wanted: Wanted | None) -> RecordedGame | None:
    """Replay a record, and gather the decisions of the seats that are wanted; None if none is."""
    header = found.header
    seats = {seat for seat in range(len(header.players)) if wanted is None or wanted(header, seat)}
    if not seats:
        return None
    try:
        game = games.find(header.game)
    except games.UnknownGame as error:
        raise BadRecord(found.first_line, str(error)) from None
    rules = game.rules
    made: list[tuple[Any, list[Move], Move]] = []
    state = None
    for state, seat, move in record.replay(game, found):
        if seat == NATURE or seat not in seats:
            continue
        legal = [*rules.legal(state, seat), *rules.free(state, seat)]
        if move not in legal:  # allowed when it was played, and refused since: see Rules.later_reasons
            legal.append(move)
        made.append((rules.sight(state, seat), legal, move))
    outcome = rules.outcome(state)
    record.check_closing(found, outcome)
    return RecordedGame(header, [Decision(*parts, outcome) for parts in made], outcome)
