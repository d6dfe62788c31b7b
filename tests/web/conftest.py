"""One Chromium for all browser tests, a server for each file of them, and guests who visit it.

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
from tests.web.visitor import DESKTOP, Visitor

# The first line is what costs: for every window two more pages, behind an address bar that nobody sees. The last list
# counts, so what Playwright leaves out is named again.
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


class Visit(Protocol):
    """Somebody new comes, with a screen of this size; through another address, if one is named.

    They want no motion, which spares the drawing of it, unless they come for what moves, or to play a whole game.
    """

    def __call__(
        self, size: tuple[int, int] = DESKTOP, address: str = "", moving: bool = False
    ) -> Awaitable[Visitor]: ...


@pytest.fixture
async def visit(chromium: Browser, server: Running) -> AsyncIterator[Visit]:
    """Guests, each with a browser of their own. None of their consoles may have complained in the end."""
    visitors = []

    async def arrive(size: tuple[int, int] = DESKTOP, address: str = "", moving: bool = False) -> Visitor:
        width, height = size
        context = await chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < 600,
            reduced_motion="no-preference" if moving else "reduce",
        )
        context.set_default_timeout(PATIENCE * 1000)
        visitor = Visitor(await context.new_page(), address or server.address)
        await visitor.watch()
        visitors.append(visitor)
        return visitor

    yield arrive
    for visitor in visitors:
        await visitor.page.context.close()
    await close_all_guests()
    assert not [complaint for visitor in visitors for complaint in visitor.complaints]
