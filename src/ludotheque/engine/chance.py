"""Random numbers for games: fair, recorded, and verifiable once the game is over.

When a table is opened the server draws a secret for it and publishes its SHA-256. Only then every player adds a nonce;
bots add none. The key of the game's random numbers is derived from all of these, so neither the server nor the players
can choose them; when the secret is published at the end, anyone can repeat every draw and compare.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Callable, MutableSequence, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_LABEL = b"ludotheque nature v1"


class Chance(Protocol):
    """A source of random numbers: everything is derived from :meth:`below`."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all equally likely."""
        ...


def pick(rng: Chance, items: Sequence[T]) -> T:
    """One of the items, all equally likely."""
    return items[rng.below(len(items))]


def shuffle(rng: Chance, items: MutableSequence[T]) -> None:
    """Put the items in a random order (Fisher and Yates), every order equally likely."""
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]


class QuickChance:
    """Random numbers for simulations and bots: fast, seeded, and not verifiable."""

    __slots__ = ("_random", "below", "seed")

    def __init__(self, seed: int | str | None = None) -> None:
        self.__setstate__((seed, random.Random(seed)))

    def __getstate__(self) -> tuple[int | str | None, random.Random]:
        return self.seed, self._random

    def __setstate__(self, state: tuple[int | str | None, random.Random]) -> None:
        self.seed, self._random = state
        self.below = _quick_below(self._random.getrandbits)


def _quick_below(random_bits: Callable[[int], int]) -> Callable[[int], int]:
    """The numbers of ``Random.randrange``, in a third of its time: a closure has nothing to look up."""

    def below(n: int) -> int:
        bits = n.bit_length()
        number = random_bits(bits)
        while number >= n:
            if n < 1:
                raise ValueError(f"cannot draw one of {n}")
            number = random_bits(bits)
        return number

    return below


class FairChance:
    """Random numbers of one move of nature: HMAC-SHA256 in counter mode, unbiased by rejection.

    Each move has its own stream, so one can be checked without the others.

    >>> die, again = FairChance(bytes(32), move=0), FairChance(bytes(32), move=0)
    >>> [die.below(6) for _ in range(8)] == [again.below(6) for _ in range(8)]
    True
    """

    __slots__ = ("_block", "_bytes", "_key", "_move", "_next")

    def __init__(self, key: bytes, move: int) -> None:
        self._key = key
        self._move = move.to_bytes(8, "big")
        self._block = 0
        self._bytes = b""
        self._next = 0

    def _take(self, count: int) -> bytes:
        while len(self._bytes) - self._next < count:
            message = self._move + self._block.to_bytes(8, "big")
            fresh = hmac.digest(self._key, message, "sha256")
            self._bytes = self._bytes[self._next :] + fresh
            self._next = 0
            self._block += 1
        taken = self._bytes[self._next : self._next + count]
        self._next += count
        return taken

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; larger numbers are rejected, not reduced."""
        if n < 1:
            raise ValueError(f"cannot draw one of {n}")
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            number = int.from_bytes(self._take(size), "big") >> (8 * size - bits)
            if number < n:
                return number


def new_secret() -> str:
    """A secret for one game, in hexadecimal."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The commitment to a secret, published before the game: its SHA-256."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def chance_key(secret: str, nonces: Sequence[str]) -> bytes:
    """The key of a game's random numbers, from the server's secret and every seat's nonce.

    >>> chance_key("00" * 32, ["a", "b"]) == chance_key("00" * 32, ["ab", ""])
    False
    """
    message = _LABEL + b"".join(len(part).to_bytes(4, "big") + part for part in (nonce.encode() for nonce in nonces))
    return hmac.digest(bytes.fromhex(secret), message, "sha256")
