"""Weight of a page: bytes over the wire and layout shift, in a fresh browser profile.

`python -m tests.web.page_weight` prints them for every kind of page; with DETAILS=1 also each response and each shift.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from hatch_build import build, node
from ludotheque.games import shelf
from tests.server.running import Running
from tests.web.browser import find_chromium
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.connection_proxy import ConnectionProxy

FIRST_VISIT: Final = 200_000
"""Bytes that a first visit takes at most."""
LATER_VISIT: Final = 20_000
"""Bytes that a later visit takes at most."""
LAYOUT_SHIFT: Final = 0.05
"""Cumulative layout shift of a page at most."""
QUIET: Final = 0.7
"""Seconds without a byte after which a page counts as loaded."""
# Shifts within half a second of an input are asked for. The sum is never less than the largest session window.
OBSERVE_SHIFTS: Final = """
window.layoutShift = 0;
window.layoutShifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.layoutShift += entry.value;
    for (const { node } of entry.sources ?? [])
      window.layoutShifts.push(`${entry.value.toFixed(4)} ${node?.nodeName ?? ""}.${node?.className ?? ""}`);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass
class Weight:
    """What one visit took: bytes of all HTTP responses with their headers, and how far the page's content moved."""

    received: int = 0
    layout_shift: float = 0.0
    shifted: list[str] = field(default_factory=list)
    responses: dict[str, int] = field(default_factory=dict)
    """Bytes by path, as the page's own network log has them: it lacks what the service worker fetches."""

    def list_responses(self) -> str:
        """The responses, the heaviest first, one a line."""
        heaviest = sorted(self.responses.items(), key=lambda item: -item[1])
        return "\n".join(f"{size:9,}  {path}" for path, size in heaviest if size)


class Scale:
    """Weighs the visits of one page, whose browser reaches the server through a proxy that counts."""

    def __init__(self, page: Page, proxy: ConnectionProxy) -> None:
        self._page = page
        self._proxy = proxy
        self._weight = Weight()
        self._paths: dict[str, str] = {}

    @classmethod
    async def of(cls, page: Page, proxy: ConnectionProxy) -> Scale:
        scale = cls(page, proxy)
        session = await page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", scale._on_request)
        session.on("Network.loadingFinished", scale._on_finished)
        await session.send("Network.enable")
        await page.add_init_script(OBSERVE_SHIFTS)
        return scale

    async def visit(self, path: str) -> Weight:
        """Go to a path, and wait until nothing more comes."""
        self._weight = weight = Weight()
        before = self._proxy.received
        await self._page.goto(self._proxy.address + path)
        await self._page.evaluate("navigator.serviceWorker.ready")
        await self._wait_until_quiet()
        weight.received = self._proxy.received - before
        weight.layout_shift = await self._page.evaluate("window.layoutShift")
        weight.shifted = await self._page.evaluate("window.layoutShifts")
        return weight

    async def _wait_until_quiet(self) -> None:
        received = -1
        while received != self._proxy.received:
            received = self._proxy.received
            await asyncio.sleep(QUIET)

    def _on_request(self, event: dict[str, Any]) -> None:
        url = urlsplit(event["request"]["url"])
        self._paths[event["requestId"]] = url.path

    def _on_finished(self, event: dict[str, Any]) -> None:
        path = self._paths.get(event["requestId"], "?")
        responses = self._weight.responses
        responses[path] = responses.get(path, 0) + int(event["encodedDataLength"])


async def open_table(context: BrowserContext, address: str, game: str) -> str:
    """Open a table of a game and seat people, who do nothing: moves would shift the page too. Its path."""
    shelf = (await _ask(context, f"{address}/api/shelf"))["games"]
    others = next(card["least_seats"] for card in shelf if card["id"] == game) - 1
    wish = {"game": game, "name": "Anne", "chairs": [{"kind": "me"}, *[{"kind": "friend"}] * others], "options": {}}
    table = (await _ask(context, f"{address}/api/tables", wish))["id"]
    await _ask(context, f"{address}/api/tables/{table}/join", {"name": "Anne", "nonce": "n"})
    assert context.browser
    for name in ("Bruno", "Chloé", "David", "Émile")[:others]:
        other = await context.browser.new_context()
        await _ask(other, f"{address}/api/tables/{table}/join", {"name": name, "nonce": "n"})
        await other.close()
    return f"/t/{table}"


async def _ask(context: BrowserContext, address: str, body: dict[str, Any] | None = None) -> Any:
    answer = await (context.request.get(address) if body is None else context.request.post(address, data=body))
    assert answer.ok, await answer.text()
    return await answer.json()


async def weigh(browser: Browser, server: Running, path: str, size: tuple[int, int]) -> tuple[Weight, Weight]:
    """A first and a later visit of a path in a fresh profile; a game's id instead of a path is a table of it.

    A game's id with `?` is its table as a spectator sees it.
    """
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="fr-FR")
    async with ConnectionProxy(server.address) as proxy:
        if not path.startswith("/"):
            game, watching, _ = path.partition("?")
            path = await open_table(context, proxy.address, game)
            if watching:
                await context.clear_cookies()
        page = await context.new_page()
        scale = await Scale.of(page, proxy)
        first = await scale.visit(path)
        await page.goto("about:blank")
        later = await scale.visit(path)
        await context.close()
    return first, later


async def _main(paths: list[str]) -> None:
    from tests.web.conftest import FLAGS

    build()
    tables = [f"{game}{eyes}" for game in shelf() for eyes in ("", "?")]
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node()))
    with tempfile.TemporaryDirectory() as folder:
        server = Running(Path(folder) / "weight.db").start()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            for path in paths or ["/", "/rules/president", *(f"/open/{game}" for game in shelf()), *tables]:
                for size in (DESKTOP, PHONE):
                    first, later = await weigh(browser, server, path, size)
                    figures = f"first {first.received:9,}  later {later.received:7,}"
                    shifts = f"shift {first.layout_shift:.3f} {later.layout_shift:.3f}"
                    print(f"{path:18} {size[0]:5}  {figures}  {shifts}", flush=True)
                    if os.environ.get("DETAILS"):
                        print(first.list_responses(), "later:", later.list_responses(), sep="\n")
                        print(json.dumps(first.shifted, indent=1))
            await browser.close()
        server.stop()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1:]))
