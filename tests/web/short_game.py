"""The real game after the lessons: the first moves by clicks with the coach, the others over a second socket."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, Final

from playwright.async_api import Page, WebSocket, expect

from ludotheque.engine.game import Game
from tests.server.client import TableSocket
from tests.server.running import Running
from tests.web.browser_guest import BrowserGuest
from tests.web.lesson_players import CLICKED, PLAYERS
from tests.web.socket_player import SocketPlayer, connect_beside

UNSAID: Final = re.compile(r"(?<![\w.])(advice|move|event|outcome|mat|question|strip)\.[a-z_]+|[{}]")
"""A key of the words, or a blank that was not filled."""


UNCOVERED: Final = """() => {
  const card = document.querySelector("[data-coach=card]")?.getBoundingClientRect();
  const part = document.querySelector("[data-pointed]")?.getBoundingClientRect();
  if (!card || !part || part.top < 0 || part.bottom > innerHeight) return false;
  const { left, right, top, bottom } = part;
  return right <= card.left || left >= card.right || bottom <= card.top || top >= card.bottom;
}"""
"""Whether the first part that the mat points at is in sight, and not behind the card of the coach."""


class ShortGame:
    """A game that has just been opened on a page, by a guest with a second socket to the same table."""

    def __init__(self, guest: BrowserGuest, game: Game, name: str) -> None:
        self.guest = guest
        self.page: Page = guest.page
        self.game = game
        self.name = name
        self.card = self.page.locator("[data-coach=card]")
        self.clicks = 0
        """How many moves were made by clicks on the mat."""
        self._advised: dict[str, Any] | None = None
        self.page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._on_received)

    def _on_received(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "advice":
            self._advised = message["advice"]

    async def play(self, server: Running, by_clicks: int) -> None:
        """Play to the result: so many questions are answered on the page, as the coach advises."""
        socket = await connect_beside(self.guest, server, self.page.url.rsplit("/", 1)[1])
        for number in range(by_clicks):
            await socket.until(lambda: socket.to_move or socket.card["over"])
            if not socket.card["over"]:
                await self._answer(socket, number)
        assert self.clicks, "no move was made by clicks on the mat"
        assert self.game.coach is not None
        # As the best bot would.
        await SocketPlayer(self.game, socket, self.game.coach).play_to_end()
        result = self.page.locator("dialog:has(#end)")
        bonus = self.page.locator('[data-point="verdict-close"]')
        await expect(result.or_(bonus).first).to_be_visible()
        if await bonus.count():  # nobody hurries: the winner is not named before the bonus was looked at
            await expect(result).to_have_count(0)
            await self.guest.check_layout(f"{self.name}-verdict")
            await bonus.click()
            await expect(self.page.locator('[data-point="europe"]')).to_be_visible()
            await self.guest.take_screenshot(f"{self.name}-bonus")
        await expect(result).to_be_visible()
        text = await result.inner_text()
        assert not UNSAID.search(text), text
        await self.guest.check_layout(f"{self.name}-result")

    async def _answer(self, socket: TableSocket, number: int) -> None:
        """Answer a question on the page, unless another player settles it first."""
        assert socket.now is not None
        asked = {part: socket.now[part] for part in ("question", "legal", "free")}

        def settled() -> bool:
            assert socket.now is not None
            return bool(socket.card["over"]) or any(socket.now[part] != before for part, before in asked.items())

        doing = asyncio.ensure_future(self._follow_advice(socket.now["sight"], number))
        going = asyncio.ensure_future(socket.until(settled))
        await asyncio.wait((doing, going), return_when=asyncio.FIRST_COMPLETED)
        if doing.done() and doing.exception():
            going.cancel()
        elif not doing.done():
            doing.cancel()
        await asyncio.gather(going, doing, return_exceptions=True)
        if not doing.cancelled():
            doing.result()
        if not going.cancelled() and going.exception():
            await self.guest.take_screenshot(f"{self.name}-stuck")
            raise AssertionError(f"the page has not played {self._advised}") from going.exception()

    async def _follow_advice(self, sight: dict[str, Any], number: int) -> None:
        """Ask the coach, look where the mat points, and do it: by clicks on the mat, or by the button of the card."""
        self._advised = None
        await self.guest.take_screenshot(f"{self.name}-question-{number}")
        await self._ask_coach()
        await expect(self.page.locator("[data-pointed]").first).to_be_visible()
        await self.page.wait_for_function(UNCOVERED)
        text = await self.card.inner_text()
        assert not UNSAID.search(text), text
        await self.guest.check_layout(f"{self.name}-advice-{number}")
        assert self._advised is not None
        move = self._advised["move"]
        if move["do"] not in CLICKED[self.game.id] or sight.get("amount"):
            await self.card.locator(".main").click()
            return
        await self.page.keyboard.press("Escape")
        await expect(self.card).to_have_count(0)
        self.clicks += 1
        await PLAYERS[self.game.id](self.page, move)

    async def _ask_coach(self) -> None:
        """Ask for advice; again where it came too late, or the page closed it with the question before."""
        await expect(self.card).to_have_count(0)
        answer, refused = self.card.locator(".main"), self.card.locator(".content > p:not(.thinking, .move)").first
        ask = self.page.locator("[data-coach=ask]")
        closed = self.page.locator("[data-coach=ask][aria-expanded=false]")
        while not await answer.count():
            await ask.click()
            await answer.or_(refused).or_(closed).first.wait_for()
