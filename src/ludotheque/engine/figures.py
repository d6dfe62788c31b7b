"""Figures of a rulebook as data, read from ``rulebook/figures.toml`` of a game and checked.

A figure stands under a clause. It shows a scene (a game from its opening or a position, after some moves, as a seat or
a spectator sees it), or a part of it; ``docs/add-a-game.md`` shows how one is written. The browser draws it with the
components of the game's mat.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludotheque.engine.game import Game
from ludotheque.engine.lessons import LessonText, scripted_moves
from ludotheque.engine.options import BadOptions
from ludotheque.engine.rules import Seat
from ludotheque.engine.scripted_play import BadScript, ScriptedPlay

_Name = Annotated[str, Meta(pattern="^[a-z][a-z-]*$")]


class BadFigure(BadScript):
    """A figure that cannot be drawn; the message names it and says what is wrong."""


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a game that one or several figures show."""

    players: Annotated[tuple[str, ...], Meta(min_length=1, max_length=10)]
    options: dict[str, Any] = {}
    seed: str = "figure"
    """What nature draws from, where the scene does not say what it draws."""
    position: str = ""
    """The position to begin with, as the game writes it; empty for the opening."""
    start: tuple[dict[str, Any], ...] = ()
    """The moves that lead to the moment, written as in a lesson."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure of a rulebook."""

    id: _Name
    clause: str
    """The clause under which it stands."""
    scene: str
    """The name of its scene."""
    height: Annotated[int, Meta(ge=40, le=480)]
    """How high it is where it is 320 wide: so much room is kept for it before it is drawn."""
    caption: LessonText
    show: dict[str, Any]
    """What it shows of its scene, for the ``Figure.svelte`` of the game."""
    seat: Seat | None = None
    """The seat that looks on; a spectator where none is given."""
    then: tuple[dict[str, Any], ...] = ()
    """The moves after those of the scene."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scene: dict[_Name, Scene]
    figure: tuple[Figure, ...]


class Figures(msgspec.Struct, frozen=True):
    """The figures of a rulebook, and their scenes by name."""

    scenes: Mapping[str, Scene]
    figures: tuple[Figure, ...]


class DrawnFigure(msgspec.Struct, frozen=True):
    """A figure, its players and options, and the game at its moment."""

    figure: Figure
    players: tuple[str, ...]
    options: Any
    play: ScriptedPlay


_read: dict[str, Figures] = {}
"""The figures of each package, once they were read."""


def figures_of(game: Game) -> Figures:
    """The figures of a game's rulebook. None with a host's own box: they name cards of the one that comes with it."""
    if game.rules.box_mark:
        return Figures({}, ())
    if game.package not in _read:
        entry = game.folder.joinpath("rulebook", "figures.toml")
        _read[game.package] = read_figures(game, entry.read_text("utf-8")) if entry.is_file() else Figures({}, ())
    return _read[game.package]


def read_figures(game: Game, text: str) -> Figures:
    """Read the figures of a game and check them; raises :class:`BadFigure` at the first problem."""
    source = f"{game.id}/rulebook/figures.toml"
    try:
        file = msgspec.convert(tomllib.loads(text), _File)
    except tomllib.TOMLDecodeError as error:
        raise BadFigure(f"{source} is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadFigure(f"{source}: {error}") from None
    for problem in _problems(game, file):
        raise BadFigure(f"{source}: {problem}")
    return Figures(file.scene, file.figure)


def _problems(game: Game, file: _File) -> Iterator[str]:
    """Where the figures do not agree with their game, in sentences that begin with the figure or the scene."""
    clauses = {clause.id for clause in game.rulebook("fr").clauses()}
    names = [figure.id for figure in file.figure]
    for name, scene in file.scene.items():
        if len(scene.players) not in game.rules.seats:
            yield f"{name}: {game.id} is not played by {len(scene.players)}"
        if name not in {figure.scene for figure in file.figure}:
            yield f"{name}: no figure shows this scene"
    for figure in file.figure:
        if names.count(figure.id) > 1:
            yield f"{figure.id}: there are two figures of this name"
        if figure.clause not in clauses:
            yield f"{figure.id}: there is no clause “{figure.clause}”"
        if figure.scene not in file.scene:
            yield f"{figure.id}: there is no scene “{figure.scene}”"
        elif figure.seat is not None and not 0 <= figure.seat < len(file.scene[figure.scene].players):
            yield f"{figure.id}: there is no seat {figure.seat}"


def draw_figure(game: Game, figures: Figures, figure: Figure) -> DrawnFigure:
    """Play a figure's scene on the real rules; raises :class:`BadFigure` where they refuse a move of it."""
    scene = figures.scenes[figure.scene]
    source = f"{game.id}/rulebook/figures.toml: {figure.id}"
    try:
        options = game.options(scene.options)
        play = ScriptedPlay(game, source, len(scene.players), options, scene.position, scene.seed, figure.seat)
        play.play_script(tuple(scripted_moves(game, scene.start, "start")), "start")
        play.play_script(tuple(scripted_moves(game, figure.then, "then")), "then")
        play.draw()
    except (BadScript, BadOptions, ValueError) as error:
        raise BadFigure(f"{source}: {error}") from None
    return DrawnFigure(figure, scene.players, options, play)
