"""Lists that are longer than a page: more of them is a touch away, and stays shown."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.variants import one_size

PAGE = 50
MORE = "Voir d’autres tables"


async def open_many_tables(anne: BrowserGuest) -> None:
    wish = {"game": "stratego", "name": "Anne", "chairs": [ME, FRIEND], "public": True}
    for _ in range(PAGE + 3):
        assert (await anne.page.request.post(f"{anne.address}/api/tables", data=wish)).status == 201


@one_size(PHONE, DESKTOP)
async def test_next_page_of_a_long_list_is_shown_on_demand(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne, bruno = await open_browser(size), await open_browser(size)
    await open_many_tables(anne)
    for guest, name in ((anne, "Vos parties"), (bruno, "Tables ouvertes à tous")):
        await guest.goto()
        listed = guest.page.get_by_role("region", name=name)
        links, more = listed.get_by_role("link"), listed.get_by_role("button", name=MORE)
        few = 2 if size is PHONE else 3
        await expect(links).to_have_count(few)
        await more.click()
        await expect(links).to_have_count(PAGE)
        await expect(links.nth(few)).to_be_focused()
        await more.scroll_into_view_if_needed()
        await guest.check_page(f"more-{'mine' if guest is anne else 'lobby'}")
        await more.focus()
        await guest.page.keyboard.press("Enter")
        await expect(links.nth(PAGE)).to_be_focused()
        known = await links.count()
        assert known > PAGE
        async with guest.page.expect_response("**page=1"):  # it looks again when one comes back to the page
            await guest.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        await expect(links).to_have_count(known)
        if guest is anne:
            await expect(links).to_have_count(PAGE + 3)
            await expect(more).to_have_count(0)


@one_size(PHONE, DESKTOP)
async def test_my_games_and_open_tables_are_in_sight_on_arrival(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    anne, bruno = await open_browser(size), Guest(server, "Bruno")
    await bruno.open(ME, FRIEND, public=True)
    await anne.create_table(ME, FRIEND)
    await anne.goto()
    for name in ("Vos parties", "Tables ouvertes à tous"):
        first = anne.page.get_by_role("region", name=name).get_by_role("link").first
        await expect(first).to_be_in_viewport(ratio=1)
    await anne.check_page("home-tables")


async def test_finished_games_beyond_the_latest_are_shown_on_demand(open_browser: OpenBrowser, server: Running) -> None:
    anne, player = await open_browser(), Guest(server, "Anne")
    for _ in range(8):
        async with await player.sit((await player.open(ME, bot("random")))["id"]) as socket:
            assert (await socket.play({"do": "resign"}))["t"] == "ack"
    cookie = {"name": "ludotheque_guest", "value": player.http.cookies["ludotheque_guest"], "url": anne.address}
    await anne.page.context.add_cookies([cookie])  # type: ignore[list-item]
    await anne.goto()
    mine = anne.page.get_by_role("region", name="Vos parties")
    links, more = mine.get_by_role("link"), mine.get_by_role("button", name=MORE)
    await expect(links).to_have_count(3)
    await mine.get_by_role("button", name="Ranger cette partie").first.click()
    await expect(links).to_have_count(3)
    await more.click()
    await expect(links).to_have_count(7)
    await expect(more).to_have_count(0)
