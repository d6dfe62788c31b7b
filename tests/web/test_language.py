"""The language of the pages: the browser's on a first visit, then the one that was chosen by hand."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running
from tests.web.conftest import OpenBrowser


@pytest.mark.parametrize(
    ("locale", "lang", "invited"), [("en-GB", "en", "invites you"), ("fr-CA", "fr", "vous invite")]
)
async def test_first_visit_by_an_invitation_is_in_the_language_of_the_browser(
    open_browser: OpenBrowser, server: Running, locale: str, lang: str, invited: str
) -> None:
    table = (await Guest(server, "Anne").open(ME, FRIEND))["id"]
    bruno = await open_browser(locale=locale)
    await bruno.goto(f"/t/{table}")
    await bruno.expect_text(invited)
    await expect(bruno.page.locator("html")).to_have_attribute("lang", lang)


async def test_choice_by_hand_outweighs_the_browser(open_browser: OpenBrowser) -> None:
    anne = await open_browser(locale="en-GB")
    await anne.goto("/open/politico")
    await anne.expect_text("Set the table yourself")
    await anne.button("Français").click()
    await anne.expect_text("Régler la table")
    await anne.goto()
    await anne.expect_text("Une étagère ouverte jour et nuit")


async def test_language_is_switched_and_remembered(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto()
    html = anne.page.locator("html")
    await expect(html).to_have_attribute("lang", "fr")
    await anne.expect_text("Une étagère ouverte jour et nuit")
    await anne.button("English").click()
    await anne.expect_text("A shelf that is open day and night")
    await expect(html).to_have_attribute("lang", "en")
    await anne.page.reload()
    await anne.expect_text("A shelf that is open day and night")
    await anne.button("Français").click()
    await anne.expect_text("Une étagère ouverte jour et nuit")
