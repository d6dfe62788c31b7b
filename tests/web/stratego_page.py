"""Stratego's mat as a player uses it: everything is read from the page, nothing from the server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from playwright.async_api import Locator, Page

from tests.server.client import FRIEND, FULL_ARMY, ME, TableSocket
from tests.web.browser_guest import BrowserGuest

COLUMNS = "abcdefghij"


def number(square: str) -> int:
    """The number by which the page knows a square."""
    return (int(square[1:]) - 1) * 10 + COLUMNS.index(square[0])


def name(square: int) -> str:
    return f"{COLUMNS[square % 10]}{square // 10 + 1}"


def whole_army(front: str) -> str:
    """Forty letters whose last ten, the front row, are these."""
    rest = Counter(FULL_ARMY)
    rest.subtract(front)
    assert min(rest.values()) >= 0, "no box has so many of them"
    return "".join(rest.elements()) + front


class StrategoPage:
    """The mat on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("p.status")
        self.story = page.get_by_role("log")
        self.fight = page.locator(".fight")
        self.ready = page.get_by_role("button", name=re.compile("Mon armée est prête|encore dans la boîte"))

    def square(self, square: str) -> Locator:
        return self.page.locator(f'[data-square="{number(square)}"]')

    def kind(self, letter: str) -> Locator:
        """A kind of piece in the tray."""
        return self.page.locator(f'button[data-tray="{letter}"]')

    async def labels(self) -> dict[str, str]:
        """What every square says of itself."""
        read = "cells => cells.map(cell => [Number(cell.dataset.square), cell.ariaLabel])"
        return {name(square): label for square, label in await self.page.get_by_role("gridcell").evaluate_all(read)}

    async def saying(self, *words: str) -> list[list[str]]:
        """For each of some words the squares whose label has them in it."""
        labels = await self.labels()
        return [[square for square, label in labels.items() if wanted in label] for wanted in words]

    # --- deploying ---------------------------------------------------------------------------------------------------

    async def letters(self) -> str:
        """The set-up on the board, as the field with the forty letters shows it."""
        return "".join((await self.page.locator("textarea").input_value()).split())

    async def import_letters(self, letters: str) -> None:
        field = self.page.get_by_role("textbox", name="En quarante lettres")
        if not await field.is_visible():
            await self.page.get_by_text("En quarante lettres", exact=True).click()
        await field.fill(letters)
        await self.page.get_by_role("button", name="Placer", exact=True).click()

    async def deploy(self, letters: str) -> None:
        await self.import_letters(letters)
        await self.ready.click()

    # --- playing -----------------------------------------------------------------------------------------------------

    async def my_turn(self) -> None:
        await self.status.filter(has_text="À vous de jouer").wait_for()

    async def asked_again(self) -> bool:
        """Wait until it is our turn again, True, or the game is over, False."""
        await self.status.filter(has_text=re.compile("À vous de jouer|gagne|nulle")).wait_for()
        return "À vous" in await self.status.inner_text()

    async def skip_fights(self) -> None:
        while await self.fight.count():
            # It may go by itself in the very moment in which we touch it.
            await self.fight.get_by_role("button").dispatch_event("click")

    async def touch(self, start: str, end: str) -> None:
        """Touch a piece, then where it shall go."""
        await self.square(start).click()
        await self.square(end).click()

    async def play(self, start: str, end: str) -> None:
        """Move a piece, and wait until the story shows it."""
        entries = await self.story.locator("li").count()
        await self.touch(start, end)
        await self.story.locator("li").nth(entries).wait_for()


async def in_battle(
    anne: BrowserGuest, bruno: BrowserGuest, red: str, blue: str
) -> tuple[str, StrategoPage, StrategoPage]:
    """Anne and Bruno at a table of their own, their armies in place, Anne to move; the table, and both mats."""
    table = await anne.open_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    mats = StrategoPage(anne.page), StrategoPage(bruno.page)
    for mat, army in zip(mats, (red, blue), strict=True):
        await mat.deploy(army)
    await mats[0].my_turn()
    return table, *mats


def distance(square: str, others: Iterable[str]) -> int:
    """How many steps to the nearest of some squares, lakes not counted."""
    here = number(square)
    return min((abs(here % 10 - n % 10) + abs(here // 10 - n // 10) for n in map(number, others)), default=0)


async def answer(line: TableSocket, start: str, end: str) -> None:
    """Play a move over a socket, without a browser."""
    while not line.to_move:
        await line.receive()
    reply = await line.play({"do": "step", "from": start, "to": end})
    assert reply["t"] == "ack", reply
