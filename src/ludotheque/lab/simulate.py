"""Play many games between bots, and count."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from multiprocessing import get_context
from typing import Any

import msgspec

from ludotheque import games
from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.gauges import Gauge
from ludotheque.engine.player import BadProgram, Player, PlayerMaker
from ludotheque.engine.rules import NATURE, Event, Outcome, Seat

CHUNK = 20


class BadPlan(ValueError):
    """A simulation that cannot be run; it says why."""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate. Bots take the seats in turn: game after game everybody moves up one chair.

    The last of the bots is ``program``, if there is one: the command line of an outside program.
    """

    game: str
    games: int
    players: int
    bots: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any] = {}
    program: str | None = None


class Result(msgspec.Struct, frozen=True):
    """One game: who sat where (by place in the plan's bots), how it ended, how much was decided."""

    chairs: tuple[int, ...]
    outcome: Outcome
    decisions: int
    gauges: dict[str, dict[str, int]] = {}
    first: Seat | None = None
    """Who played first, where that is drawn by lot."""


class Report(msgspec.Struct, frozen=True):
    """What came out. Shares count a game shared by n winners as 1/n for each; a game all share is a draw."""

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


class Watch:
    """Counts what the gauges of a game count."""

    def __init__(self, gauges: Sequence[Gauge]) -> None:
        self.counted = {gauge.title: dict.fromkeys(gauge.counted, 0) for gauge in gauges}
        #: By the kind of event, whoever counts it.
        self.watches: dict[type[Event], list[tuple[Callable[[Any], Iterable[str]], dict[str, int]]]] = {}
        for gauge in gauges:
            counts = gauge.watch()
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
    """A plan that can be run: bots by name, repeated to fill the seats; the best bot everywhere if none is named.

    ``program`` takes the last seat, and leaves the others to the bots.
    """
    found = games.find(game)
    guests = () if program is None else (program,)
    seats = players or max(len(bots) + len(guests), found.rules.seats[0])
    if number < 1:
        raise BadPlan(f"{number} games cannot be played")
    if seats not in found.rules.seats:
        least, most = found.rules.seats[0], found.rules.seats[-1]
        raise BadPlan(f"{game} is played by {least if least == most else f'{least} to {most}'}, not {seats}")
    names = tuple(bots) or (list(found.levels)[-1],)
    for name in names:
        if name not in found.levels:
            raise BadPlan(f"{game} has no bot “{name}”: there are {', '.join(found.levels)}")
    if len(names) + len(guests) > seats:
        raise BadPlan(f"{len(names) + len(guests)} bots for {seats} seats")
    chairs = (names * seats)[: seats - len(guests)] + guests
    agreed = found.options(options)
    planned = Plan(game, number, seats, chairs, seed, msgspec.to_builtins(agreed), program)
    _makers(found, planned, agreed)
    return planned


def _makers(game: Game, plan: Plan, options: Any) -> list[PlayerMaker]:
    """Who makes each of the plan's bots."""
    if plan.program is None:
        return [game.levels[name] for name in plan.bots]
    if game.programs is None:
        raise BadPlan(f"{game.id} has no protocol for programs from elsewhere")
    try:
        guest = game.programs(plan.program, options)
    except BadProgram as error:
        raise BadPlan(str(error)) from None
    return [*(game.levels[name] for name in plan.bots[:-1]), guest]


def simulate(plan: Plan, jobs: int = 1, tick: Callable[[int], None] = lambda done: None) -> Report:
    """Run a plan; ``tick`` is told how many more games are done. Results do not depend on ``jobs``."""
    results: list[Result] = []
    seconds = 0.0
    chunks = [range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK)]
    for some, spent in _run(plan, chunks, jobs):
        results += some
        seconds += spent
        tick(len(some))
    return _report(plan, results, seconds)


def _run(plan: Plan, chunks: list[range], jobs: int) -> Iterator[tuple[list[Result], float]]:
    if jobs == 1:
        for chunk in chunks:
            yield _play_some(plan, chunk)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play_some, [plan] * len(chunks), chunks)


def _play_some(plan: Plan, numbers: range) -> tuple[list[Result], float]:
    game = games.find(plan.game)
    gc.freeze()  # What is loaded by now stays: no need to look through it for litter over and over.
    try:
        begun = _cpu_time()
        return [play_one(game, plan, number) for number in numbers], _cpu_time() - begun
    finally:
        gc.unfreeze()


