"""Clocks that run out, and bots that stand in until somebody is back."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage, whole_army
from tests.web.visitor import DESKTOP, PHONE

SHORT = {"clock": {"kind": "live", "bank": 10, "increment": 0}}


async def test_time_runs_out_a_bot_stands_in_and_gives_back(visit: Visit, server: Running) -> None:
    anne, bruno = await visit(), Guest(server, "Bruno")
    table = await anne.opens_table(ME, FRIEND, around=SHORT)
    await anne.sees("La table est mise")  # before the clock runs
    await bruno.join(table)
    await (await bruno.sit(table)).play(*({"do": "place", "piece": letter} for letter in whole_army("LEDFDGHIBM")))
    await anne.saw('[role="timer"]', "Vite !")
    await anne.saw('[role="timer"]', re.compile(r"\d\.\d"))
    await anne.looks_good("clock-low")
    mat = StrategoPage(anne.page)
    await expect(mat.story).to_contain_text("Rouge est en place.")  # the default, once the ten seconds are gone
    await anne.sees("Un robot stratège joue à votre place.")  # and five more for the first move
    await expect(mat.story).to_contain_text("Un robot joue pour Anne.")
    await anne.looks_good("stands-in")
    await anne.button("Reprendre ma chaise").click()
    await expect(anne.button("Reprendre ma chaise")).to_have_count(0)
    await expect(mat.story).to_contain_text("Anne reprend sa chaise.")
    await anne.page.reload()
    for line in ("Temps écoulé pour Anne.", "Un robot joue pour Anne.", "Anne reprend sa chaise."):
        await expect(mat.story).to_contain_text(line)


async def test_an_empty_chair_is_filled_by_a_bot_while_one_waits(visit: Visit) -> None:
    anne = await visit(PHONE)
    await anne.opens_table(ME, FRIEND)
    await anne.sees("La table est mise")
    await anne.page.get_by_label("Personne ne vient ?").select_option(label="Robot recrue")
    await anne.looks_good("fill")
    await anne.button("Asseoir un robot").click()
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    await anne.sees("Robot recrue")


async def test_days_are_shown_as_days(visit: Visit) -> None:
    anne = await visit(DESKTOP)
    await anne.opens_table(ME, bot("random"), around={"clock": {"kind": "days", "days": 3}})
    await expect(anne.page.get_by_role("timer")).to_have_text("2 j 23 h")
    await anne.button("La table").click()
    await anne.sees("3 jours par réponse")
