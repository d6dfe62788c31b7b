"""Clocks in the browser: time that runs out, and clocks in days."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, whole_army

SHORT = {"clock": {"kind": "live", "bank": 10, "increment": 0}}


async def test_bot_plays_after_the_time_is_up_until_the_player_returns(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne, bruno = await open_browser(), Guest(server, "Bruno")
    table = await anne.open_table(ME, FRIEND, around=SHORT)
    await anne.expect_text("La table est mise")  # before the clock runs
    await bruno.join(table)
    await (await bruno.sit(table)).play(*({"do": "place", "piece": letter} for letter in whole_army("LEDFDGHIBM")))
    await anne.expect_scene('[role="timer"]', "Vite !")
    await anne.expect_scene('[role="timer"]', re.compile(r"\d\.\d"))
    await anne.check_page("clock-low")
    mat = StrategoPage(anne.page)
    await expect(mat.story).to_contain_text("Rouge est en place.")  # the default, once the ten seconds are gone
    await anne.expect_text("Un robot fort joue à votre place.")  # and five more for the first move
    await expect(mat.story).to_contain_text("Un robot joue pour Anne.")
    await anne.check_page("stands-in")
    await anne.button("Reprendre ma chaise").click()
    await expect(anne.button("Reprendre ma chaise")).to_have_count(0)
    await expect(mat.story).to_contain_text("Anne reprend sa chaise.")
    await anne.page.reload()
    for sentence in ("Temps écoulé pour Anne.", "Un robot joue pour Anne.", "Anne reprend sa chaise."):
        await expect(mat.story).to_contain_text(sentence)


async def test_phone_shows_both_clocks_above_the_board(open_browser: OpenBrowser, server: Running) -> None:
    anne, bruno = await open_browser(PHONE), Guest(server, "Bruno")
    table = await anne.open_table(ME, FRIEND, around={"clock": {"kind": "live", "bank": 1200, "increment": 0}})
    await bruno.join(table)
    clocks = anne.page.locator(".clocks .digits")
    await expect(clocks).to_have_count(2)
    for clock in await clocks.all():
        await expect(clock).to_be_in_viewport(ratio=1)
    await anne.check_page("clocks")


async def test_clock_in_days_is_shown_in_days(open_browser: OpenBrowser) -> None:
    anne = await open_browser(DESKTOP)
    await anne.open_table(ME, bot("random"), around={"clock": {"kind": "days", "days": 3}})
    await expect(anne.page.get_by_role("timer")).to_have_text("2 j 23 h")
    await anne.button("La table").click()
    await anne.expect_text("3 jours par réponse")
