"""The plots of a report, each for one set of axes, so that pages and files share them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ludotheque.lab.estimates import Estimate, quantile
from ludotheque.lab.plotting import BOUND, CARD, INK, MARK, SERIES, SOFT, draw_estimates, name_rows
from ludotheque.lab.ratings import Rating
from ludotheque.lab.report.observe import PARTS

ROW: Final = 19
"""The height of a row of estimates."""
MARGIN: Final = 0.03
"""The part of an axis that lies before its 0, so that a dot there is whole."""
_BINS: Final = 24
_MARKERS: Final = "osD^v"


def draw_lengths(axes: Any, lengths: Mapping[int, Sequence[int]]) -> None:
    """One hill for each number of players: how many games took so many decisions, with their median and quartiles."""
    import numpy as np

    longest = max(max(found) for found in lengths.values())
    edges = np.linspace(0, longest, _BINS + 1)
    name_rows(axes, [f"{players} players" for players in lengths])
    for row, found in enumerate(lengths.values()):
        heights, _ = np.histogram(found, edges)
        heights = heights / heights.max() * 0.6
        base = row + 0.3
        axes.fill_between(
            np.repeat(edges, 2)[1:-1], base, base - np.repeat(heights, 2), color=MARK, alpha=0.3, linewidth=0
        )
        low, middle, high = np.percentile(found, [25, 50, 75])
        axes.plot([low, high], [base, base], color=MARK, linewidth=3.5, solid_capstyle="round")
        axes.plot([middle], [base], "o", color=MARK, markersize=7, markeredgecolor=CARD, markeredgewidth=1)
        axes.annotate(f"{middle:,.0f}", (middle, base), (0, -14), textcoords="offset points", ha="center", color=SOFT)
    axes.set_ylim(len(lengths) - 0.4, -0.5)
    axes.set_xlim(0, longest * 1.03)
    axes.set_xlabel("decisions in a game")


def draw_multiples(axes: Any, names: Sequence[str], found: Sequence[Estimate], bound: float, widest: float) -> None:
    """How many times its fair share each seat won: the line is a fair share, the shade is too much."""
    axes.axvspan(bound, max(widest, bound) + 1, color=BOUND, alpha=0.22, linewidth=0)
    axes.axvline(1, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    draw_estimates(axes, names, found)
    reach = max(0.25, bound - 1, widest - 1) * 1.08
    axes.set_xlim(max(1 - reach, -(1 + reach) * MARGIN), 1 + reach)
    axes.locator_params(axis="x", nbins=4)


def draw_shares(axes: Any, names: Sequence[str], found: Sequence[Estimate]) -> None:
    """A bar for each share of a whole under its name, with its interval."""
    name_rows(axes, [""] * len(names))
    for row, (name, (value, low, high)) in enumerate(zip(names, found, strict=True)):
        axes.text(0, row - 0.12, f"{name}: {value:.0%}", verticalalignment="bottom")
        axes.barh(row + 0.14, value, height=0.32, color=MARK, alpha=0.35, linewidth=0)
        axes.plot([low, high], [row + 0.14] * 2, color=MARK, linewidth=2, solid_capstyle="round")
    axes.set_ylim(len(names) - 0.55, -0.75)
    axes.set_xlim(0, 1)
    show_percent(axes)


def show_percent(axes: Any) -> None:
    """Write shares as per cent."""
    quarters = [0, 0.25, 0.5, 0.75, 1]
    axes.set_xticks(quarters, [f"{share:.0%}" for share in quarters])


def draw_course(axes: Any, course: Sequence[Mapping[int, int]], most: int) -> None:
    """Answers to choose from over the course of a game: the median, half of all decisions, and nine of ten."""
    parts = [part for part in range(PARTS) if course[part]]
    middle = [(part + 0.5) / PARTS for part in parts]
    for low, high, alpha in ((0.05, 0.95, 0.13), (0.25, 0.75, 0.3)):
        bounds = [[quantile(course[part], share) for part in parts] for share in (low, high)]
        axes.fill_between(middle, *bounds, color=MARK, alpha=alpha, linewidth=0)
    median = [quantile(course[part], 0.5) for part in parts]
    axes.plot(middle, median, color=MARK, linewidth=2.2, solid_joinstyle="round")
    axes.grid(axis="both", visible=True)
    axes.set_yscale("log")
    axes.set_ylim(0.9, most * 1.15)
    ticks = [tick for tick in (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if tick <= most]
    axes.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.5, 1], ["start", "half-way", "end"])
    for label, side in zip(axes.get_xticklabels(), ("left", "center", "right"), strict=True):
        label.set_horizontalalignment(side)


def draw_kinds(axes: Any, names: Sequence[str], shares: Sequence[Sequence[float]]) -> None:
    """For each kind of move its share of the decisions of each part of a game: the more, the darker."""
    name_rows(axes, names)
    deepest = max(max(row) for row in shares)
    for row, parts in enumerate(shares):
        for part, share in enumerate(parts):
            if share:
                axes.barh(row, 0.94, 0.8, left=part + 0.03, color=MARK, alpha=0.08 + 0.9 * share / deepest, linewidth=0)
    axes.grid(visible=False)
    axes.set_xlim(0, PARTS)
    axes.set_xticks([0, PARTS / 2, PARTS], ["start", "half-way", "end"])
    for label, side in zip(axes.get_xticklabels(), ("left", "center", "right"), strict=True):
        label.set_horizontalalignment(side)


def draw_gauge(
    axes: Any, names: Sequence[str], found: Sequence[Estimate], bounds: tuple[float, float], reach: tuple[float, float]
) -> None:
    """The figures of a gauge, over a shade where they should lie."""
    low, high = bounds
    axes.axvspan(max(low, reach[0]), min(high, reach[1]), color=BOUND, alpha=0.25, linewidth=0)
    draw_estimates(axes, [textwrap.fill(name, 18) for name in names], found)
    axes.set_xlim(*reach)
    axes.locator_params(axis="x", nbins=5)


def gauge_reach(found: Sequence[Estimate], bounds: tuple[float, float]) -> tuple[float, float]:
    """How far the axis of a gauge reaches: all its figures, and the bounds unless they are far off."""
    highest = max(estimate.high for estimate in found)
    lowest = min(estimate.low for estimate in found)
    low, high = min(bounds[0], lowest), max(highest, min(bounds[1], 1.6 * highest))
    edge = (high - low) * 0.06
    return (-high * MARGIN if 0 <= low < 0.35 * high else low - edge), high + edge


def draw_pairings(axes: Any, names: Sequence[str], found: Sequence[Estimate], fair: float) -> None:
    """What one bot won among others, with the line of a fair share."""
    axes.axvline(fair, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    draw_estimates(axes, names, found)
    axes.set_xlim(-MARGIN, 1 + MARGIN)
    show_percent(axes)


def draw_ratings(axes: Any, ratings: Sequence[Rating]) -> None:
    """The rating of each bot: a row each at one number of players, over these where there are several."""
    if len({rating.players for rating in ratings}) > 1:
        _draw_ratings_by_players(axes, ratings)
        return
    best_first = sorted(ratings, key=lambda rating: -rating.points)
    found = [Estimate(rating.points, rating.low, rating.high) for rating in best_first]
    draw_estimates(axes, [rating.bot for rating in best_first], found)
    axes.set_xlabel("points")


def _draw_ratings_by_players(axes: Any, ratings: Sequence[Rating]) -> None:
    """The rating of each bot at each number of players, named at the right."""
    players = list(dict.fromkeys(rating.players for rating in ratings))
    bots = list(dict.fromkeys(rating.bot for rating in ratings))
    for number, bot in enumerate(bots):
        colour, marker = SERIES[number % len(SERIES)], _MARKERS[number % len(_MARKERS)]
        rated = [rating for rating in ratings if rating.bot == bot]
        places = [players.index(rating.players) + (number - (len(bots) - 1) / 2) * 0.07 for rating in rated]
        points = [rating.points for rating in rated]
        axes.plot(places, points, color=colour, linewidth=1, alpha=0.5)
        for place, rating in zip(places, rated, strict=True):
            axes.plot([place] * 2, [rating.low, rating.high], color=colour, linewidth=2.5, alpha=0.55)
        axes.plot(places, points, marker, color=colour, markersize=6.5, markeredgecolor=CARD, markeredgewidth=1)
    ends = {rating.bot: rating for rating in ratings}  # where the line of each bot ends, and its name begins
    reach = max(rating.high for rating in ratings) - min(rating.low for rating in ratings)
    for end in dict.fromkeys(rating.players for rating in ends.values()):
        heights = {bot: rating.points for bot, rating in ends.items() if rating.players == end}
        for bot, height in _apart(heights, reach * 0.06).items():
            axes.text(
                players.index(end) + 0.28,
                height,
                bot,
                color=SERIES[bots.index(bot) % len(SERIES)],
                fontweight=600,
                verticalalignment="center",
                bbox={"facecolor": CARD, "edgecolor": "none", "pad": 0.5},
            )
    axes.grid(visible=False, axis="x")
    axes.grid(visible=True, axis="y")
    axes.set_xlim(-0.5, len(players) - 0.5 + max(0.3, 0.14 * len(players)))
    axes.set_xticks(range(len(players)), [str(count) for count in players])
    axes.set_xlabel("players at the table")
    axes.set_ylabel("points")
    axes.spines["bottom"].set_color(SOFT)


def _apart(heights: Mapping[str, float], gap: float) -> dict[str, float]:
    """The heights of labels, lowest first, each at least so far above the one before."""
    found: dict[str, float] = {}
    least = float("-inf")
    for name, height in sorted(heights.items(), key=lambda entry: entry[1]):
        found[name] = max(height, least)
        least = found[name] + gap
    return found


def draw_times(axes: Any, names: Sequence[str], found: Sequence[Estimate]) -> None:
    """Milliseconds a move, each step of the scale so many times the one before."""
    draw_estimates(axes, names, found)
    low = max(1e-4, min(one.low for one in found)) / 1.6  # a clock may be coarse, and a scale that multiplies has no 0
    high = max(low, *(one.high for one in found)) * 1.6
    steps = (1, 2, 5) if high < 100 * low else (1,)
    ticks = [step * 10.0**power for power in range(-6, 7) for step in steps]
    axes.set_xscale("log")
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_xlim(low, high)
    axes.set_xlabel("milliseconds a move")
