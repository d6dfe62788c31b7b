"""Alerts of an open page (a sound, a notification while it is hidden); the app offline and installed."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect

from ludotheque.games import shelf
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest
from tests.server.client import TableSocket as Line
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage, answer, whole_army
from tests.web.visitor import Visitor

ARMY = whole_army("DDIHDDHIDD")
# Headless browsers have no ears, and no page of theirs is ever hidden: notes are counted, hiding is pretended.
EARS = """
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
# Look only once a notice is shown: Chromium throws away one that it is about to show while somebody looks.
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body }) => [title, body]);
}"""


async def becomes(visitor: Visitor, expression: str, wanted: object) -> None:
    """Wait for a value. (The page's own rules forbid Playwright to wait for it there.)"""
    async with asyncio.timeout(PATIENCE):
        while await visitor.page.evaluate(expression) != wanted:
            await asyncio.sleep(0.05)


async def begun(anne: Visitor, server: Running) -> tuple[str, Line, StrategoPage]:
    """Anne and Bruno have deployed, and it is Anne's turn."""
    bruno = Guest(server, "Bruno")
    table = await anne.opens_table(ME, FRIEND)
    await bruno.join(table)
    line = await bruno.sit(table)
    mat = StrategoPage(anne.page)
    await mat.deploy(ARMY)
    await line.play(*({"do": "place", "piece": letter} for letter in ARMY))
    await mat.my_turn()
    return table, line, mat


async def test_bell_rings_when_it_is_the_players_turn(visit: Visit, server: Running) -> None:
    anne = await visit()
    await anne.page.context.grant_permissions(["notifications"], origin=anne.address)
    await anne.page.add_init_script(EARS)
    _, line, mat = await begun(anne, server)
    assert await anne.page.evaluate("notes") == 0, "nobody is called who has not asked for it"
    await anne.button("M’appeler quand c’est à moi").click()
    await becomes(anne, "notes", 2)  # so one knows how it sounds

    await mat.play("a4", "a5")
    await answer(line, "a7", "a6")
    await mat.my_turn()
    await becomes(anne, "notes", 4)
    assert await anne.page.evaluate(NOTICES) == []
    await mat.play("b4", "b5")
    await anne.page.evaluate("window.away = true")
    await answer(line, "b7", "b6")
    await becomes(anne, "notes", 6)
    await becomes(anne, "shown", 1)
    assert await anne.page.evaluate(NOTICES) == [["Stratego", "À vous de jouer."]]

    await anne.page.reload()
    await mat.my_turn()
    await expect(anne.button("M’appeler quand c’est à moi")).to_have_attribute("aria-pressed", "true")
    assert await anne.page.evaluate("notes") == 0, "whoever comes sees it"


async def test_app_shows_when_it_is_offline_and_caches_only_built_files(visit: Visit, server: Running) -> None:
    anne = await visit()
    await anne.goto()
    await anne.page.evaluate("navigator.serviceWorker.ready")
    await anne.page.reload()
    await expect(anne.page.locator("article.box")).to_have_count(len(shelf()))
    kept = await anne.page.evaluate(
        "async () => (await (await caches.open('ludotheque-1')).keys()).map(({ url }) => new URL(url).pathname)"
    )
    assert any(path.endswith(".js") for path in kept)
    assert all(path.startswith("/assets/") or path == "/offline.html" for path in kept)

    server.kill()
    await anne.page.reload()
    await expect(anne.page.get_by_role("heading", name="L’étagère est hors de portée")).to_be_visible()
    await anne.looks_good("offline")
    server.start()
    await anne.page.get_by_role("link", name="Réessayer").click()
    await expect(anne.page.locator("article.box")).to_have_count(len(shelf()))
    anne.complaints.clear()


async def test_app_can_be_installed(visit: Visit) -> None:
    anne = await visit()
    await anne.goto()
    answer_ = await anne.page.request.get(f"{anne.address}/app.webmanifest")
    manifest = await answer_.json()
    assert manifest["start_url"] == "/"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = await anne.page.request.get(anne.address + icon["src"])
        assert found.headers["content-type"].startswith("image/svg+xml")
