"""What the commands print: progress bars, tables, rulebooks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from ludotheque import games
from ludotheque.engine.clauses import Clause, Rulebook, tests_by_clause
from ludotheque.engine.game import Game
from ludotheque.engine.record import Header, Verification
from ludotheque.lab.bench_environments import OURS, WAYS, Speed
from ludotheque.lab.figure import Figure
from ludotheque.lab.ladder import Score, ThinkingTime, target
from ludotheque.lab.ratings import Rating, ReportExtraMissing
from ludotheque.lab.ratings_page import rate_ladder
from ludotheque.lab.seats import SeatShares
from ludotheque.lab.simulate import Report

_out = Console(highlight=False)
#: Progress goes to standard error, so that standard output can be piped.
_aside = Console(stderr=True)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar that fills as games are done."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_aside, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def progress_share(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for work whose total is known only while it runs."""
    with Progress(TextColumn(what), BarColumn(), TimeRemainingColumn(), console=_aside, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def spinner() -> Iterator[Callable[[str], None]]:
    """A line that says what is being measured."""
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), console=_aside, transient=True) as line:
        task = line.add_task("", total=None)
        yield lambda what: line.update(task, description=what)


def print_json(found: Any) -> None:
    """Print a result as JSON."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")


def print_simulation(report: Report) -> None:
    """Print the results of a simulation."""
    plan = report.plan
    _out.print(f"[bold]{plan.game}[/], {plan.players} players, {report.games} games, seed {plan.seed}")
    _out.print(
        f"{report.games_per_second:,.1f} games/s, {report.decisions_per_second:,.0f} decisions/s "
        f"of CPU time ({report.seconds:.1f} s)"
    )
    _out.print(f"decisions a game: {report.shortest} to {report.longest}, median {report.median:g}")
    by_seat = Table("seat", "won", "")
    for seat, share in enumerate(report.seat_shares):
        by_seat.add_row(str(seat), f"{share:.1%}", _bar(share))
    by_seat.add_row("draw", f"{report.draws / report.games:.1%}", _bar(report.draws / report.games))
    _out.print(by_seat)
    by_bot = Table("bot", "won", "", "seconds a move")
    for name in dict.fromkeys(plan.bots):
        numbers = [number for number, bot in enumerate(plan.bots) if bot == name]
        share = sum(report.bot_shares[number] for number in numbers)
        seconds = sum(report.bot_seconds[number] for number in numbers) / len(numbers)
        by_bot.add_row(escape(name), f"{share:.1%}", _bar(share), f"{seconds:.7f}")
    _out.print(by_bot)
    if report.order_shares:
        by_turn = Table("order of play", "won", "")
        for turn, share in enumerate(report.order_shares, 1):
            by_turn.add_row(str(turn), f"{share:.1%}", _bar(share))
        _out.print(by_turn)
    ends = Table("how it ended", "games")
    for reason, count in report.reasons.items():
        ends.add_row(reason, str(count))
    _out.print(ends)
    if report.stopped:
        stops = Table("stopped", "why", "clause", "games", "first")
        for stop in report.stopped:
            answer = f" (“{stop.answer}”)" if stop.answer else ""
            first = f"game {stop.first}{answer}"
            stops.add_row(*map(escape, (stop.bot, stop.why, stop.clause or "–", str(stop.games), first)))
        _out.print(stops)
    for gauge in games.find(plan.game).gauges:
        counted = Table(gauge.title, "times", f"per {gauge.over or gauge.per}")
        for name, figure in gauge.figures(report.gauges[gauge.title], report.games).items():
            counted.add_row(name, str(report.gauges[gauge.title][name]), f"{figure:.2f}")
        _out.print(counted)


def print_ladder(game: Game, scores: Sequence[Score]) -> None:
    """Print the scores of a ladder with their targets, and how long each bot thought."""
    _out.print(f"[bold]{game.id}[/], {scores[0].games} games each, seed {scores[0].seed}")
    table = Table("players", "one among the others", "won", "times fair", "95 %", "target")
    times: dict[str, list[ThinkingTime]] = {}
    for score in scores:
        pairing, wanted, (low, high) = score.pairing, target(game, score.pairing), score.interval
        colour = "" if wanted is None else "[green]✓ " if score.multiple >= wanted else "[red]✗ "
        table.add_row(
            str(pairing.players),
            f"{pairing.upper} among {pairing.lower}",
            f"{score.won / score.games:.1%}",
            f"{score.multiple:.2f}",
            f"{low:.2f} to {high:.2f}",
            "" if wanted is None else f"{colour}{wanted:g}",
        )
        times.setdefault(pairing.lower, []).append(score.lower_time)
        times.setdefault(pairing.upper, []).append(score.upper_time)
    _out.print(table)
    thinking = Table("bot", "median ms a move", "longest ms")
    for bot, found in times.items():
        thinking.add_row(bot, f"{max(one.median for one in found):.3f}", f"{max(one.longest for one in found):.1f}")
    _out.print(thinking)
    try:
        _print_ratings(rate_ladder(game, scores))
    except ReportExtraMissing as error:
        _out.print(f"No ratings: {escape(str(error))}", soft_wrap=True)


def _print_ratings(ratings: Sequence[Rating]) -> None:
    table = Table("players", "bot", "rating", "95 %")
    for one in ratings:
        interval = "" if one.low == one.high else f"{one.low:.0f} to {one.high:.0f}"
        table.add_row(str(one.players), one.bot, f"{one.points:.0f}", interval)
    _out.print(table)


def print_seats(found: Sequence[SeatShares]) -> None:
    """Print what each seat wins among bots of one level."""
    table = Table("players", "bots", "games", "times the fair share, by seat", "95 %", "verdict")
    for one in found:
        shares = ", ".join(f"{times:.2f}" for times in one.multiples)
        table.add_row(str(one.players), one.level, str(one.games), shares, f"± {one.width:.2f}", one.verdict)
    _out.print(table)


def _bar(share: float, width: int = 30) -> str:
    return "█" * round(share * width)


def print_figures(found: Sequence[Figure]) -> None:
    """Print the figures of a benchmark, with their targets."""
    if not found:
        return
    table = Table("measured", "figure", "target", "")
    for figure in found:
        sign = "" if figure.met is None else "[green]✓ met[/]" if figure.met else "[red]✗ missed[/]"
        precise = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:,.2f}"
        table.add_row(figure.what, f"{precise} {figure.unit}" if figure.unit else "", figure.target, sign)
    _out.print(table)


def print_speeds(found: Sequence[Speed]) -> None:
    """Print the speed of our games beside that of others, by the way in which they were played."""
    for way, what in WAYS.items():
        rows = [speed for speed in found if speed.way == way]
        if rows:
            _out.print(f"\n[bold]{way}[/]: {what}")
            table = Table(Column("decisions/s", no_wrap=True), "of CPU time", "python-chess = 1", "by the clock")
            for speed in rows:
                name = speed.game if speed.library == OURS else f"{speed.library}: {speed.game}"
                ratio = "" if speed.ratio is None else f"{speed.ratio:.2f}"
                table.add_row(name, f"{speed.per_second:,.0f}", ratio, f"{speed.by_the_clock:,.0f}")
            _out.print(table)


def print_rulebook(book: Rulebook, clause: Clause | None = None) -> None:
    """Print a rulebook, or one clause of it."""
    if clause is not None:
        _clause(clause)
        return
    _out.print(Markdown(f"# {book.title}\n\n{book.opening}"))
    for section in book.sections:
        _out.print(Markdown(f"## {section.title}"))
        for entry in section.clauses:
            _clause(entry)


def _clause(clause: Clause) -> None:
    _out.print(f"\n[bold]{clause.title}[/] [dim]{clause.id} ({clause.kind})[/]")
    _out.print(Markdown(clause.text))


def print_coverage(games: Sequence[Game], tests: Path, lang: str) -> int:
    """Print every clause with its tests; return how many have none."""
    marked = tests_by_clause(tests)
    bare = total = 0
    for game in games:
        for clause in game.rulebook(lang).clauses():
            found = marked.get(clause.id, [])
            total += 1
            bare += not found
            _out.print(f"{'[green]✓[/]' if found else '[red]✗[/]'} [bold]{clause.id}[/] [dim]{clause.title}[/]")
            for test in found:
                _out.print(f"    {test}", soft_wrap=True)
    _out.print(f"\n{total} clauses, {bare} without a test.")
    return bare


def print_chance(header: Header, verdict: Verification, commitment: str | None, nonce: str | None) -> None:
    """Print what a verified record proves about its chance, and what only its players can know.

    ``commitment`` and ``nonce`` are what one of them saw and sent; both are in the record.
    """
    people = [seat for seat, kind in enumerate(header.kinds) if not kind.startswith("bot/")]
    if commitment is not None and nonce is not None:
        print("The commitment that you saw and the nonce that you sent are in it: the secret was fixed before.")
    else:
        print("It cannot show that the commitment came before the nonces, nor that they are those that were sent:")
        print("players check that with what they saw and sent themselves (--commitment and --nonce).")
    for seat in verdict.silent:
        print(f"{header.players[seat]} (seat {seat}) was not there when the game began, and added no nonce.")
    if verdict.chosen:
        print(f"The server gave a nonce to the bots (seats {', '.join(map(str, verdict.chosen))}), as it once did:")
        print("it may have chosen them after it saw the players' own.")
    elif len(people) == 1:
        print("One player and bots: after that player's nonce nothing was left to choose. Not shown: whether other")
        print("tables were opened and thrown away before, and how the server plays its bots.")
    elif len(people) > 1:
        print("Not shown: whether the last to send a nonce was in league with the server and chose it to suit.")
