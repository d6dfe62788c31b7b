"""The shelf, and the page of unknown addresses."""

from __future__ import annotations

from playwright.async_api import expect

from ludotheque.games import shelf
from tests.web.conftest import OpenBrowser


async def test_shelf_shows_every_game(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto()
    tiles = anne.page.locator("article.tile")
    titles = [game.words("fr")["title"] for game in shelf().values()]
    assert {"Koalition", "Politico", "Le Jeu du Président", "Stratagem", "Stratego"} <= set(titles)
    await expect(tiles.locator("h2")).to_have_text(titles)
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Stratego").click()
    await expect(anne.page).to_have_url(f"{anne.address}/open/stratego")
    await expect(anne.page.get_by_role("heading", name="Stratego")).to_be_visible()


async def test_unknown_address_shows_the_not_found_page(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    answer = await anne.page.goto(f"{anne.address}/foo/bar")
    assert answer is not None
    assert answer.status == 404
    await expect(anne.page.get_by_role("heading", name="Page blanche")).to_be_visible()
    await anne.page.get_by_role("link", name="Retour à l’étagère").last.click()
    await expect(anne.page.locator("article.tile")).to_have_count(len(shelf()))
    await anne.goto("/t/nothing-here")
    await anne.expect_text("Il n’y a pas de table à cette adresse.")
    anne.ignore_error("status of 404")
