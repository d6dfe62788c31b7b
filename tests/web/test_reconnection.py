"""Lost connections in the browser: the page reconnects, sees what it missed, and sends its move again."""

from __future__ import annotations

from collections.abc import Callable

from playwright.async_api import expect

from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.connection_proxy import ConnectionProxy
from tests.web.stratego_page import StrategoPage, in_battle, whole_army

# Headless browsers hide no page: what a page sees of it is simulated.
HIDE = """() => {
  window.away ??= (Object.defineProperty(document, "visibilityState", {
    get: () => (window.away === "asleep" ? "hidden" : "visible"),
  }), "awake");
  window.away = "asleep";
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# The clock goes on while the timers stand still, as in a phone that sleeps. How long the page then needs is measured.
SHOW = """() => {
  const [now, later] = [Date.now, 60_000];
  Date.now = () => now() + later;
  window.away = "awake";
  const shown = performance.now();
  new MutationObserver((_, observer) => {
    if (!document.querySelector("p.status")?.textContent.includes("À vous")) return;
    window.wokenAfter ??= performance.now() - shown;
    observer.disconnect();
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

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


async def test_one_move_waits_for_the_connection_and_can_be_withdrawn(
    open_browser: OpenBrowser, server: Running
) -> None:
    async with ConnectionProxy(server.address) as proxy:
        anne, bruno = await open_browser(DESKTOP, proxy.address), await open_browser()
        table, red, blue = await in_battle(anne, bruno, RED, BLUE)
        proxy.cut()
        await anne.expect_text("Un coup joué maintenant partira au retour.")
        await expect(red.status).to_have_count(0)  # nothing says that it is her turn
        await expect(anne.page.get_by_text("Votre tour")).to_have_count(0)
        assert "À vous" not in await anne.page.title()
        await red.touch("a4", "a5")
        await anne.expect_text("Votre coup partira au retour.")
        await anne.check_page("offline-queued")
        await red.touch("b4", "b5")
        await anne.expect_text("Un coup attend déjà le retour de la ligne.")
        await anne.button("Reprendre ce coup").click()
        await expect(anne.button("Reprendre ce coup")).to_have_count(0)
        await red.touch("e4", "e5")
        proxy.restore()
        await expect(blue.story).to_contain_text("Rouge va de e4 en e5.")
        await blue.play("f7", "f6")
        await red.my_turn()

        # The game goes on in another window: what was queued here is dropped, and the player is told.
        proxy.cut()
        await anne.expect_text("Un coup joué maintenant partira au retour.")
        await red.touch("a4", "a5")
        other = StrategoPage(await anne.page.context.new_page())
        await other.page.goto(f"{server.address}/t/{table}")
        await other.play("b4", "b5")
        await other.page.close()
        proxy.restore()
        await anne.expect_text("La partie a avancé pendant la coupure : votre coup n’a pas été joué.")
        await expect(red.status).to_contain_text("Bruno")
        await expect(red.story).to_contain_text("Rouge va de b4 en b5.")
        await expect(blue.story).not_to_contain_text("a4 en a5")
        anne.ignore_error("WebSocket connection to")


async def test_phone_that_slept_is_current_at_once_and_keeps_what_was_chosen(
    open_browser: OpenBrowser, server: Running, record_property: Callable[[str, object], None]
) -> None:
    async with ConnectionProxy(server.address) as proxy:
        anne, bruno = await open_browser(PHONE, proxy.address), await open_browser()
        _, red, blue = await in_battle(anne, bruno, RED, BLUE)
        await red.play("a4", "a5")
        await blue.my_turn()
        await red.square("b4").click()
        await expect(red.square("b4")).to_have_attribute("aria-selected", "true")
        await anne.page.evaluate(HIDE)
        proxy.silence()
        await blue.play("f7", "f6")
        assert "À vous" not in await red.status.inner_text(), "nothing reaches a phone that sleeps"

        await anne.page.evaluate(SHOW)
        await red.my_turn()
        await expect(red.story).to_contain_text("Bleu va de f7 en f6.")
        await expect(red.square("b4")).to_have_attribute("aria-selected", "true")
        await red.square("b5").click()
        await expect(blue.story).to_contain_text("Rouge va de b4 en b5.")
        # A timeout would have noticed the silence only after ten seconds.
        woken = await anne.page.evaluate("window.wokenAfter")
        record_property("woken_after_ms", woken)
        assert woken < 9_000
