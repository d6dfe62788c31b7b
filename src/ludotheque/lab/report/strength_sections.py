"""The sections on bots: who beats whom, by how much, and how long they think."""

from __future__ import annotations

from ludotheque.lab.estimates import Estimate
from ludotheque.lab.plotting import inline_svg, new_figure
from ludotheque.lab.report import plots
from ludotheque.lab.report.section import WHOLE, Section, panel_width
from ludotheque.lab.report.tables import Tables


def strength_section(tables: Tables) -> Section:
    """What one bot wins among others."""
    players = list(dict.fromkeys(row.players for row in tables.pairings))
    svgs, rows, doubtful = [], [], []
    for count in players:
        found = [row for row in tables.pairings if row.players == count]
        names = [f"{row.upper} among {row.lower}" for row in found]
        figure, (axes,) = new_figure(panel_width(tables), 74 + (plots.ROW + 3) * len(found))
        plots.draw_pairings(axes, names, [Estimate(row.share, row.low, row.high) for row in found], 1 / count)
        axes.set_title(f"{count} players")
        axes.set_xlabel("of the games won by the one")
        shown = ", ".join(f"{name} {row.share:.0%}" for name, row in zip(names, found, strict=True))
        svgs.append(inline_svg(figure, f"strength-{count}", f"With {count} players, won: {shown}."))
        rows += [
            (
                str(count),
                row.upper,
                row.lower,
                f"{row.games:,}",
                f"{row.share:.1%}",
                f"{row.low:.1%} to {row.high:.1%}",
                f"{row.share * count:.2f}",
            )
            for row in found
        ]
        doubtful += [row for row in found if row.low <= 1 / count]
    headline = "Every bot clearly beats those below it"
    if doubtful:
        headline = f"In {len(doubtful)} of {len(tables.pairings)} pairings the higher bot is not clearly stronger"
    return Section(
        "strength",
        "Strength",
        headline,
        "One bot of a kind plays among bots of another, in every seat in turn.",
        tuple(svgs),
        "The dot is the share of the games that the one bot won, the bar where the true share lies 95 times of 100"
        " (Wilson’s interval). The dashed line is a fair share. A game that several win counts in parts, a drawn one"
        " as a fair share.",
        ("players", "one", "among", "games", "won", "95 % interval", "times its fair share"),
        tuple(rows),
    )


def _in_words(times: float) -> str:
    return f"{times:,.0f}" if times >= 10 else f"{times:.1f}"


def ratings_section(tables: Tables) -> Section:
    """One number for each bot."""
    several = len({rating.players for rating in tables.ratings}) > 1
    figure, (axes,) = new_figure(WHOLE, 300 if several else 74 + 24 * len(tables.ratings))
    plots.draw_ratings(axes, tables.ratings)
    zero = next(rating.bot for rating in tables.ratings if rating.low == rating.high)
    best = max(tables.ratings, key=lambda rating: rating.points)
    headline = f"No bot is rated above {zero}"
    if best.bot != zero:
        low, high = (_in_words(10 ** (points / 400)) for points in (best.low, best.high))
        headline = f"At a table of {best.players}, {best.bot} wins {low} to {high} times as often as {zero}"
    return Section(
        "ratings",
        "Ratings",
        headline,
        "One number for each bot and number of players, fitted to all pairings at once. With 100 points more a bot wins"
        f" 1.8 times as often as one at its table, with 400 more ten times. {zero[:1].upper()}{zero[1:]} is 0, so"
        " that the others are measured against it.",
        (inline_svg(figure, "ratings", f"Ratings of the bots by the number of players; {best.bot} is the highest."),),
        "Each bar is where the true rating lies 95 times of 100."
        + " Ratings at different numbers of players are fitted apart; the thin lines between them only lead the eye."
        * several,
        ("players", "bot", "points", "95 % interval"),
        tuple(
            (str(one.players), one.bot, f"{one.points:,.0f}", f"{one.low:,.0f} to {one.high:,.0f}")
            for one in tables.ratings
        ),
    )


def times_section(tables: Tables) -> Section:
    """How long bots think about a move."""
    found = [Estimate(row.median, row.quick, row.slow) for row in tables.times]
    figure, (axes,) = new_figure(WHOLE, 74 + 24 * len(found))
    plots.draw_times(axes, [row.bot for row in tables.times], found)
    slowest = max(tables.times, key=lambda row: row.median)
    return Section(
        "times",
        "Time a move",
        f"A move of {slowest.bot} takes {slowest.median:.2g} ms",
        "By the clock of the machine that made this report, other work on it included. These figures differ from run to"
        " run; all others are the same for the same seed.",
        (inline_svg(figure, "times", "Milliseconds that each bot takes over a move."),),
        "The dot is the median game’s mean time over a move, the bar goes from the quickest tenth of the games to the"
        " slowest. The scale is in steps that multiply.",
        ("bot", "games", "quickest tenth", "median", "slowest tenth"),
        tuple(
            (row.bot, f"{row.games:,}", *(f"{time:.3g} ms" for time in (row.quick, row.median, row.slow)))
            for row in tables.times
        ),
        timed=True,
    )
