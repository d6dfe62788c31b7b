"""Phones as hands: while a shared screen shows the board, a phone shows its player's cards, pieces and questions."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest
from playwright.async_api import Page, expect

from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, TableSocket, bot, deployed
from tests.server.running import Running
from tests.server.tables.test_negotiation import five_at_a_table, to_a_negotiation
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.koalition_page import KoalitionPage
from tests.web.politico_guests import play_until, seat_politico_guests, sight, sit_in_browser, take_seat_of
from tests.web.politico_page import PoliticoPage
from tests.web.president_guests import seat_president_guests
from tests.web.stratego_page import StrategoPage

COUNT_VIBRATIONS = """
window.vibrations = 0;
navigator.vibrate = () => { window.vibrations += 1; return true; };
"""
SMALL = """() => [...document.querySelectorAll("[data-hand] .dock button, .hand-panel button, [data-hand-switch]")]
  .filter((button) => button.checkVisibility())
  .map((button) => [button.textContent.trim(), button.getBoundingClientRect()])
  .filter(([, { width, height }]) => height < 48 || width < 44)
  .map(([text, { width, height }]) => `${text}: ${width} × ${height}`)"""


async def open_screen(server: Running, table: str) -> TableSocket:
    """A shared screen at a table."""
    screen = TableSocket(Guest(server, "Screen"), table, query="since=0&view=screen")
    await screen.connect()
    return screen


# --- Scenes: a player who is asked something, and the answer from the hand -------------------------------------------


async def stratego(server: Running) -> TableSocket:
    anne, _ = await deployed(server)
    return anne


async def step(page: Page) -> None:
    await StrategoPage(page).touch("a4", "a5")


async def koalition_lay(server: Running) -> TableSocket:
    sockets = await five_at_a_table(server)
    return await play_until(sockets, lambda socket: sight(socket)["stage"] == "lay", wanted=())


async def lay(page: Page) -> None:
    mat = KoalitionPage(page)
    await mat.playable.first.click()
    await mat.prompt.get_by_role("button").first.click()


async def koalition_negotiate(server: Running) -> TableSocket:
    sockets = await five_at_a_table(server)
    offer, _ = await to_a_negotiation(sockets)
    await sockets[offer["by"]].play({"do": "propose", "blocs": offer["blocs"]})
    last: TableSocket = sockets[offer["last"]]
    await last.until(lambda: bool(sight(last)["proposals"]))
    return last


async def shake(page: Page) -> None:
    await KoalitionPage(page).shake.first.click()


async def politico_vote(server: Running) -> TableSocket:
    sockets = await seat_politico_guests(server, 3)
    return await play_until(sockets, lambda socket: sight(socket)["stage"] == "investiture")


async def vote(page: Page) -> None:
    await PoliticoPage(page).answer_called("Pour").click()


async def stratagem(server: Running) -> TableSocket:
    guests = [Guest(server, name) for name in ("Anne", "Béa", "Chloé", "Denis")]
    table = (await guests[0].open(ME, *[FRIEND] * 3, game="stratagem"))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    sockets = [await guest.sit(table) for guest in guests]
    return await play_until(sockets, lambda socket: sight(socket)["stage"] == "turn", wanted=())


async def draw(page: Page) -> None:
    await page.get_by_role("button", name="Tirer une carte").click()


async def president(server: Running) -> TableSocket:
    sockets = await seat_president_guests(server, 3)
    return await play_until(sockets, lambda socket: sight(socket)["stage"] == "take", wanted=())


async def take_department(page: Page) -> None:
    await page.get_by_role("region", name="Les départements").locator("button.row").first.click()


@dataclass(frozen=True)
class Scene:
    """How a player comes to be asked something, what shows the board, and the answer."""

    bring: Callable[[Running], Awaitable[TableSocket]]
    board: str
    answer: Callable[[Page], Awaitable[None]]


SCENES = {
    "stratego": Scene(stratego, ".losses", step),
    "koalition": Scene(koalition_lay, ".parties", lay),
    "koalition-negotiate": Scene(koalition_negotiate, ".parties", shake),
    "politico": Scene(politico_vote, ".chamber", vote),
    "stratagem": Scene(stratagem, ".centre", draw),
    "president": Scene(president, ".race", take_department),
}


@pytest.mark.parametrize("name", SCENES)
async def test_phone_shows_the_hand_while_a_screen_is_open(
    open_browser: OpenBrowser, server: Running, name: str
) -> None:
    scene = SCENES[name]
    socket = await scene.bring(server)
    anne = await sit_in_browser(open_browser, socket, PHONE)
    board, hand = anne.page.locator(scene.board).first, anne.page.locator("[data-hand]")
    chat = anne.page.get_by_role("button", name="La parole")
    await expect(board).to_be_visible()
    await expect(chat).to_be_visible()

    screen = await open_screen(server, socket.table)
    await expect(hand).to_be_visible()
    await expect(board).not_to_be_visible()
    await expect(chat).to_have_count(0)
    await expect(anne.page.get_by_role("log")).to_have_count(0)
    await expect(anne.page.locator(".bar.yours")).to_be_visible()
    assert not await anne.page.evaluate(SMALL), "a thumb does not hit these"
    await anne.check_page(f"hand-{name}")

    seen = socket.seq
    await scene.answer(anne.page)
    await socket.until(lambda: socket.seq > seen)
    await expect(anne.page.locator('[aria-busy="true"]')).to_have_count(0)
    await anne.check_layout(f"hand-{name}-answered")

    await screen.close()
    await expect(board).to_be_visible()
    await expect(hand).to_have_count(0)
    await expect(chat).to_be_visible()


async def test_player_turns_to_the_whole_table_and_back(open_browser: OpenBrowser, server: Running) -> None:
    socket = await stratego(server)
    await open_screen(server, socket.table)
    anne = await sit_in_browser(open_browser, socket, PHONE)
    hand, losses = anne.page.locator("[data-hand]"), anne.page.locator(".losses")
    await anne.button("Toute la table").click()
    await expect(losses).to_be_visible()
    await expect(hand).to_have_count(0)
    await anne.check_page("hand-whole-table")
    await anne.page.reload()
    await expect(anne.button("Ma main")).to_be_visible()
    await expect(losses).to_be_visible()
    await anne.button("Ma main").click()
    await expect(hand).to_be_visible()
    await anne.button("Livret").click()
    await expect(anne.page.get_by_role("dialog")).to_be_visible()


async def test_bargain_is_sealed_on_the_phone(open_browser: OpenBrowser, server: Running) -> None:
    sockets = await seat_politico_guests(server, 3)
    drawing = await play_until(sockets, lambda socket: sight(socket)["stage"] == "draw")
    other = next(socket for socket in sockets if socket is not drawing)
    await open_screen(server, drawing.table)
    anne = await sit_in_browser(open_browser, drawing, PHONE)
    await expect(anne.page.locator("[data-hand]")).to_be_visible()
    await other.play({"do": "offerbargain", "to": drawing.seat, "terms": "peace"})
    offer = anne.page.locator("[data-offer]")
    await expect(offer).to_contain_text("Laissons-nous en paix")
    await anne.check_page("hand-offer")
    await offer.get_by_role("button", name="D’accord").click()
    await other.until(lambda: sight(other)["bargains"]["entries"][0]["state"] == "agreed")


async def test_wide_screens_spectators_and_other_tables_keep_the_board(
    open_browser: OpenBrowser, server: Running
) -> None:
    socket = await stratego(server)
    await open_screen(server, socket.table)
    anne = await sit_in_browser(open_browser, socket, DESKTOP)
    emma = await open_browser(PHONE)
    await emma.goto(f"/t/{socket.table}")
    for guest in (anne, emma):
        await expect(guest.page.locator(".losses")).to_be_visible()
        await expect(guest.page.locator("[data-hand]")).to_have_count(0)


async def expect_vibrations(guest: BrowserGuest, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while (found := await guest.page.evaluate("window.vibrations")) < count:
            await asyncio.sleep(0.05)
    assert found == count


@pytest.mark.parametrize("with_screen", [True, False], ids=["screen", "alone"])
async def test_phone_vibrates_once_per_turn(open_browser: OpenBrowser, server: Running, with_screen: bool) -> None:
    red, blue = await deployed(server)
    if with_screen:
        await open_screen(server, red.table)
    anne = await open_browser(PHONE)
    await anne.page.add_init_script(COUNT_VIBRATIONS)
    await take_seat_of(anne, red)
    mat = StrategoPage(anne.page)
    await mat.my_turn()
    await expect(anne.page.locator("[data-hand]")).to_have_count(int(with_screen))
    for turn, (ours, theirs) in enumerate([(("a4", "a5"), ("a7", "a6")), (("b4", "b5"), ("b7", "b6"))]):
        await mat.touch(*ours)
        await expect(mat.status).to_contain_text("Bruno")
        await expect_vibrations(anne, turn)  # not when the page opens on one's turn, nor on the other's
        await blue.until(lambda: blue.to_move)
        start, end = theirs
        assert (await blue.play({"do": "step", "from": start, "to": end}))["t"] == "ack"
        await mat.my_turn()
        await expect_vibrations(anne, turn + 1)

    await anne.page.get_by_role("button", name="Réglages").click()
    await anne.page.get_by_role("switch", name="Vibrer quand vient votre tour").uncheck()
    await anne.page.keyboard.press("Escape")
    await mat.touch("e4", "e5")
    await blue.until(lambda: blue.to_move)
    await blue.play({"do": "step", "from": "e7", "to": "e6"})
    await mat.my_turn()
    await expect_vibrations(anne, 2)


async def test_coach_advises_on_the_phone(open_browser: OpenBrowser, server: Running) -> None:
    guest = Guest(server, "Anne")
    table = await guest.open(ME, *[bot("backbencher")] * 3, game="politico", options={"target": 2000, "rounds": 200})
    socket = await guest.sit(table["id"])
    await play_until([socket], lambda socket: sight(socket)["stage"] == "draw")
    await open_screen(server, socket.table)
    anne = await sit_in_browser(open_browser, socket, PHONE)
    await expect(anne.page.locator("[data-hand]")).to_be_visible()
    await anne.page.get_by_role("button", name=re.compile("conseil", re.IGNORECASE)).first.click()
    await expect(anne.page.locator("[data-pointed]").first).to_be_visible()
    await anne.check_page("hand-advice")
