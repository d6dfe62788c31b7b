"""Bargains of Politico in a browser: an offer to a bot and its answer, an offer from another player."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import FloatRect, Page, expect

from tests.server.client import ME, Guest, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.politico_guests import (
    LONG,
    play_until,
    seat_politico_guests,
    sight,
    sit_in_browser,
)
from tests.web.politico_page import PoliticoPage
from tests.web.variants import one_size

WIDE = (1920, 1080)


async def board(page: Page) -> list[FloatRect | None]:
    """Where the parts of the board are on the page."""
    return [await page.locator(f".studio > {part}").bounding_box() for part in (".chamber", ".plates", ".cards")]


@one_size(DESKTOP, PHONE, WIDE)
@pytest.mark.clause("politico.ruling.bargains")
async def test_bot_answers_an_offer(open_browser: OpenBrowser, server: Running, size: tuple[int, int]) -> None:
    """A beginner gives its vote for a vote to everyone who has kept their word so far."""
    guest = Guest(server, "Anne")
    table = await guest.open(ME, *[bot("beginner")] * 3, game="politico", options=LONG)
    socket = await guest.sit(table["id"])
    await play_until([socket], lambda socket: sight(socket)["stage"] == "draw")
    anne = await sit_in_browser(open_browser, socket, size)
    mat = PoliticoPage(anne.page)
    bargains = anne.page.get_by_role("group", name="Les marchés")
    await bargains.get_by_role("button", name="Proposer un marché").click()
    dialog = anne.page.get_by_role("dialog")
    await expect(dialog.get_by_role("radio", name=re.compile("^Votez pour mon prochain"))).to_have_count(2)
    await anne.check_page(f"politico-bargain-{size[0]}")
    await dialog.get_by_role("radio", name=re.compile("et je voterai pour le vôtre")).last.check()
    await dialog.get_by_role("button", name=re.compile("^Proposer à")).click()
    await expect(mat.story).to_contain_text(re.compile("Anne propose un marché à .*voix contre voix"))
    await expect(mat.story).to_contain_text(re.compile("tope avec Anne.*voix contre voix"))
    promises = bargains.get_by_role("list", name="Les promesses")
    # Bots bargain with each other, too.
    await expect(promises.get_by_role("listitem").filter(has_text="Anne")).to_have_count(2)
    await expect(promises).to_contain_text("Anne a promis de voter pour le prochain gouvernement")
    await anne.check_page(f"politico-bargain-agreed-{size[0]}")


@one_size(PHONE, DESKTOP)
@pytest.mark.clause("politico.ruling.bargains")
async def test_offer_of_another_player_is_answered_without_moving_the_board(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    sockets = await seat_politico_guests(server, 3)
    drawing = await play_until(sockets, lambda socket: sight(socket)["stage"] == "draw")
    other = next(socket for socket in sockets if socket is not drawing)
    anne = await sit_in_browser(open_browser, drawing, size)
    await expect(PoliticoPage(anne.page).answer_called("Piocher une carte")).to_be_visible()
    before = await board(anne.page)
    await other.play({"do": "offerbargain", "to": drawing.seat, "terms": "peace"})
    offer = anne.page.locator("[data-offer]")
    await expect(offer).to_contain_text("Laissons-nous en paix")
    assert await board(anne.page) == before
    await anne.check_page(f"politico-offer-{size[0]}")
    await offer.get_by_role("button", name="D’accord").click()
    await expect(offer).to_have_count(0)
    await other.until(lambda: sight(other)["bargains"]["entries"][0]["state"] == "agreed")
    assert await board(anne.page) == before


@pytest.mark.clause("politico.ruling.bargains")
async def test_broken_promise_is_told_and_counted(open_browser: OpenBrowser, server: Running) -> None:
    sockets = await seat_politico_guests(server, 3)
    bidder = await play_until(sockets, lambda socket: sight(socket)["stage"] == "invite")
    other = next(socket for socket in sockets if socket is not bidder)
    await other.play({"do": "offerbargain", "to": bidder.seat, "terms": "spare_for_join"})
    anne = await sit_in_browser(open_browser, bidder, DESKTOP)
    mat = PoliticoPage(anne.page)
    await anne.page.locator("[data-offer]").get_by_role("button", name="D’accord").click()
    await other.until(lambda: sight(other)["bargains"]["entries"][0]["state"] == "agreed")
    await mat.plates.locator("button.target").filter(has_text=other.guest.name).click()
    await mat.answers.get_by_role("button", name=re.compile("^La liste est close")).click()
    await other.until(lambda: other.to_move and sight(other)["stage"] == "join")
    await other.play({"do": "decline"})
    await expect(mat.story).to_contain_text(f"{other.guest.name} manque à sa parole envers {bidder.guest.name}")
    await expect(anne.page.get_by_text("1 promesse rompue").first).to_be_visible()
    await anne.check_page("politico-broken")
