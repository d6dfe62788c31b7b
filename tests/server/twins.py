"""Two worlds of any game that differ only in what one seat, and those who look on, cannot see.

They are played side by side. Each step is a pair of moves of the same seat, other ones where that can stay hidden,
after which the observer and a spectator have been told the same and see the same. A game joins by being on the shelf;
nature's moves are varied by exchanging what they deal, and laid in order by :func:`tidy` where a game wants them so.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec

from ludotheque.engine.chance import QuickChance, pick, shuffle
from ludotheque.engine.game import Game
from ludotheque.engine.rules import NATURE, Seat
from ludotheque.games import find
from tests.laws import Walk, dump, encode, observers, views

STEPS, SEEDS = 150, 40
EXCHANGES = 4
"""Cards that change places between hidden hands: enough to tell, and few enough to play around."""


def tidy(game: Game) -> Callable[[Any], None]:
    """Lays the parts of a move of nature in order, where ``tests/games/<game>/tidy.py`` says in which."""
    name = f"tests.games.{game.id}.tidy"
    return import_module(name).tidy if find_spec(name) else lambda parts: None


class Pair(NamedTuple):
    """The same seat's move in either world."""

    seat: Seat
    moves: tuple[Any, Any]


class Twins:
    """A walk through both worlds, as long as one can be found."""

    def __init__(self, game: Game, players: int, observer: Seat, seed: int) -> None:
        self.game, self.rules = game, game.rules
        self.players, self.observer = players, observer
        self.pairs: list[Pair] = []
        self._rng = QuickChance(seed)
        self._tidy = tidy(game)
        self.worlds = tuple(game.rules.setup(game.options({}), players) for _ in range(2))

    def walk(self, most: int) -> None:
        """Go on until nothing can be done that looks the same, or for so many steps."""
        while len(self.pairs) < most:
            found = self._step()
            if found is None:
                return
            pair, self.worlds = found
            self.pairs.append(pair)

    def stretch(self, first: bool = False) -> tuple[int, int]:
        """The longest part in which nature has no say, so that it can be played at a table; or the first part.

        Only where the worlds have come apart by its end: otherwise there is nothing to hide.
        """
        chances = [number for number, pair in enumerate(self.pairs) if pair.seat == NATURE]
        starts = [0, *(number + 1 for number in chances)]
        ends = [*(number - 1 for number in chances), len(self.pairs)]  # the move before nature's brings it about
        bounds = list(zip(starts, ends, strict=True))
        apart = next((number for number, pair in enumerate(self.pairs) if pair.moves[0] != pair.moves[1]), None)
        parts = [(start, end) for start, end in bounds[: 1 if first else None] if apart is not None and apart < end]
        return max(parts, key=lambda part: part[1] - part[0], default=(0, 0))

    def rich(self, start: int, end: int) -> tuple[int, int]:
        """How many kinds of moves there are in a part, and how many moves."""
        return len({type(pair.moves[0]) for pair in self.pairs[start:end]}), end - start

    def _step(self) -> tuple[Pair, tuple[Any, Any]] | None:
        asked = list(self.rules.asked(self.worlds[0]))
        shuffle(self._rng, asked)
        for seat in asked:
            bold = seat != self.observer and (seat == NATURE or self._rng.below(3) == 0)
            for move in self._wishes(seat):
                after, told = self._after(0, seat, move)
                if told is None:
                    continue
                for twin in self._twins(seat, move, bold):
                    its, its_told = self._after(1, seat, twin)
                    if its_told == told:
                        return Pair(seat, (move, twin)), (after, its)
        return None

    def _wishes(self, seat: Seat) -> Iterator[Any]:
        if seat == NATURE:
            yield from (self.rules.chance(self.worlds[0], self._rng) for _ in range(20))
            return
        moves = list(self.rules.legal(self.worlds[0], seat))
        shuffle(self._rng, moves)
        yield from moves[:40]

    def _twins(self, seat: Seat, move: Any, bold: bool) -> Iterator[Any]:
        """What may be done in the other world instead, other moves first."""
        if bold and seat == NATURE:
            yield from self._dealt_otherwise(move)
        elif bold:
            others = [other for other in self.rules.legal(self.worlds[1], seat) if other != move]
            shuffle(self._rng, others)
            yield from others[:40]
        yield move

    def _dealt_otherwise(self, move: Any) -> Iterator[Any]:
        """The same move of nature with some of what it deals exchanged, as much as stays unseen; or another draw.

        Where hands are so few that nothing can change places unseen, what was not dealt comes in its stead.
        """
        after, told = self._after(0, NATURE, move)
        known = dump(after)
        for fresh, tries in ((False, 200), (True, 40)):
            varied, exchanges = move, 0
            for _ in range(tries):
                other = self._exchanged(varied, fresh)
                if exchanges == EXCHANGES or other == varied:
                    continue
                its, its_told = self._after(1, NATURE, other)
                # Hands may be dealt in any order: another order alone makes no other world.
                if its_told == told and dump(its) != known:
                    varied, exchanges = other, exchanges + 1
            if exchanges:
                yield varied
                break
        yield from (self.rules.chance(self.worlds[1], self._rng) for _ in range(20))

    def _exchanged(self, move: Any, fresh: bool) -> Any:
        """A move with two of its parts in each other's place, or one of them from another draw."""
        parts = msgspec.json.decode(encode(move))
        spots = [spot for spot in _spots(parts) if spot[1] != "do"]
        if len(spots) < 2:
            return move
        drawn = msgspec.json.decode(encode(self.rules.chance(self.worlds[1], self._rng))) if fresh else parts
        (box, key) = pick(self._rng, spots)
        (other_box, other_key) = pick(self._rng, [spot for spot in _spots(drawn) if spot[1] != "do"])
        box[key], other_box[other_key] = other_box[other_key], box[key]
        try:
            self._tidy(parts)
            return msgspec.convert(parts, type(move))
        except (msgspec.ValidationError, LookupError):  # a card in the place of a number
            return move

    def _after(self, world: int, seat: Seat, move: Any) -> tuple[Any, bytes | None]:
        """The world after a move, and all that is told of it; nothing if it is not allowed, or ends the game."""
        rules = self.rules
        if rules.refusal(self.worlds[world], seat, move) is not None:
            return None, None
        after = self.worlds[world].copy()
        events = rules.play(after, seat, move)
        if rules.outcome(after) is not None:
            return None, None
        eyes = (self.observer, None)
        mine = [rules.legal(after, self.observer), rules.free(after, self.observer)]
        seen = [(views(events, who), rules.sight(after, who)) for who in eyes]
        return after, encode([seen, mine, list(rules.asked(after)), rules.question(after)])


def _spots(part: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(inner, dict | list):
            yield from _spots(inner)
        else:
            yield part, key


def twins(game: Game, observer: Seat, first: bool) -> tuple[list[Pair], list[Pair]] | None:
    """Two worlds: the steps that lead to them, and a rich stretch to be played from there; None if there is none."""
    best, found = (0, 0), None
    for walked in _walks(game.id, observer):
        start, end = walked.stretch(first)
        if end > start and walked.rich(start, end) > best:
            best, found = walked.rich(start, end), (walked.pairs[:start], walked.pairs[start:end])
    return found


@functools.cache
def _walks(game: str, observer: Seat) -> list[Twins]:
    """What is looked through for the richest stretch: the same, wherever it may begin."""
    found = [Twins(find(game), find(game).rules.seats[0], observer, seed) for seed in range(SEEDS)]
    for walked in found:
        walked.walk(STEPS)
    return found


def hides_anything(game: Game) -> bool:
    """Whether somebody sees what another does not, at any moment of a random game."""
    walk = Walk(game, game.rules.seats[0], {}, 1)
    return any(
        len({encode(msgspec.structs.replace(game.rules.sight(state, seat), seat=None)) for seat in observers(2)}) > 1
        for state, _, _ in walk
    )
