"""A complete game of two browsers and a bot: invitation, lost connection, result, replay and verification."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.connection_proxy import ConnectionProxy
from tests.web.koalition_page import KoalitionPage
from tests.web.questions import answer_unless_gone, first_of

MOST_ANSWERS = 200
COUNTED = re.compile("(élu|a parlé).* commence")


async def test_two_browsers_and_a_bot_play_from_invitation_to_verification(
    open_browser: OpenBrowser, server: Running, tmp_path: Path
) -> None:
    async with ConnectionProxy(server.address) as proxy:
        anne, bruno = await open_browser(DESKTOP, proxy.address, moving=True), await open_browser(PHONE, moving=True)
        table = await open_koalition_table(anne)
        await join_table(bruno, anne, table)
        here, there = KoalitionPage(anne.page), KoalitionPage(bruno.page)
        await anne.page.evaluate("document.body.dataset.same = 'page'")

        await elect_during_a_lost_connection(proxy, (anne, here), (bruno, there))
        await play_to_the_end([here, there])
        assert here.done["lay"] >= 1
        assert there.done["lay"] >= 1
        assert await anne.page.locator("body").get_attribute("data-same") == "page", "the page was not reloaded"
        anne.ignore_error("WebSocket connection to")

        scores = [await result(guest) for guest in (anne, bruno)]
        assert scores[0] == scores[1]
        for guest in (anne, bruno):
            await step_through_replay(guest, table)
            await verify_in_browser(guest, table)
        await verify_record(anne, tmp_path / "game.jsonl", scores[0])


async def open_koalition_table(anne: BrowserGuest) -> str:
    """Open a table for a friend and a bot; its id."""
    page = anne.page
    await anne.goto()
    await page.get_by_role("link", name="Ouvrir la boîte : Koalition").click()
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_label("Combien de joueurs").fill("3")
    await page.get_by_label("Chaise 2").select_option(label="Un ami")
    await page.get_by_label("Chaise 3").select_option("casual")
    await page.get_by_text("Place 1", exact=True).click()
    await page.get_by_text("Règles de la table").click()
    await page.get_by_label("Pays à jouer").fill("1")
    await anne.button("Ouvrir la table").click()
    await expect(page.get_by_role("heading", name="La table est mise")).to_be_visible()
    link = await page.get_by_label("Le lien de la table").input_value()
    return link.rsplit("/", 1)[1]


async def join_table(bruno: BrowserGuest, anne: BrowserGuest, table: str) -> None:
    """Follow the invitation, and sit down."""
    await bruno.goto(f"/t/{table}")
    await bruno.expect_text("Anne vous invite à une partie de Koalition.")
    await bruno.take_seat("Bruno")
    around = anne.page.get_by_role("list", name="Autour de la table")
    await expect(around).to_contain_text("Bruno")
    await expect(around).to_contain_text("Robot")


async def elect_during_a_lost_connection(
    proxy: ConnectionProxy, one: tuple[BrowserGuest, KoalitionPage], other: tuple[BrowserGuest, KoalitionPage]
) -> None:
    """Anne's connection is cut once she has voted for who starts; back, she sees the result of the vote."""
    (anne, here), (bruno, there) = one, other
    assert await here.asked() == "elect"
    await here.answer("elect")
    proxy.cut()
    await anne.expect_text("Ligne coupée…")
    await bruno.expect_text("parti un instant")
    missed, counted = here.story.get_by_text(COUNTED), there.story.get_by_text(COUNTED)
    assert await there.asked() == "elect"
    await there.answer("elect")
    await expect(counted).to_have_count(1)
    assert await missed.count() == 0, "nothing gets through"
    proxy.restore()
    await expect(missed).to_have_text(await counted.text_content() or "")
    await expect(anne.page.get_by_text("Ligne coupée…")).to_have_count(0)
    await expect(bruno.page.get_by_text("parti un instant")).to_have_count(0)


async def play_to_the_end(mats: list[KoalitionPage]) -> None:
    """Answer whichever page is asked, one at a time, until the game is over on all."""
    for _ in range(MOST_ANSWERS):
        asked: dict[asyncio.Future[str], KoalitionPage] = {asyncio.ensure_future(mat.asked()): mat for mat in mats}
        done = await first_of(*asked)
        if done.result() == "over":
            mats = [mat for mat in mats if mat is not asked[done]]
            if not mats:
                return
        else:
            mat, question = asked[done], done.result()
            await answer_unless_gone(mat, question, mat.answer(question))
    raise AssertionError("the game does not end")


async def result(guest: BrowserGuest) -> list[str]:
    """The scores, best first, as the last card shows them."""
    await guest.button("Le résultat").click()
    card = guest.page.get_by_role("dialog")
    await expect(card.get_by_role("heading", level=2)).to_have_text(re.compile("gagné|nulle"))
    await expect(card.locator(".ranking").get_by_role("listitem")).to_have_count(3)
    return await card.locator(".ranking strong").all_inner_texts()


async def step_through_replay(guest: BrowserGuest, table: str) -> None:
    """Walk through the game from its first move to its last."""
    page, mat = guest.page, KoalitionPage(guest.page)
    await page.get_by_role("dialog").get_by_role("link", name="Revoir la partie").click()
    await expect(page).to_have_url(re.compile(f"/t/{table}/replay"))
    slider = page.get_by_role("slider")
    await slider.focus()
    await page.keyboard.press("Home")
    await expect(slider).to_have_value("0")
    await expect(mat.story).not_to_contain_text(COUNTED)
    await page.keyboard.press("End")
    await expect(mat.story).to_contain_text("la partie est finie")
    await expect(mat.story).to_contain_text(COUNTED)


async def verify_in_browser(guest: BrowserGuest, table: str) -> None:
    """Have the page check what was promised, one's own grain of luck among it."""
    await guest.page.get_by_text("Un jeu honnête").click()
    await guest.button("Vérifier sur cette page").click()
    await guest.expect_text("Le secret révélé est bien celui qui était promis")
    await guest.expect_text("Tout ce que cette page peut vérifier est juste.")
    await guest.expect_text(f"ludotheque record verify koalition-{table}.jsonl")


async def verify_record(guest: BrowserGuest, path: Path, scores: list[str]) -> None:
    """Download the record: replayed and recomputed here, it comes to the same."""
    async with guest.page.expect_download() as downloading:
        await guest.page.get_by_role("link", name="Télécharger la partie").first.click()
    await (await downloading.value).save_as(path)
    verdict = record.verify(games.find("koalition"), record.read(path.read_bytes()))
    assert verdict.sealed
    assert verdict.outcome is not None
    assert [int(score) for score in scores] == sorted(verdict.outcome.scores or (), reverse=True)
