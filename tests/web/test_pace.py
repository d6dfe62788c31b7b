"""The bots' pace in the browser: chosen with the table, remembered, changed during the game."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.browser_guest import PHONE
from tests.web.conftest import OpenBrowser


async def test_pace_is_chosen_remembered_and_changed(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    page = anne.page
    await anne.goto("/open/president")
    await expect(page.get_by_role("radio", name="Tranquille")).to_be_checked()
    await page.get_by_text("Vive", exact=True).click()
    await anne.check_page("pace")
    await page.get_by_label("Votre nom").fill("Anne")
    await anne.button("Ouvrir la table").click()
    await page.get_by_role("button", name="La table", exact=True).click()
    sheet = page.get_by_role("dialog")
    await expect(sheet.get_by_text("Robots vifs")).to_be_visible()
    await sheet.get_by_text("Posée", exact=True).click()
    await expect(sheet.get_by_text("Robots posés")).to_be_visible()
    await anne.check_page("pace-changed")
    await anne.button("Fermer").click()
    await expect(page.get_by_role("log")).to_contain_text("Anne demande aux robots de prendre leur temps.")
    await anne.goto("/open/president")
    await expect(page.get_by_role("radio", name="Posée")).to_be_checked()
