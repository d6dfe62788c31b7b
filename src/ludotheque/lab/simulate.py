"""Simulate many games between bots, and report who wins."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludotheque import games
from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.balance import Gauge
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game, UnknownLevel
from ludotheque.engine.learning import BadWeights
from ludotheque.engine.player import BadProgram, PlayerMaker, Stopped
from ludotheque.engine.rules import Event, Move, Outcome, Seat
from ludotheque.lab.plan import BadPlan, Plan
from ludotheque.lab.play import Timed, play_at_random, play_with
from ludotheque.lab.record_files import file_name, write
from ludotheque.lab.spread import Jobs, spread

CHUNK = 20


class Result(msgspec.Struct, frozen=True):
    """One game: which bot had which seat (by its place in the plan), how it ended, how many decisions it took."""

    seating: tuple[int, ...]
    outcome: Outcome
    decisions: int
    gauges: dict[str, dict[str, int]] = {}
    first: Seat | None = None
    """Who played first, where that is drawn by lot."""
    thought: tuple[tuple[float, int], ...] = ()
    """For each seat, the seconds it took over its answers, and how many it gave."""
    stopped: tuple[tuple[Seat, Stopped], ...] = ()
    """The seats whose outside program was stopped, and why."""


class StopReason(msgspec.Struct, frozen=True):
    """A reason for which an outside program was stopped, and so lost."""

    bot: str
    why: str
    clause: str
    """The clause of the rules that its answer broke, if it was one."""
    games: int
    first: int
    """The number, from 0, of the first game in which it happened."""
    answer: str
    """What it answered then."""


class Report(msgspec.Struct, frozen=True):
    """Results of a simulation. Shares count a game shared by n winners as 1/n for each; a game all share is a draw."""

    plan: Plan
    games: int
    decisions: int
    seconds: float
    """CPU time spent playing, over all processes, outside programs included."""
    games_per_second: float
    decisions_per_second: float
    shortest: int
    median: float
    longest: int
    draws: int
    seat_shares: list[float]
    bot_shares: list[float]
    reasons: dict[str, int]
    gauges: dict[str, dict[str, int]] = {}
    """What the game's gauges counted, by their titles."""
    order_shares: list[float] = []
    """Like ``seat_shares``, by the order of play, where the lot decides who plays first."""
    bot_seconds: list[float] = []
    """Seconds that each of the plan's bots took over a move, on average, by the clock."""
    stopped: list[StopReason] = []
    """Why outside programs were stopped, the most frequent reason first."""


class GaugeCounters:
    """Counts what the gauges of a game count."""

    def __init__(self, gauges: Sequence[Gauge]) -> None:
        self.counted = {gauge.title: dict.fromkeys(gauge.counted, 0) for gauge in gauges}
        #: The counters of each kind of event.
        self.watches: dict[type[Event], list[tuple[Callable[[Any], Iterable[str]], dict[str, int]]]] = {}
        for gauge in gauges:
            counts = gauge.new_counter()
            for kind in gauge.kinds:
                self.watches.setdefault(kind, []).append((counts, self.counted[gauge.title]))

    def __call__(self, events: Sequence[Event]) -> None:
        for event in events:
            for counts, counted in self.watches.get(type(event), ()):
                for name in counts(event):
                    counted[name] += 1


def plan(
    game: str,
    number: int,
    players: int | None,
    bots: Sequence[str],
    seed: int,
    options: dict[str, Any],
    program: str | None = None,
) -> Plan:
    """A plan that can be run: bots by name, repeated to fill the seats; the coach everywhere if none is named.

    ``program`` takes the last seat, and leaves the others to the bots; the game's options for such tables are its
    defaults then.
    """
    found = games.find(game)
    guests = () if program is None else (program,)
    seats = players or max(len(bots) + len(guests), found.rules.seats[0])
    if number < 1:
        raise BadPlan(f"{number} games cannot be played")
    if seats not in found.rules.seats:
        least, most = found.rules.seats[0], found.rules.seats[-1]
        raise BadPlan(f"{game} is played by {least if least == most else f'{least} to {most}'}, not {seats}")
    try:
        names = tuple(found.bot(name) for name in bots) or (str(found.coach),)
    except UnknownLevel as error:
        raise BadPlan(str(error)) from None
    if len(names) + len(guests) > seats:
        raise BadPlan(f"{len(names) + len(guests)} bots for {seats} seats")
    bots_by_seat = (names * seats)[: seats - len(guests)] + guests
    agreed = found.options(options if program is None else {**found.program_options, **options})
    planned = Plan(game, number, seats, bots_by_seat, seed, msgspec.to_builtins(agreed), program)
    _bot_factories(found, planned, agreed)
    return planned


def _bot_factories(game: Game, plan: Plan, options: Any) -> list[PlayerMaker]:
    """The factory of each of the plan's bots."""
    try:
        if plan.program is None:
            return [game.maker(name) for name in plan.bots]
        if game.programs is None:
            raise BadPlan(f"{game.id} has no protocol for outside programs")
        return [*(game.maker(name) for name in plan.bots[:-1]), game.programs(plan.program, options)]
    except (BadProgram, BadWeights) as error:
        raise BadPlan(str(error)) from None


