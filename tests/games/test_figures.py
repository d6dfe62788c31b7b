"""Figures of rulebooks: every chapter has one, and each can be drawn on the real rules."""

from __future__ import annotations

import msgspec
import pytest

from ludotheque.engine.clauses import Section
from ludotheque.engine.figures import BadFigure, Figure, draw_figure, figures_of, read_figures
from ludotheque.engine.game import Game
from ludotheque.games import find, shelf

GAMES = list(shelf().values())
CHAPTERS = [(game, section) for game in GAMES for section in game.rulebook("en").sections]
FIGURES = [(game, figure) for game in GAMES for figure in figures_of(game).figures]

GOOD = """
[scene.opening]
players = ["Anne", "Bruno"]

[[figure]]
id = "board"
clause = "stratego.turn.red"
scene = "opening"
height = 200
seat = 0
show = { part = "board" }
caption.fr = "Le plateau."
caption.en = "The board."
"""


@pytest.mark.parametrize(
    ("game", "chapter"), CHAPTERS, ids=[f"{game.id}-{section.title}" for game, section in CHAPTERS]
)
def test_chapter_has_a_figure(game: Game, chapter: Section) -> None:
    clauses = {clause.id for clause in chapter.clauses}
    assert [figure.id for figure in figures_of(game).figures if figure.clause in clauses]


@pytest.mark.parametrize(("game", "figure"), FIGURES, ids=[f"{game.id}-{figure.id}" for game, figure in FIGURES])
def test_figure_is_played_on_the_real_rules(game: Game, figure: Figure) -> None:
    drawn = draw_figure(game, figures_of(game), figure)
    assert msgspec.json.encode(game.rules.sight(drawn.play.state, figure.seat))
    assert all(drawn.players), "everyone has a name"
    for caption in (figure.caption.fr, figure.caption.en):
        assert caption.endswith((".", "!", "?", "…"))
        assert len(caption) < 190


@pytest.mark.parametrize(("game", "figure"), FIGURES, ids=[f"{game.id}-{figure.id}" for game, figure in FIGURES])
def test_french_caption_breaks_no_line_before_a_mark(game: Game, figure: Figure) -> None:
    assert not [mark for mark in (" :", " ;", " ?", " !") if mark in figure.caption.fr]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_figures_stand_in_the_order_of_the_rulebook(game: Game) -> None:
    order = [clause.id for clause in game.rulebook("fr").clauses()]
    places = [order.index(figure.clause) for figure in figures_of(game).figures]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"stratego.turn.red"', '"stratego.none"', "board: there is no clause “stratego.none”"),
        ('scene = "opening"', 'scene = "end"', "no figure shows this scene"),
        ('["Anne", "Bruno"]', '["Anne"]', "opening: stratego is not played by 1"),
        ("seat = 0", "seat = 2", "board: there is no seat 2"),
        ("height = 200", "height = 9000", "$.figure[0].height"),
        ('caption.fr = "Le plateau."', "", "`fr`"),
        ("height = 200", "height == 200", "is not TOML"),
    ],
)
def test_bad_figure_is_refused_with_its_name(before: str, after: str, said: str) -> None:
    game = find("stratego")
    assert read_figures(game, GOOD).figures[0].id == "board"
    with pytest.raises(BadFigure, match=r"stratego/rulebook/figures\.toml") as error:
        read_figures(game, GOOD.replace(before, after, 1))
    assert said in str(error.value)


def test_two_figures_of_one_name_and_a_missing_scene_are_refused() -> None:
    game = find("stratego")
    figure = GOOD[GOOD.index("[[figure]]") :]
    with pytest.raises(BadFigure, match="board: there are two figures of this name"):
        read_figures(game, GOOD + figure)
    with pytest.raises(BadFigure, match="other: there is no scene “end”"):
        read_figures(game, GOOD + figure.replace('"board"', '"other"').replace('"opening"', '"end"'))


@pytest.mark.parametrize(
    ("added", "said"),
    [
        (
            'then = [{ by = 1, do = "step", from = "a7", to = "a6" }]',
            r"then\[0\]: seat 1 may not play .*still_deploying",
        ),
        ('then = [{ by = 1, do = "jump" }]', r"then\[0\]"),
    ],
)
def test_move_that_the_rules_refuse_is_named(added: str, said: str) -> None:
    game = find("stratego")
    figures = read_figures(game, GOOD.replace("seat = 0", f"seat = 0\n{added}"))
    with pytest.raises(BadFigure, match=f"board: .*{said}"):
        draw_figure(game, figures, figures.figures[0])


def test_bad_options_and_positions_are_named() -> None:
    game = find("stratego")
    for added in ('options = { army = "huge" }', 'position = "none"'):
        figures = read_figures(game, GOOD.replace("\n[[figure]]", f"{added}\n[[figure]]", 1))
        with pytest.raises(BadFigure, match="board"):
            draw_figure(game, figures, figures.figures[0])
