"""Politico in a browser: a whole game from the shelf to the result, scene by scene, eight on a phone, keys alone."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.client import FRIEND, ME, TableSocket, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.politico_guests import (
    ATTACKING,
    LONG,
    play_on,
    play_until,
    seat_politico_guests,
    sight,
    sit_in_browser,
)
from tests.web.politico_page import PoliticoPage
from tests.web.variants import one_size

SHORT = {"target": 100, "rounds": 4}
"""Rules with which a game is soon over."""


async def test_game_is_played_from_the_shelf_to_the_result(open_browser: OpenBrowser, tmp_path: Path) -> None:
    anne = await open_browser(moving=True)
    await anne.shorten_timeouts()
    await anne.goto()
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Politico").click()
    await prepare(anne)
    mat = PoliticoPage(anne.page)
    while (question := await mat.asked()) != "over":
        await mat.answer(question)
    await anne.check_page("politico-over")
    assert mat.done["draw"] >= 1, "every player has had a turn"
    assert mat.done["vote"] >= 1, "100 points take a government, and a government takes a vote"

    await expect(mat.story).to_contain_text("la partie est finie")
    card = anne.page.get_by_role("dialog")
    await expect(card.get_by_role("heading", level=2)).to_have_text(re.compile("gagné|nulle"))
    await expect(card.locator(".ranking").get_by_role("listitem")).to_have_count(6)
    async with anne.page.expect_download() as downloading:
        await card.get_by_role("link", name="Télécharger la partie").click()
    await (await downloading.value).save_as(tmp_path / "game.jsonl")
    verdict = record.verify(games.find("politico"), record.read((tmp_path / "game.jsonl").read_bytes()))
    assert verdict.sealed
    assert verdict.outcome is not None
    scores = [int(score) for score in await card.locator(".ranking strong").all_inner_texts()]
    assert scores == sorted(verdict.outcome.scores or (), reverse=True)


async def prepare(anne: BrowserGuest) -> None:
    """Fill in the paper: five bots, the first place, 100 points."""
    page = anne.page
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_label("Combien de joueurs").fill("6")
    for seat, level in enumerate(("casual", "casual", "strong", "casual", "beginner"), start=2):
        await page.get_by_label(f"Chaise {seat}").select_option(level)
    await page.get_by_text("Place 1", exact=True).click()
    await page.get_by_text("Règles de la table").click()
    await page.get_by_label("Points à atteindre").fill(str(SHORT["target"]))
    await page.get_by_label("Tours de table", exact=True).fill(str(SHORT["rounds"]))
    await anne.button("Ouvrir la table").click()


async def open_politico(
    anne: BrowserGuest, players: int, rules: dict[str, int] = LONG, level: str = "backbencher", **chairs: int
) -> PoliticoPage:
    friends = chairs.get("friends", 0)
    wish = {
        "game": "politico",
        "name": "Anne-Charlotte",
        "chairs": [ME, *[FRIEND] * friends, *(bot(level) for _ in range(players - 1 - friends))],
        "options": rules,
    }
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    assert answer.status == 201, await answer.text()
    await anne.goto(f"/t/{(await answer.json())['id']}")
    return PoliticoPage(anne.page)


async def until(mat: PoliticoPage, wanted: str) -> None:
    """Play on until we are asked that."""
    for _ in range(300):
        question = await mat.asked()
        if question == wanted:
            return
        await mat.answer(question)
    raise AssertionError(f"the page never asked for “{wanted}”")


@pytest.mark.parametrize(("size", "players"), [pytest.param(DESKTOP, 6, marks=pytest.mark.slow), (PHONE, 8)], ids=str)
async def test_every_scene_fits_and_is_accessible(
    open_browser: OpenBrowser, size: tuple[int, int], players: int
) -> None:
    anne = await open_browser(size)
    mat = await open_politico(anne, players)
    for _ in range(40):
        question = await mat.asked()
        if not mat.done[question]:
            await anne.check_page(f"politico-{players}-{question}")
        await mat.answer(question)
    assert {"draw", "act", "vote"} <= set(mat.done), "whatever the others do, these come up"


async def test_bid_with_an_invitation_is_voted_on(open_browser: OpenBrowser, server: Running) -> None:
    sockets = await seat_politico_guests(server, 4)
    bidder = await play_until(sockets, lambda socket: sight(socket)["stage"] == "invite")
    others = [asyncio.create_task(play_on(socket)) for socket in sockets if socket is not bidder]
    anne = await sit_in_browser(open_browser, bidder, DESKTOP)
    mat = PoliticoPage(anne.page)
    guest = mat.plates.locator("button.target").first
    name = await guest.locator(".name").inner_text()
    await guest.click()
    await expect(mat.story).to_contain_text(f"{bidder.guest.name} invite {name}")
    await expect(mat.prompt.locator(".guest")).to_have_count(1)
    await anne.check_page("politico-invited")
    await mat.answers.get_by_role("button", name=re.compile("^La liste est close")).click()
    await mat.settled()  # until then the list is still open
    assert await mat.asked() == "vote"
    await expect(mat.prompt).to_contain_text("Votre bulletin pèse")
    await expect(anne.page.get_by_role("list", name="Qui a voté").get_by_role("listitem")).to_have_count(4)
    await anne.check_page("politico-vote")
    await mat.answer_called("Pour").click()
    await expect(mat.story).to_contain_text("Scrutin clos, investiture")
    await anne.button("Dernier scrutin").click()
    sheet = anne.page.get_by_role("dialog")
    await expect(sheet).to_contain_text(re.compile("Investiture (accordée|refusée)"))
    await expect(sheet.get_by_role("img")).to_have_accessible_name(re.compile(r"\d+ voix pour, \d+ contre"))
    await expect(sheet.locator(".slip")).to_have_count(4)
    await anne.check_page("politico-count")
    for task in others:
        task.cancel()


@one_size(PHONE, DESKTOP)
async def test_attack_is_answered(open_browser: OpenBrowser, server: Running, size: tuple[int, int]) -> None:
    sockets = await seat_politico_guests(server, 3)
    attacked = await play_until(sockets, lambda socket: sight(socket)["stage"] == "answer", ATTACKING)
    anne = await sit_in_browser(open_browser, attacked, size)
    mat = PoliticoPage(anne.page)
    await expect(mat.prompt).to_contain_text("vous attaque")
    attack = await mat.prompt.locator(".duel strong").text_content()
    assert attack
    if size == PHONE:
        button = anne.button("Attaques et parades")
        # Between the goal and the prompt, which stay at the edges of the window: a tall prompt covers its middle.
        await button.evaluate("button => scrollBy(0, button.getBoundingClientRect().top - 150)")
        await button.click()
    summary = anne.page.get_by_role("dialog" if size == PHONE else "region", name="Attaques et parades")
    await expect(summary.locator("tr.current")).to_contain_text(attack)
    await anne.page.keyboard.press("Escape")
    await expect(mat.plates.locator("button.struck")).to_contain_text(attacked.guest.name)
    await anne.check_page("politico-attack")
    await mat.answer_called("Encaisser").click()
    await expect(mat.story).to_contain_text(re.compile(f"fait mouche.*{attacked.guest.name} encaisse"))
    await anne.expect_scene('section[aria-label="Flash"]', "fait mouche")


async def test_game_is_playable_by_keyboard_alone(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    mat = await open_politico(anne, 4)
    keys = anne.page.keyboard
    await until(mat, "draw")
    await anne.tab_to(mat.hand.locator('button[tabindex="0"]'), most=90)
    await keys.press("End")
    await keys.press("ArrowLeft")
    card = mat.hand.get_by_role("button").nth(-2)
    await expect(card).to_be_focused()
    await keys.press("Enter")
    await expect(card).to_have_attribute("aria-pressed", "true")
    await anne.tab_to(mat.hand.locator('button[tabindex="0"]'), most=90)
    await keys.press("Escape")
    await expect(card).to_have_attribute("aria-pressed", "false")
    await anne.tab_to(mat.answer_called("Piocher une carte"), most=90)
    await keys.press("Enter")
    await mat.settled()
    assert await mat.asked() == "act"
    await anne.tab_to(mat.answer_called("Passer"), most=90)
    await keys.press("Enter")
    await expect(mat.story).to_contain_text("Anne-Charlotte passe")


async def test_reference_sheets_open_at_any_time(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    mat = await open_politico(anne, 8)
    await until(mat, "draw")
    sheet = anne.page.get_by_role("dialog")
    await anne.button("Attaques et parades").click()
    await expect(sheet).to_contain_text("Procès en diffamation")
    await anne.check_page("politico-parades")
    await anne.page.keyboard.press("Escape")
    await mat.plates.get_by_role("button").nth(1).click()
    await expect(sheet).to_contain_text("plaques de l’élection")
    await anne.check_page("politico-person")
    await sheet.get_by_role("button", name="Fermer").click()
    await anne.button("Proposer un amendement").click()
    await expect(sheet).to_contain_text("Points à atteindre")
    await anne.check_page("politico-amend")
    await sheet.get_by_role("button", name="Finir à 1900 points").click()
    await expect(mat.story).to_contain_text("Anne-Charlotte propose un amendement : finir à 1900 points")
    await anne.button("Proposer un amendement").click()
    await expect(sheet).to_contain_text("Tours de jeu avant le vote")
    await sheet.get_by_role("button", name="Fermer").click()
    await anne.button("En mots").click()
    text = anne.page.get_by_role("region", name="La partie en mots")
    await expect(text).to_contain_text("Votre main :")
    await anne.check_width()


@one_size(DESKTOP, PHONE)
async def test_private_room_is_opened_from_the_board(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne, bea = await open_browser(size), await open_browser()
    mat = await open_politico(anne, 3, friends=1)
    await bea.goto(anne.page.url.removeprefix(anne.address))
    await bea.take_seat("Béa")
    await mat.plates.get_by_role("button", name=re.compile("Béa")).click()
    await anne.button("Parler à part").click()
    room = anne.page.get_by_role("log", name=re.compile("Béa"))
    await expect(room).to_be_visible()
    await anne.page.get_by_role("textbox").fill("On gouverne ensemble ?")
    await anne.page.keyboard.press("Enter")
    await expect(room).to_contain_text("On gouverne ensemble")
    await bea.page.get_by_role("tab", name=re.compile("La parole")).click()
    await bea.page.get_by_role("group", name="À qui parler").get_by_role("button", name=re.compile("Anne")).click()
    await expect(bea.page.get_by_role("log", name=re.compile("Anne-Charlotte"))).to_contain_text("On gouverne ensemble")


def draws_under_another(socket: TableSocket) -> bool:
    """The beginning of one's turn while another player heads a government."""
    government = sight(socket)["government"]
    return sight(socket)["stage"] == "draw" and government is not None and government["pm"] != socket.seat


