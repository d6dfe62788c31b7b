"""Koalition in a browser: a whole game from the shelf to the result, a table of ten on a phone, and keys alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.client import ME, bot
from tests.server.running import Running
from tests.server.tables.test_negotiation import five_at_a_table, to_a_negotiation
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.koalition_page import KoalitionPage
from tests.web.variants import one_size

COUNTRIES = 3


async def test_game_is_played_from_the_shelf_to_the_result(open_browser: OpenBrowser, tmp_path: Path) -> None:
    anne = await open_browser()
    await anne.shorten_timeouts()
    await anne.goto()
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Koalition").click()
    await prepare(anne)
    mat = KoalitionPage(anne.page)
    await play_to_the_end(mat)
    assert len(await mat.seen_verdicts()) == COUNTRIES, "the result of every vote was shown"
    assert mat.done["lay"] >= 2 * COUNTRIES, "every country asks for two cards or more"
    assert mat.done["act"] >= mat.done["lay"] - 3, "after every card one is asked for an action"

    await expect(anne.page.get_by_role("heading", name="Le résultat")).to_be_visible()
    await expect(mat.story).to_contain_text("La partie est finie".lower())
    card = anne.page.get_by_role("dialog")
    await expect(card.get_by_role("heading", level=2)).to_have_text(re.compile("gagné|nulle"))
    await expect(card.locator(".ranking").get_by_role("listitem")).to_have_count(5)
    async with anne.page.expect_download() as downloading:
        await card.get_by_role("link", name="Télécharger la partie").click()
    await (await downloading.value).save_as(tmp_path / "game.jsonl")
    verdict = record.verify(games.find("koalition"), record.read((tmp_path / "game.jsonl").read_bytes()))
    assert verdict.sealed
    assert verdict.outcome is not None
    scores = [int(score) for score in await card.locator(".ranking strong").all_inner_texts()]
    assert scores == sorted(verdict.outcome.scores or (), reverse=True)

    await card.get_by_role("button", name="Revoir le plateau").click()
    await anne.button("Feuille de marque").click()
    await expect(card.get_by_role("row")).to_have_count(5 + 2)
    await anne.check_page("koalition-scores")


async def prepare(anne: BrowserGuest) -> None:
    """Fill in the paper: four bots, the first place, three countries."""
    page = anne.page
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_label("Combien de joueurs").fill("5")
    for seat, level in enumerate(("casual", "casual", "strong", "beginner"), start=2):
        await page.get_by_label(f"Chaise {seat}").select_option(level)
    await page.get_by_text("Place 1", exact=True).click()
    await page.get_by_text("Règles de la table").click()
    await page.get_by_label("Pays à jouer").fill(str(COUNTRIES))
    await anne.button("Ouvrir la table").click()


async def play_to_the_end(mat: KoalitionPage) -> None:
    while (question := await mat.asked()) != "over":
        await mat.answer(question)


async def open_koalition(anne: BrowserGuest, players: int, countries: int, level: str = "deputy") -> KoalitionPage:
    chairs = [ME, *(bot(level) for _ in range(players - 1))]
    wish = {
        "game": "koalition",
        "name": "Anne-Charlotte",
        "chairs": chairs,
        "options": {"countries": countries},
    }
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    assert answer.status == 201, await answer.text()
    await anne.goto(f"/t/{(await answer.json())['id']}")
    return KoalitionPage(anne.page)


LARGE = [pytest.param(size, 10, marks=pytest.mark.slow) for size in (DESKTOP, PHONE)]


@pytest.mark.parametrize(("size", "players"), [*LARGE, (PHONE, 4)], ids=str)
async def test_every_scene_fits_and_is_accessible(
    open_browser: OpenBrowser, size: tuple[int, int], players: int
) -> None:
    anne = await open_browser(size)
    mat = await open_koalition(anne, players, countries=2)
    while True:
        question = await mat.asked()
        if not mat.done[question]:
            await anne.check_page(f"koalition-{players}-{question}")
            if question == "lay":
                await mat.check_hand_is_in_sight()
        if question == "over":
            break
        await mat.answer(question)
    await expect(anne.page.get_by_role("heading", name="Le résultat")).to_be_visible()
    await anne.check_page(f"koalition-{players}-result")


async def test_reference_sheets_open_at_any_time(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    mat = await open_koalition(anne, 4, countries=1)
    await mat.answer(await mat.asked())
    await mat.asked()
    sheet = anne.page.get_by_role("dialog")
    await anne.button("Mémento").click()
    await expect(sheet).to_contain_text("Luxembourg")
    await expect(sheet).to_contain_text("PARTEI-SKANDAL")
    await anne.check_page("koalition-summary")
    await anne.page.keyboard.press("Escape")
    await anne.page.get_by_role("list", name="Les places").get_by_role("button").nth(1).click()
    await expect(sheet).to_contain_text("Actions et jokers")
    await anne.button("Fermer").click()
    await anne.button("En mots").click()
    text = anne.page.get_by_role("region", name="La partie en mots")
    await expect(text).to_contain_text("Votre main :")
    await anne.check_width()


async def test_game_is_playable_by_keyboard_alone(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_koalition(anne, 4, countries=1)
    keys = anne.page.keyboard
    await mat.asked()
    await anne.tab_to(anne.page.get_by_role("radio").first)
    await keys.press("ArrowDown")
    await anne.tab_to(mat.ballot)
    await keys.press("Enter")
    await mat.settled()  # until then the ballot lies there, and would be asked for again
    while (question := await mat.asked()) != "lay":
        await mat.answer(question)
    await anne.tab_to(mat.hand.locator('button[tabindex="0"]'))
    await keys.press("ArrowRight")
    card = mat.hand.get_by_role("button").nth(1)
    await expect(card).to_be_focused()
    await keys.press("Enter")
    await expect(mat.prompt.get_by_role("button").first).to_be_focused()
    await keys.press("Enter")
    await expect(mat.story).to_contain_text("Anne-Charlotte pose")
    assert await mat.asked() in ("act", "react")
    await anne.tab_to(mat.passing)
    await keys.press("Enter")
    await mat.settled()


async def test_largest_hand_fits_and_its_actions_say_what_they_do(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_koalition(anne, 3, countries=1)
    while (question := await mat.asked()) != "lay":
        await mat.answer(question)
    assert await mat.hand.get_by_role("button").count() >= 20 + 2, "twenty politicians, and eight actions and jokers"
    await mat.check_hand_is_in_sight()
    await mat.check_pointer_reaches_every_card()
    action = mat.actions.first
    await expect(action).to_contain_text(re.compile("parti|politicien|Efface"))
    await anne.tab_to(mat.hand.locator('button[tabindex="0"]'))
    await anne.page.keyboard.press("End")
    await expect(mat.actions.last).to_be_focused()
    await anne.page.keyboard.press("Enter")
    await expect(mat.prompt.locator(".about")).to_contain_text(re.compile("parti|politicien|Efface"))
    await anne.check_page("koalition-action-explained")


async def test_card_is_dragged_to_the_table(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_koalition(anne, 3, countries=1)
    while (question := await mat.asked()) != "lay":
        await mat.answer(question)
    card, table = (
        await mat.playable.first.bounding_box(),
        await anne.page.locator("[data-party=crosses]").bounding_box(),
    )
    assert card
    assert table
    mouse = anne.page.mouse
    await mouse.move(card["x"] + 12, card["y"] + 40)
    await mouse.down()
    await mouse.move(table["x"] + 40, table["y"] + 80, steps=5)
    await mouse.up()
    await expect(mat.story).to_contain_text("Anne-Charlotte pose")


@pytest.mark.clause("koalition.ruling.free-talk")
@one_size(DESKTOP, PHONE)
async def test_proposal_is_withdrawn_repeated_and_accepted(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    sockets = await five_at_a_table(server)
    by_seat = {socket.seat: socket for socket in sockets}
    plan, _ = await to_a_negotiation(sockets)
    proposer, last = by_seat[plan["by"]], by_seat[plan["last"]]
    anne = await open_browser(size)
    cookies = proposer.guest.http.cookies.items()
    await anne.page.context.add_cookies([{"name": key, "value": value, "url": anne.address} for key, value in cookies])
    await anne.goto(f"/t/{proposer.table}")
    mat = KoalitionPage(anne.page)

    offer = anne.page.get_by_role("region", name="La négociation").locator("ol > li")
    take_back = anne.button("Retirer ma main")
    for _ in range(2):
        await mat.propose(plan["blocs"])
        await expect(offer).to_have_count(1)
        await expect(offer).to_contain_text(re.compile(r"\+\d+ pour vous"))
        await anne.check_page("koalition-take-back")
        await take_back.click()
        await expect(mat.story).to_contain_text("retire sa main")
        await expect(offer).to_have_count(0)
    await mat.propose(plan["blocs"])
    await expect(take_back).to_be_visible()

    await last.until(lambda: last.now is not None and last.now["sight"]["made"] == 3)
    await last.play({"do": "close"})
    await anne.expect_text(f"Rien à ajouter : {last.guest.name}.")
    await expect(offer).to_have_count(1)
    await anne.check_page("koalition-nothing-to-add")
    for seat in (*plan["others"], plan["last"]):
        socket = by_seat[seat]
        await socket.until(lambda socket=socket: socket.now["sight"]["silent"] != [])  # type: ignore[misc]
        assert (await socket.play({"do": "accept", "number": 3}))["t"] == "ack"
    await expect(mat.going_on).to_be_visible()
    await expect(mat.verdict).to_contain_text("Poignée de main")
    await expect(anne.page.get_by_role("dialog")).to_have_count(0)
    await anne.check_page("koalition-verdict")
    await anne.page.keyboard.press("Escape")
    await expect(mat.verdict).to_have_count(0)
