"""Turn alerts of an open page: a sound, and a notification while it is hidden."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect

from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, TableSocket
from tests.server.running import Running
from tests.web.browser_guest import BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, answer, whole_army

pytestmark = pytest.mark.service_worker

ARMY = whole_army("DDIHDDHIDD")
# Headless browsers play no sound and hide no page: notes are counted, hiding is simulated.
COUNT_ALERTS = """
window.notes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.notes += 1; return start.apply(this, when); };
Object.defineProperty(document, "visibilityState", { get: () => (window.away ? "hidden" : "visible") });
window.shown = 0;
const show = ServiceWorkerRegistration.prototype.showNotification;
ServiceWorkerRegistration.prototype.showNotification = async function (...notice) {
  await show.apply(this, notice);
  window.shown += 1;
};
"""
# Look only once a notice is shown: Chromium throws away one that it is about to show while it is queried.
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body }) => [title, body]);
}"""


async def wait_for_value(guest: BrowserGuest, expression: str, wanted: object) -> None:
    """Wait for a value. (The page's own rules forbid Playwright to wait for it there.)"""
    async with asyncio.timeout(PATIENCE):
        while await guest.page.evaluate(expression) != wanted:
            await asyncio.sleep(0.05)


async def start_game(anne: BrowserGuest, server: Running) -> tuple[str, TableSocket, StrategoPage]:
    """Anne and Bruno have deployed, and it is Anne's turn."""
    bruno = Guest(server, "Bruno")
    table = await anne.open_table(ME, FRIEND)
    await bruno.join(table)
    socket = await bruno.sit(table)
    mat = StrategoPage(anne.page)
    await mat.deploy(ARMY)
    await socket.play(*({"do": "place", "piece": letter} for letter in ARMY))
    await mat.my_turn()
    return table, socket, mat


async def test_sound_is_played_when_it_is_the_players_turn(open_browser: OpenBrowser, server: Running) -> None:
    anne = await open_browser()
    await anne.page.context.grant_permissions(["notifications"], origin=anne.address)
    await anne.page.add_init_script(COUNT_ALERTS)
    await anne.page.add_init_script("localStorage['ludotheque.settings'] = '{\"sound\": false}'")  # alerts alone
    _, socket, mat = await start_game(anne, server)
    assert await anne.page.evaluate("notes") == 0, "alerts are off by default"
    await anne.button("M’appeler quand c’est à moi").click()
    await wait_for_value(anne, "notes", 2)  # so one knows how it sounds

    await mat.play("a4", "a5")
    await answer(socket, "a7", "a6")
    await mat.my_turn()
    await wait_for_value(anne, "notes", 4)
    assert await anne.page.evaluate(NOTICES) == []
    await mat.play("b4", "b5")
    await anne.page.evaluate("window.away = true")
    await answer(socket, "b7", "b6")
    await wait_for_value(anne, "notes", 6)
    await wait_for_value(anne, "shown", 1)
    assert await anne.page.evaluate(NOTICES) == [["Stratego", "À vous de jouer."]]

    await anne.page.reload()
    await mat.my_turn()
    await expect(anne.button("M’appeler quand c’est à moi")).to_have_attribute("aria-pressed", "true")
    assert await anne.page.evaluate("notes") == 0, "no alert when the page opens"
