"""Lost connections in the browser: the page reconnects, sees what it missed, and sends its move again."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.running import Running
from tests.web.browser_guest import DESKTOP
from tests.web.conftest import OpenBrowser
from tests.web.connection_proxy import ConnectionProxy
from tests.web.stratego_page import in_battle, whole_army

RED, BLUE = whole_army("DDIHDDHIDD"), whole_army("LEDFDGHIBM")


async def test_lost_connection_is_restored_with_the_missed_moves(open_browser: OpenBrowser, server: Running) -> None:
    async with ConnectionProxy(server.address) as proxy:
        anne, bruno = await open_browser(DESKTOP, proxy.address), await open_browser()
        _, red, blue = await in_battle(anne, bruno, RED, BLUE)
        await anne.page.evaluate("document.body.dataset.same = 'page'")

        await red.play("a4", "a5")
        await blue.my_turn()
        proxy.cut()
        await anne.expect_text("Ligne coupée…")
        await bruno.expect_text("parti un instant")
        await blue.play("f7", "f6")
        await expect(blue.story).to_contain_text("Bleu va de f7 en f6.")
        await expect(red.story).not_to_contain_text("Bleu va de f7 en f6.")
        proxy.restore()
        await expect(red.story).to_contain_text("Bleu va de f7 en f6.")
        await red.my_turn()

        server.kill()
        await bruno.expect_text("Ligne coupée…")
        await red.touch("a5", "a6")  # played into the void: it is sent again
        server.start()
        await blue.my_turn()
        await expect(blue.story).to_contain_text("Rouge va de a5 en a6.")
        await blue.play("f6", "f5")
        await expect(red.story).to_contain_text("Bleu va de f6 en f5.")
        assert await anne.page.locator("body").get_attribute("data-same") == "page", "the page was not reloaded"
        await expect(red.story.get_by_text("va de a5 en a6")).to_have_count(1)
        for guest in (anne, bruno):
            guest.ignore_error("WebSocket connection to")
