"""Lessons over HTTP: the list, the answers, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import games
from ludotheque.engine.lessons import lessons_of
from tests.server.client import Guest
from tests.server.running import Running

STEP = {"do": "step", "from": "e4", "to": "e5"}


async def answer(guest: Guest, path: str, answers: list[Any]) -> Any:
    return await guest.http.post(f"/api/games/{path}", json={"answers": answers})


async def test_lessons_of_each_game_are_listed(server: Running) -> None:
    guest = Guest(server, "Anne")
    boxes = {box["id"]: box["lessons"] for box in (await guest.get("/api/shelf"))["games"]}
    for game in games.shelf().values():
        listed = await guest.get(f"/api/games/{game.id}/lessons")
        assert [lesson["id"] for lesson in listed["lessons"]] == [lesson.id for lesson in lessons_of(game)]
        assert boxes[game.id] == len(listed["lessons"])


async def test_answers_lead_through_a_lesson(server: Running) -> None:
    guest = Guest(server, "Anne")
    view = (await answer(guest, "stratego/lessons/moving", [])).json()
    assert (view["number"], view["taken"], view["feedback"], view["step"]["asks"]) == (0, 0, None, False)
    assert view["moments"][-1]["now"]["sight"]["seat"] == view["seat"] == 0
    view = (await answer(guest, "stratego/lessons/moving", [[], [], [STEP]])).json()
    assert (view["number"], view["taken"], view["feedback"]["kind"]) == (3, 3, "right")
    assert [entry["seat"] for entry in view["story"]] == [0, 1]
    assert [moment["seq"] for moment in view["moments"]] == [1, 2]


async def test_wrong_and_forbidden_moves_are_told_apart(server: Running) -> None:
    guest = Guest(server, "Anne")
    view = (await answer(guest, "stratego/lessons/moving", [[], [], [{**STEP, "to": "d4"}]])).json()
    assert (view["taken"], view["feedback"]["kind"]) == (2, "wrong")
    assert set(view["feedback"]["say"]) == {"fr", "en"}
    view = (await answer(guest, "stratego/lessons/moving", [[], [], [{**STEP, "from": "d1"}]])).json()
    assert (view["taken"], view["feedback"]["kind"]) == (2, "refused")
    assert view["feedback"]["refusal"]["clause"].startswith("stratego.move.")


@pytest.mark.parametrize(
    ("path", "answers", "status", "code"),
    [
        ("chess/lessons/moving", [], 404, "no_game"),
        ("stratego/lessons/castling", [], 404, "no_lesson"),
        ("stratego/lessons/moving", [[{"do": "fly"}]], 400, "bad_request"),
        ("stratego/lessons/moving", [[STEP] * 65], 400, "bad_request"),
        ("stratego/lessons/moving", [[]] * 121, 400, "bad_request"),
        ("stratego/lessons/moving", "all", 400, "bad_request"),
    ],
)
async def test_bad_requests_are_refused(server: Running, path: str, answers: Any, status: int, code: str) -> None:
    refused = await answer(Guest(server, "Anne"), path, answers)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


async def test_lesson_leaves_no_cookie_and_no_table(server: Running) -> None:
    guest = Guest(server, "Anne")
    done = await answer(guest, "stratego/lessons/moving", [[]])
    assert done.status_code == 200
    assert "set-cookie" not in done.headers
