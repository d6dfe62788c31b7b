"""What a search finds: how each rival of the quick move compares with it, and which move to play."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from typing import Any, Final

import msgspec

from ludotheque.engine.advice import ExpectedMove, Searched, SearchedMove
from ludotheque.engine.rules import Seat

CLEAR: Final = 1.5
"""Standard errors by which a rival must be better than the quick move to be played instead."""
SETTLED: Final = 2.5
"""Standard errors by which a rival must be better for the search to end before its budget is spent."""
HOPELESS: Final = 1.0
"""Standard errors by which a rival must be worse to be tried no more."""
LEAST: Final = 8
"""Worlds in which a rival must have been played before it counts."""


SHOWN: Final = 3
"""How many of the others' choices a summary shows."""


class Reply(msgspec.Struct):
    """What another seat chose first after a move, and in how many worlds."""

    seat: Seat
    move: Any
    times: int = 1


class Replies(msgspec.Struct):
    """What others chose first after a move."""

    found: list[Reply] = []

    def add(self, reply: Reply | None) -> None:
        """Count a choice, or several."""
        if reply is None:
            return
        for known in self.found:
            if known.seat == reply.seat and known.move == reply.move:
                known.times += reply.times
                return
        self.found.append(Reply(reply.seat, reply.move, reply.times))

    def expected(self, worlds: int) -> tuple[ExpectedMove, ...]:
        """The most frequent ones."""
        most = sorted(self.found, key=lambda reply: -reply.times)[:SHOWN]
        return tuple(ExpectedMove(reply.seat, reply.move, round(reply.times / worlds, 3)) for reply in most)


class Rival(msgspec.Struct):
    """A candidate beside the quick move, and its differences to that in the worlds so far."""

    move: Any
    worlds: int = 0
    total: float = 0.0
    squares: float = 0.0
    replies: Replies = msgspec.field(default_factory=Replies)

    def add(self, difference: float, reply: Reply | None = None) -> None:
        """Count the difference in one more world, and what another seat did there."""
        self.replies.add(reply)
        self.worlds += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        """The mean difference to the quick move."""
        return self.total / self.worlds if self.worlds else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.worlds < 2:
            return inf
        spread = max(0.0, self.squares - self.total * self.total / self.worlds) / (self.worlds - 1)
        return sqrt(spread / self.worlds)

    def is_better(self, margin: float) -> bool:
        """Whether it is to be played instead of the quick move: it is better by more than a margin."""
        return self.worlds >= LEAST and self.mean > margin + CLEAR * self.error

    def is_clearly_better(self, margin: float) -> bool:
        """Whether more worlds would hardly change that it is better."""
        return self.worlds >= LEAST and self.mean > margin + SETTLED * self.error

    def is_hopeless(self, margin: float) -> bool:
        """Whether more worlds would hardly make it better."""
        return self.worlds >= LEAST // 2 and self.mean + HOPELESS * self.error <= margin


class Findings(msgspec.Struct):
    """The findings of one search, or of several on the same question together."""

    quick: Any
    value: float = 0.5
    """The mean worth of the quick move to the seat."""
    worlds: int = 0
    rivals: tuple[Rival, ...] = ()
    rollouts: int = 0
    seconds: float = 0.0
    replies: Replies = msgspec.field(default_factory=Replies)
    """What others chose first after the quick move."""
    margin: float = 0.0
    """By how much a rival must be better to be played instead (:attr:`ludotheque.bots.guide.Guide.margin`)."""

    @property
    def move(self) -> Any:
        """The move to play: the best rival among those that came far, if it is clearly better than the quick move."""
        best = self.best_rival()
        return best.move if best is not None and best.is_better(self.margin) else self.quick

    def best_rival(self) -> Rival | None:
        """The best of the rivals that were played in many worlds; the others dropped out."""
        far = max((rival.worlds for rival in self.rivals), default=0)
        last = [rival for rival in self.rivals if 2 * rival.worlds > far]
        return max(last, key=lambda rival: rival.mean, default=None)

    def summary(self) -> Searched:
        """The same for a coach: the value of the move and of its alternatives, best first, and what others do then."""
        chosen = self.move
        found = [SearchedMove(self.quick, round(self.value, 4), self.replies.expected(max(1, self.worlds)))]
        for rival in self.rivals:
            value = round(min(1.0, max(0.0, self.value + rival.mean)), 4)
            found.append(SearchedMove(rival.move, value, rival.replies.expected(max(1, rival.worlds))))
        found.sort(key=lambda one: (one.move != chosen, -one.value))
        return Searched(self.worlds, tuple(found))


def merge(parts: Iterable[Findings]) -> Findings:
    """The findings of searches of the same question in different worlds, taken together.

    A search whose quick move is another one, as where that is chosen at random between equals, is left out.
    """
    first, *others = parts
    others = [part for part in others if part.quick == first.quick]
    together = Findings(first.quick, value=0.0, margin=first.margin)
    rivals: list[Rival] = []
    for part in (first, *others):
        together.worlds += part.worlds
        together.value += part.value * part.worlds
        together.rollouts += part.rollouts
        together.seconds = max(together.seconds, part.seconds)
        _add_replies(together.replies, part.replies)
        for rival in part.rivals:
            same = next((known for known in rivals if known.move == rival.move), None)
            if same is None:
                same = Rival(rival.move)
                rivals.append(same)
            same.worlds += rival.worlds
            same.total += rival.total
            same.squares += rival.squares
            _add_replies(same.replies, rival.replies)
    together.value = together.value / together.worlds if together.worlds else 0.5
    together.rivals = tuple(rivals)
    return together


def _add_replies(replies: Replies, more: Replies) -> None:
    for reply in more.found:
        replies.add(reply)
