"""Sequences of moves kept as sets of bits: nothing is listed before it is asked for.

A player who takes one of thirty moves needs their number and that one move. Where a game keeps a board or a map as the
bits of a number, both are found faster in the bits than in a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class BitView(Sequence[T]):
    """The items that belong to the bits of some sets, lowest bit first, one set after the other; then some more.

    ``items`` has the item of each bit of each set.

    >>> view = BitView((0b101, 0b10), ({1: "a", 2: "b", 4: "c"}, {1: "d", 2: "e"}), ["f"])
    >>> len(view), view[1], view[-1], list(view), view[:2]
    (4, 'c', 'f', ['a', 'c', 'e', 'f'], ['a', 'c'])
    """

    __slots__ = ("_items", "_more", "_sets")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, sets: tuple[int, ...], items: tuple[Mapping[int, T], ...], more: Sequence[T] = ()) -> None:
        self._sets = sets
        self._items = items
        self._more = more

    def __len__(self) -> int:
        count = len(self._more)
        for bits in self._sets:
            count += bits.bit_count()
        return count

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice) or at < 0:
            return self._list()[at]
        for number, bits in enumerate(self._sets):
            count = bits.bit_count()
            if at < count:
                left = bits
                while at:
                    left &= left - 1
                    at -= 1
                return self._items[number][left & -left]
            at -= count
        return self._more[at]

    def __iter__(self) -> Iterator[T]:
        return iter(self._list())

    def _list(self) -> list[T]:
        found: list[T] = []
        add = found.append
        for bits, items in zip(self._sets, self._items, strict=True):
            left = bits
            while left:
                bit = left & -left
                add(items[bit])
                left ^= bit
        found += self._more
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._list() == list(other)

    def __repr__(self) -> str:
        return repr(self._list())
