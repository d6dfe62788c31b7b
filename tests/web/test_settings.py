"""Settings in the browser: remembered on the device, and at work at the table."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.server.running import Running
from tests.web.browser_guest import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import answer
from tests.web.test_turn_alerts import COUNT_ALERTS, start_game, wait_for_value


async def test_settings_are_remembered_and_the_sheet_closes_on_back(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    await anne.goto("/")
    html = anne.page.locator("html")
    await expect(html).to_have_attribute("data-theme", "light")
    await anne.button("Réglages").click()
    sheet = anne.page.get_by_role("dialog", name="Réglages")
    await expect(sheet.get_by_role("switch", name="Les sons")).not_to_be_checked()  # a phone is silent
    await sheet.get_by_role("switch", name="Les sons").click()
    await sheet.get_by_text("Très grande").click()
    await sheet.get_by_text("Table sombre").click()
    await expect(html).to_have_attribute("data-theme", "dark")
    await anne.check_page("settings")
    await anne.page.go_back()
    await expect(sheet).to_have_count(0)
    await expect(anne.button("Réglages")).to_be_focused()
    await anne.check_page("home-dark")
    await anne.page.reload()
    await expect(html).to_have_attribute("data-theme", "dark")
    await expect(html).to_have_attribute("data-text", "larger")
    await anne.button("Réglages").click()
    await expect(sheet.get_by_role("switch", name="Les sons")).to_be_checked()
    await anne.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    assert re.fullmatch(r"https?://[^/]+/", anne.page.url)


async def test_confirmed_moves_and_sounds_at_a_dark_table(open_browser: OpenBrowser, server: Running) -> None:
    anne = await open_browser()
    await anne.page.add_init_script(COUNT_ALERTS)
    _, socket, mat = await start_game(anne, server)
    await anne.page.add_init_script(
        'localStorage[\'ludotheque.settings\'] = \'{"sound": true, "confirm": true, "theme": "dark"}\''
    )
    await anne.page.reload()
    await mat.my_turn()
    assert await anne.page.evaluate("notes") == 0, "no sound before the page was touched"
    play = anne.page.get_by_role("button", name="Jouer", exact=True)
    bar = anne.page.get_by_role("region", name="Jouer ce coup ?")
    await mat.touch("a4", "a5")
    await expect(bar).to_contain_text("a4 → a5")
    await anne.check_page("confirm-dark")
    await bar.get_by_role("button", name="Reprendre").click()
    await expect(bar).to_have_count(0)
    await mat.touch("b4", "b5")
    await bar.locator(play).click()
    await expect(mat.story).to_contain_text("Rouge va de b4 en b5.")
    await expect(mat.story).not_to_contain_text("a4 en a5")
    await wait_for_value(anne, "notes", 1)  # a piece is put down
    await answer(socket, "a7", "a6")
    await mat.my_turn()
    await wait_for_value(anne, "notes", 4)  # a piece, then the player's turn
