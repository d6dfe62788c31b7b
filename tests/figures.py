"""Figures of rulebooks for tests: one of them, at its moment."""

from __future__ import annotations

from typing import Any

from ludotheque.engine.figures import DrawnFigure, draw_figure, figures_of
from ludotheque.engine.rules import Event
from ludotheque.games import find


def drawn(game: str, id: str) -> DrawnFigure:
    """A figure, its scene played on the real rules."""
    found = find(game)
    figures = figures_of(found)
    return draw_figure(found, figures, next(figure for figure in figures.figures if figure.id == id))


def sight_of(game: str, id: str) -> Any:
    """What a figure's viewer sees."""
    figure = drawn(game, id)
    return find(game).rules.sight(figure.play.state, figure.figure.seat)


def events_of(game: str, id: str) -> list[Event]:
    """What has happened in a figure's scene, as its viewer saw it."""
    return [event for seen in drawn(game, id).play.story for event in seen.events]
