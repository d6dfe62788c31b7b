"""Programs from outside are shown as what they are: in the lobby, and around the table."""

from __future__ import annotations

from playwright.async_api import expect

from ludotheque.client import Client
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.variants import one_size


@one_size(DESKTOP, PHONE)
async def test_program_is_labelled_in_the_lobby_and_at_the_table(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    async with Client(server.address, f"Machine {size[0]}") as client:
        table = (await client.open("koalition", ["me", "friend", "random"], public=True)).id
        await anne.goto()
        lobby = anne.page.get_by_role("region", name="Tables ouvertes à tous")
        await expect(lobby.get_by_text(f"Machine {size[0]}, programme")).to_be_visible()
        await anne.check_page("programs-lobby")
        await anne.goto(f"/t/{table}")
        await anne.page.get_by_label("Votre nom").fill("Anne")
        await anne.button("S’asseoir").click()
        seats = anne.page.get_by_role("list", name="Autour de la table").get_by_role("listitem")
        await expect(seats.nth(0)).to_contain_text("Programme")
        await expect(seats.nth(0)).to_contain_text("Parti un instant")
        await expect(seats.nth(1)).not_to_contain_text("Programme")
        await expect(seats.nth(2)).not_to_contain_text("Programme")
        await anne.check_page("programs-table")
    assert not anne.errors
