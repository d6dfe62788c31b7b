"""Deployment in Stratego: dragging, clicking, swapping, shuffling, mirroring, setups and import."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.async_api import expect

from tests.server.client import FULL_ARMY, ME, bot
from tests.web.browser_guest import BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, whole_army

STARLINGS = "EFBEDFBBMBFEGEDBEGBHJGCLGIKFHJDDIHDDHIDD"


@pytest.fixture
async def anne(open_browser: OpenBrowser) -> BrowserGuest:
    """She plays red against a recruit, her army still in the box."""
    anne = await open_browser()
    await anne.open_table(ME, bot("random"))
    await expect(anne.page.locator("[data-tray=M]")).to_be_visible()
    return anne


@pytest.fixture
def mat(anne: BrowserGuest) -> StrategoPage:
    return StrategoPage(anne.page)


async def stands(mat: StrategoPage, square: str, what: str) -> None:
    await expect(mat.square(square)).to_have_attribute("aria-label", f"{square}, {what}")


async def test_pieces_are_dragged_onto_the_board_within_it_and_back(mat: StrategoPage) -> None:
    await mat.kind("M").drag_to(mat.square("a1"))
    await stands(mat, "a1", "drapeau")
    await expect(mat.kind("M")).to_contain_text("×0")
    await mat.kind("B").drag_to(mat.square("b1"))
    await mat.square("b1").drag_to(mat.square("a1"))
    await stands(mat, "a1", "bombe")
    await stands(mat, "b1", "drapeau")
    await mat.square("b1").drag_to(mat.kind("M"))
    await stands(mat, "b1", "vide")
    await expect(mat.kind("M")).to_contain_text("×1")


async def test_pieces_are_placed_and_swapped_by_two_clicks(mat: StrategoPage) -> None:
    await mat.kind("D").click()
    await mat.square("a4").click()
    await mat.square("b4").click()  # several of a kind go one after another
    await mat.kind("L").click()
    await mat.square("c4").click()
    await mat.square("c4").click()
    await expect(mat.square("c4")).to_have_attribute("aria-selected", "true")
    await mat.square("a4").click()
    await stands(mat, "a4", "maréchal")
    await stands(mat, "b4", "éclaireur")
    await stands(mat, "c4", "éclaireur")
    await expect(mat.kind("D")).to_contain_text("×6")


async def test_army_is_drawn_at_random_mirrored_cleared_and_brought_back(mat: StrategoPage, anne: BrowserGuest) -> None:
    await expect(mat.ready).to_be_disabled()
    await anne.button("Au hasard").click()
    mixed = await mat.letters()
    assert Counter(mixed) == Counter(FULL_ARMY)
    await anne.button("Miroir").click()
    assert await mat.letters() == "".join(mixed[row : row + 10][::-1] for row in (0, 10, 20, 30))
    await anne.button("Vider").click()
    assert await mat.letters() == "A" * 40
    await anne.button("Annuler").click()
    await anne.page.keyboard.press("Control+z")
    assert await mat.letters() == mixed
    await anne.button("Rétablir").click()
    await anne.page.keyboard.press("Control+y")
    assert await mat.letters() == "A" * 40
    await expect(anne.button("Rétablir")).to_be_disabled()
    await anne.button("Au hasard").click()
    assert await mat.letters() != mixed, "a set-up is hardly ever drawn twice"
    await expect(mat.ready).to_be_enabled()


async def test_ready_made_and_saved_setups_are_placed(mat: StrategoPage, anne: BrowserGuest) -> None:
    await anne.button("Le vol d’étourneaux").click()
    assert await mat.letters() == STARLINGS
    await anne.page.get_by_text("Mes dispositions", exact=True).click()
    long = "Mes-oiseaux-qui-volent-en-rangs-bien-serrés"[:40]
    for name in (long, "Mes oiseaux"):
        await anne.page.get_by_role("textbox", name="Nom de la disposition").fill(name)
        await anne.button("Garder").click()
    shelf = anne.page.get_by_role("complementary", name="Dispositions")
    assert await shelf.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")
    await anne.check_page("setups")
    await anne.button("Vider").click()
    await anne.page.reload()
    await anne.page.get_by_role("button", name="Mes oiseaux", exact=True).click()
    assert await mat.letters() == STARLINGS
    await anne.button("Oublier « Mes oiseaux »").click()
    await expect(anne.button("Mes oiseaux")).to_have_count(0)


async def test_setup_is_imported_from_forty_letters_or_refused_with_a_reason(
    mat: StrategoPage, anne: BrowserGuest
) -> None:
    fault = anne.page.locator("#stratego-import-fault")
    await mat.import_letters(STARLINGS[:-1])
    await expect(fault).to_have_text("Il faut 40 lettres ; en voici 39.")
    await mat.import_letters(STARLINGS[:-1] + "Z")
    await expect(fault).to_have_text("« Z » n’est la lettre d’aucune pièce : de A à M seulement.")
    await mat.import_letters(STARLINGS[:-1] + "M")
    await expect(fault).to_have_text("Le compte n’y est pas : éclaireur, 7 au lieu de 8.")
    await stands(mat, "a1", "vide")
    await mat.import_letters(whole_army("MLKJJIIIHH"))
    await expect(fault).to_be_empty()
    await stands(mat, "a4", "drapeau")


async def test_unfinished_army_survives_a_reload(mat: StrategoPage, anne: BrowserGuest) -> None:
    await mat.kind("K").drag_to(mat.square("e2"))
    await stands(mat, "e2", "général")
    await anne.page.reload()
    await stands(mat, "e2", "général")


async def test_game_starts_when_the_army_is_ready(mat: StrategoPage) -> None:
    await mat.deploy(STARLINGS)
    await mat.my_turn()
    labels = await mat.labels()
    assert labels["a4"] == "a4, éclaireur à vous, peut bouger"
    assert labels["i1"] == "i1, drapeau à vous"
    assert labels["a10"] == "a10, pièce cachée, camp Bleu"
    assert labels["c5"] == "c5, lac"
