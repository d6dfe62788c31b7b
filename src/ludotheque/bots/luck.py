"""Random numbers of imagined games: the same luck for every move that is compared."""

from __future__ import annotations

from typing import Final

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


class Luck:
    """A stream of random numbers (SplitMix64) that can be set to the beginning of any of its chapters.

    Each move of nature reads a chapter of its own, so that two games with the same luck draw the same for their third
    roll of the dice, however many numbers the first two needed.

    >>> luck, same = Luck(7), Luck(7)
    >>> luck.open(3); numbers = [luck.below(6) for _ in range(4)]
    >>> ignored = same.below(6); same.open(3); numbers == [same.below(6) for _ in range(4)]
    True
    """

    __slots__ = ("_at", "_seed")

    def __init__(self, seed: int) -> None:
        self._seed = _mix(seed)
        self._at = self._seed

    def open(self, chapter: int) -> None:
        """Go to the beginning of a chapter."""
        self._at = _mix(self._seed + chapter)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; its bias, below n / 2**64, does not matter in imagined games."""
        self._at = at = self._at + _STEP & _MASK
        at = (at ^ at >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        at = (at ^ at >> 27) * 0x94D049BB133111EB & _MASK
        return (at ^ at >> 31) * n >> 64


def _mix(number: int) -> int:
    """A number of 64 bits, in no visible relation to the given one."""
    number = number * _STEP + _STEP & _MASK
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31
