"""The sections on the course of games: how long they are, what is decided in them, and among how much."""

from __future__ import annotations

import statistics
from collections import Counter
from typing import Final

from ludotheque.lab.estimates import quantile
from ludotheque.lab.plotting import inline_svg, new_figure
from ludotheque.lab.report import plots
from ludotheque.lab.report.observe import PARTS
from ludotheque.lab.report.section import WHOLE, Section, panel_width
from ludotheque.lab.report.tables import Tables

_KINDS: Final = 12
"""Kinds of moves that have a row of their own."""


def lengths_section(tables: Tables) -> Section:
    """How many decisions games take."""
    lengths = {players: [row.decisions for row in tables.games if row.players == players] for players in tables.players}
    middles = {players: statistics.median(found) for players, found in lengths.items()}
    few, many = min(lengths), max(lengths)
    figure, (axes,) = new_figure(WHOLE, 66 + 52 * len(lengths))
    plots.draw_lengths(axes, lengths)
    headline = f"Half of all games take {middles[few]:,.0f} decisions or fewer"
    if few != many:
        headline = f"{middles[few]:,.0f} decisions with {few} players, {middles[many]:,.0f} with {many}"
    rows = []
    for players, found in lengths.items():
        low, middle, high = (
            f"{one:,.0f}" for one in (statistics.quantiles(found, n=4) if len(found) > 1 else found * 3)
        )
        games = [row for row in tables.games if row.players == players]
        choices, moments = (
            f"{statistics.median(column):,.0f}"
            for column in zip(*((row.choices, row.moments) for row in games), strict=True)
        )
        rows.append((str(players), f"{min(found):,}", low, middle, high, f"{max(found):,}", choices, moments))
    return Section(
        "lengths",
        "Lengths",
        headline,
        "A decision is one answer of one seat to one question of the rules. Some have a single answer; a choice has"
        " more than one. A moment is a time at which the table waits: choices made together, or by one seat in a row,"
        " are one.",
        (inline_svg(figure, "lengths", f"Distribution of the number of decisions in a game. {headline}."),),
        "Each hill shows how many games took that many decisions. The dot is the median: half of the games are"
        " shorter. The thick line below holds the middle half of the games.",
        (
            "players",
            "shortest",
            "lower quartile",
            "median",
            "upper quartile",
            "longest",
            "choices, median",
            "moments, median",
        ),
        tuple(rows),
    )


def course_section(tables: Tables) -> Section:
    """How many answers decisions have, over the course of a game."""
    course = {players: [Counter[int]() for _ in range(PARTS)] for players in tables.players}
    together: Counter[int] = Counter()
    for row in tables.course:
        course[row.players][row.part][row.answers] += row.decisions
        together[row.answers] += row.decisions
    most = max(quantile(part, 0.95) for parts in course.values() for part in parts if part)
    svgs, rows = [], []
    for players, parts in course.items():
        figure, (axes,) = new_figure(panel_width(tables), 190)
        plots.draw_course(axes, parts, most)
        axes.set_title(f"{players} players")
        axes.set_ylabel("answers")
        whole: Counter[int] = sum(parts, Counter())
        low, middle, high = (quantile(whole, share) for share in (0.25, 0.5, 0.75))
        single = whole[1] / sum(whole.values())
        svgs.append(
            inline_svg(
                figure,
                f"course-{players}",
                f"With {players} players a decision has {middle} answers in the median, half of them {low} to {high}.",
            )
        )
        rows.append((str(players), f"{single:.1%}", str(low), str(middle), str(high), f"{max(whole):,}"))
    single = together[1] / sum(together.values())
    middle = quantile(together, 0.5)
    return Section(
        "course",
        "Choices over time",
        f"Half of all decisions have {middle:,} answers or fewer" + f"; {single:.0%} have only one" * (single >= 0.01),
        f"Answers are the moves that the rules list for the seat that decides. Each game is cut into {PARTS} parts of"
        " equal length, so that short and long ones can be laid over each other.",
        tuple(svgs),
        "From left to right goes the game, upwards the number of answers, on a scale on which equal steps multiply."
        " The line is the median; the dark band holds half of all decisions, the light one nine of ten.",
        ("players", "one answer only", "lower quartile", "median", "upper quartile", "most"),
        tuple(rows),
    )


def kinds_section(tables: Tables) -> Section:
    """What kinds of moves are made, over the course of a game."""
    counted: Counter[str] = Counter()
    by_part: Counter[tuple[str, int]] = Counter()
    whole = [0] * PARTS
    for row in tables.kinds:
        counted[row.kind] += row.decisions
        by_part[row.kind, row.part] += row.decisions
        whole[row.part] += row.decisions
    ordered = [kind for kind, _ in sorted(counted.items(), key=lambda entry: (-entry[1], entry[0]))]
    shown, rest = ordered[:_KINDS], ordered[_KINDS:]
    for kind in rest:
        for part in range(PARTS):
            by_part["others", part] += by_part[kind, part]

    def middle(kind: str) -> float:
        return sum(part * by_part[kind, part] for part in range(PARTS)) / counted[kind]

    names = [*sorted(shown, key=lambda kind: (middle(kind), kind)), *["others"] * bool(rest)]
    shares = [[by_part[kind, part] / max(1, whole[part]) for part in range(PARTS)] for kind in names]
    figure, (axes,) = new_figure(WHOLE, 46 + 21 * len(names))
    plots.draw_kinds(axes, names, shares)
    total = sum(counted.values())
    first = ordered[0]
    return Section(
        "kinds",
        "Decisions over time",
        f"{counted[first] / total:.0%} of all decisions are “{first}”",
        "What was decided, by the kind of move as records name it, over the games of all table sizes.",
        (
            inline_svg(
                figure, "kinds", f"Kinds of moves over the course of a game, earliest first: {', '.join(names)}."
            ),
        ),
        "From left to right goes the game. The darker a field, the larger the share of that kind among the decisions of"
        f" that part of the game; the darkest is {max(map(max, shares)):.0%}. Kinds are in the order in which games"
        " come to them.",
        ("kind of move", "decisions", "share"),
        tuple((kind, f"{counted[kind]:,}", f"{counted[kind] / total:.1%}") for kind in ordered),
    )
