"""Changes of tuples, which states use because copies can share them."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def changed(things: tuple[T, ...], at: int, to: T) -> tuple[T, ...]:
    """A copy of a tuple with one item replaced.

    >>> changed((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    copy = list(things)
    copy[at] = to
    return tuple(copy)
