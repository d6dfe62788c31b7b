"""A rematch in several browsers: one asks, the others are told and come to the same table; or all ask at once."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import expect

from tests.server.client import TableSocket, deployed
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.politico_guests import seat_politico_guests, sit_in_browser
from tests.web.stratego_page import StrategoPage


async def test_both_players_land_at_one_table_with_sides_exchanged(server: Running, open_browser: OpenBrowser) -> None:
    red, blue = await deployed(server, clock={"kind": "live", "bank": 1200})
    assert (await red.play({"do": "resign"}))["t"] == "ack"
    anne, bruno = [await sit_in_browser(open_browser, socket, size) for socket, size in ((red, DESKTOP), (blue, PHONE))]
    await anne.button("Rejouer").click()
    await expect(anne.page.get_by_role("heading", name="La table est mise")).to_be_visible()
    await anne.check_page("rematch-waiting")
    await expect(bruno.page.get_by_role("dialog")).to_contain_text("Anne veut rejouer.")
    await bruno.check_page("rematch-asked")
    await bruno.page.keyboard.press("Escape")
    await expect(bruno.page.get_by_role("dialog")).to_be_hidden()
    await expect(bruno.page.get_by_text("Anne veut rejouer.")).to_be_visible()
    await bruno.check_page("rematch-notice")
    await bruno.button("Rejouer ensemble").click()
    for guest, side in ((anne, "Bleu"), (bruno, "Rouge")):
        await expect(StrategoPage(guest.page).kind("M")).to_be_visible()
        seats = guest.page.get_by_role("list", name="Autour de la table")
        await expect(seats.get_by_role("listitem").filter(has_text="Vous")).to_contain_text(side)
        await expect(guest.page.get_by_role("timer").first).to_contain_text("19:")
    assert anne.page.url == bruno.page.url


async def press_at_once(open_browser: OpenBrowser, sockets: list[TableSocket]) -> list[BrowserGuest]:
    """Browsers of all players of a finished game who have pressed *Rejouer* in the same moment, and left its table."""
    guests = [await sit_in_browser(open_browser, socket, DESKTOP) for socket in sockets]
    for guest in guests:
        await expect(guest.button("Rejouer")).to_be_visible()
    # Not with the pointer, which would first wait for the button to rest: they would press one after the other.
    await asyncio.gather(*(guest.button("Rejouer").first.dispatch_event("click") for guest in guests))
    for guest, socket in zip(guests, sockets, strict=True):
        await expect(guest.page).not_to_have_url(re.compile(socket.table))
    return guests


async def test_two_who_press_at_the_same_time_land_at_one_table(server: Running, open_browser: OpenBrowser) -> None:
    red, blue = await deployed(server)
    assert (await red.play({"do": "resign"}))["t"] == "ack"
    await blue.until(lambda: blue.card["over"])
    guests = await press_at_once(open_browser, [red, blue])
    for guest in guests:
        await expect(StrategoPage(guest.page).kind("M")).to_be_visible()
    assert guests[0].page.url == guests[1].page.url


async def test_four_who_press_at_the_same_time_land_at_one_table(server: Running, open_browser: OpenBrowser) -> None:
    sockets = await seat_politico_guests(server, 4)
    assert (await sockets[0].ask("propose", kind="end"))["t"] == "ack"
    for socket in sockets[1:]:
        await socket.until(lambda socket=socket: socket.card["motion"] is not None or socket.card["over"])  # type: ignore[misc]
        if not socket.card["over"]:
            await socket.ask("vote", motion=socket.card["motion"]["number"], yes=True)
    guests = await press_at_once(open_browser, sockets)
    for guest in guests:
        await expect(guest.page.locator(".hand")).to_be_visible()
        seats = guest.page.get_by_role("list", name="Autour de la table").get_by_role("listitem")
        for name in ("Anne", "Béa", "Chloé", "Denis"):
            await expect(seats.filter(has_text=name)).to_have_count(1)
    assert len({guest.page.url for guest in guests}) == 1
