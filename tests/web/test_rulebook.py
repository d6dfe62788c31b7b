"""The rulebook in the browser: its clauses and their addresses."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.conftest import OpenBrowser


@pytest.mark.parametrize(("lang", "title"), [("fr", "Français"), ("en", "English")])
async def test_rulebook_opens_at_the_clause_in_the_address(open_browser: OpenBrowser, lang: str, title: str) -> None:
    anne = await open_browser()
    await anne.goto()
    await anne.button(title).click()
    await expect(anne.page.locator("html")).to_have_attribute("lang", lang)
    await anne.goto("/rules/stratego#stratego.move.scout")
    clause = anne.page.locator(".clause.target")
    await expect(clause).to_have_id("stratego.move.scout")
    await expect(clause).to_be_in_viewport()
    await expect(clause).to_contain_text("éclaireur" if lang == "fr" else "scout")


async def test_rulebook_links_lead_to_clauses(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto("/rules/stratego")
    contents = anne.page.get_by_role("navigation")
    await contents.locator('a[href="#stratego.end.flag"]').last.click()
    await expect(anne.page.locator(".clause.target")).to_have_id("stratego.end.flag")
    await anne.goto("/rules/stratego#stratego.no.such")
    await anne.expect_text("Ce livret n’a pas d’article « stratego.no.such ».")


async def test_box_is_downloaded_on_the_chosen_paper(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto("/rules/stratego")
    await expect(anne.page.get_by_role("radio", name="A4")).to_be_checked()
    await anne.page.get_by_text("Letter", exact=True).click()
    async with anne.page.expect_download() as download:
        await anne.button("Imprimer la boîte").click()
    file = await download.value
    assert file.suggested_filename == "stratego-fr-letter.pdf"
    assert (await file.path()).read_bytes().startswith(b"%PDF-")
    await expect(anne.button("Imprimer la boîte")).to_be_enabled()
