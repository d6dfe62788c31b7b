"""Paired games: two runs of a game that differ only in what one seat and the spectators cannot see.

They are played side by side. Each step is a pair of moves of the same seat, different where that can stay hidden,
after which the observer and a spectator have received and see the same. Every game on the shelf takes part; nature's
moves are varied by exchanging what they deal, and sorted by :func:`tidy` where a game needs it.
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
"""Cards that change places between hidden hands: enough to make a difference, and few enough to play on."""


def tidy(game: Game) -> Callable[[Any], None]:
    """A function that sorts the parts of a move of nature, from ``tests/games/<game>/tidy.py`` if it exists."""
    name = f"tests.games.{game.id}.tidy"
    return import_module(name).tidy if find_spec(name) else lambda parts: None


class MovePair(NamedTuple):
    """The moves of a seat in both games."""

    seat: Seat
    moves: tuple[Any, Any]


class PairedGames:
    """Two games that are played side by side as long as possible."""

    def __init__(self, game: Game, players: int, observer: Seat, seed: int) -> None:
        self.game, self.rules = game, game.rules
        self.players, self.observer = players, observer
        self.pairs: list[MovePair] = []
        self._rng = QuickChance(seed)
        self._tidy = tidy(game)
        self.worlds = tuple(game.rules.setup(game.options({}), players) for _ in range(2))

    def walk(self, most: int) -> None:
        """Play until no pair of moves looks the same, or for so many steps."""
        while len(self.pairs) < most:
            found = self._step()
            if found is None:
                return
            pair, self.worlds = found
            self.pairs.append(pair)

    def stretch(self, first: bool = False) -> tuple[int, int]:
        """The longest part without a move of nature, so that it can be played at a table; or the first part.

        Only where the games differ by its end: otherwise there is nothing to hide.
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

    def _step(self) -> tuple[MovePair, tuple[Any, Any]] | None:
        asked = list(self.rules.asked(self.worlds[0]))
        shuffle(self._rng, asked)
        for seat in asked:
            bold = seat != self.observer and (seat == NATURE or self._rng.below(3) == 0)
            for move in self._candidates(seat):
                after, told = self._after(0, seat, move)
                if told is None:
                    continue
                for twin in self._moves_of_the_other(seat, move, bold):
                    its, its_told = self._after(1, seat, twin)
                    if its_told == told:
                        return MovePair(seat, (move, twin)), (after, its)
        return None

    def _candidates(self, seat: Seat) -> Iterator[Any]:
        if seat == NATURE:
            yield from (self.rules.chance(self.worlds[0], self._rng) for _ in range(20))
            return
        moves = list(self.rules.legal(self.worlds[0], seat))
        shuffle(self._rng, moves)
        yield from moves[:40]

    def _moves_of_the_other(self, seat: Seat, move: Any, bold: bool) -> Iterator[Any]:
        """Moves for the other game, different ones first."""
        if bold and seat == NATURE:
            yield from self._dealt_otherwise(move)
        elif bold:
            others = [other for other in self.rules.legal(self.worlds[1], seat) if other != move]
            shuffle(self._rng, others)
            yield from others[:40]
        yield move

    def _dealt_otherwise(self, move: Any) -> Iterator[Any]:
        """The same move of nature with some of what it deals exchanged, as much as stays unseen; or another draw.

        Where no two cards can be exchanged unseen, one is replaced by a card that was not dealt.
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
                # Hands may be dealt in any order: another order alone is no difference.
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
        """The state after a move, and all that is revealed of it; None if it is not legal, or ends the game."""
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


def find_paired_games(game: Game, observer: Seat, first: bool) -> tuple[list[MovePair], list[MovePair]] | None:
    """Paired games: the steps before a part, and the part with the most kinds of moves; None if there is none."""
    best, found = (0, 0), None
    for walked in _walks(game.id, observer):
        start, end = walked.stretch(first)
        if end > start and walked.rich(start, end) > best:
            best, found = walked.rich(start, end), (walked.pairs[:start], walked.pairs[start:end])
    return found


@functools.cache
def _walks(game: str, observer: Seat) -> list[PairedGames]:
    """The paired games of all seeds."""
    found = [PairedGames(find(game), find(game).rules.seats[0], observer, seed) for seed in range(SEEDS)]
    for walked in found:
        walked.walk(STEPS)
    return found


def hides_something(game: Game) -> bool:
    """Whether two seats see different things at any moment of a random game."""
    walk = Walk(game, game.rules.seats[0], {}, 1)
    return any(
        len({encode(msgspec.structs.replace(game.rules.sight(state, seat), seat=None)) for seat in observers(2)}) > 1
        for state, _, _ in walk
    )
