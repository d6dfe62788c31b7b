"""From an empty profile to the first move of a real game: at most two clicks and a name."""

from __future__ import annotations

import asyncio
import json

import pytest
from playwright.async_api import Page, WebSocket, expect

from ludotheque.games import shelf
from tests.patience import PATIENCE
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.koalition_page import KoalitionPage
from tests.web.politico_page import PoliticoPage
from tests.web.president_page import PresidentPage
from tests.web.stratagem_page import StratagemPage
from tests.web.stratego_page import StrategoPage, name
from tests.web.variants import one_size

MOST_CLICKS = 2
_COUNT_CLICKS = """
window.clicks = 0;
addEventListener("click", (event) => { if (event.isTrusted) window.clicks += 1; }, true);
"""


class FirstMoves:
    """The moves that a page sends by a socket and the server acknowledges, but for the set-up of an army."""

    def __init__(self, page: Page) -> None:
        self._sent: set[str] = set()
        self.acknowledged = asyncio.Event()
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", self._on_sent)
        socket.on("framereceived", self._on_received)

    def _on_sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "play" and message["moves"][0]["do"] != "place":
            self._sent.add(message["id"])

    def _on_received(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "ack" and message["id"] in self._sent:
            self.acknowledged.set()


async def move_first_piece(page: Page) -> None:
    """Move a piece of the front row that can move, and has no lake before it."""
    board = StrategoPage(page)
    await board.my_turn()
    labels = await board.labels()
    for column in range(10):
        start, end = name(30 + column), name(40 + column)
        if "Lac" not in labels[end] and not any(fixed in labels[start] for fixed in ("Bombe", "Drapeau")):
            await board.touch(start, end)
            return


async def play_first_move(game: str, page: Page) -> None:
    mat: KoalitionPage | PoliticoPage | PresidentPage | StratagemPage
    match game:
        case "stratego":
            await move_first_piece(page)
            return
        case "koalition":
            mat = KoalitionPage(page)
        case "politico":
            mat = PoliticoPage(page)
        case "president":
            mat = PresidentPage(page)
        case _:
            mat = StratagemPage(page)
    await mat.answer(await mat.asked())


async def clicks_until_asked(anne: BrowserGuest, title: str) -> int:
    """Begin a game from the shelf with the mouse alone, but for the name; the clicks it took to be asked for a move."""
    await anne.page.add_init_script(_COUNT_CLICKS)
    await anne.goto()
    tile = anne.page.locator("article.tile").filter(has=anne.page.get_by_role("heading", name=title, exact=True))
    play = tile.get_by_role("button", name="Jouer")
    await play.click()
    await tile.get_by_label("Votre nom").fill("Anne")
    await play.click()
    await expect(anne.page.locator(".bar.yours")).to_be_visible()
    clicks: int = await anne.page.evaluate("window.clicks")
    return clicks


@one_size(PHONE, DESKTOP)
@pytest.mark.parametrize("game", shelf())
async def test_first_move_is_two_clicks_and_a_name_away(
    open_browser: OpenBrowser, game: str, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    moves = FirstMoves(anne.page)
    assert await clicks_until_asked(anne, shelf()[game].words("fr")["title"]) <= MOST_CLICKS
    await anne.check_layout(f"first-move-{game}")
    await play_first_move(game, anne.page)
    async with asyncio.timeout(PATIENCE):
        await moves.acknowledged.wait()


async def test_name_is_remembered_and_the_next_game_is_one_click_away(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await clicks_until_asked(anne, "Koalition")
    await anne.goto()
    await anne.button("Jouer : Stratego").click()
    await expect(anne.page.locator(".bar.yours")).to_be_visible()
    await expect(anne.page.get_by_text("Anne").first).to_be_visible()


async def test_page_of_a_box_plays_at_once_too(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto("/open/president")
    await anne.button("Jouer").click()
    await expect(anne.page.get_by_label("Votre nom")).to_be_focused()
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.check_page("box")
    await anne.button("Jouer").click()
    await expect(anne.page.locator(".bar.yours")).to_be_visible()
