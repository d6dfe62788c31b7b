"""Figures of rulebooks over HTTP: computed once, from the files of a game."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import get
from litestar.params import FromPath

from ludotheque.engine.figures import DrawnFigure, draw_figure, figures_of
from ludotheque.games import find
from ludotheque.protocol import figures
from ludotheque.server.http.openapi import error_responses
from ludotheque.server.http.scripted import now_of, story_of


@get("/games/{game:str}/figures", responses=error_responses("no_game"), sync_to_thread=True)
def show_figures(game: FromPath[str]) -> figures.FigureList:
    """What the figures of a rulebook show: moments of a game, each as a seat or a spectator sees it."""
    return _figure_list(find(game).id)


@cache
def _figure_list(game: str) -> figures.FigureList:
    found = find(game)
    known = figures_of(found)
    return figures.FigureList(game, [_figure_view(draw_figure(found, known, figure)) for figure in known.figures])


def _figure_view(drawn: DrawnFigure) -> figures.FigureView:
    play, figure = drawn.play, drawn.figure
    return figures.FigureView(
        id=figure.id,
        show=figure.show,
        seat=figure.seat,
        players=list(drawn.players),
        options=msgspec.to_builtins(drawn.options),
        story=story_of(play),
        now=now_of(play.game, play.state, figure.seat),
    )
