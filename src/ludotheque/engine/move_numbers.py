"""Numbers for moves: the action space of a game, for programs that learn.

Every move that a player can ever make is spelled with numbers below a fixed :attr:`MoveNumbers.size`; nearly all with a
single one. A move that names any set of things, such as a coalition, is spelled with several, one thing after the
other, so that the numbers stay few and each keeps its meaning. No spelling begins with another one, at the same moment
for the same seat. Nature's moves have no numbers.

Numbers are those of the seat that moves: other seats are counted clockwise from it, so that one network can play every
seat. They depend on the kinds of moves and on the box, in their order, and on nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin, get_type_hints

from ludotheque.engine.rules import Move, Seat
from ludotheque.engine.seats import NOBODY

V = TypeVar("V")
Spelled = tuple[int, ...]
"""The numbers of one move."""


class Unbounded(TypeError):
    """A field of a move whose type does not bound it, and for which no values are given."""


class Unspelled(LookupError):
    """Numbers that are no move, or a move that has no numbers."""


class Field(Protocol):
    """The values that one field of a move can have, numbered from 0."""

    size: int

    def index(self, seat: Seat, value: Any) -> int: ...
    def value(self, seat: Seat, index: int) -> Any: ...
    def name(self, index: int) -> str: ...


class OneOf:
    """One of a fixed list of values."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.values = tuple(values)
        self.size = len(self.values)
        self._index = {value: index for index, value in enumerate(self.values)}

    def index(self, _seat: Seat, value: Any) -> int:
        return self._index[value]

    def value(self, _seat: Seat, index: int) -> Any:
        return self.values[index]

    def name(self, index: int) -> str:
        return str(self.values[index]).lower()


class SeatFromMe:
    """A seat, counted clockwise from the one that moves, which is 0; numbered for as many as the game allows."""

    def __init__(self, seats: range, players: int) -> None:
        self.size = seats[-1]
        self.players = players

    def index(self, seat: Seat, value: Seat) -> int:
        return (value - seat) % self.players

    def value(self, seat: Seat, index: int) -> Seat:
        if index >= self.players:
            raise Unspelled(f"there are {self.players} seats")
        return (seat + index) % self.players

    def name(self, index: int) -> str:
        return f"+{index}" if index else "me"


