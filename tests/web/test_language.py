"""The language switch."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.conftest import OpenBrowser


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
