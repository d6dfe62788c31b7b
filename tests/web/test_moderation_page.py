"""Moderation in the browser: a player reports a chat line or a player, and a moderator decides."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest
from tests.server.moderation.test_reports import run_moderator_command
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.test_house_talk import says
from tests.web.visitor import DESKTOP, PHONE, Visitor

RUDE = "Espèce de cornichon mal lavé !"


async def join_as_moderator(visitor: Visitor, server: Running, name: str) -> None:
    """Open the host's invitation in the browser, and accept it."""
    ended = await asyncio.to_thread(run_moderator_command, server, "add", name, "--address", visitor.address)
    await visitor.page.goto(ended.stdout.strip())
    await visitor.sees("L’hôte de la maison vous confie un tablier")
    await visitor.looks_good("moderation-join")
    await visitor.button("Prendre le tablier").click()
    await visitor.sees(f"Bonjour, {name}.")


async def open_chat(visitor: Visitor, size: tuple[int, int]) -> None:
    if size == PHONE:
        await visitor.page.get_by_role("button", name="La parole").click()
    else:
        await visitor.page.get_by_role("tab", name="La parole").click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_reported_player_is_muted_and_unmuted(visit: Visit, server: Running, size: tuple[int, int]) -> None:
    anne, bruno, claire = await visit(size), await visit(size), await visit(size)
    table = await anne.opens_table(ME, FRIEND, around={"public": True})
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    await open_chat(bruno, size)
    await says(bruno, RUDE)

    await open_chat(anne, size)
    await anne.sees(RUDE)
    await anne.looks_good("talk-flag")
    await anne.button("Signaler ce message").click()
    await anne.page.get_by_label("Que se passe-t-il ?").fill("Il m’insulte depuis le début.")
    await anne.looks_good("report")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Signaler", exact=True).click()
    await anne.sees("Merci. Les modérateurs vont regarder.")
    await anne.fits("report-sent")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Fermer").last.click()

    await join_as_moderator(claire, server, f"Claire {size[0]}")
    slip = claire.page.get_by_role("article").filter(has=claire.page.locator(f'a[href="/t/{table}"]'))
    await expect(slip).to_contain_text("Anne signale Bruno")
    await expect(slip).to_contain_text(RUDE)
    await expect(slip).to_contain_text("Il m’insulte depuis le début.")
    await slip.get_by_label("Pourquoi ?").fill("On ne parle pas comme ça ici.")
    await claire.looks_good("moderation")
    await slip.get_by_role("button", name="Faire taire").click()
    await expect(slip).to_have_count(0)
    await claire.sees(f"Claire {size[0]} a fait taire Bruno")
    await claire.looks_good("moderation-done")

    await bruno.page.get_by_label("Dire quelque chose…").fill("Quoi ?")
    await bruno.page.keyboard.press("Enter")
    await bruno.saw('[role="alert"]', "Les modérateurs vous demandent de ne rien dire jusqu’au")
    await bruno.fits("muted")

    await claire.page.get_by_role("button", name="Lever : Bruno").first.click()
    await claire.sees("a rendu la parole à Bruno")


async def test_banned_player_reads_until_when_and_cannot_open_the_desk(visit: Visit, server: Running) -> None:
    anne, bruno, claire = await visit(), await visit(), await visit(PHONE)
    table = await anne.opens_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    await anne.button("Signaler Bruno").click()
    await anne.looks_good("report-seat")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Signaler", exact=True).click()
    await anne.sees("Merci. Les modérateurs vont regarder.")
    await join_as_moderator(claire, server, "Dora")
    slip = claire.page.get_by_role("article").filter(has=claire.page.locator(f'a[href="/t/{table}"]'))
    await slip.get_by_role("button", name="Éloigner").click()
    await claire.sees("Dora a éloigné Bruno")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Fermer").click()
    await anne.sees("un robot")

    await bruno.goto("/open/stratego")
    await bruno.page.get_by_label("Votre nom").fill("Bruno")
    await bruno.button("Ouvrir la table").click()
    await bruno.sees("Les modérateurs vous demandent de vous tenir à l’écart jusqu’au")
    await bruno.fits("banned")
    await bruno.goto("/moderation")
    await bruno.sees("Cette case n’existe sur aucun plateau.")
    bruno.forgive("403")
    bruno.forgive("404")
    await claire.goto("/me")
    await claire.page.get_by_role("link", name="Le bureau des modérateurs").click()
    await claire.sees("Bonjour, Dora.")
    assert (await Guest(server, "x").get("/api/me"))["moderator"] is False
