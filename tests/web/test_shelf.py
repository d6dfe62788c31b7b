"""The shelf, the rulebook and their addresses."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from ludotheque.games import shelf
from tests.web.conftest import Visit


async def test_every_game_stands_on_the_shelf_in_its_box(visit: Visit) -> None:
    anne = await visit()
    await anne.goto()
    boxes = anne.page.locator("article.box")
    titles = [game.words("fr")["title"] for game in shelf().values()]
    assert {"Koalition", "Politico", "Le Jeu du Président", "Stratagem", "Stratego"} <= set(titles)
    await expect(boxes.locator("h2")).to_have_text(titles)
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Stratego").click()
    await expect(anne.page).to_have_url(f"{anne.address}/open/stratego")
    await expect(anne.page.get_by_role("heading", name="Stratego")).to_be_visible()


async def test_the_house_speaks_english_when_asked_and_remembers_it(visit: Visit) -> None:
    anne = await visit()
    await anne.goto()
    html = anne.page.locator("html")
    await expect(html).to_have_attribute("lang", "fr")
    await anne.sees("Une étagère ouverte jour et nuit")
    await anne.button("English").click()
    await anne.sees("A shelf that is open day and night")
    await expect(html).to_have_attribute("lang", "en")
    await anne.page.reload()
    await anne.sees("A shelf that is open day and night")
    await anne.button("Français").click()
    await anne.sees("Une étagère ouverte jour et nuit")


@pytest.mark.parametrize(("lang", "title"), [("fr", "Français"), ("en", "English")])
async def test_the_rulebook_opens_at_the_clause_in_the_address(visit: Visit, lang: str, title: str) -> None:
    anne = await visit()
    await anne.goto()
    await anne.button(title).click()
    await expect(anne.page.locator("html")).to_have_attribute("lang", lang)
    await anne.goto("/rules/stratego#stratego.move.scout")
    clause = anne.page.locator(".clause.target")
    await expect(clause).to_have_id("stratego.move.scout")
    await expect(clause).to_be_in_viewport()
    await expect(clause).to_contain_text("éclaireur" if lang == "fr" else "scout")


async def test_the_rulebook_leads_from_clause_to_clause(visit: Visit) -> None:
    anne = await visit()
    await anne.goto("/rules/stratego")
    contents = anne.page.get_by_role("navigation")
    await contents.locator('a[href="#stratego.end.flag"]').last.click()
    await expect(anne.page.locator(".clause.target")).to_have_id("stratego.end.flag")
    await anne.goto("/rules/stratego#stratego.no.such")
    await anne.sees("Ce livret n’a pas d’article « stratego.no.such ».")


async def test_an_unknown_address_is_a_page_that_says_so(visit: Visit) -> None:
    anne = await visit()
    answer = await anne.page.goto(f"{anne.address}/foo/bar")
    assert answer is not None
    assert answer.status == 404
    await expect(anne.page.get_by_role("heading", name="Page blanche")).to_be_visible()
    await anne.page.get_by_role("link", name="Retour à l’étagère").last.click()
    await expect(anne.page.locator("article.box")).to_have_count(len(shelf()))
    await anne.goto("/t/nothing-here")
    await anne.sees("Il n’y a pas de table à cette adresse.")
    anne.forgive("status of 404")
