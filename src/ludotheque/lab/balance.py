"""Balance of a game between equal bots, for every number of players, as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from ludotheque.engine.balance import Gauge, Trial
from ludotheque.engine.game import Game
from ludotheque.lab.plan import Plan
from ludotheque.lab.simulate import Report, plan


def plans(game: Game, games: int, bot: str | None, seed: int) -> list[Plan]:
    """One plan for each number of players, the same bot in every seat: the coach, unless another is named."""
    return [plan(game.id, games, players, [bot] if bot else [], seed, {}) for players in game.rules.seats]


def trials(game: Game, games: int, bot: str | None, seed: int) -> list[Plan]:
    """One plan for each trial of the game and number of players: its bot among the best ones, a tenth of the games.

    None where the bots that it would be measured against are not the best.
    """
    best = str(game.coach)
    if bot is not None and game.bot(bot) != best:
        return []
    number = max(1, games // 10)
    return [
        plan(game.id, number, players, [name, *[best] * (players - 1)], seed, {})
        for name in game.trials
        for players in game.rules.seats
    ]


def trial_result(game: Game, report: Report) -> tuple[str, float, float] | None:
    """The trial that a report is about: its bot, how many times its fair share that won, and the half-width of that."""
    name = report.plan.bots[0]
    if name not in game.trials:
        return None
    ((times, width), *_) = _fair_multiples(report, report.bot_shares[:1])
    return name, times, width


def seat_multiples(report: Report) -> list[tuple[float, float]]:
    """How many times its fair share each seat won, and the half-width of the interval that holds it 95 times of 100."""
    return _fair_multiples(report, report.seat_shares)


def order_multiples(report: Report) -> list[tuple[float, float]]:
    """The same by the order of play; empty where the lot does not decide that."""
    return _fair_multiples(report, report.order_shares)


def _fair_multiples(report: Report, shares: Sequence[float]) -> list[tuple[float, float]]:
    """Shares as multiples of a fair share, counted over the games that were not drawn."""
    decided = max(1, report.games - report.draws)
    found = []
    for share in shares:
        won = min(1.0, share * report.games / decided)
        found.append((won * report.plan.players, 1.96 * sqrt(won * (1 - won) / decided) * report.plan.players))
    return found


def out_of_bounds(game: Game, report: Report) -> list[str]:
    """List the figures that are out of bounds."""
    if trial := trial_result(game, report):
        name, times, _ = trial
        return [f"{name}: {times:.2f}"] if times >= game.trials[name].most else []
    found = [
        f"seat {seat}: {times:.2f}"
        for seat, (times, _) in enumerate(seat_multiples(report))
        if times > game.max_seat_share
    ]
    for gauge in game.gauges:
        for name, figure in gauge.figures(report.gauges[gauge.title], report.games).items():
            if not gauge.low <= figure <= gauge.high:
                found.append(f"{name}: {figure:.2f}")
    return found


def page(game: Game, found: Sequence[Report]) -> str:
    """The page, in Markdown: games between equal bots, then the trials, as far as they have been played."""
    reports = [report for report in found if trial_result(game, report) is None]
    first = reports[0].plan
    command = f"ludotheque balance {game.id} --games {first.games} --bot {first.bots[0]} --seed {first.seed}"
    lines = [
        f"# {game.words('en')['title']}: balance",
        "",
        f"Games between equal bots, “{first.bots[0]}” in every seat, {first.games:,} at each number of players."
        " This page is written by",
        "",
        "```sh",
        command,
        "```",
        "",
        "and the same command plays the same games.",
        "",
        f"- No seat should win more than {game.max_seat_share:g} times its fair share.",
        *(f"- {target_sentence(gauge)}" for gauge in game.gauges),
        *(f"- {_rule(trial)}" for trial in game.trials.values()),
        "",
        *_overview(game, reports),
        *_trials(game, found),
    ]
    for report in reports:
        lines += _section(game, report)
    return "\n".join(lines).rstrip() + "\n"


def target_sentence(gauge: Gauge) -> str:
    """What a gauge should show, as a sentence."""
    about = f" {gauge.about}" if gauge.about else ""
    return f"Each {gauge.title}: between {gauge.low:g} and {gauge.high:g} {gauge.unit}.{about}"


def _overview(game: Game, reports: Sequence[Report]) -> Iterator[str]:
    by_lot = ["order of play"] if game.first_player else []
    titles = [gauge.title for gauge in game.gauges]
    heads = ["players", "seats", *by_lot, *titles, "decisions a game", "games/s", "verdict"]
    yield from _row(*heads)
    yield from _row(*["---"] * len(heads))
    for report in reports:
        figures = [gauge.figures(report.gauges[gauge.title], report.games).values() for gauge in game.gauges]
        missed = out_of_bounds(game, report)
        yield from _row(
            str(report.plan.players),
            _range([times for times, _ in seat_multiples(report)]),
            *([_range([times for times, _ in order_multiples(report)])] if by_lot else []),
            *(_range(list(found)) for found in figures),
            f"{report.shortest} to {report.longest}, median {report.median:g}",
            f"{report.games_per_second:,.0f}",
            "missed: " + ", ".join(missed) if missed else "met",
        )
    yield ""
    yield "Games a second are of processor time, on one core."
    yield ""


def _rule(trial: Trial) -> str:
    return f"A bot that {trial.about} should win less than {trial.most:g} times its fair share."


def _trials(game: Game, found: Sequence[Report]) -> Iterator[str]:
    """A table for each trial that was played."""
    for name, trial in game.trials.items():
        reports = [report for report in found if report.plan.bots[0] == name]
        if not reports:
            continue
        best = reports[0].plan.bots[-1]
        yield f"One bot that {trial.about} (“{name}”) among bots “{best}”, in every seat in turn:"
        yield ""
        heads = ("players", "games", "fair share", "won", "times its fair share", "95 % interval", "verdict")
        yield from _row(*heads)
        yield from _row(*["---"] * len(heads))
        for report in reports:
            _, times, width = trial_result(game, report) or (name, 0.0, 0.0)
            players = report.plan.players
            yield from _row(
                str(players),
                f"{report.games:,}",
                f"{1 / players:.1%}",
                f"{times / players:.1%}",
                f"{times:.2f}",
                f"{times - width:.2f} to {times + width:.2f}",
                "missed" if out_of_bounds(game, report) else "met",
            )
        yield ""


def _section(game: Game, report: Report) -> Iterator[str]:
    yield f"## {report.plan.players} players"
    yield ""
    if report.draws:
        yield f"{report.draws} of {report.games:,} games were drawn."
        yield ""
    yield from _shares("seat", 0, seat_multiples(report))
    if report.order_shares:
        yield from _shares("order of play", 1, order_multiples(report))
    yield from _row("how it ended", "games", "share")
    yield from _row("---", "---", "---")
    for reason, count in report.reasons.items():
        yield from _row(reason, f"{count:,}", f"{count / report.games:.1%}")
    yield ""
    for gauge in game.gauges:
        counted = report.gauges[gauge.title]
        number = counted[gauge.over] if gauge.over else report.games
        once = (gauge.over or gauge.per == "game") and sum(counted[name] for name in gauge.names) <= number
        columns = [gauge.title, "times", f"per {gauge.over or gauge.per}", *["95 % interval"] * bool(once)]
        yield from _row(*columns)
        yield from _row(*["---"] * len(columns))
        for name, figure in gauge.figures(counted, report.games).items():
            cells = [f"{figure:.3f}", _interval(figure, number)] if once else [f"{figure:.2f}"]
            yield from _row(name, f"{counted[name]:,}", *cells)
        yield ""


def _shares(title: str, first: int, found: Sequence[tuple[float, float]]) -> Iterator[str]:
    yield from _row(title, "times its fair share", "95 % interval")
    yield from _row("---", "---", "---")
    for number, (times, width) in enumerate(found, first):
        yield from _row(str(number), f"{times:.3f}", f"{times - width:.3f} to {times + width:.3f}")
    yield ""


def _interval(share: float, games: int) -> str:
    """Where the share of games (or of something else) in which a thing happens lies, 95 times of 100."""
    width = 1.96 * sqrt(share * (1 - share) / games)
    return f"{share - width:.3f} to {share + width:.3f}"


def _range(figures: Sequence[float]) -> str:
    return f"{min(figures):.2f} to {max(figures):.2f}"


def _row(*cells: str) -> Iterator[str]:
    yield f"| {' | '.join(cells)} |"
