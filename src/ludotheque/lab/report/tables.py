"""The tables of a report: what was counted in its games, as rows that any program reads."""

from __future__ import annotations

import csv
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.lab.ladder import Pairing, Score, ThinkingTime
from ludotheque.lab.ratings import Rating
from ludotheque.lab.report.observe import Observed, Series


class GameRow(NamedTuple):
    """A game between equal bots."""

    players: int
    game: int
    reason: str
    clause: str
    decisions: int
    choices: int
    """Decisions with more than one answer."""
    moments: int
    """Times at which the table waited for a choice."""
    first: Seat | None
    """Who played first, where that is drawn by lot."""


class SeatRow(NamedTuple):
    """A seat of a game between equal bots."""

    players: int
    game: int
    seat: Seat
    order: int | None
    """Its place in the order of play, from 1, where that is drawn by lot."""
    place: int
    score: int | None
    won: float
    """Its share of the game: a game that n seats win counts as 1/n for each, a drawn one as nothing."""


class CourseRow(NamedTuple):
    """How many decisions in a part of the games (0 to 19, of equal length) had so many answers."""

    players: int
    part: int
    answers: int
    decisions: int


class KindRow(NamedTuple):
    """How many decisions in a part of the games were moves of a kind."""

    players: int
    part: int
    kind: str
    decisions: int


class GaugeRow(NamedTuple):
    """How many times a gauge counted a name in a game between equal bots."""

    players: int
    game: int
    gauge: str
    name: str
    times: int


class PairingRow(NamedTuple):
    """One bot among others of another kind: what it won of the games, and where the true share lies."""

    players: int
    upper: str
    lower: str
    games: int
    won: float
    share: float
    low: float
    high: float


class TimeRow(NamedTuple):
    """Milliseconds a move of a bot, the mean of each game: its quickest tenth, median and slowest tenth of games."""

    bot: str
    games: int
    quick: float
    median: float
    slow: float


@dataclass
class Tables:
    """What was counted in the games of a report."""

    games: list[GameRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    course: list[CourseRow] = field(default_factory=list)
    kinds: list[KindRow] = field(default_factory=list)
    gauges: list[GaugeRow] = field(default_factory=list)
    pairings: list[PairingRow] = field(default_factory=list)
    ratings: list[Rating] = field(default_factory=list)
    times: list[TimeRow] = field(default_factory=list)

    @property
    def players(self) -> list[int]:
        """The numbers of players that were measured."""
        return list(dict.fromkeys(row.players for row in self.games))

    def add_equal(self, series: Series) -> None:
        """Count the games between equal bots at one number of players."""
        players = series.plan.players
        answers: Counter[tuple[int, int]] = Counter()
        kinds: Counter[tuple[int, str]] = Counter()
        for number, played in enumerate(series.games):
            result, course = played.result, played.course
            assert course is not None
            outcome, winners = result.outcome, result.outcome.winners
            lengths = result.decisions, course.choices, course.moments
            self.games.append(GameRow(players, number, outcome.reason, outcome.clause, *lengths, result.first))
            for seat, place in enumerate(outcome.places):
                order = None if result.first is None else (seat - result.first) % players + 1
                score = None if outcome.scores is None else outcome.scores[seat]
                won = round(1 / len(winners), 6) if seat in winners else 0.0
                self.seats.append(SeatRow(players, number, seat, order, place, score, won))
            for gauge, counted in result.gauges.items():
                self.gauges += (GaugeRow(players, number, gauge, name, count) for name, count in counted.items())
            answers.update(course.answers)
            kinds.update(course.kinds)
        self.course += (CourseRow(players, *key, answers[key]) for key in sorted(answers))
        self.kinds += (KindRow(players, *key, kinds[key]) for key in sorted(kinds))

    def add_scores(self, scores: Iterable[Score]) -> None:
        """Take the results of pairings."""
        for score in scores:
            pairing, games, won = score.pairing, score.games, score.won
            low, high = (round(bound / pairing.players, 6) for bound in score.interval)
            share = round(won / games, 6)
            self.pairings.append(
                PairingRow(pairing.players, pairing.upper, pairing.lower, games, won, share, low, high)
            )

    def add_times(self, series: Sequence[Series]) -> None:
        """Take the times of all bots, by the clock, from all games that were played."""
        times: dict[str, list[float]] = {}
        for one in series:
            for bot in dict.fromkeys(one.plan.bots):
                times.setdefault(bot, []).extend(
                    1000 * mean for game in one.games if (mean := _mean_time(one, game, bot))
                )
        for bot, found in times.items():
            tenths = statistics.quantiles(found, n=10) if len(found) > 1 else found * 9
            rows = (tenths[0], statistics.median(found), tenths[-1])
            self.times.append(TimeRow(bot, len(found), *(round(time, 4) for time in rows)))

    def write(self, folder: Path) -> None:
        """Write each table that has rows as a CSV file of that name; none stays of what another report had."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in vars(self).items():
            file = folder / f"{name}.csv"
            if not rows:
                file.unlink(missing_ok=True)
                continue
            with file.open("w", newline="", encoding="utf-8") as out:
                writer = csv.writer(out, lineterminator="\n")
                writer.writerow(rows[0]._fields)
                writer.writerows(rows)


def score_of(series: Series) -> Score:
    """The score of a pairing: a drawn game counts as its fair share for the one bot, a shared one in parts."""
    plan, won = series.plan, 0.0
    for played in series.games:
        winners = played.result.outcome.winners or range(plan.players)
        if played.result.seating.index(0) in winners:
            won += 1 / len(winners)
    pairing = Pairing(plan.players, plan.bots[-1], plan.bots[0])
    never = ThinkingTime(0.0, 0.0)
    return Score(pairing, len(series.games), plan.seed, round(won, 3), never, never)


def _mean_time(series: Series, played: Observed, bot: str) -> float:
    """The seconds that a bot took over a move of a game, on average; 0 where it had none."""
    thought = [
        played.result.thought[seat]
        for seat, place in enumerate(played.result.seating)
        if series.plan.bots[place] == bot
    ]
    answers = sum(count for _, count in thought)
    return sum(seconds for seconds, _ in thought) / answers if answers else 0.0
