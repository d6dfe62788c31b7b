"""The sections of a report: what was found in words, the plots that show it, how to read them, and the figures."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.engine.game import Game
from ludotheque.lab.report.course_sections import course_section, kinds_section, lengths_section
from ludotheque.lab.report.result_sections import ends_section, gauge_section, seat_sections
from ludotheque.lab.report.section import Section
from ludotheque.lab.report.strength_sections import ratings_section, strength_section, times_section
from ludotheque.lab.report.tables import Tables


def sections(game: Game, tables: Tables) -> Iterator[Section]:
    """The sections of a report, in the order of the page."""
    yield lengths_section(tables)
    yield from seat_sections(game, tables)
    yield ends_section(game, tables)
    yield course_section(tables)
    yield kinds_section(tables)
    for number, gauge in enumerate(game.gauges):
        yield gauge_section(tables, gauge, number)
    if tables.pairings:
        yield strength_section(tables)
        yield ratings_section(tables)
    yield times_section(tables)
