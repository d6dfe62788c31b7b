"""Stratagem in a browser: a whole game from the shelf to the palace, its scenes one by one, keys alone, a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.client import ME, bot
from tests.web.conftest import Visit
from tests.web.stratagem_page import PATIENCE, StratagemPage
from tests.web.visitor import DESKTOP, PHONE, Visitor


async def opens_stratagem(anne: Visitor, level: str = "random", **options: bool) -> StratagemPage:
    chairs = [ME, *(bot(level) for _ in range(3))]
    wish = {"game": "stratagem", "name": "Anne-Charlotte", "nonce": "n", "chairs": chairs, "options": options}
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    assert answer.status == 201, await answer.text()
    await anne.goto(f"/t/{(await answer.json())['id']}")
    return StratagemPage(anne.page)


async def until(mat: StratagemPage, wanted: str) -> None:
    """Play on until we are asked that."""
    for _ in range(200):
        question = await mat.asked()
        if question == wanted:
            return
        await mat.answer(question)
    raise AssertionError(f"nobody has asked for “{wanted}”")


async def test_from_the_shelf_to_the_result(visit: Visit, tmp_path: Path) -> None:
    anne = await visit()
    await anne.goto()
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Stratagem").click()
    await anne.page.get_by_label("Votre nom").fill("Anne")
    for chair in (2, 3, 4):
        await anne.page.get_by_label(f"Chaise {chair}").select_option("random")
    await anne.button("Ouvrir la table").click()
    mat = StratagemPage(anne.page)
    for _ in range(300):
        question = await mat.asked()
        if question in ("over", "out"):
            break
        await mat.answer(question)
    await expect(mat.finale).to_be_visible(timeout=PATIENCE)
    await anne.looks_good("stratagem-over")
    assert mat.done["programme"] == 5, "two of the seven themes are settled by doctrine"
    assert mat.done["turn"]
    card = anne.page.get_by_role("dialog")
    await expect(card.get_by_role("heading")).to_have_text(re.compile("gagné|nulle"), timeout=PATIENCE)
    async with anne.page.expect_download() as downloading:
        await card.get_by_role("link", name="Télécharger la partie").click()
    await (await downloading.value).save_as(tmp_path / "game.jsonl")
    verdict = record.verify(games.find("stratagem"), record.read((tmp_path / "game.jsonl").read_bytes()))
    assert verdict.sealed
    assert verdict.outcome is not None


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_every_scene_fits_and_everybody_can_use_it(visit: Visit, size: tuple[int, int]) -> None:
    anne = await visit(size)
    mat = await opens_stratagem(anne, show_irregular=True)
    for turn in range(45):
        question = await mat.asked()
        if question in ("over", "out"):
            break
        if not mat.done[question] or turn in (24, 44):
            await anne.looks_good(f"stratagem-{turn:02}-{question}")
        await mat.answer(question)
    assert mat.done["shown"]
