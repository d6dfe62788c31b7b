"""Le Jeu du Président in a browser: a whole game from the shelf to election night, keys alone, fingers on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.client import ME, bot
from tests.web.conftest import Visit
from tests.web.president_page import PATIENCE, PresidentPage
from tests.web.visitor import DESKTOP, PHONE, Visitor


async def opens_president(anne: Visitor, players: int, level: str = "random") -> PresidentPage:
    chairs = [ME, *(bot(level) for _ in range(players - 1))]
    wish = {"game": "president", "name": "Anne-Charlotte", "nonce": "n", "chairs": chairs, "options": {}}
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    assert answer.status == 201, await answer.text()
    await anne.goto(f"/t/{(await answer.json())['id']}")
    return PresidentPage(anne.page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_every_scene_fits_and_everybody_can_use_it(visit: Visit, size: tuple[int, int]) -> None:
    anne = await visit(size)
    mat = await opens_president(anne, 4)
    for turn in range(60):
        question = await mat.asked()
        if not mat.done[question] or turn == 59:
            await anne.looks_good(f"president-{turn:02}-{question}")
        await mat.answer(question)
