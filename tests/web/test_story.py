"""The story during play: its numbered moves, and the positions that a player looks back at."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, answer, whole_army
from tests.web.variants import one_size

RED, BLUE = whole_army("DDIHDDHIDD"), whole_army("LEDFDGHIBM")


@one_size(DESKTOP, PHONE)
async def test_player_looks_back_at_a_move_and_returns_to_the_present(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    anne, bruno = await open_browser(size), Guest(server, "Bruno")
    table, her = await anne.open_table(ME, FRIEND), Guest(server, "Anne")
    await anne.expect_text("La table est mise")  # positions are kept from here on
    for cookie in await anne.page.context.cookies():
        her.http.cookies.set(cookie["name"], cookie["value"])
    await bruno.join(table)
    red, blue = await her.sit(table), await bruno.sit(table)
    for socket, army in ((red, RED), (blue, BLUE)):
        await socket.play(*({"do": "place", "piece": letter} for letter in army))
    mat, hidden = StrategoPage(anne.page), re.compile("cachée")
    await answer(red, "f4", "f5")
    await expect(mat.story.locator("li").last).to_contain_text("Rouge va de f4 en f5.")
    await answer(blue, "e7", "e6")
    await expect(mat.story.locator("li").last).to_contain_text("Bleu va de e7 en e6.")
    await expect(mat.square("e7")).not_to_have_attribute("aria-label", hidden)

    there = await mat.square("e7").bounding_box()
    await anne.button("Revoir le coup 3").click()
    await anne.expect_text("Coup 3, tel que vous l’avez vu.")
    await expect(mat.square("e7").first).to_have_attribute("aria-label", hidden)  # the present one is not shown
    if size == DESKTOP:  # a phone scrolls to the number that is clicked
        assert await mat.square("e7").first.bounding_box() == there, "the board does not move"
    await anne.check_page("look-back")
    await anne.button("Revenir à maintenant").click()
    await expect(mat.square("e7")).not_to_have_attribute("aria-label", hidden)
    await mat.play("f5", "f6")  # it is still her turn

    await anne.button("Revoir le coup 4").click()
    await anne.expect_text("Coup 4, tel que vous l’avez vu.")
    await anne.page.keyboard.press("Escape")
    await expect(anne.button("Revenir à maintenant")).to_have_count(0)
