"""How strong the levels of a game's bots are: each against every other, at each number of players."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from math import sqrt
from typing import Any, Final

import msgspec

from ludotheque import games
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game, UnknownLevel
from ludotheque.engine.learning import BadWeights
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Move, Seat
from ludotheque.lab.play import Timed, play_with
from ludotheque.lab.spread import Jobs, spread

CHUNK: Final = 10
"""Games that a process plays before it reports."""
TWO_SEATS: Final = 1.3
"""The multiple of its fair share that a level should win against the one below in a game for two: 65 of 100 games."""
MORE_SEATS: Final = 1.6
"""The same for one of it among players of the level below."""
_NORMAL: Final = 1.96
"""Standard deviations within which 95 of 100 results lie."""


class BadLadder(ValueError):
    """A ladder that cannot be measured; the message says what to change."""


class Pairing(msgspec.Struct, frozen=True):
    """One bot among others of another kind."""

    players: int
    lower: str
    """The bot on all seats but one."""
    upper: str
    """The bot on the one seat."""


class ThinkingTime(msgspec.Struct, frozen=True):
    """How long a bot thinks about a move, in milliseconds of the processor."""

    median: float
    longest: float


class Score(msgspec.Struct, frozen=True):
    """The result of a pairing."""

    pairing: Pairing
    games: int
    seed: int
    won: float
    """Games won by the one bot: a game shared by n winners counts 1/n, a drawn one its fair share."""
    upper_time: ThinkingTime
    lower_time: ThinkingTime

    @property
    def multiple(self) -> float:
        """How many times its fair share the one bot won."""
        return self.won / self.games * self.pairing.players

    @property
    def interval(self) -> tuple[float, float]:
        """Where that lies 95 times of 100."""
        low, high = wilson(self.won, self.games)
        return low * self.pairing.players, high * self.pairing.players


class _Played(msgspec.Struct, frozen=True):
    """One game: what the one bot won, and how long the answers took, in seconds."""

    won: float
    upper_times: list[float]
    lower_times: list[float]


class _TimedMoves(Timed):
    """A player whose answers are timed one by one, in seconds of the processor: the machine may be busy."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.times: list[float] = []

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Return the player's choice, and note the time it took."""
        begun = time.process_time()
        move = super().choose(sight, legal, free)
        self.times.append(time.process_time() - begun)
        return move


def wilson(won: float, played: int) -> tuple[float, float]:
    """The interval of Wilson for a share, that holds the true one 95 times of 100.

    >>> [round(bound, 3) for bound in wilson(130, 200)]
    [0.582, 0.713]
    """
    share, square = won / played, _NORMAL**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    width = _NORMAL * sqrt(share * (1 - share) / played + square / (4 * played**2)) / (1 + square / played)
    return max(0.0, middle - width), min(1.0, middle + width)


def pairings(game: Game, levels: Sequence[str], players: Sequence[int]) -> list[Pairing]:
    """Every level above every one named before it, at each number of players: all levels and numbers if none is named.

    Raises :class:`BadLadder`.
    """
    try:
        names = list(dict.fromkeys(game.bot(name) for name in levels)) or list(game.levels)
        for name in names:
            game.maker(name)
    except (UnknownLevel, BadWeights) as error:
        raise BadLadder(str(error)) from None
    if len(names) < 2:
        raise BadLadder("a ladder needs two levels at least: name them weakest first, such as beginner,strong")
    seats = game.rules.seats
    for count in players:
        if count not in seats:
            raise BadLadder(f"{game.id} is not played by {count}: choose from {', '.join(map(str, seats))}")
    return [Pairing(count, lower, upper) for count in players or seats for lower, upper in combinations(names, 2)]


