"""Measure the short game after the lessons: a learner who follows the coach, against the bots that it names."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ludotheque.engine.advice import Adviser
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.first_game import FirstGame, ShortGame, ShortGameLength
from ludotheque.engine.game import Game
from ludotheque.engine.lesson_time import ACT, FURTHER, PARTS, count_words, lesson_seconds, reading_seconds
from ludotheque.engine.lessons import lessons_of
from ludotheque.engine.rules import NATURE, Event, Move, Seat
from ludotheque.engine.words import LANGUAGES
from ludotheque.lab.play import play_with

LEARNER: Final[Seat] = 0
BEAT: Final = 0.9
"""Seconds between two moves of bots: the setting ``bot_delay``, at the normal pace."""


class Played(NamedTuple):
    """What happened in one short game."""

    moments: int
    further: int
    beats: int
    words: int
    won: bool

    @property
    def seconds(self) -> float:
        """How long it took the learner, who read what the coach said at every moment."""
        thinking = self.moments * ACT + self.further * FURTHER
        return thinking + reading_seconds(self.words) + self.beats * BEAT


class _Learner:
    """A newcomer who asks the coach at each moment, reads what it says, and does it."""

    def __init__(self, game: Game, coach: Adviser) -> None:
        self.coach = coach
        self.hear = coach.hear
        self.catalogues = [game.words(lang) for lang in LANGUAGES]
        self.said: list[int] = []
        """The number of words of each piece of advice, in the language that has more."""

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Do what the coach says."""
        if len(legal) == 1:
            self.said.append(0)
            return self.coach.choose(sight, legal, free)
        advice = self.coach.advice(sight, legal, free)
        self.said.append(max(count_words(advice.say(words)) for words in self.catalogues))
        move: Move = advice.move
        return move


def measure_first_game(game: Game, games: int) -> FirstGame:
    """How long the lessons of a game take, and its short game."""
    lessons = lessons_of(game)
    seconds = {lesson.id: round(lesson_seconds(game, lesson)) for lesson in lessons}
    short = lessons[-1].short_game if lessons else None
    return FirstGame(seconds, short, measure_short_game(game, short, games) if short else None)


def measure_short_game(game: Game, short: ShortGame, games: int) -> ShortGameLength:
    """The medians of so many short games."""
    played = [play_short_game(game, short, number) for number in range(games)]
    moments, further, beats = (
        round(statistics.median(getattr(one, name) for one in played)) for name in ("moments", "further", "beats")
    )
    seconds = sorted(one.seconds for one in played)
    return ShortGameLength(
        games=games,
        moments=moments,
        further=further,
        beats=beats,
        words=round(sum(one.words for one in played) / sum(one.moments for one in played)),
        won=round(sum(one.won for one in played) / games, 2),
        seconds=round(statistics.median(seconds)),
        slow=round(seconds[games * 9 // 10]),
    )


def play_short_game(game: Game, short: ShortGame, number: int) -> Played:
    """Play one short game."""
    rules, rng = game.rules, QuickChance(f"short/{number}")
    seats = range(short.players)
    coach, *bots = [
        game.make_player(str(game.coach) if seat == LEARNER else short.level, seat, QuickChance(f"{rng.seed}/{seat}"))
        for seat in seats
    ]
    assert isinstance(coach, Adviser)
    learner = _Learner(game, coach)
    options = game.options(short.options)
    moves: list[tuple[Seat, Move]] = []
    state = rules.setup(options, short.players)
    play_with(game, state, [learner, *bots], rng, moves=moves)
    outcome = rules.outcome(state)
    assert outcome is not None
    count = _Count(game, rules.setup(options, short.players))
    said = iter(learner.said)
    for seat, move in moves:
        count.take(seat, move, next(said) if seat == LEARNER else 0)
    return Played(count.moments, count.further, count.beats, count.words, LEARNER in outcome.winners)


class _Count:
    """Counts what the learner does and watches, move by move."""

    def __init__(self, game: Game, state: Any) -> None:
        self.rules = game.rules
        self.state = state
        self.moments = self.further = self.beats = self.words = 0
        self._last: Seat = NATURE
        """The seat that moved last."""
        self._choice: object | None = None
        """The choice that it made a part of."""
        self._parts = 0
        """How many parts of it, after the first."""
        self._beating: frozenset[Seat] = frozenset()
        """The bots that think during the present pause."""

    def take(self, seat: Seat, move: Move, words: int) -> Sequence[Event]:
        """Count a move, and play it."""
        choice = None if seat == NATURE else self.rules.choice(self.state, seat)
        goes_on = seat == self._last and choice is not None and choice == self._choice
        self._parts = self._parts + 1 if goes_on else 0
        if seat == LEARNER:
            self._count_answer(words)
        elif seat != NATURE:
            self._count_beat(seat, goes_on)
        if seat == NATURE:
            self._beating = frozenset()
        self._last, self._choice = seat, choice
        return self.rules.play(self.state, seat, move)

    def _count_answer(self, words: int) -> None:
        self._beating = frozenset()
        if len(self.rules.legal(self.state, LEARNER)) == 1:
            return
        if self._last == LEARNER:
            self.further += self._parts <= PARTS
        else:
            self.moments += 1
            self.words += words

    def _count_beat(self, seat: Seat, goes_on: bool) -> None:
        """Count a bot's pause: one for bots that are asked together, and none where the learner thinks meanwhile."""
        asked = frozenset(self.rules.asked(self.state))
        if LEARNER in asked and len(self.rules.legal(self.state, LEARNER)) > 1:
            return
        if seat not in self._beating and not goes_on:
            self.beats += 1
            self._beating = asked
        self._beating -= {seat}
