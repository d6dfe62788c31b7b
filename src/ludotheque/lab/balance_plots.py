"""The plots of a balance page, drawn from its own tables and written beside it as SVG files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludotheque.engine.balance import Gauge
from ludotheque.engine.game import Game
from ludotheque.lab.estimates import Estimate
from ludotheque.lab.plotting import new_figure, plot_style, svg_file
from ludotheque.lab.report import plots

_WIDTH: Final = 285
"""The width of a plot for one number of players."""
_COLUMNS: Final = 3
_BASE: Final = 66
"""The height of a plot without its rows."""
_HEADING: Final = "## At a glance"
_READING: Final = (
    "A dot is a figure; the bar through it is where the true one lies 95 times of 100, where the page says so, and with"
    " so many games it is often narrower than the dot. In the plots of seats the dashed line is a fair share, and the"
    " shade is more than the game allows itself; in the others the shade is where figures should be."
)

Table = dict[str, Estimate]
"""The rows of a table by their first cells. Where there is no interval, it has no width."""
Tables = dict[int, dict[str, Table]]
"""The tables of a page: by the number of players, and by the head of their first column."""


class BadPage(ValueError):
    """A balance page that cannot be read; the message says what to do."""


class Panel(NamedTuple):
    """One plot of several in a figure: its title, how many rows it has, and what draws it."""

    title: str
    rows: int
    draw: Callable[[Any], None]


def write_page(game: Game, text: str, file: Path) -> None:
    """Write a page with its plots beside it, in the place of those that it shows; raises :class:`BadPage`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shown = [_HEADING, "", _READING, ""]
    with plot_style():
        for name, title, panels in _figures(game, read_tables(text), _read_trials(text)):
            picture = file.with_name(f"{file.stem}-{name}.svg")
            picture.write_text(svg_file(_draw(panels), title), "utf-8")
            shown += [f"![{title}]({picture.name})", ""]
    before, first, rest = _without_pictures(text).partition("## ")
    file.write_text("\n".join([before + shown[0], *shown[1:], first + rest]), "utf-8")


def read_page(file: Path) -> str:
    """The text of a page that was written before; raises :class:`BadPage`."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise BadPage(f"{file} cannot be read ({error.strerror}): measure the balance without --kept") from None


def _without_pictures(text: str) -> str:
    return re.sub(rf"^{_HEADING}$.*?^(?=## )", "", text, flags=re.MULTILINE | re.DOTALL)


def read_tables(text: str) -> Tables:
    """The tables of a page for each number of players; raises :class:`BadPage`."""
    found: Tables = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, rest = section.partition("\n")
        if players := re.fullmatch(r"(\d+) players", heading):
            found[int(players[1])] = {rows[0][0]: _read_table(rows) for rows in _rows(rest)}
    if not found:
        raise BadPage("the page has no tables: measure the balance without --kept")
    return found


def _rows(text: str) -> Iterator[list[list[str]]]:
    """The tables of a Markdown text, each as rows of cells without the line under the heads."""
    for block in re.findall(r"(?:^\|.*\|$\n?)+", text, flags=re.MULTILINE):
        lines = [line[1:-1].split("|") for line in block.splitlines()]
        yield [[cell.strip() for cell in line] for number, line in enumerate(lines) if number != 1]


def _read_table(rows: Sequence[Sequence[str]]) -> Table:
    """The figure of each row, which stands before the interval, or in the last column where there is none."""
    heads, *lines = rows
    has_interval = heads[-1] == "95 % interval"
    found = {}
    for cells in lines:
        figure = float(cells[-2 if has_interval else -1].rstrip("%"))
        bounds = map(float, cells[-1].split(" to ")) if has_interval else (figure, figure)
        found[cells[0]] = Estimate(figure, *bounds)
    return found


def _read_trials(text: str) -> Table:
    """What the bots of trials won, by their name and number of players."""
    found: Table = {}
    for name, block in re.findall(r"\(“(\w+)”\) among bots .*\n\n((?:\|.*\n)+)", text):
        for _, *lines in _rows(block):
            for players, _, _, _, times, interval, _ in lines:
                found[f"{name}, {players} players"] = Estimate(float(times), *map(float, interval.split(" to ")))
    return found


def _figures(game: Game, tables: Tables, trials: Table) -> Iterator[tuple[str, str, list[Panel]]]:
    """The plots of a page: the end of the file's name, what is seen, and the panels."""
    yield "seats", "What each seat wins", _seat_panels(game, tables, "seat", "seat")
    if any("order of play" in found for found in tables.values()):
        yield "order", "What each place in the order of play wins", _seat_panels(game, tables, "order of play", "turn")
    for number, gauge in enumerate(game.gauges, 1):
        by_players = {players: found[gauge.title] for players, found in tables.items() if gauge.title in found}
        if by_players:
            yield f"gauge-{number}", f"Each {gauge.title}", _gauge_panels(gauge, by_players)
    if trials:
        yield "trials", "What a bot wins that plays another way among the best", [_trial_panel(game, trials)]


def _seat_panels(game: Game, tables: Tables, title: str, word: str) -> list[Panel]:
    widest = max(one.high for found in tables.values() for one in found[title].values())

    def panel(players: int, table: Table) -> Panel:
        def draw(axes: Any) -> None:
            names = [f"{word} {number}" for number in table]
            plots.draw_multiples(axes, names, [*table.values()], game.max_seat_share, widest)
            axes.set_xlabel("times its fair share")

        return Panel(f"{players} players", len(table), draw)

    return [panel(players, found[title]) for players, found in tables.items()]


def _gauge_panels(gauge: Gauge, tables: dict[int, Table]) -> list[Panel]:
    """One panel for each number of players; one for all of them where the gauge has a single name."""
    bounds = gauge.low, gauge.high
    reach = plots.gauge_reach([one for table in tables.values() for one in table.values()], bounds)

    def panel(title: str, table: Table) -> Panel:
        def draw(axes: Any) -> None:
            plots.draw_gauge(axes, [*table], [*table.values()], bounds, reach)
            axes.set_xlabel(gauge.unit)

        return Panel(title, len(table), draw)

    if len(gauge.names) == 1:
        (name,) = gauge.names
        return [panel(name, {f"{players} players": table[name] for players, table in tables.items()})]
    return [panel(f"{players} players", table) for players, table in tables.items()]


def _trial_panel(game: Game, trials: Table) -> Panel:
    most = max(trial.most for trial in game.trials.values())

    def draw(axes: Any) -> None:
        plots.draw_multiples(axes, [*trials], [*trials.values()], most, max(one.high for one in trials.values()))
        axes.set_xlim(left=-plots.MARGIN)
        axes.set_xlabel("times its fair share")

    return Panel("", len(trials), draw)


def _draw(panels: Sequence[Panel]) -> Any:
    """The panels in one figure, three in a row."""
    columns = min(_COLUMNS, len(panels))
    lines = [panels[first : first + columns] for first in range(0, len(panels), columns)]
    heights = [_BASE + plots.ROW * max(panel.rows for panel in line) for line in lines]
    width = _WIDTH * max(columns, 2)
    figure, axes = new_figure(width, sum(heights), len(lines), columns, height_ratios=heights)
    for place, one in enumerate(axes):
        if place < len(panels):
            panels[place].draw(one)
            one.set_title(panels[place].title)
        else:
            one.remove()
    return figure
