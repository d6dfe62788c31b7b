"""The log of a learner: a file of JSON lines, one for each iteration, duel and generation of openings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec


class Iterated(msgspec.Struct, frozen=True, tag="iteration"):
    """One iteration was played and learnt from."""

    iteration: int
    seconds: float
    """How long it took."""
    figures: dict[str, float]


class Dueled(msgspec.Struct, frozen=True, tag="duel"):
    """The average network played against another player."""

    iteration: int
    opponent: str
    """``random``, or ``self`` and the iteration after which that was kept."""
    wins: int
    draws: int
    losses: int
    unfinished: int
    length: float
    """Moves of a finished game, on average."""

    @property
    def score(self) -> float:
        """The share won; a draw, or a game that was not finished, counts a half."""
        return (self.wins + (self.draws + self.unfinished) / 2) / self.games

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses + self.unfinished


class Bred(msgspec.Struct, frozen=True, tag="generation"):
    """A new generation of openings."""

    iteration: int
    best: float
    """What the best of the old ones scored in a game."""
    worst: float


class Stretch(msgspec.Struct, frozen=True, tag="stretch"):
    """Learning began, or went on, on some machine."""

    iteration: int
    device: str
    settings: dict[str, object]


Entry = Iterated | Dueled | Bred | Stretch


def read_log(path: Path) -> list[Entry]:
    """The entries of a log; none where there is no file."""
    if not path.exists():
        return []
    decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
    return decoder.decode_lines(path.read_bytes())


def cut_log(path: Path, iteration: int) -> None:
    """Leave out what a log has after an iteration: what was learnt then was not kept."""
    kept = [entry for entry in read_log(path) if entry.iteration <= iteration]
    path.write_bytes(msgspec.json.Encoder().encode_lines(kept))


def append_log(path: Path, entries: Iterable[Entry]) -> None:
    """Add entries to a log."""
    with path.open("ab") as file:
        file.write(msgspec.json.Encoder().encode_lines(entries))
