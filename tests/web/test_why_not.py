"""What cannot be played says why, with its clause: one note for every mat, answered by the server.

Clicks are forced, since Playwright takes what is greyed (``aria-disabled``) for something that cannot be clicked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Locator, Page, expect

from tests.server.client import ME, TableSocket, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.koalition_page import KoalitionPage
from tests.web.politico_guests import ATTACKING, play_until, seat_politico_guests, sight, sit_in_browser
from tests.web.politico_page import PoliticoPage
from tests.web.stratagem_page import StratagemPage
from tests.web.variants import one_size

Find = Callable[[Page], Awaitable[Locator]]
Scene = Callable[[OpenBrowser, Running, tuple[int, int]], Awaitable[tuple[BrowserGuest, Locator]]]
"""Comes to something greyed, in a browser of that size."""


async def koalition_action(page: Page) -> Locator:
    """An action in hand, while a card must be laid first."""
    mat = KoalitionPage(page)
    while (question := await mat.asked()) != "lay" or not await mat.hand.locator("button.idle").count():
        await mat.answer(question)
    return mat.hand.locator("button.idle").first


async def stratagem_action(page: Page) -> Locator:
    """The coup d'État, for which supports are missing."""
    mat = StratagemPage(page, peaceful=True)
    while (question := await mat.asked()) != "turn":
        await mat.answer(question)
    await mat.hand.locator(".actions button").first.click()
    return mat.sheet.locator("button[aria-disabled=true]")


async def open_game(anne: BrowserGuest, game: str, players: int) -> None:
    around = {"game": game, "pace": "at_once"}
    await anne.open_table(ME, *[bot("random")] * (players - 1), around=around)


def with_bots(game: str, players: int, find: Find) -> Scene:
    """A game with bots, played in the browser until there is something greyed."""

    async def come(open_browser: OpenBrowser, _: Running, size: tuple[int, int]) -> tuple[BrowserGuest, Locator]:
        anne = await open_browser(size)
        await open_game(anne, game, players)
        return anne, await find(anne.page)

    return come


async def politico_card(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> tuple[BrowserGuest, Locator]:
    """A card that is no answer to an attack."""
    sockets = await seat_politico_guests(server, 3)
    attacked = await play_until(sockets, holds_no_answer, ATTACKING)
    anne = await sit_in_browser(open_browser, attacked, size)
    return anne, PoliticoPage(anne.page).hand.locator("button.idle").first


def holds_no_answer(socket: TableSocket) -> bool:
    """Whether a seat is attacked and holds a card that is no answer."""
    assert socket.now is not None
    answers = {move.get("card") for move in socket.now["legal"]}
    return sight(socket)["stage"] == "answer" and bool({*sight(socket)["hand"]} - answers)


GREYED: dict[str, Scene] = {
    "koalition": with_bots("koalition", 3, koalition_action),
    "politico": politico_card,
    "stratagem": with_bots("stratagem", 4, stratagem_action),
}


@one_size(PHONE, DESKTOP)
@pytest.mark.parametrize("game", GREYED)
async def test_greyed_card_says_why_with_its_clause(
    open_browser: OpenBrowser, server: Running, game: str, size: tuple[int, int]
) -> None:
    anne, greyed = await GREYED[game](open_browser, server, size)
    await expect(greyed).to_have_attribute("aria-disabled", "true")
    await greyed.click(position={"x": 12, "y": 12}, force=True)
    note = anne.page.locator(".note[popover]")
    await expect(note).to_contain_text("Pourquoi pas")
    await anne.check_page(f"why-not-{game}")
    await expect(anne.page.get_by_role("alert")).to_have_count(0)
    await note.get_by_role("button", name="Voir la règle").click()
    await expect(note).to_have_count(0)
    await expect(anne.page.get_by_role("dialog").last).to_be_visible()


@one_size(PHONE, DESKTOP)
async def test_greyed_buttons_of_the_deployment_say_why(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne = await open_browser(size)
    await open_game(anne, "stratego", 2)
    note = anne.page.locator(".note[popover]")
    why = {"Miroir": "vides", "Vider": "vides", "Annuler": "Rien à annuler", "Rétablir": "Rien à rétablir"}
    for name, said in why.items():
        await anne.button(name).click(force=True)
        await expect(note).to_contain_text(said)
    await anne.button("Pièces encore dans la boîte").click(force=True)
    await expect(note).to_contain_text("Toute l’armée prend part à la bataille")
    await anne.check_page("why-not-deployment")
    await note.get_by_role("button", name="Voir la règle").click()
    await expect(anne.page.get_by_role("dialog").last).to_be_visible()


@one_size(PHONE, DESKTOP)
async def test_blank_ballot_says_why_it_cannot_be_cast(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne = await open_browser(size)
    await open_game(anne, "koalition", 3)
    await anne.button("Glisser dans l’urne").click(force=True)
    note = anne.page.locator(".note[popover]")
    await expect(note).to_contain_text("cochez d’abord un nom")
    await anne.check_page("why-not-ballot")
    await expect(note.get_by_role("button", name="Voir la règle")).to_be_visible()


async def test_note_is_closed_by_escape_and_by_a_click_elsewhere(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await open_game(anne, "koalition", 3)
    greyed = await koalition_action(anne.page)
    note = anne.page.locator(".note[popover]")
    for closes in ("escape", "click"):
        await greyed.click(position={"x": 12, "y": 12}, force=True)
        await expect(note).to_be_visible()
        if closes == "escape":
            await anne.page.keyboard.press("Escape")
        else:
            await anne.page.mouse.click(5, 300)
        await expect(note).to_have_count(0)
