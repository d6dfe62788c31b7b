"""Moderation in the browser: a player reports a chat message or a player, and a moderator decides."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest
from tests.server.moderation.test_reports import run_moderator_command
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.test_chat import send_message
from tests.web.variants import one_size

RUDE = "Espèce de cornichon mal lavé !"


async def join_as_moderator(guest: BrowserGuest, server: Running, name: str) -> None:
    """Open the host's invitation in the browser, and accept it."""
    ended = await asyncio.to_thread(run_moderator_command, server, "add", name, "--address", guest.address)
    await guest.page.goto(ended.stdout.strip())
    await guest.expect_text("L’hôte de la maison vous confie un tablier")
    await guest.check_page("moderation-join")
    await guest.button("Prendre le tablier").click()
    await guest.expect_text(f"Bonjour, {name}.")


async def open_chat(guest: BrowserGuest, size: tuple[int, int]) -> None:
    if size == PHONE:
        await guest.page.get_by_role("button", name="La parole").click()
    else:
        await guest.page.get_by_role("tab", name="La parole").click()


@one_size(DESKTOP, PHONE)
async def test_reported_player_is_muted_and_unmuted(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    anne, bruno, claire = await open_browser(size), await open_browser(size), await open_browser(size)
    table = await anne.open_table(ME, FRIEND, around={"public": True})
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    await expect(bruno.button("S’asseoir")).to_have_count(0)
    await open_chat(bruno, size)
    await send_message(bruno, RUDE)

    await open_chat(anne, size)
    await anne.expect_text(RUDE)
    await anne.check_page("chat-report")
    await anne.button("Signaler ce message").click()
    await anne.page.get_by_label("Que se passe-t-il ?").fill("Il m’insulte depuis le début.")
    await anne.check_page("report")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Signaler", exact=True).click()
    await anne.expect_text("Merci. Les modérateurs vont regarder.")
    await anne.check_layout("report-sent")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Fermer").last.click()

    await join_as_moderator(claire, server, f"Claire {size[0]}")
    report = claire.page.get_by_role("article").filter(has=claire.page.locator(f'a[href="/t/{table}"]'))
    await expect(report).to_contain_text("Anne signale Bruno")
    await expect(report).to_contain_text(RUDE)
    await expect(report).to_contain_text("Il m’insulte depuis le début.")
    await report.get_by_label("Pourquoi ?").fill("On ne parle pas comme ça ici.")
    await claire.check_page("moderation")
    await report.get_by_role("button", name="Faire taire").click()
    await expect(report).to_have_count(0)
    await claire.expect_text(f"Claire {size[0]} a fait taire Bruno")
    await claire.check_page("moderation-done")

    await bruno.page.get_by_label("Dire quelque chose…").fill("Quoi ?")
    await bruno.page.keyboard.press("Enter")
    await bruno.expect_scene('[role="alert"]', "Les modérateurs vous demandent de ne rien dire jusqu’au")
    await bruno.check_layout("muted")

    await claire.page.get_by_role("button", name="Lever : Bruno").first.click()
    await claire.expect_text("a rendu la parole à Bruno")


async def test_banned_player_reads_until_when_and_cannot_open_moderation(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne, bruno, claire = await open_browser(), await open_browser(), await open_browser(PHONE)
    table = await anne.open_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    await anne.button("Signaler Bruno").click()
    await anne.check_page("report-seat")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Signaler", exact=True).click()
    await anne.expect_text("Merci. Les modérateurs vont regarder.")
    await join_as_moderator(claire, server, "Dora")
    report = claire.page.get_by_role("article").filter(has=claire.page.locator(f'a[href="/t/{table}"]'))
    await report.get_by_role("button", name="Éloigner").click()
    await claire.expect_text("Dora a éloigné Bruno")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Fermer").click()
    await anne.expect_text("un robot")

    await bruno.goto("/open/stratego")
    await bruno.page.get_by_label("Votre nom").fill("Bruno")
    await bruno.button("Ouvrir la table").click()
    await bruno.expect_text("Les modérateurs vous demandent de vous tenir à l’écart jusqu’au")
    await bruno.check_layout("banned")
    await bruno.goto("/moderation")
    await bruno.expect_text("Cette case n’existe sur aucun plateau.")
    bruno.ignore_error("403")
    bruno.ignore_error("404")
    await claire.goto("/me")
    await claire.page.get_by_role("link", name="Le bureau des modérateurs").click()
    await claire.expect_text("Bonjour, Dora.")
    assert (await Guest(server, "x").get("/api/me"))["moderator"] is False
