"""The app installed and offline: manifest, service worker and its cache."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from ludotheque.games import shelf
from tests.server.running import Running
from tests.web.conftest import OpenBrowser

pytestmark = pytest.mark.service_worker


async def test_offline_page_is_shown_and_only_built_files_are_cached(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne = await open_browser()
    await anne.goto()
    await anne.page.evaluate("navigator.serviceWorker.ready")
    await anne.page.reload()
    await expect(anne.page.locator("article.tile")).to_have_count(len(shelf()))
    kept = await anne.page.evaluate(
        "async () => (await (await caches.open('ludotheque-1')).keys()).map(({ url }) => new URL(url).pathname)"
    )
    assert any(path.endswith(".js") for path in kept)
    assert all(path.startswith("/assets/") or path == "/offline.html" for path in kept)

    server.kill()
    await anne.page.reload()
    await expect(anne.page.get_by_role("heading", name="L’étagère est hors de portée")).to_be_visible()
    await anne.check_page("offline")
    server.start()
    await anne.page.get_by_role("link", name="Réessayer").click()
    await expect(anne.page.locator("article.tile")).to_have_count(len(shelf()))
    anne.errors.clear()


async def test_app_can_be_installed(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto()
    answer_ = await anne.page.request.get(f"{anne.address}/app.webmanifest")
    manifest = await answer_.json()
    assert manifest["start_url"] == "/"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = await anne.page.request.get(anne.address + icon["src"])
        assert found.headers["content-type"].startswith("image/svg+xml")
