"""Two browsers and a bot, from the invitation to the proof: invited, joined, played, cut off, back, finished, seen
again, and verified."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.running import Running
from tests.web.answering import answer_unless_gone, first_of
from tests.web.conftest import Visit
from tests.web.koalition_page import KoalitionPage
from tests.web.visitor import DESKTOP, PHONE, Visitor
from tests.web.wire import Wire

MOST_ANSWERS = 200
COUNTED = re.compile("(élu|a parlé).* commence")


async def test_two_browsers_and_a_bot_from_the_invitation_to_the_proof(
    visit: Visit, server: Running, tmp_path: Path
) -> None:
    async with Wire(server.address) as wire:
        anne, bruno = await visit(DESKTOP, wire.address, moving=True), await visit(PHONE, moving=True)
        table = await invites(anne)
        await joins(bruno, anne, table)
        here, there = KoalitionPage(anne.page), KoalitionPage(bruno.page)
        await anne.page.evaluate("document.body.dataset.same = 'page'")

        await begin_without_one_of_them(wire, (anne, here), (bruno, there))
        await play_to_the_end([here, there])
        assert here.done["lay"] >= 1
        assert there.done["lay"] >= 1
        assert await anne.page.locator("body").get_attribute("data-same") == "page", "nobody has reloaded"
        anne.forgive("WebSocket connection to")

        scores = [await result(visitor) for visitor in (anne, bruno)]
        assert scores[0] == scores[1]
        for visitor in (anne, bruno):
            await sees_it_again(visitor, table)
            await verifies(visitor, table)
        await proves(anne, tmp_path / "game.jsonl", scores[0])


async def invites(anne: Visitor) -> str:
    """Open a table for a friend and a bot; its id."""
    page = anne.page
    await anne.goto()
    await page.get_by_role("link", name="Ouvrir la boîte : Koalition").click()
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_label("Combien de joueurs").fill("3")
    await page.get_by_label("Chaise 2").select_option(label="Un ami")
    await page.get_by_label("Chaise 3").select_option("deputy")
    await page.get_by_text("Place 1", exact=True).click()
    await page.get_by_text("Règles de la table").click()
    await page.get_by_label("Pays à jouer").fill("1")
    await anne.button("Ouvrir la table").click()
    await expect(page.get_by_role("heading", name="La table est mise")).to_be_visible()
    link = await page.get_by_label("Le lien de la table").input_value()
    return link.rsplit("/", 1)[1]


async def joins(bruno: Visitor, anne: Visitor, table: str) -> None:
    """Follow the invitation, and sit down."""
    await bruno.goto(f"/t/{table}")
    await bruno.sees("Anne vous invite à une partie de Koalition.")
    await bruno.sits_down("Bruno")
    around = anne.page.get_by_role("list", name="Autour de la table")
    await expect(around).to_contain_text("Bruno")
    await expect(around).to_contain_text("Robot")


async def begin_without_one_of_them(
    wire: Wire, one: tuple[Visitor, KoalitionPage], other: tuple[Visitor, KoalitionPage]
) -> None:
    """Anne's line is cut once she has voted for who starts. The vote is counted without her; back, she is told."""
    (anne, here), (bruno, there) = one, other
    assert await here.asked() == "elect"
    await here.answer("elect")
    wire.cut()
    await anne.sees("Ligne coupée…")
    await bruno.sees("parti un instant")
    missed, told = here.story.get_by_text(COUNTED), there.story.get_by_text(COUNTED)
    assert await there.asked() == "elect"
    await there.answer("elect")
    await expect(told).to_have_count(1)
    assert await missed.count() == 0, "nothing gets through"
    wire.mend()
    await expect(missed).to_have_text(await told.text_content() or "")
    await expect(anne.page.get_by_text("Ligne coupée…")).to_have_count(0)
    await expect(bruno.page.get_by_text("parti un instant")).to_have_count(0)


async def play_to_the_end(mats: list[KoalitionPage]) -> None:
    """Whoever is asked answers, one at a time, until everybody's game is over."""
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


async def result(visitor: Visitor) -> list[str]:
    """The scores, best first, as the last card shows them."""
    await visitor.button("Le résultat").click()
    card = visitor.page.get_by_role("dialog")
    await expect(card.get_by_role("heading")).to_have_text(re.compile("gagné|nulle"))
    await expect(card.get_by_role("listitem")).to_have_count(3)
    return await card.locator("strong").all_inner_texts()


async def sees_it_again(visitor: Visitor, table: str) -> None:
    """Walk through the game from its first move to its last."""
    page, mat = visitor.page, KoalitionPage(visitor.page)
    await page.get_by_role("dialog").get_by_role("link", name="Revoir la partie").click()
    await expect(page).to_have_url(re.compile(f"/t/{table}/replay"))
    slider = page.get_by_role("slider")
    await expect(slider).to_have_value("0")
    await expect(mat.story).not_to_contain_text(COUNTED)
    await slider.focus()
    await page.keyboard.press("End")
    await expect(mat.story).to_contain_text("la partie est finie")
    await expect(mat.story).to_contain_text(COUNTED)


async def verifies(visitor: Visitor, table: str) -> None:
    """Have the page check what was promised, one's own grain of luck among it."""
    await visitor.page.get_by_text("Un jeu honnête").click()
    await visitor.button("Vérifier sur cette page").click()
    await visitor.sees("Le secret révélé est bien celui qui était promis")
    await visitor.sees("Tout ce que cette page peut vérifier est juste.")
    await visitor.sees(f"ludotheque record verify koalition-{table}.jsonl")


async def proves(visitor: Visitor, path: Path, scores: list[str]) -> None:
    """Download the record: replayed and recomputed here, it comes to the same."""
    async with visitor.page.expect_download() as downloading:
        await visitor.page.get_by_role("link", name="Télécharger la partie").first.click()
    await (await downloading.value).save_as(path)
    verdict = record.verify(games.find("koalition"), record.read(path.read_bytes()))
    assert verdict.sealed
    assert verdict.outcome is not None
    assert [int(score) for score in scores] == sorted(verdict.outcome.scores or (), reverse=True)
