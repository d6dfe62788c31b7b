"""Around one table: a screen of 1920 × 1080 and a phone for each player, through a short game of each kind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import expect

from ludotheque.games import find
from tests.server.client import FRIEND, ME, Guest, TableSocket
from tests.server.running import Running
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.politico_guests import sit_in_browser
from tests.web.socket_player import SocketPlayer

SCREEN = (1920, 1080)
NAMES = ("Anne", "Bruno", "Chloé", "Denis")
SHORT: dict[str, dict[str, Any]] = {
    "koalition": {"countries": 1},
    "politico": {"target": 100, "rounds": 4},
    "president": {"campaign": "short"},
    "stratagem": {},
    "stratego": {"army": "training", "no_fight": 20},
}
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
ROOMS = [
    pytest.param(game, lang, marks=[] if (game, lang) == ("koalition", "fr") else pytest.mark.slow)
    for game in SHORT
    for lang in LOCALES
]


async def seat_guests(server: Running, game: str) -> list[TableSocket]:
    """Four guests at one table, or as many as can play, all connected; each may ask the coach."""
    guests = [Guest(server, name) for name in NAMES[: min(len(NAMES), find(game).rules.seats[-1])]]
    friends = [FRIEND] * (len(guests) - 1)
    table = (await guests[0].open(ME, *friends, game=game, options=SHORT[game], hints=True))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    return [await guest.sit(table) for guest in guests]


async def answer_on_phone(phone: BrowserGuest, socket: TableSocket) -> bool:
    """Answer the question of the moment on a phone, by the coach's card; False if another player settled it first."""
    assert socket.now is not None
    asked = {part: socket.now[part] for part in ("question", "legal", "free")}

    def settled() -> bool:
        assert socket.now is not None
        return bool(socket.card["over"]) or any(socket.now[part] != before for part, before in asked.items())

    async def follow_advice() -> None:
        play = phone.page.locator("[data-coach=card] .main")
        await phone.page.locator("[data-coach=ask]").first.click()
        await expect(play).to_be_visible()
        await play.click()

    doing, going = asyncio.ensure_future(follow_advice()), asyncio.ensure_future(socket.until(settled))
    await asyncio.wait((doing, going), return_when=asyncio.FIRST_COMPLETED)
    answered = doing.done()
    if not answered:
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
        await phone.page.keyboard.press("Escape")
    await going
    return answered and doing.exception() is None


class Room:
    """A screen, and the phones of all players of a game."""

    def __init__(
        self, game: str, lang: str, screen: BrowserGuest, phones: list[BrowserGuest], sockets: list[TableSocket]
    ) -> None:
        self.game = game
        self.lang = lang
        self.screen = screen
        self.phones = phones
        self.sockets = sockets
        self.answered: set[int] = set()
        """The players who have answered a question on their phone."""
        self._one_at_a_time = asyncio.Lock()

    async def play(self, number: int) -> None:
        """Let a player answer one question on the phone, and the others as the best bot would, to the end."""
        socket, best = self.sockets[number], find(self.game).coach
        assert best is not None
        while number not in self.answered and not socket.card["over"]:
            await socket.until(lambda: socket.to_move or bool(socket.card["over"]))
            async with self._one_at_a_time:
                if socket.to_move and await answer_on_phone(self.phones[number], socket):
                    self.answered.add(number)
                    await self.look(f"{len(self.answered)}")
        await SocketPlayer(find(self.game), socket, best).play_to_end()

    async def look(self, moment: str) -> None:
        """Write screenshots of the screen and of all phones, and check that nothing is wider than its window."""
        name = f"room-{self.game}-{self.lang}-{moment}"
        await self.screen.check_layout(f"{name}-screen")
        for number, phone in enumerate(self.phones):
            await phone.check_layout(f"{name}-phone-{number}")


@pytest.mark.parametrize(("game", "lang"), ROOMS)
async def test_screen_and_phones_play_a_short_game_to_its_end(
    open_browser: OpenBrowser, server: Running, game: str, lang: str
) -> None:
    sockets = await seat_guests(server, game)
    locale = LOCALES[lang]
    screen = await open_browser(SCREEN, locale=locale)
    await screen.goto(f"/t/{sockets[0].table}/screen")
    phones = [await sit_in_browser(open_browser, socket, PHONE, locale) for socket in sockets]
    for page in (screen.page, *(phone.page for phone in phones)):
        await expect(page.locator("html")).to_have_attribute("lang", lang)
    for phone in phones:
        await expect(phone.page.locator("[data-hand]")).to_be_visible()
    room = Room(game, lang, screen, phones, sockets)
    await asyncio.gather(*(room.play(number) for number in range(len(sockets))))
    assert room.answered == set(range(len(sockets))), "each has answered something on their phone"
    await expect(screen.page.locator("[data-scene=result]")).to_be_visible()
    for phone in phones:
        await expect(phone.page.locator("dialog:has(#end)")).to_be_visible()
    await room.look("end")