def simulate(
    plan: Plan, jobs: Jobs = 1, tick: Callable[[int], None] = lambda done: None, folder: Path | None = None
) -> Report:
    """Run a plan; ``tick`` is called with the number of games just finished. Results do not depend on ``jobs``.

    Every game is kept as a record in ``folder``, if there is one.
    """
    results: list[Result] = []
    seconds = 0.0
    chunks = [range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK)]
    for played in spread(_play_games, [(plan, chunk, folder is not None) for chunk in chunks], jobs):
        if folder is not None:
            for number, record in enumerate(played.records, len(results)):
                (folder / file_name(plan, number)).write_bytes(record)
        results += played.results
        seconds += played.seconds
        tick(len(played.results))
    return _report(plan, results, seconds)


class _Played(NamedTuple):
    """Some games: the seconds that they took, and their records, where these are kept."""

    results: list[Result]
    seconds: float
    records: list[bytes]


def _play_games(plan: Plan, numbers: range, keep: bool) -> _Played:
    game = games.find(plan.game)
    results, records = [], []
    gc.freeze()  # What is loaded by now stays: the garbage collector need not scan it again and again.
    try:
        begun = _cpu_time()
        for number in numbers:
            moves: list[tuple[Seat, Move]] | None = [] if keep else None
            result = play_one(game, plan, number, moves)
            results.append(result)
            if moves is not None:
                records.append(write(game, plan, result.seating, moves))
        return _Played(results, _cpu_time() - begun, records)
    finally:
        gc.unfreeze()


def _cpu_time() -> float:
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def play_one(game: Game, plan: Plan, number: int, moves: list[tuple[Seat, Move]] | None = None) -> Result:
    """Play one game of a plan, from the seed and its number alone; what is played is added to ``moves``, if given."""
    rng = QuickChance(f"{plan.seed}/{number}")
    seating = tuple((seat + number) % plan.players for seat in range(plan.players))
    options = game.options(plan.options)
    factories = _bot_factories(game, plan, options)
    makers = [factories[place] for place in seating]
    state = game.rules.setup(options, plan.players)
    watch = GaugeCounters(game.gauges)
    stopped: tuple[tuple[Seat, Stopped], ...] = ()
    if all(maker is RandomPlayer for maker in makers):
        begun = time.perf_counter()
        decisions = play_at_random(game, state, rng, watch, moves)
        # Nobody is asked here, so that a move takes what the game takes: listing, drawing and playing it.
        share = (time.perf_counter() - begun) / plan.players, decisions // plan.players
        thought = (share,) * plan.players
    else:
        players = [Timed(maker(seat, QuickChance(f"{rng.seed}/{seat}"))) for seat, maker in enumerate(makers)]
        with ExitStack() as leaving:
            for timed in players:
                if isinstance(timed.player, AbstractContextManager):
                    leaving.enter_context(timed.player)
            decisions = play_with(game, state, players, rng, watch, moves)
        thought = tuple((timed.seconds, timed.answers) for timed in players)
        reasons = [(seat, getattr(timed.player, "stopped", None)) for seat, timed in enumerate(players)]
        stopped = tuple((seat, why) for seat, why in reasons if why is not None)
    outcome = game.rules.outcome(state)
    assert outcome is not None
    first = None if game.first_player is None else game.first_player(state)
    return Result(seating, outcome, decisions, watch.counted, first, thought, stopped)


def _report(plan: Plan, results: list[Result], seconds: float) -> Report:
    by_seat = [0.0] * plan.players
    by_chair = [0.0] * plan.players
    by_turn = [0.0] * plan.players
    reasons: Counter[str] = Counter()
    gauges = GaugeCounters(games.find(plan.game).gauges).counted
    thought, answers = [0.0] * plan.players, [0] * plan.players
    draws = 0
    for result in results:
        winners = result.outcome.winners
        draws += not winners
        reasons[result.outcome.reason] += 1
        for seat in winners:
            by_seat[seat] += 1 / len(winners)
            by_chair[result.seating[seat]] += 1 / len(winners)
            if result.first is not None:
                by_turn[(seat - result.first) % plan.players] += 1 / len(winners)
        for title, counted in result.gauges.items():
            for name, count in counted.items():
                gauges[title][name] += count
        for seat, (spent, count) in enumerate(result.thought):
            thought[result.seating[seat]] += spent
            answers[result.seating[seat]] += count
    lengths = [result.decisions for result in results]
    seconds = max(seconds, 1e-9)
    return Report(
        plan=plan,
        games=len(results),
        decisions=sum(lengths),
        seconds=round(seconds, 3),
        games_per_second=round(len(results) / seconds, 2),
        decisions_per_second=round(sum(lengths) / seconds, 1),
        shortest=min(lengths),
        median=statistics.median(lengths),
        longest=max(lengths),
        draws=draws,
        seat_shares=[round(wins / len(results), 4) for wins in by_seat],
        bot_shares=[round(wins / len(results), 4) for wins in by_chair],
        reasons=dict(reasons.most_common()),
        gauges=gauges,
        order_shares=[round(wins / len(results), 4) for wins in by_turn] if any(by_turn) else [],
        bot_seconds=[round(spent / max(count, 1), 9) for spent, count in zip(thought, answers, strict=True)],
        stopped=_stop_reasons(plan, results),
    )


def _stop_reasons(plan: Plan, results: list[Result]) -> list[StopReason]:
    """Why programs were stopped, each reason once."""
    found: dict[tuple[str, str, str], StopReason] = {}
    for number, result in enumerate(results):
        for seat, stopped in result.stopped:
            key = bot, why, clause = plan.bots[result.seating[seat]], stopped.why, stopped.clause
            known = found.get(key) or StopReason(bot, why, clause, 0, number, stopped.answer)
            found[key] = msgspec.structs.replace(known, games=known.games + 1)
    return sorted(found.values(), key=lambda stops: -stops.games)
