"""One Chromium for all browser tests. Async, since Playwright's sync interface holds the event loop."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright

from hatch_build import node
from tests.web.browser import find_chromium

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    # Playwright's own Node needs a library that small machines lack.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node()))
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        await browser.close()
