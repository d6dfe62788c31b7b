"""Figures of rulebooks over HTTP: where they stand, and what they show."""

from __future__ import annotations

import json

import msgspec

from ludotheque import games
from ludotheque.engine.figures import draw_figure, figures_of
from tests.server.client import Guest
from tests.server.running import Running


async def test_figures_show_what_their_viewer_sees(server: Running) -> None:
    guest = Guest(server, "Anne")
    for game in games.shelf().values():
        known = figures_of(game)
        listed = (await guest.get(f"/api/games/{game.id}/figures"))["figures"]
        assert [view["id"] for view in listed] == [figure.id for figure in known.figures]
        for view, figure in zip(listed, known.figures, strict=True):
            state = draw_figure(game, known, figure).play.state
            assert view["now"]["sight"] == json.loads(msgspec.json.encode(game.rules.sight(state, figure.seat)))
            assert view["show"] == figure.show


async def test_rulebook_says_where_figures_stand_and_how_high_they_are(server: Running) -> None:
    guest = Guest(server, "Anne")
    for lang in ("fr", "en"):
        book = await guest.get(f"/api/games/stratego/rulebook/{lang}")
        found = {clause["id"]: clause["figures"] for section in book["sections"] for clause in section["clauses"]}
        figure = next(figure for figure in figures_of(games.find("stratego")).figures if figure.id == "scout")
        caption = getattr(figure.caption, lang)
        assert found["stratego.move.scout"] == [{"id": "scout", "caption": caption, "height": figure.height}]
        assert found["stratego.move.final"] == []


async def test_figures_of_an_unknown_game_are_not_found(server: Running) -> None:
    guest = Guest(server, "Anne")
    answer = await guest.http.get("/api/games/chess/figures")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_game")
