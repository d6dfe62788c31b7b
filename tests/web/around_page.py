"""A table on a device that goes round, in a browser: the curtain, the hands, and what each socket was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import Page, WebSocket, expect

from tests.web.browser_guest import BrowserGuest

# What the page shows: a closed curtain is on its way to something else.
_SHOWN: Final = """() => {
  const curtain = document.querySelector("[data-curtain]");
  if (curtain) return curtain.querySelector(".call:enabled") ? "curtain" : null;
  if (document.querySelector("dialog:has(#end)")) return "over";
  if (document.querySelector("[data-coach=card]")) return null;
  const ask = document.querySelector("[data-coach=ask]");
  return ask?.checkVisibility() ? "asked" : null;
}"""
_STORED: Final = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
_ON_CURTAIN: Final = re.compile(
    r"Ludothèque|FR|EN|[ \u00a0]?: (Français|English)|Aller au contenu|Table (de|du) .+|Regarder la table"
    r"|À .+ : touchez quand vous êtes seul|Son jeu est derrière le rideau\..*|C’est pour un autre \?"
)
"""The lines that a curtain may show besides the game's title and the players' names."""
_NOT_SECRET: Final = ("do", "t", "did", "id", "who", "commitment", "claim", "nonce", "question")
"""Fields whose texts are names of things that every page knows, or no part of the game."""


class View:
    """A socket of the page, and what it was sent."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.of = parse_qs(urlsplit(socket.url).query).get("view", ["own"])[0]
        """Whose view it is: the number of a seat, or ``public``."""
        self.left = False
        """The page was left: its sockets are gone, whether or not the browser says so."""
        self.messages: list[Any] = []
        socket.on("framereceived", lambda frame: self.messages.append(json.loads(frame)))

    def check_viewer(self) -> None:
        """Every message is for the viewer of this socket."""
        viewer = None if self.of == "public" else int(self.of)
        for message in self.messages:
            if "table" in message:
                assert message["table"]["you"] == viewer
            sight = (message.get("now") or {}).get("sight", {})
            assert sight.get("seat", viewer) == viewer
            if viewer is None and message.get("now"):
                assert (message["now"]["legal"], message["now"]["free"]) == ([], [])


class AroundPage:
    """A page on a device that goes round."""

    def __init__(self, guest: BrowserGuest) -> None:
        self.guest = guest
        self.page: Page = guest.page
        self.views: list[View] = []
        self.call = self.page.locator("[data-curtain] .call")
        self.pass_on = self.page.locator("header .pass")
        self.page.on("websocket", self._on_socket)

    def _on_socket(self, socket: WebSocket) -> None:
        self.views.append(View(socket))

    async def shown(self) -> str:
        """Wait until the page shows the curtain, asks a player something, or shows the result."""
        found = await self.page.wait_for_function(_SHOWN)
        return str(await found.json_value())

    async def seat(self) -> int:
        """The seat that the curtain calls."""
        await expect(self.call).to_be_enabled()
        return int(await self.page.locator("[data-curtain]").get_attribute("data-curtain") or "")

    async def take(self) -> int:
        """Touch the curtain; the seat whose hand is open then."""
        seat = await self.seat()
        await self.call.click()
        await expect(self.page.locator("[data-curtain]")).to_have_count(0)
        await expect(self.page.locator("section.mat").first).to_be_visible()
        assert self.open_views() == [str(seat)]
        return seat

    def open_views(self) -> list[str]:
        """Whose views the page is connected for."""
        return [view.of for view in self.views if not view.left and not view.socket.is_closed()]

    def leave(self) -> None:
        """The page is about to be left, or loaded anew."""
        for view in self.views:
            view.left = True

    async def answer(self) -> None:
        """Answer as the coach advises until the curtain falls, or the game is over."""
        while await self.shown() == "asked":
            await self.page.locator("[data-coach=ask]").click()
            card = self.page.locator("[data-coach=card]")
            advised, refused = card.locator(".main"), card.locator(".content > p:not(.thinking, .move)")
            closed = self.page.locator("[data-coach=ask][aria-expanded=false]")  # with the question before
            await advised.or_(refused).or_(closed).first.wait_for()
            if await advised.count():
                await advised.click()
            else:
                await self.page.keyboard.press("Escape")
            await expect(card).to_have_count(0)

    async def check_nothing_left(self, seat: int) -> None:
        """Behind the curtain there is nothing that only a seat was sent, nor anything but the curtain."""
        await self.seat()
        assert self.open_views() == ["public"]
        assert await self.page.locator(".mat, aside, dialog, [role=dialog]").count() == 0
        text = await self.page.locator("body").inner_text()
        cards = [message["table"] for message in self.views[-1].messages if "table" in message]
        title = await self.page.locator("header .game").inner_text()
        known = {title, *(seat["name"] for card in cards for seat in card["seats"])}
        shown = {line.strip() for line in text.splitlines() if line.strip()} - known
        strange = [line for line in shown if not _ON_CURTAIN.fullmatch(line)]
        assert not strange, strange
        for view in self.views:
            view.check_viewer()
        secrets = self._texts(str(seat)) - self._texts("public")
        assert secrets, "the seat was sent nothing of its own"
        everything = "\n".join(
            [
                await self.page.content(),
                text,
                await self.page.title(),
                str(await self.page.evaluate(_STORED)),
            ]
        )
        found = [text for text in secrets if re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", everything)]
        assert not found, found

    def _texts(self, of: str) -> set[str]:
        messages = [message for view in self.views if view.of == of for message in view.messages]
        return {text for text in leaves(messages) if len(text) > 2}


def leaves(data: Any) -> Iterator[str]:
    """All texts in a message but those that every page knows."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for entry in data:
            yield from leaves(entry)
    elif isinstance(data, dict):
        for key, entry in data.items():
            if key not in _NOT_SECRET:
                yield from leaves(entry)
