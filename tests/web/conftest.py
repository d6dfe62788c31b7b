"""Fixtures of the browser tests: one Chromium for all, a server for each file, and guests in browsers.

Async, since Playwright's sync interface holds the event loop.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Iterator
from typing import Protocol

import pytest
from playwright.async_api import Browser, async_playwright, expect

from hatch_build import build, node
from tests.patience import PATIENCE
from tests.server.client import close_all_guests
from tests.server.running import Running
from tests.web.browser import find_chromium
from tests.web.browser_guest import DESKTOP, BrowserGuest

# The first row saves time: for every window two more pages, behind an address bar that headless browsers do not show.
# The last list counts, so what Playwright leaves out is named again.
WITHOUT = """
    WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup
    AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
    LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
    OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch
"""
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.test 127.0.0.1",
    f"--disable-features={','.join(WITHOUT.split())}",
]


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    # Playwright's own Node needs a library that small machines lack.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node()))
    expect.set_options(timeout=PATIENCE * 1000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    build()  # does nothing when script/test has done it
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db").start()
    yield running
    running.stop()


class OpenBrowser(Protocol):
    """Open a browser of a new guest, with a window of this size; through another address, if one is given.

    ``locale`` is the language that the browser is set to. It asks for reduced motion, which saves time, unless the test
    is about what moves, or plays a complete game.
    """

    def __call__(
        self, size: tuple[int, int] = DESKTOP, address: str = "", moving: bool = False, locale: str = "fr-FR"
    ) -> Awaitable[BrowserGuest]: ...


@pytest.fixture
async def open_browser(
    chromium: Browser, server: Running, request: pytest.FixtureRequest
) -> AsyncIterator[OpenBrowser]:
    """Opens guests' browsers; in the end no console may have errors."""
    guests = []
    # A service worker costs a fifth of a page's time.
    has_worker = request.node.get_closest_marker("service_worker") is not None

    async def open_one(
        size: tuple[int, int] = DESKTOP, address: str = "", moving: bool = False, locale: str = "fr-FR"
    ) -> BrowserGuest:
        width, height = size
        context = await chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < 600,
            reduced_motion="no-preference" if moving else "reduce",
            locale=locale,
            service_workers="allow" if has_worker else "block",
        )
        context.set_default_timeout(PATIENCE * 1000)
        guest = BrowserGuest(await context.new_page(), address or server.address)
        await guest.record_scenes()
        guests.append(guest)
        return guest

    yield open_one
    for guest in guests:
        await guest.page.context.close()
    await close_all_guests()
    assert not [error for guest in guests for error in guest.errors]
