"""Votes in the browser: to adjourn, to resume, to end."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, in_battle, whole_army

ARMY = whole_army("DDIHDDHIDD")


async def propose_vote(guest: BrowserGuest, what: str) -> None:
    await guest.button("La table").last.click()
    await guest.page.get_by_role("dialog").get_by_role("button", name=what).click()


async def test_game_is_adjourned_resumed_and_ended_by_vote(open_browser: OpenBrowser) -> None:
    anne, bruno, claire = await open_browser(), await open_browser(PHONE), await open_browser()
    table, red, blue = await in_battle(anne, bruno, ARMY, ARMY)

    await propose_vote(anne, "Proposer de suspendre")
    await bruno.expect_text("Suspendre la partie ? Proposé par Anne.")
    await bruno.check_page("vote")
    await bruno.page.get_by_role("button", name="Contre", exact=True).click()
    await expect(red.story).to_contain_text("Rejeté : la partie continue.")

    await propose_vote(anne, "Proposer de suspendre")
    await bruno.page.get_by_role("button", name="Pour", exact=True).click()
    await expect(red.status).to_have_text("Partie suspendue.")
    await anne.check_page("adjourned")
    await bruno.button("Proposer de reprendre").click()
    await anne.page.get_by_role("button", name="Pour", exact=True).click()
    await red.my_turn()
    await expect(red.story).to_contain_text("Voté : la partie reprend.")

    await propose_vote(bruno, "Proposer d’arrêter")
    await anne.expect_text("Arrêter la partie sans vainqueur ? Proposé par Bruno.")
    await anne.page.get_by_role("button", name="Pour", exact=True).click()
    for guest, mat in ((anne, red), (bruno, blue)):
        await expect(mat.status).to_have_text("Partie arrêtée par un vote.")
        await guest.expect_text("La table a voté la fin de la partie : personne n’a gagné.")
    await anne.check_page("ended")
    sentences = [
        "Anne propose de suspendre la partie.",
        "Rejeté : la partie continue.",
        "Anne propose de suspendre la partie.",
        "Voté : la partie est suspendue.",
        "Bruno propose de reprendre la partie.",
        "Voté : la partie reprend.",
        "Bruno propose d’arrêter la partie.",
        "Voté : la partie est arrêtée.",
    ]
    await anne.page.reload()
    for mat in (red, blue):
        await expect(mat.story.locator(".around")).to_have_text(sentences)
    await claire.goto(f"/t/{table}/replay?m=999")
    await expect(StrategoPage(claire.page).story.locator(".around")).to_have_text(sentences)


async def test_player_who_has_just_left_is_not_replaced(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    table = await anne.open_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    await bruno.goto()
    await anne.button("Proposer un robot à sa place").click()
    await anne.expect_scene('[role="alert"]', "Ce joueur est là, ou vient à peine de partir.")
