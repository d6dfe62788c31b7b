"""Cards, tokens and pieces travel from where they were to where they go; not for those who want no motion."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.server.client import ME, Json, TableSocket, bot, deployed
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.koalition_page import KoalitionPage
from tests.web.politico_guests import ATTACKING, play_until, seat_politico_guests, sight, take_seat_of
from tests.web.politico_page import PoliticoPage
from tests.web.president_page import PresidentPage
from tests.web.stratagem_page import StratagemPage
from tests.web.travels import expect_travel, record_travels, travels_of

PLATES = [f'[data-places] [data-seat="{seat}"]' for seat in range(3)]
MATS = [f'[data-mat="{seat}"]' for seat in range(4)]


def attack_by(socket: TableSocket) -> Json | None:
    """An attack that a seat may play now."""
    assert socket.now is not None
    return next((move for move in socket.now["legal"] if move["do"] == "attack"), None)


async def attack_in_politico(server: Running, watcher: BrowserGuest, **order: str) -> tuple[Json, int, str]:
    """Have a guest attack while the browser of another looks on: the attack, who played it, its card in words."""
    sockets = await seat_politico_guests(server, 3, **order)
    attacker = await play_until(sockets, lambda socket: attack_by(socket) is not None, ATTACKING)
    assert attacker.seat is not None
    attack = attack_by(attacker)
    assert attack is not None
    await record_travels(watcher, *PLATES, ".chamber", ".hand")
    await take_seat_of(watcher, next(socket for socket in sockets if socket is not attacker))
    mat = PoliticoPage(watcher.page)
    await mat.settled()
    assert not await travels_of(watcher), "what happened before one came does not travel"
    assert (await attacker.play(attack))["t"] == "ack"
    laid = mat.story.get_by_role("listitem").filter(has_text="Attaque !").last
    await expect(laid).to_contain_text("pose «")
    card = re.search(r"«\s(.*?)\s»", await laid.text_content() or "")  # the line may still be fading in
    assert card is not None
    await expect(mat.prompt).to_contain_text(card[1])
    return attack, attacker.seat, card[1]


async def test_politico_attack_travels_from_its_player_to_its_target(
    server: Running, open_browser: OpenBrowser
) -> None:
    watcher = await open_browser(DESKTOP, moving=True)
    attack, by, card = await attack_in_politico(server, watcher)
    await expect_travel(watcher, PLATES[by], PLATES[attack["seat"]], card)
    await expect(watcher.page.locator(".flight")).to_have_count(0)


@pytest.mark.parametrize("pace", ["normal", "at_once"])
async def test_nothing_travels_in_politico_with_reduced_motion_or_at_once(
    server: Running, open_browser: OpenBrowser, pace: str
) -> None:
    watcher = await open_browser(DESKTOP, moving=pace == "at_once")
    await attack_in_politico(server, watcher, pace=pace)
    assert not await travels_of(watcher)


async def test_politico_cards_that_others_draw_travel_face_down(server: Running, open_browser: OpenBrowser) -> None:
    sockets = await seat_politico_guests(server, 3)
    drawing = await play_until(sockets, lambda socket: sight(socket)["stage"] == "draw")
    assert drawing.seat is not None
    own, other = await open_browser(DESKTOP, moving=True), await open_browser(DESKTOP, moving=True)
    for guest, socket in ((own, drawing), (other, next(socket for socket in sockets if socket is not drawing))):
        await record_travels(guest, *PLATES, ".chamber", ".hand")
        await take_seat_of(guest, socket)
        await PoliticoPage(guest.page).settled()
    await PoliticoPage(own.page).answer_called("Piocher une carte").click()
    drawn = await expect_travel(own, ".chamber", ".hand")
    assert drawn.text, "one sees one’s own card"
    await expect_travel(other, ".chamber", PLATES[drawing.seat])
    assert {travel.text for travel in await travels_of(other)} == {""}, "others see its back"


async def open_table(anne: BrowserGuest, game: str, players: int, *places: str, **around: str) -> None:
    """Open a table with bots; what travels there is recorded with these places."""
    await record_travels(anne, *places)
    await anne.open_table(ME, *[bot("random")] * (players - 1), around={"game": game, **around})


async def show_an_option(mat: StratagemPage) -> str:
    """Play Stratagem until we show an option; which one."""
    while (question := await mat.asked()) != "turn" or not await mat.own.locator("ol button.open").count():
        await mat.answer(question)
    await mat.show(mat.own.locator("ol button.open").first)
    return await mat.own.locator("li[data-option] strong").first.inner_text()


async def test_stratagem_options_travel_onto_mats_and_cards_from_the_pack(open_browser: OpenBrowser) -> None:
    anne = await open_browser(DESKTOP, moving=True)
    await open_table(anne, "stratagem", 4, *MATS, "li[data-option]", "button.deck", ".centre")
    mat = StratagemPage(anne.page, peaceful=True)
    option = await show_an_option(mat)
    await expect_travel(anne, MATS[0], "li[data-option]", option)
    while not any("button.deck" in travel.start for travel in await travels_of(anne)):
        await mat.answer(await mat.asked())
    secrets = [seen for seen in await travels_of(anne) if set(seen.end) & set(MATS[1:]) and "button.deck" in seen.start]
    assert {travel.text for travel in secrets} <= {""}, "what others draw for themselves shows its back"
    await expect(anne.page.locator(".flight")).to_have_count(0)


@pytest.mark.parametrize("pace", ["normal", "at_once"])
async def test_nothing_travels_in_stratagem_with_reduced_motion_or_at_once(
    open_browser: OpenBrowser, pace: str
) -> None:
    anne = await open_browser(DESKTOP, moving=pace == "at_once")
    await open_table(anne, "stratagem", 4, pace=pace)
    await show_an_option(StratagemPage(anne.page, peaceful=True))
    assert not await travels_of(anne)


@pytest.mark.parametrize("moving", [True, False])
async def test_koalition_card_travels_from_the_hand_to_its_party(open_browser: OpenBrowser, moving: bool) -> None:
    anne = await open_browser(DESKTOP, moving=moving)
    await open_table(anne, "koalition", 5, ".hand", "[data-table] [data-party]")
    mat = KoalitionPage(anne.page)
    while not mat.done["lay"]:
        await mat.answer(await mat.asked())
    if moving:
        await expect_travel(anne, ".hand", "[data-table] [data-party]")
        await expect(anne.page.locator(".flight")).to_have_count(0)
    else:
        assert not await travels_of(anne)


@pytest.mark.parametrize("moving", [True, False])
async def test_president_token_travels_from_its_candidate_to_the_department(
    open_browser: OpenBrowser, moving: bool
) -> None:
    anne = await open_browser(DESKTOP, moving=moving)
    await open_table(anne, "president", 2, "[data-side]", ".country")
    mat = PresidentPage(anne.page)
    while not mat.done["choose"]:
        await mat.answer(await mat.asked())
    await mat.asked()
    if moving:
        await expect_travel(anne, "[data-side]", ".country")
        await expect(anne.page.locator(".flight")).to_have_count(0)
    else:
        assert not await travels_of(anne)


@pytest.mark.parametrize("moving", [True, False])
async def test_stratego_piece_travels_to_its_square(server: Running, open_browser: OpenBrowser, moving: bool) -> None:
    red, blue = await deployed(server)
    watcher = await open_browser(DESKTOP, moving=moving)
    await record_travels(watcher)
    await take_seat_of(watcher, blue)
    await watcher.expect_text("Rouge")
    assert red.now is not None
    step = next(move for move in red.now["legal"] if move["do"] == "step")
    assert (await red.play(step))["t"] == "ack"
    await expect(watcher.page.get_by_role("log")).to_contain_text("va de")
    await expect(watcher.page.locator(".board rect.last")).to_have_count(2)
    if moving:
        await watcher.page.wait_for_function("() => window.seenTravels.length === 1")
    else:
        assert not await travels_of(watcher)
