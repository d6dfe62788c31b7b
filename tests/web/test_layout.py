"""Layout and accessibility of the pages of a game at two window sizes.

LUDOTHEQUE_SHOTS=folder script/test tests/web/test_layout.py writes screenshots.
"""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from ludotheque.games import shelf
from tests.server.client import FRIEND, ME, Guest, TableSocket
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, answer, whole_army

pytestmark = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
BLUE = whole_army("LEDFDGHIBM")
_OVERFLOWING = """cards => cards.filter(card => [...card.querySelectorAll("strong")].some(title => {
  const range = document.createRange();
  range.selectNodeContents(title);
  const [words, paper] = [range.getBoundingClientRect(), card.getBoundingClientRect()];
  return words.left < paper.left || words.right > paper.right;
})).map(card => card.textContent)"""


async def test_shelf_new_table_and_rulebook_fit_and_are_accessible(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    await anne.goto()
    await expect(anne.page.locator("article.tile")).to_have_count(len(shelf()))
    await anne.check_page("shelf")
    await anne.goto("/open/stratego")
    await anne.page.get_by_text("Règles de la table").click()
    await anne.check_page("open")
    overflowing = await anne.page.locator("label.choice").evaluate_all(_OVERFLOWING)
    assert not overflowing, "the words of a choice are inside its card"
    await anne.goto("/rules/stratego#stratego.move.scout")
    await expect(anne.page.locator(".clause.target")).to_be_in_viewport()
    await anne.check_page("rulebook")


async def test_table_fits_and_is_accessible_from_invitation_to_result(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    anne = await open_browser(size, moving=True)
    table = await anne.open_table(ME, FRIEND, name="Anne-Charlotte")
    await expect(anne.page.get_by_role("heading", name="La table est mise")).to_be_visible()
    await anne.check_layout("invitation")
    bruno = Guest(server, "Bruno")
    claire = await open_browser(size)
    await claire.goto(f"/t/{table}")
    await claire.expect_text("Anne-Charlotte vous invite")
    await claire.check_layout("join")
    await bruno.join(table)
    socket = await bruno.sit(table)
    mat = StrategoPage(anne.page)
    await expect(mat.kind("M")).to_be_visible()
    await anne.check_layout("deployment-empty")
    await anne.button("Le vol d’étourneaux").click()
    await anne.page.evaluate("scrollTo(0, 0)")
    await anne.check_page("deployment")
    await mat.ready.click()
    await expect(anne.page.locator(".sealed")).to_be_visible()
    await anne.check_layout("deployment-sealed")
    await socket.play(*({"do": "place", "piece": letter} for letter in BLUE))
    await battle(anne, socket, mat)


async def battle(anne: BrowserGuest, socket: TableSocket, mat: StrategoPage) -> None:
    """Three fights: one lost, one in which both fall, one for the flag."""
    await mat.my_turn()
    await mat.touch("j4", "j7")
    await anne.expect_scene(".fight", "La défense tient")
    await anne.check_layout("fight")
    await mat.skip_fights()
    await answer(socket, "f7", "f6")
    await mat.my_turn()
    await mat.touch("f4", "f6")
    await anne.expect_scene(".fight", "Les deux tombent")
    await mat.skip_fights()
    await answer(socket, "j7", "j6")
    await mat.my_turn()
    await mat.square("a4").click()
    await anne.check_layout("battle")
    await anne.page.get_by_label("Écrire").fill("i1-i2")
    await anne.button("Jouer").click()
    await anne.expect_scene('[role="alert"]', "Le drapeau ne bouge jamais")
    await anne.check_layout("refusal")
    await anne.button("Fermer").click()
    await anne.button("En mots").click()
    await anne.page.get_by_role("heading", name="La partie en mots").scroll_into_view_if_needed()
    await anne.check_page("in-words")
    await anne.button("En mots").click()
    await mat.touch("a4", "a7")
    await expect(mat.fight).to_contain_text("Le drapeau est pris !")
    await anne.check_layout("fight-flag")
    await expect(anne.page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text("Vous avez gagné !")
    await anne.check_page("end")
