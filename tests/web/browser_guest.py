"""A guest in a browser of their own: its cookies, one page, and the errors of its console."""

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
_FLEETING: Final = (
    *(".fight", '[role="alert"]', 'section[aria-label="Flash"]', ".verdict", '[role="timer"]'),
    *("[data-moment]",),
)
"""What a page shows for some seconds only, or until something else displaces it."""
_RECORD_SCENES = """
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

# Not their promises: one that is replaced while it is awaited never ends.
_ANIMATIONS_ENDED = """() => document.getAnimations().every(
  (animation) => animation.playState !== "running" || !(animation.effect?.getComputedTiming().endTime < 5000),
)"""
_WIDTH = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const outside = [...document.querySelectorAll("#content *")]
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, { right, width }]) => width > 0 && right > clientWidth + 1)
    .map(([{ outerHTML }, { right }]) => `${outerHTML.slice(0, 90)} … to ${Math.round(right)}`);
  return [scrollWidth, clientWidth, outside.slice(0, 6)];
}"""
_NO_LONG_TIMERS = """() => {
  const set = window.setTimeout;
  window.setTimeout = (run, after, ...args) => (after >= 5000 ? 0 : set(run, after, ...args));
}"""
# The ten seconds after which a connection counts as lost stay ten seconds.
_SHORTER_TIMERS = """
for (const name of ["setTimeout", "setInterval"]) {
  const wait = window[name];
  window[name] = (action, time = 0, ...rest) => wait(action, time < 1000 || time === 10_000 ? time : time / 8, ...rest);
}
"""
_HISTORY_RESTS = """() =>
  (history.state?.dialogs ?? 0) <= document.querySelectorAll("dialog[open], [role=dialog]").length"""


class BrowserGuest:
    """A guest in a browser: what they do on a page, and what is checked of it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.errors: list[str] = []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(f"{error}"))

    async def record_scenes(self) -> None:
        """Have every page record the texts of short-lived elements from the start; see :meth:`expect_scene`."""
        await self.page.add_init_script(_RECORD_SCENES.replace("SIGNS", json.dumps(_FLEETING)))

    def _on_console(self, message: ConsoleMessage) -> None:
        # A window without a memory, as those of the tests are, has no push service, and its console says so.
        if message.type == "error" and "Push API" not in message.text:
            self.errors.append(f"{message.text} ({message.location})")

    def ignore_error(self, words: str) -> None:
        """Drop the errors that the test itself has caused: those with these words in them."""
        self.errors = [error for error in self.errors if words not in error]

    async def goto(self, path: str = "/") -> None:
        # A dialog that has just closed still goes back in the history, which would abort a navigation begun meanwhile.
        await self.page.wait_for_function(_HISTORY_RESTS)
        await self.page.goto(self.address + path)

    async def shorten_timeouts(self) -> None:
        """Shorten the timers of pages, from the next page on: messages that stay for seconds go in less than one."""
        await self.page.add_init_script(_SHORTER_TIMERS)

    async def stop_long_timers(self) -> None:
        """Let timers of five seconds or more not run on this page: a scene stays while a slow machine looks at it."""
        await self.page.evaluate(_NO_LONG_TIMERS)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    async def open_table(
        self, *seats: dict[str, str], name: str = "Anne", around: dict[str, Any] | None = None, **options: Any
    ) -> str:
        """Open a table by HTTP, as the page does, and go there; its id.

        ``around`` are other fields of the request, such as the clock; ``options`` are the game's options.
        """
        table = await self.create_table(*seats, name=name, around=around, **options)
        await self.goto(f"/t/{table}")
        return table

    async def create_table(
        self, *seats: dict[str, str], name: str = "Anne", around: dict[str, Any] | None = None, **options: Any
    ) -> str:
        """Open a table without going there; its id."""
        wish = {"game": "stratego", "name": name, "chairs": list(seats), "options": options}
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

    async def take_seat(self, name: str) -> None:
        """Take a seat by the form of an invitation."""
        await self.page.get_by_label("Votre nom").fill(name)
        await self.button("S’asseoir").click()

    async def tab_to(self, target: Locator, most: int = 60) -> None:
        """Move the focus to an element with the tab key alone."""
        for _ in range(most):
            if await target.evaluate("element => element === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    async def take_screenshot(self, name: str) -> None:
        """Write a screenshot, if a folder for them is set."""
        if SHOTS and self.page.viewport_size:
            path = Path(SHOTS) / f"{name}-{self.page.viewport_size['width']}.png"
            await self.page.screenshot(path=path, animations="disabled")

    async def check_width(self) -> None:
        """Check that the page is not wider than its window; if it is, name what reaches out."""
        wide, window, outside = await self.page.evaluate(_WIDTH)
        assert wide <= window, f"{wide} px in a window of {window} px: {outside}"

    async def check_accessibility(self) -> None:
        """Check that axe finds no serious accessibility fault."""
        if await self.page.evaluate("typeof axe") == "undefined":
            await self.page.evaluate(AXE.read_text("utf-8"))
        async with asyncio.timeout(PATIENCE):
            found = await self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        grave = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
        assert not grave, [
            (fault["id"], fault["help"], [(node["html"], node["failureSummary"]) for node in fault["nodes"]])
            for fault in grave
        ]

    async def wait_for_animations(self) -> None:
        """Wait until all animations have ended, but for endless ones."""
        await self.page.wait_for_function(_ANIMATIONS_ENDED)

    async def check_layout(self, name: str) -> None:
        """Check the width, and write a screenshot."""
        await self.wait_for_animations()
        await self.take_screenshot(name)
        await self.check_width()

    async def check_page(self, name: str) -> None:
        """Check layout and accessibility."""
        await self.check_layout(name)
        await self.check_accessibility()

    async def expect_scene(self, scene: str, text: str | re.Pattern[str]) -> None:
        """Wait until a short-lived element with this text has been shown on this page, even if it is gone by now."""
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

    async def expect_text(self, text: str) -> None:
        await expect(self.page.get_by_text(text).first).to_be_visible()
