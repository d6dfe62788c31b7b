"""A walk through every page at two sizes: nothing sticks out, everybody can use it.

LUDOTHEQUE_SHOTS=folder script/test tests/web/test_looks.py keeps a picture of every stop.
"""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from ludotheque.games import shelf
from tests.server.client import FRIEND, ME, Guest
from tests.server.client import TableSocket as Line
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage, answer, whole_army
from tests.web.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
BLUE = whole_army("LEDFDGHIBM")


async def test_the_house(visit: Visit, size: tuple[int, int]) -> None:
    anne = await visit(size)
    await anne.goto()
    await expect(anne.page.locator("article.box")).to_have_count(len(shelf()))
    await anne.looks_good("shelf")
    await anne.goto("/open/stratego")
    await anne.page.get_by_text("Règles de la table").click()
    await anne.looks_good("open")
    await anne.goto("/rules/stratego#stratego.move.scout")
    await expect(anne.page.locator(".clause.target")).to_be_in_viewport()
    await anne.looks_good("rulebook")


async def test_a_table(visit: Visit, server: Running, size: tuple[int, int]) -> None:
    anne = await visit(size, moving=True)
    table = await anne.opens_table(ME, FRIEND, name="Anne-Charlotte")
    await expect(anne.page.get_by_role("heading", name="La table est mise")).to_be_visible()
    await anne.fits("invitation")
    bruno = Guest(server, "Bruno")
    claire = await visit(size)
    await claire.goto(f"/t/{table}")
    await claire.sees("Anne-Charlotte vous invite")
    await claire.fits("join")
    await bruno.join(table)
    line = await bruno.sit(table)
    mat = StrategoPage(anne.page)
    await expect(mat.kind("M")).to_be_visible()
    await anne.fits("deployment-empty")
    await anne.button("Le vol d’étourneaux").click()
    await anne.page.evaluate("scrollTo(0, 0)")
    await anne.looks_good("deployment")
    await mat.ready.click()
    await expect(anne.page.locator(".sealed")).to_be_visible()
    await anne.fits("deployment-sealed")
    await line.play(*({"do": "place", "piece": letter} for letter in BLUE))
    await battle(anne, line, mat)


async def battle(anne: Visitor, line: Line, mat: StrategoPage) -> None:
    """Three fights: one lost, one in which both fall, one for the flag."""
    await mat.my_turn()
    await mat.touch("j4", "j7")
    await anne.saw(".fight", "La défense tient")
    await anne.fits("fight")
    await mat.skip_fights()
    await answer(line, "f7", "f6")
    await mat.my_turn()
    await mat.touch("f4", "f6")
    await anne.saw(".fight", "Les deux tombent")
    await mat.skip_fights()
    await answer(line, "j7", "j6")
    await mat.my_turn()
    await mat.square("a4").click()
    await anne.fits("battle")
    await anne.page.get_by_label("Écrire").fill("i1-i2")
    await anne.button("Jouer").click()
    await anne.saw('[role="alert"]', "Le drapeau ne bouge jamais")
    await anne.fits("refusal")
    await anne.button("Fermer").click()
    await anne.button("En mots").click()
    await anne.page.get_by_role("heading", name="La partie en mots").scroll_into_view_if_needed()
    await anne.looks_good("in-words")
    await anne.button("En mots").click()
    await mat.touch("a4", "a7")
    await expect(mat.fight).to_contain_text("Le drapeau est pris !")
    await anne.fits("fight-flag")
    await expect(anne.page.get_by_role("dialog").get_by_role("heading")).to_have_text("Vous avez gagné !")
    await anne.looks_good("end")