def _cpu_time() -> float:
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def play_one(game: Game, plan: Plan, number: int) -> Result:
    """One game of a plan; its luck depends on the seed and its number alone."""
    rng = QuickChance(f"{plan.seed}/{number}")
    chairs = tuple((seat + number) % plan.players for seat in range(plan.players))
    options = game.options(plan.options)
    everybody = _makers(game, plan, options)
    makers = [everybody[chair] for chair in chairs]
    state = game.rules.setup(options, plan.players)
    watch = Watch(game.gauges)
    if all(maker is RandomPlayer for maker in makers):
        decisions = play_at_random(game, state, rng, watch)
    else:
        players = [maker(seat, QuickChance(f"{rng.seed}/{seat}")) for seat, maker in enumerate(makers)]
        with ExitStack() as leaving:
            for player in players:
                if isinstance(player, AbstractContextManager):
                    leaving.enter_context(player)
            decisions = play_with(game, state, players, rng, watch)
    outcome = game.rules.outcome(state)
    assert outcome is not None
    first = None if game.first is None else game.first(state)
    return Result(chairs, outcome, decisions, watch.counted, first)


def _look_away(events: Sequence[Event]) -> None:
    """Watches nothing."""


def play_at_random(
    game: Game, state: Any, rng: QuickChance, watch: Callable[[Sequence[Event]], None] = _look_away
) -> int:
    """Play a state to its end, any answer as likely as another; how many decisions it took.

    The same as seating random players, without looking through their eyes: what the benchmark measures.
    """
    rules, below = game.rules, rng.below
    asked, legal, play = rules.asked, rules.legal, rules.play
    decisions = 0
    while seats := asked(state):
        seat = seats[0]
        if seat == NATURE:
            watch(play(state, NATURE, rules.chance(state, rng)))
        else:
            moves = legal(state, seat)
            watch(play(state, seat, moves[below(len(moves))]))
            decisions += 1
    return decisions


def play_with(
    game: Game,
    state: Any,
    players: Sequence[Player],
    rng: QuickChance,
    watch: Callable[[Sequence[Event]], None] = _look_away,
) -> int:
    """Play a state to its end with a player on every seat; how many decisions it took."""
    rules = game.rules
    spared = [getattr(player, "spared", False) for player in players]
    weighing = [hasattr(player, "weighed") for player in players]
    decisions = 0
    while asked := rules.asked(state):
        seat = asked[0]
        if seat == NATURE:
            move = rules.chance(state, rng)
        else:
            legal = rules.legal(state, seat)
            if len(legal) == 1 and spared[seat]:
                move = legal[0]
            else:
                player = players[seat]
                move = player.choose(rules.sight(state, seat), legal, rules.free(state, seat))
                if weighing[seat] and (weighed := player.weighed) is not None:  # type: ignore[attr-defined]
                    watch((weighed,))
            decisions += 1
        events = rules.play(state, seat, move)
        watch(events)
        _tell(players, events)
    return decisions


def _tell(players: Sequence[Player], events: Sequence[Event]) -> None:
    """Let every seat hear what it may; what all may hear is put together once."""
    for event in events:
        if type(event).seen is not Event.seen:
            break
    else:
        for player in players:
            player.hear(events)
        return
    for listener, player in enumerate(players):
        player.hear([seen for event in events if (seen := event.seen(listener)) is not None])


def _report(plan: Plan, results: list[Result], seconds: float) -> Report:
    by_seat = [0.0] * plan.players
    by_chair = [0.0] * plan.players
    by_turn = [0.0] * plan.players
    reasons: Counter[str] = Counter()
    gauges = Watch(games.find(plan.game).gauges).counted
    draws = 0
    for result in results:
        winners = result.outcome.winners
        draws += not winners
        reasons[result.outcome.reason] += 1
        for seat in winners:
            by_seat[seat] += 1 / len(winners)
            by_chair[result.chairs[seat]] += 1 / len(winners)
            if result.first is not None:
                by_turn[(seat - result.first) % plan.players] += 1 / len(winners)
        for title, counted in result.gauges.items():
            for name, count in counted.items():
                gauges[title][name] += count
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
    )
