"""Somebody with a browser of their own: its cookies, one page, and all that its console complains of."""

from __future__ import annotations

import asyncio
import json
import os
import re
from pathlib import Path
from typing import Any, Final

from playwright.async_api import ConsoleMessage, Locator, Page, expect

from hatch_build import WEB
from tests.patience import PATIENCE

AXE = WEB / "node_modules/axe-core/axe.min.js"
DESKTOP, PHONE = (1280, 800), (360, 740)
SHOTS = os.environ.get("LUDOTHEQUE_SHOTS")
"""A folder for pictures of the pages as the tests see them; none are made unless it is named."""
_FLEETING: Final = (".fight", '[role="alert"]', 'section[aria-label="Flash"]', ".verdict", '[role="timer"]')
"""What a page shows for some seconds only, or until something else displaces it."""
_WATCH = """
window.seenScenes = {};
const look = () => {
  for (const sign of SIGNS)
    for (const scene of document.querySelectorAll(sign)) {
      const texts = (window.seenScenes[sign] ??= []);
      const text = scene.textContent.replace(/\\s+/g, " ").trim();
      if (!texts.includes(text)) texts.push(text);
    }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
"""

_AT_REST = """
Promise.all(
  document.getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime < 5000)
    .map((animation) => animation.finished.catch(() => null)),
)
"""
# The ten seconds after which a line counts as lost stay ten seconds.
_HURRY = """
for (const name of ["setTimeout", "setInterval"]) {
  const wait = window[name];
  window[name] = (deed, time = 0, ...rest) => wait(deed, time < 1000 || time === 10_000 ? time : time / 8, ...rest);
}
"""


class Visitor:
    """A guest in front of a screen."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"{error}"))

    async def watch(self) -> None:
        """Have every page note the texts of fleeting scenes from its first moment on; see :meth:`saw`."""
        await self.page.add_init_script(_WATCH.replace("SIGNS", json.dumps(_FLEETING)))

    def _hear(self, message: ConsoleMessage) -> None:
        # A window without a memory, as those of the tests are, has no push service, and its console says so.
        if message.type == "error" and "Push API" not in message.text:
            self.complaints.append(f"{message.text} ({message.location})")

    def forgive(self, words: str) -> None:
        """Complaints that the test itself has caused do not count."""
        self.complaints = [complaint for complaint in self.complaints if words not in complaint]

    async def goto(self, path: str = "/") -> None:
        await self.page.goto(self.address + path)

    async def hurries(self) -> None:
        """What pages leave standing for some seconds, to be read, goes by in less than one, from the next page on.

        For tests that come for what follows.
        """
        await self.page.add_init_script(_HURRY)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    async def opens_table(
        self, *chairs: dict[str, str], name: str = "Anne", around: dict[str, Any] | None = None, **options: Any
    ) -> str:
        """Open a table without the form, as the page itself would, and go there; its id.

        ``around`` is what surrounds the game, such as its clock; ``options`` are the rules of the table.
        """
        table = await self.orders_table(*chairs, name=name, around=around, **options)
        await self.goto(f"/t/{table}")
        return table

    async def orders_table(
        self, *chairs: dict[str, str], name: str = "Anne", around: dict[str, Any] | None = None, **options: Any
    ) -> str:
        """The same without going there."""
        wish = {"game": "stratego", "name": name, "chairs": list(chairs), "options": options}
        answer = await self.page.request.post(f"{self.address}/api/tables", data={**wish, **(around or {})})
        assert answer.status == 201, await answer.text()
        card = await answer.json()
        table: str = card["id"]
        if card["you"] is not None:
            join = await self.page.request.post(
                f"{self.address}/api/tables/{table}/join", data={"name": name, "nonce": "n"}
            )
            assert join.status == 200, await join.text()
        return table

    async def sits_down(self, name: str) -> None:
        """Take the chair that an invitation offers."""
        await self.page.get_by_label("Votre nom").fill(name)
        await self.button("S’asseoir").click()

    async def tab_to(self, target: Locator, most: int = 60) -> None:
        """Go there by the tabulator alone."""
        for _ in range(most):
            if await target.evaluate("element => element === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    async def photograph(self, name: str) -> None:
        """Keep a picture, for those who asked for some."""
        if SHOTS and self.page.viewport_size:
            path = Path(SHOTS) / f"{name}-{self.page.viewport_size['width']}.png"
            await self.page.screenshot(path=path, animations="disabled")

    async def nothing_sticks_out(self) -> None:
        """No page is wider than its window."""
        sizes = "({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]"
        wide, window = await self.page.locator("html").evaluate(sizes)
        assert wide <= window, f"{wide} px in a window of {window} px"

    async def everybody_can_use_it(self) -> None:
        """No serious fault in what screen readers, keyboards and weak eyes need, as far as axe can tell."""
        if await self.page.evaluate("typeof axe") == "undefined":
            await self.page.evaluate(AXE.read_text("utf-8"))
        found = await self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        grave = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
        assert not grave, [
            (fault["id"], fault["help"], [(node["html"], node["failureSummary"]) for node in fault["nodes"]])
            for fault in grave
        ]

    async def at_rest(self) -> None:
        """Whatever fades in or flies past has arrived; what moves for ever is left to it."""
        await self.page.evaluate(_AT_REST)

    async def fits(self, name: str) -> None:
        """Nothing sticks out; and a picture, to see for oneself."""
        await self.at_rest()
        await self.photograph(name)
        await self.nothing_sticks_out()

    async def looks_good(self, name: str) -> None:
        """The same, and everybody can use it."""
        await self.fits(name)
        await self.everybody_can_use_it()

    async def saw(self, scene: str, text: str | re.Pattern[str]) -> None:
        """Wait until a fleeting scene with this text has been shown on this page, even if it is gone by now."""
        wanted = re.compile(re.escape(text)) if isinstance(text, str) else text
        assert scene in _FLEETING, "only these are watched"
        texts: list[str] = []
        try:
            async with asyncio.timeout(PATIENCE):
                while not any(wanted.search(found) for found in texts):
                    await asyncio.sleep(0.05)
                    texts = await self.page.evaluate("sign => window.seenScenes[sign] ?? []", scene)
        except TimeoutError:
            raise AssertionError(f"{scene} has shown {texts}, never {wanted.pattern}") from None

    async def sees(self, text: str) -> None:
        await expect(self.page.get_by_text(text).first).to_be_visible()
