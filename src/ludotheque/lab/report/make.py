"""Make a report: play its games, count, and write the page and the tables beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ludotheque.engine.game import Game
from ludotheque.lab.plan import Plan
from ludotheque.lab.plotting import plot_style
from ludotheque.lab.ratings import rate
from ludotheque.lab.report.observe import observe
from ludotheque.lab.report.page import render
from ludotheque.lab.report.sections import sections
from ludotheque.lab.report.tables import Tables, score_of
from ludotheque.lab.spread import Jobs


def data_folder(page: Path) -> Path:
    """The folder of the tables beside a page."""
    return page.with_name(f"{page.stem}-data")


def make_report(
    game: Game,
    equal: Sequence[Plan],
    meetings: Sequence[Plan],
    page: Path,
    command: str,
    jobs: Jobs = 1,
    tick: Callable[[int], None] = lambda done: None,
) -> Tables:
    """Play the plans, write the report to ``page`` and its tables beside it, and return these.

    ``tick`` is called with the number of games just finished, ``command`` is told on the page.
    """
    tables = Tables()
    timed = []
    for series in observe(equal, True, jobs, tick):
        tables.add_equal(series)
        timed.append(series)
    scores = []
    for series in observe(meetings, False, jobs, tick):
        scores.append(score_of(series))
        timed.append(series)
    tables.add_scores(scores)
    if scores:
        tables.ratings = rate(scores, next(iter(game.levels)))
    tables.add_times(timed)
    with plot_style():
        found = list(sections(game, tables))
    data = data_folder(page)
    page.parent.mkdir(parents=True, exist_ok=True)
    tables.write(data)
    page.write_text(render(game, equal[0], command, tables, found, data.name), "utf-8")
    return tables
