"""The sections on how games come out: seats, ends, and what the game's gauges count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil, floor
from typing import Any, Final

from ludotheque.engine.balance import Gauge
from ludotheque.engine.game import Game
from ludotheque.lab.balance import target_sentence
from ludotheque.lab.estimates import Estimate, ratio
from ludotheque.lab.ladder import wilson
from ludotheque.lab.plotting import inline_svg, new_figure
from ludotheque.lab.report import plots
from ludotheque.lab.report.section import WHOLE, Section, in_cells, panel_width
from ludotheque.lab.report.tables import Tables

_SURE: Final = 0.05
_FARTHEST: Final = 3.0
"""How many times a fair share is shown at least; only an interval may go on beyond it."""


def seat_sections(game: Game, tables: Tables) -> Iterator[Section]:
    """The section on seats, and the one on the order of play where that is drawn by lot."""
    for_seats = {players: _won(tables, players, lambda row: row.seat) for players in tables.players}
    yield _won_section(
        game,
        tables,
        for_seats,
        "seat",
        "Seats",
        "Equal bots sit in every seat, so that every seat should win alike. Games that were drawn are left out here.",
    )
    if any(row.order for row in tables.seats):
        by_order = {players: _won(tables, players, lambda row: (row.order or 1) - 1) for players in tables.players}
        yield _won_section(
            game,
            tables,
            by_order,
            "turn",
            "Order of play",
            "Who plays first is drawn by lot; the first to play is number 1.",
        )


def _won(tables: Tables, players: int, place: Any) -> tuple[list[float], int]:
    """What each seat or turn won at a number of players, and of how many games that were not drawn."""
    won = [0.0] * players
    for row in tables.seats:
        if row.players == players:
            won[place(row)] += row.won
    return won, round(sum(won))


def _won_section(
    game: Game, tables: Tables, found: dict[int, tuple[list[float], int]], word: str, name: str, about: str
) -> Section:
    first = int(word == "turn")
    multiples = {
        players: [
            Estimate(*(players * bound for bound in (one / max(1, games), *wilson(min(one, games), max(1, games)))))
            for one in won
        ]
        for players, (won, games) in found.items()
    }
    every = [estimate for table in multiples.values() for estimate in table]
    widest = max(estimate.high for estimate in every)
    shown_to = min(widest, max(_FARTHEST, *(estimate.value for estimate in every)))
    cut = " Bars that reach the right edge go on beyond it: the figures say how far." if widest > shown_to else ""
    svgs = []
    for players, table in multiples.items():
        figure, (axes,) = new_figure(panel_width(tables), 74 + plots.ROW * players)
        names = [f"{word} {number}" for number in range(first, players + first)]
        plots.draw_multiples(axes, names, table, game.max_seat_share, shown_to)
        axes.set_title(f"{players} players")
        axes.set_xlabel("times its fair share")
        shown = ", ".join(f"{label} {one.value:.2f}" for label, one in zip(names, table, strict=True))
        svgs.append(inline_svg(figure, f"{word}-{players}", f"With {players} players, times its fair share: {shown}."))
    rows = [
        (str(players), f"{word} {number}", f"{found[players][0][number - first]:,.1f}", *in_cells(one))
        for players, table in multiples.items()
        for number, one in enumerate(table, first)
    ]
    return Section(
        name.lower().replace(" ", "-"),
        name,
        _won_headline(found, word, first),
        about,
        tuple(svgs),
        "The dot is what was won, as a multiple of a fair share, and the bar is where the true figure lies 95 times of"
        f" 100 (Wilson’s interval). The dashed line is a fair share; figures in the shade, above"
        f" {game.max_seat_share:g}, are more than the game allows itself.{cut}",
        ("players", word, "games won", "times its fair share", "95 % interval"),
        tuple(rows),
    )


def _won_headline(found: dict[int, tuple[list[float], int]], word: str, first: int) -> str:
    """What can be said of seats: the clearest difference, if chance alone would hardly make one as clear.

    That is asked by an exact test of each seat, and divided by their number (Bonferroni).
    """
    from scipy.special import bdtr, bdtrc

    clearest, players, best = 1.0, min(found), 0
    for count, (won, games) in found.items():
        for number, one in enumerate(won):  # What is shared is rounded to the cautious side.
            rare = 2 * min(bdtrc(floor(one) - 1, games, 1 / count), bdtr(ceil(one), games, 1 / count))
            if rare < clearest:
                clearest, players, best = float(rare), count, number
    won, games = found[players]
    if clearest * sum(found) < _SURE:
        times = won[best] / games * players
        return f"With {players} players, {word} {best + first} wins {times:.2f} times its fair share"
    what = "one seat wins more than another" if word == "seat" else "playing first helps or harms"
    return f"{games:,} games a table do not show that {what}"


def ends_section(game: Game, tables: Tables) -> Section:
    """How games end."""
    words = game.words("en")["outcome"]
    counted = {
        players: Counter(row.reason for row in tables.games if row.players == players) for players in tables.players
    }
    together = Counter(row.reason for row in tables.games)
    reasons = [reason for reason, _ in sorted(together.items(), key=lambda entry: (-entry[1], entry[0]))]
    drawn = len(tables.games) - len({(row.players, row.game) for row in tables.seats if row.won})
    most = words[reasons[0]]
    headline = (
        f"{together[reasons[0]] / len(tables.games):.0%} of the games end like this: {most[:1].lower()}{most[1:]}"
    )
    if len(reasons) == 1:
        headline = f"Every game ends in the same way: {most[:1].lower()}{most[1:]}"
    svgs, rows = [], []
    for players, ends in counted.items():
        games = sum(ends.values())
        found = [Estimate(ends[reason] / games, *wilson(ends[reason], games)) for reason in reasons]
        rows += [
            (str(players), words[reason], f"{ends[reason]:,}", *in_cells(one, percent=True))
            for reason, one in zip(reasons, found, strict=True)
        ]
        if len(reasons) == 1:
            continue
        figure, (axes,) = new_figure(panel_width(tables), 62 + 38 * len(reasons))
        plots.draw_shares(axes, [words[reason] for reason in reasons], found)
        axes.set_title(f"{players} players")
        axes.set_xlabel("of all games")
        shown = ", ".join(f"{words[reason]} {one.value:.0%}" for reason, one in zip(reasons, found, strict=True))
        svgs.append(inline_svg(figure, f"ends-{players}", f"With {players} players: {shown}."))
    return Section(
        "ends",
        "Ends",
        headline,
        f"{drawn:,} of {len(tables.games):,} games were drawn." if drawn else "No game was drawn.",
        tuple(svgs),
        "The length of a bar is the share of the games that ended so; the line at its end is where the true share lies"
        " 95 times of 100."
        if svgs
        else "",
        ("players", "how it ended", "games", "share", "95 % interval"),
        tuple(rows),
    )


def gauge_section(tables: Tables, gauge: Gauge, number: int) -> Section:
    """What a gauge counts, over its bounds."""
    found = {players: _gauge_figures(tables, gauge, players) for players in tables.players}
    bounds = gauge.low, gauge.high
    every = [estimate for figures in found.values() for estimate in figures.values()]
    reach = plots.gauge_reach(every, bounds)
    unit = gauge.unit
    svgs = []
    if len(gauge.names) == 1:
        figure, (axes,) = new_figure(WHOLE, 56 + 22 * len(found))
        plots.draw_gauge(axes, [f"{players} players" for players in found], every, bounds, reach)
        axes.set_xlabel(f"{gauge.names[0]}, {unit}")
        shown = ", ".join(f"{one.value:.2f} with {players} players" for players, one in zip(found, every, strict=True))
        svgs.append(inline_svg(figure, f"gauge-{number}", f"{gauge.names[0]}, {unit}: {shown}."))
    else:
        for players, figures in found.items():
            figure, (axes,) = new_figure(panel_width(tables), 74 + plots.ROW * len(figures))
            plots.draw_gauge(axes, [*figures], [*figures.values()], bounds, reach)
            axes.set_title(f"{players} players")
            axes.set_xlabel(unit)
            shown = ", ".join(f"{name} {one.value:.2f}" for name, one in figures.items())
            svgs.append(inline_svg(figure, f"gauge-{number}-{players}", f"With {players} players, {unit}: {shown}."))
    out = [
        f"{name} with {players} players"
        for players, figures in found.items()
        for name, one in figures.items()
        if one.high < gauge.low or one.low > gauge.high
    ]
    values = [one.value for one in every]
    spread = f"{min(values):.2f}" if min(values) == max(values) else f"{min(values):.2f} to {max(values):.2f}"
    headline = f"Each {gauge.title}: {spread} {unit}"
    return Section(
        f"gauge-{number}",
        f"Gauge: {gauge.title}",
        headline,
        f"{target_sentence(gauge)} "
        + (f"Out of bounds: {', '.join(out)}." if out else "No figure is clearly out of these bounds."),
        tuple(svgs),
        "The dot is the figure, the bar where the true one lies 95 times of 100, and the shade where it should be."
        " Games are what is counted as independent, not the events in them.",
        ("players", gauge.title, unit, "95 % interval"),
        tuple(
            (str(players), name, *in_cells(one)) for players, figures in found.items() for name, one in figures.items()
        ),
    )


def _gauge_figures(tables: Tables, gauge: Gauge, players: int) -> dict[str, Estimate]:
    games: dict[int, dict[str, int]] = {}
    for row in tables.gauges:
        if row.players == players and row.gauge == gauge.title:
            games.setdefault(row.game, {})[row.name] = row.times
    wholes: list[float] = []
    for counted in games.values():
        together = sum(counted.values())
        whole: float = {"average": together / len(gauge.names), "all": together, "game": 1}[gauge.per]
        wholes.append(counted[gauge.over] if gauge.over else whole)
    return {name: ratio([counted[name] for counted in games.values()], wholes) for name in gauge.names}