@one_size(PHONE, DESKTOP)
@pytest.mark.clause("politico.ruling.resign-between")
async def test_head_of_government_announces_a_resignation(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    """In another's turn; it takes effect when that turn is over."""
    sockets = await seat_politico_guests(server, 3)
    drawing = await play_until(sockets, draws_under_another)
    head = next(socket for socket in sockets if socket.seat == sight(drawing)["government"]["pm"])
    anne = await sit_in_browser(open_browser, head, size)
    announce = anne.button("Annoncer ma démission")
    await announce.click()
    await expect(anne.page.get_by_role("dialog")).to_contain_text("vous ne pourrez plus revenir en arrière")
    await anne.check_page(f"politico-announce-{size[0]}")
    await anne.page.get_by_role("dialog").get_by_role("button", name="Oui").click()
    await expect(anne.page.get_by_text("Démission annoncée pour la fin de ce tour")).to_be_visible()
    await expect(announce).to_have_count(0)
    await drawing.until(lambda: sight(drawing)["government"]["resigning"])
    await anne.check_page(f"politico-announced-{size[0]}")

    playing = [asyncio.create_task(play_on(socket)) for socket in sockets]
    await expect(PoliticoPage(anne.page).story).to_contain_text(f"{head.guest.name} remet sa démission")
    for task in playing:
        task.cancel()