def measure(
    game: Game,
    found: Sequence[Pairing],
    number: int,
    seed: int,
    jobs: Jobs = 1,
    tick: Callable[[int], None] = lambda done: None,
    known: Sequence[Score] = (),
) -> Iterator[Score]:
    """Play so many games of each pairing, and yield its score so far after every few of them.

    ``tick`` is called with the games just finished. Pairings whose score is ``known`` from fewer games with the same
    seed go on where those ended. Results do not depend on ``jobs``, but for the times. Raises :class:`BadLadder`.
    """
    if number < 1:
        raise BadLadder(f"{number} games cannot be played: give --games a number above 0")
    return _scores(game, found, number, seed, jobs, tick, {one.pairing: one for one in known if one.seed == seed})


def _scores(
    game: Game,
    found: Sequence[Pairing],
    number: int,
    seed: int,
    jobs: Jobs,
    tick: Callable[[int], None],
    known: dict[Pairing, Score],
) -> Iterator[Score]:
    work = []
    for pairing in found:
        first = known[pairing].games if pairing in known else 0
        tick(min(first, number))
        work += [(game.id, pairing, range(at, min(at + CHUNK, number)), seed) for at in range(first, number, CHUNK)]
    played: dict[Pairing, list[_Played]] = {}
    for (_, pairing, _, _), some in zip(work, spread(_play_games, work, jobs), strict=True):
        so_far = played.setdefault(pairing, [])
        so_far += some
        tick(len(some))
        score = _score(pairing, seed, so_far)
        yield _add(known[pairing], score) if pairing in known else score


def _play_games(game: str, pairing: Pairing, numbers: range, seed: int) -> list[_Played]:
    return [_play(games.find(game), pairing, f"{seed}/{number}", number % pairing.players) for number in numbers]


def _play(game: Game, pairing: Pairing, seed: str, seat: Seat) -> _Played:
    """Play one game with the one bot on a seat."""
    upper, lower = game.maker(pairing.upper), game.maker(pairing.lower)
    players = [
        _TimedMoves((upper if one == seat else lower)(one, QuickChance(f"{seed}/{one}")))
        for one in range(pairing.players)
    ]
    state = game.rules.setup(game.options({}), pairing.players)
    play_with(game, state, players, QuickChance(seed))
    outcome = game.rules.outcome(state)
    assert outcome is not None
    winners = outcome.winners or range(pairing.players)
    won = 1 / len(winners) if seat in winners else 0.0
    others = [spent for one, player in enumerate(players) if one != seat for spent in player.times]
    return _Played(won, players[seat].times, others)


def _score(pairing: Pairing, seed: int, played: Sequence[_Played]) -> Score:
    return Score(
        pairing,
        len(played),
        seed,
        round(sum(game.won for game in played), 3),
        _thinking_time([spent for game in played for spent in game.upper_times]),
        _thinking_time([spent for game in played for spent in game.lower_times]),
    )


def _thinking_time(seconds: Sequence[float]) -> ThinkingTime:
    return ThinkingTime(round(1000 * statistics.median(seconds), 3), round(1000 * max(seconds), 1))


def _add(one: Score, other: Score) -> Score:
    """The score of two parts of a pairing together."""
    share = one.games / (one.games + other.games)
    return Score(
        one.pairing,
        one.games + other.games,
        one.seed,
        round(one.won + other.won, 3),
        _mix_times(one.upper_time, other.upper_time, share),
        _mix_times(one.lower_time, other.lower_time, share),
    )


def _mix_times(one: ThinkingTime, other: ThinkingTime, share: float) -> ThinkingTime:
    """The times of two parts together; the median is about the mean of theirs."""
    median = share * one.median + (1 - share) * other.median
    return ThinkingTime(round(median, 3), max(one.longest, other.longest))


def target(game: Game, pairing: Pairing) -> float | None:
    """The multiple of its fair share that the one bot should win: between levels next to each other alone."""
    levels = list(game.levels)
    if (pairing.lower, pairing.upper) not in pairwise(levels):
        return None
    return TWO_SEATS if pairing.players == 2 else MORE_SEATS
