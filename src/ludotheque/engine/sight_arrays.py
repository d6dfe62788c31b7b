"""Arrays for sights: what a seat knows, as numbers between -1 and 1, for programs that learn.

A layout is a list of named parts, each with a shape; the array of a sight is all of them in a row. It is made from the
sight alone, so that it cannot hold what a seat may not know. Seats are counted clockwise from the viewer, as in
:mod:`ludotheque.engine.move_numbers`; a spectator looks from seat 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import prod
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta

from ludotheque.engine.bargains import Bargains, Terms
from ludotheque.engine.seats import NOBODY, Seat

V = TypeVar("V")
T = TypeVar("T")
Row = list[float]


class Part(NamedTuple):
    """A named part of the array: its shape, and what makes its numbers from a sight, row after row."""

    name: str
    shape: tuple[int, ...]
    read: Callable[[Any], Row]


class Layout(Generic[V]):
    """The arrays of all sights of a game, at a table of some number of players."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = tuple(parts)
        ends = list(accumulate(prod(part.shape) for part in self.parts))
        self.size = ends[-1]
        """How many numbers there are."""
        self.slices = {
            part.name: slice(end - prod(part.shape), end) for part, end in zip(self.parts, ends, strict=True)
        }
        """Where each part lies in the array."""
        assert len(self.slices) == len(self.parts), "the parts have different names"

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of each part."""
        return {part.name: part.shape for part in self.parts}

    def array(self, v: V) -> Row:
        """The array of a sight."""
        found: Row = []
        for part in self.parts:
            found += part.read(v)
        return found


def one_hot(index: int | None, size: int) -> Row:
    """A one at an index, none where that is None or negative.

    >>> one_hot(1, 3), one_hot(None, 2)
    ([0.0, 1.0, 0.0], [0.0, 0.0])
    """
    row = [0.0] * size
    if index is not None and index >= 0:
        row[index] = 1.0
    return row


def many_hot(indices: Iterable[int], size: int) -> Row:
    """A one at each of several indices."""
    row = [0.0] * size
    for index in indices:
        row[index] = 1.0
    return row


def counts(indices: Iterable[int], size: int, most: float) -> Row:
    """How often each index occurs, as a part of the most that is possible."""
    row = [0.0] * size
    for index in indices:
        row[index] = min(1.0, row[index] + 1 / most)
    return row


def part_of(value: float, most: float) -> float:
    """A number as a part of the most that it can be, cut off at -1 and 1.

    >>> part_of(30, 120), part_of(-500, 120)
    (0.25, -1.0)
    """
    return max(-1.0, min(1.0, value / most))


class Seats:
    """The seats of a table, as a viewer counts them."""

    def __init__(self, players: int) -> None:
        self.players = players

    def turned(self, v: Any, items: Sequence[T]) -> Sequence[T]:
        """What is listed by seats, the viewer first."""
        me = v.seat or 0
        return [*items[me:], *items[:me]]

    def place(self, v: Any, seat: Seat | None) -> int:
        """How many places after the viewer a seat is, NOBODY for none."""
        return NOBODY if seat is None or seat < 0 else (seat - (v.seat or 0)) % self.players

    def one(self, v: Any, seat: Seat | None) -> Row:
        """A one for a seat."""
        return one_hot(self.place(v, seat), self.players)

    def some(self, v: Any, seats: Iterable[Seat]) -> Row:
        """A one for each of several seats."""
        return many_hot([self.place(v, seat) for seat in seats], self.players)

    def parts_of(self, v: Any, values: Sequence[float], most: float) -> Row:
        """A number for each seat, as a part of the most that is possible."""
        return [part_of(value, most) for value in self.turned(v, values)]

    def rows(self, v: Any, items: Sequence[T], row: Callable[[T], Row]) -> Row:
        """A row for each seat, of what is listed by seats."""
        return [number for item in self.turned(v, items) for number in row(item)]


def options_part(options: type[Any]) -> Part:
    """The options of a table, read off the types and bounds of their fields: every choice, switch and number."""
    hints = get_type_hints(options, include_extras=True).items()
    columns = [column for name, hint in hints for column in _option_columns(name, hint)]
    return Part("options", (len(columns),), lambda v: [column(v.options) for column in columns])


def _option_columns(name: str, hint: Any) -> list[Callable[[Any], float]]:
    if hint is bool:
        return [lambda options: float(getattr(options, name))]
    if get_origin(hint) is Literal:
        return [lambda options, choice=choice: float(getattr(options, name) == choice) for choice in get_args(hint)]  # type: ignore[misc]
    bounds = next((meta for meta in get_args(hint)[1:] if isinstance(meta, Meta)), Meta())
    assert get_origin(hint) is Annotated, f"the option {name} is not bounded"
    most = bounds.le
    assert most is not None, f"the option {name} is not bounded"
    return [lambda options: part_of(getattr(options, name), most)]


def bargain_parts(players: int, terms: Mapping[str, Terms]) -> list[Part]:
    """Offers to and of the viewer, what is promised between it and each seat, and how each seat kept its word."""
    seats = Seats(players)
    names = list(terms)
    kinds = sorted({pledge.kind for made in terms.values() for pledge in made})

    def offers(v: Any, to_me: bool) -> Row:
        found = [0.0] * (players * len(names))
        for bargain in v.bargains.entries:
            mine, other = (bargain.to, bargain.by) if to_me else (bargain.by, bargain.to)
            if bargain.state == "open" and mine == v.seat:
                found[seats.place(v, other) * len(names) + names.index(bargain.terms)] = 1.0
        return found

    def promises(v: Any, by_me: bool) -> Row:
        found = [0.0] * (players * len(kinds))
        for promise in v.bargains.pending():
            mine, other = (promise.by, promise.to) if by_me else (promise.to, promise.by)
            if mine == v.seat:
                found[seats.place(v, other) * len(kinds) + kinds.index(promise.kind)] = 1.0
        return found

    def words(v: Any) -> Row:
        book: Bargains = v.bargains
        return seats.parts_of(v, book.kept, 10) + seats.parts_of(v, book.broken, 10)

    return [
        Part("offers_to_me", (players, len(names)), lambda v: offers(v, True)),
        Part("my_offers", (players, len(names)), lambda v: offers(v, False)),
        Part("promised_to_me", (players, len(kinds)), lambda v: promises(v, False)),
        Part("my_promises", (players, len(kinds)), lambda v: promises(v, True)),
        Part("words_kept_and_broken", (2, players), words),
    ]
