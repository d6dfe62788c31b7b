"""The log of a learner as plots: one SVG file of small panels over the iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from ludotheque.lab.learn.log import Bred, Dueled, Entry, Iterated, Stretch

Points = list[tuple[float, float]]

WIDTH, HEIGHT, COLUMNS = 300, 150, 3
ACROSS, DOWN = 96, 56
"""The room between panels: names of lines stand beside them, and the numbers of the next."""
COLOURS: Final = ("#b4452c", "#2c6e8f", "#3f7d3a", "#8a6d1f", "#6b4a8b", "#444444", "#a05c8a", "#1f8a7d", "#777777")
MOST_POINTS: Final = 300
"""A line of more points is drawn with fewer, each the mean of several."""


def draw_plots(entries: Sequence[Entry]) -> str:
    """Every figure of a log over the iterations."""
    panels = _find_panels(entries)
    rows = -(-len(panels) // COLUMNS)
    width, height = COLUMNS * (WIDTH + ACROSS) + DOWN, rows * (HEIGHT + DOWN) + DOWN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="11"><rect width="{width}" height="{height}" fill="#fff"/>'
    ]
    for number, (title, lines) in enumerate(panels.items()):
        row, column = divmod(number, COLUMNS)
        x, y = DOWN + column * (WIDTH + ACROSS), DOWN / 1.5 + row * (HEIGHT + DOWN)
        parts.append(f'<g transform="translate({x} {y})">{_draw_panel(title, lines)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _find_panels(entries: Sequence[Entry]) -> dict[str, dict[str, Points]]:
    """The lines of each panel, by what they show."""
    panels: dict[str, dict[str, Points]] = {}

    def add(panel: str, line: str, iteration: int, value: float) -> None:
        panels.setdefault(panel, {}).setdefault(line, []).append((iteration, value))

    compiles = False
    for entry in entries:
        match entry:
            case Stretch():
                compiles = True
            case Dueled():
                add("score against", entry.opponent, entry.iteration, entry.score)
            case Iterated():
                for name, value in entry.figures.items():
                    add(name, "", entry.iteration, value)
                if not compiles:  # the first of a stretch takes half a minute longer
                    add("seconds", "", entry.iteration, entry.seconds)
                compiles = False
            case Bred():
                add("openings: score of the best and the worst", "best", entry.iteration, entry.best)
                add("openings: score of the best and the worst", "worst", entry.iteration, entry.worst)
    return panels


def _draw_panel(title: str, lines: dict[str, Points]) -> str:
    points = [point for line in lines.values() for point in line]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    wide, tall = right - left or 1.0, high - low or 1.0

    def place(x: float, y: float) -> str:
        return f"{(x - left) / wide * WIDTH:.1f},{HEIGHT - (y - low) / tall * HEIGHT:.1f}"

    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>',
        f'<text x="0" y="-6" font-weight="bold">{escape(title.replace("_", " "))}</text>',
        f'<text x="-4" y="10" text-anchor="end">{high:.3g}</text>',
        f'<text x="-4" y="{HEIGHT}" text-anchor="end">{low:.3g}</text>',
        f'<text x="{WIDTH}" y="{HEIGHT + 12}" text-anchor="end">{right:g}</text>',
    ]
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        drawn = " ".join(place(x, y) for x, y in _thin(line))
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="1.4"/>')
        if len(line) == 1:
            parts.append(f'<circle cx="{drawn.split(",")[0]}" cy="{drawn.split(",")[1]}" r="2" fill="{colour}"/>')
        if name:
            parts.append(f'<text x="{WIDTH + 3}" y="{10 + 12 * number}" fill="{colour}">{escape(name)}</text>')
    return "".join(parts)


def _thin(line: Points) -> Points:
    size = -(-len(line) // MOST_POINTS)
    parts = [line[first : first + size] for first in range(0, len(line), size)]
    return [(part[-1][0], sum(y for _, y in part) / len(part)) for part in parts]