class OrNone:
    """A field that may be left out: number 0."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.size = 1 + field.size

    def index(self, seat: Seat, value: Any) -> int:
        return 0 if value is None else 1 + self.field.index(seat, value)

    def value(self, seat: Seat, index: int) -> Any:
        return None if index == 0 else self.field.value(seat, index - 1)

    def name(self, index: int) -> str:
        return "none" if index == 0 else self.field.name(index - 1)


class Spelling(ABC, Generic[V]):
    """How moves of some kinds are spelled, with numbers from 0 to ``size`` - 1."""

    kinds: tuple[type[Move], ...]
    size: int
    by_seat = True
    """Whether a spelling depends on the move and its seat alone, not on the rest of the sight."""
    several = False
    """Whether moves may be spelled with several numbers."""

    @abstractmethod
    def spell(self, v: V, seat: Seat, move: Any) -> Spelled:
        """The numbers of a move."""

    @abstractmethod
    def read(self, v: V, seat: Seat, numbers: Spelled) -> Any:
        """The move of these numbers; raises an error of lookup where they are none."""

    @abstractmethod
    def names(self) -> list[str]:
        """What each number stands for."""


class Listed(Spelling[Any]):
    """Fixed moves, each with a number.

    ``turned`` gives a move as its seat sees it, and the other way round, where seats see the board from their own side.
    """

    def __init__(self, moves: Iterable[Move], turned: Callable[[Seat, Any], Move] = lambda seat, move: move) -> None:
        self.moves = tuple(moves)
        self.kinds = tuple(dict.fromkeys(map(type, self.moves)))
        self.size = len(self.moves)
        self.turned = turned
        self._index = {move: index for index, move in enumerate(self.moves)}

    def spell(self, _v: Any, seat: Seat, move: Any) -> Spelled:
        return (self._index[self.turned(seat, move)],)

    def read(self, _v: Any, seat: Seat, numbers: Spelled) -> Any:
        (number,) = numbers
        return self.turned(seat, self.moves[number])

    def names(self) -> list[str]:
        return [_name(type(move), [str(value) for value in _values(move) if value is not None]) for move in self.moves]


class Product(Spelling[Any]):
    """Every move of one kind: the values of its fields, the last one changing fastest.

    The fields of a ``Literal`` or a ``bool`` need no values; those of all others are given by name.
    """

    def __init__(self, kind: type[Move], **given: Field) -> None:
        self.kinds = (kind,)
        self.kind = kind
        self.fields = {name: given[name] if name in given else _field(kind, name) for name in kind.__struct_fields__}
        self.size = 1
        for field in self.fields.values():
            self.size *= field.size

    def spell(self, _v: Any, seat: Seat, move: Any) -> Spelled:
        number = 0
        for name, field in self.fields.items():
            number = number * field.size + field.index(seat, getattr(move, name))
        return (number,)

    def read(self, _v: Any, seat: Seat, numbers: Spelled) -> Any:
        (number,) = numbers
        found = {name: field.value(seat, index) for (name, field), index in self._indices(number)}
        return self.kind(**found)

    def names(self) -> list[str]:
        return [
            _name(self.kind, [field.name(index) for (_, field), index in self._indices(number)])
            for number in range(self.size)
        ]

    def _indices(self, number: int) -> list[tuple[tuple[str, Field], int]]:
        found = []
        for item in reversed(self.fields.items()):
            number, index = divmod(number, item[1].size)
            found.append((item, index))
        return found[::-1]


def _values(move: Any) -> tuple[Any, ...]:
    return tuple(getattr(move, name) for name in move.__struct_fields__)


def _name(kind: type[Move], values: Sequence[str]) -> str:
    return " ".join((kind.__name__.lower(), *values))


def _field(kind: type[Move], name: str) -> Field:
    """The values of a field, from its type alone."""
    hint = get_type_hints(kind)[name]
    if hint is bool:
        return OneOf((False, True))
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint))
    raise Unbounded(f"{kind.__qualname__}.{name}: {hint} does not say which values there are")


class _Part(NamedTuple):
    spelling: Spelling[Any]
    first: int


class MoveNumbers(Generic[V]):
    """The numbers of all moves of a game, at a table of some number of players."""

    def __init__(self, spellings: Iterable[Spelling[Any]]) -> None:
        parts = list(spellings)
        self._firsts = [0, *accumulate(part.size for part in parts)]
        self.size: Final = self._firsts.pop()
        """How many numbers there are: the same for every number of players."""
        self._parts = [_Part(part, first) for part, first in zip(parts, self._firsts, strict=True)]
        self._of: dict[type, _Part] = {}
        for part in self._parts:
            for kind in part.spelling.kinds:
                assert kind not in self._of, f"{kind} is spelled twice"
                self._of[kind] = part
        self._known: dict[tuple[Seat, Any], Spelled] = {}

    @property
    def kinds(self) -> frozenset[type]:
        """The kinds of moves that have numbers."""
        return frozenset(self._of)

    @property
    def several(self) -> range:
        """The numbers of the moves that are spelled with several; a game has one kind of them, or none."""
        found = [range(part.first, part.first + part.spelling.size) for part in self._parts if part.spelling.several]
        return found[0] if found else range(0)

    @property
    def names(self) -> tuple[str, ...]:
        """What each number stands for: the kind of the move and its fields, seats counted from the one that moves."""
        return tuple(name for part in self._parts for name in part.spelling.names())

    @property
    def ranges(self) -> Mapping[str, range]:
        """The numbers of each kind of moves, or of kinds that are spelled together."""
        return {
            "/".join(kind.__name__.lower() for kind in part.spelling.kinds): range(
                part.first, part.first + part.spelling.size
            )
            for part in self._parts
        }

    def spell(self, v: V, move: Any) -> Spelled:
        """The numbers of a move of the seat whose sight this is."""
        seat = seat_of(v)
        known = self._known.get((seat, move))
        if known is not None:
            return known
        try:
            part = self._of[type(move)]
            spelled = tuple(part.first + number for number in part.spelling.spell(v, seat, move))
        except LookupError:
            raise Unspelled(f"{move} has no numbers") from None
        if part.spelling.by_seat:
            self._known[seat, move] = spelled
        return spelled

    def read(self, v: V, numbers: Sequence[int]) -> Any:
        """The move that these numbers spell for the seat whose sight this is; raises :class:`Unspelled`."""
        try:
            part = self._parts[bisect_right(self._firsts, numbers[0]) - 1]
            return part.spelling.read(v, seat_of(v), tuple(number - part.first for number in numbers))
        except (LookupError, ValueError):
            raise Unspelled(f"{tuple(numbers)} is no move") from None


def seat_of(v: Any) -> Seat:
    """The seat of a sight, NOBODY for a spectator's."""
    seat: Seat | None = v.seat
    return NOBODY if seat is None else seat
