"""Votes in the browser: to adjourn, to resume, to end."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage, in_battle, whole_army
from tests.web.visitor import PHONE, Visitor

ARMY = whole_army("DDIHDDHIDD")


async def proposes(visitor: Visitor, what: str) -> None:
    await visitor.button("La table").last.click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name=what).click()


async def test_a_game_is_adjourned_resumed_and_ended_by_vote(visit: Visit) -> None:
    anne, bruno, claire = await visit(), await visit(PHONE), await visit()
    table, red, blue = await in_battle(anne, bruno, ARMY, ARMY)

    await proposes(anne, "Proposer de suspendre")
    await bruno.sees("Suspendre la partie ? Proposé par Anne.")
    await bruno.looks_good("vote")
    await bruno.page.get_by_role("button", name="Contre", exact=True).click()
    await expect(red.story).to_contain_text("Rejeté : la partie continue.")

    await proposes(anne, "Proposer de suspendre")
    await bruno.page.get_by_role("button", name="Pour", exact=True).click()
    await expect(red.status).to_have_text("Partie suspendue.")
    await anne.looks_good("adjourned")
    await bruno.button("Proposer de reprendre").click()
    await anne.page.get_by_role("button", name="Pour", exact=True).click()
    await red.my_turn()
    await expect(red.story).to_contain_text("Voté : la partie reprend.")

    await proposes(bruno, "Proposer d’arrêter")
    await anne.sees("Arrêter la partie sans vainqueur ? Proposé par Bruno.")
    await anne.page.get_by_role("button", name="Pour", exact=True).click()
    for visitor, mat in ((anne, red), (bruno, blue)):
        await expect(mat.status).to_have_text("Partie arrêtée par un vote.")
        await visitor.sees("La table a voté la fin de la partie : personne n’a gagné.")
    await anne.looks_good("ended")
    told = [
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
        await expect(mat.story.locator(".around")).to_have_text(told)
    await claire.goto(f"/t/{table}/replay?m=999")
    await expect(StrategoPage(claire.page).story.locator(".around")).to_have_text(told)


async def test_nobody_is_replaced_who_has_only_just_left(visit: Visit) -> None:
    anne, bruno = await visit(), await visit()
    table = await anne.opens_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    await bruno.goto()
    await anne.button("Proposer un robot à sa place").click()
    await anne.saw('[role="alert"]', "Ce joueur est là, ou vient à peine de partir.")
