"""The mat of Stratagem as a player uses it: everything is read from the page, nothing from the server."""

from __future__ import annotations

import re
from collections import Counter

from playwright.async_api import Locator, Page, expect


class StratagemPage:
    """The mat on a page, and a simple player: an option now and then, otherwise a card."""

    def __init__(self, page: Page, peaceful: bool = False) -> None:
        self.page = page
        self.peaceful = peaceful
        """Never seizes power, nor defends it."""
        self.story = page.get_by_role("log")
        self.status = page.locator("p.status")
        self.beginning = page.get_by_role("region", name="Avant la campagne")
        self.posters = self.beginning.locator(".posters button:enabled:not([aria-disabled=true])")
        self.pair = self.beginning.locator(".pair button")
        self.own = page.get_by_role("region", name="Votre tapis")
        self.hand = page.get_by_role("region", name="Votre main")
        self.centre = page.get_by_role("region", name="Au milieu de la table")
        self.crisis = page.get_by_role("region", name="L’horloge du palais")
        self.finale = page.get_by_role("region", name="La fin de la partie")
        self.sheet = page.get_by_role("dialog")
        self.stage = page.get_by_role("region", name="Ce qui vient de se passer")
        self.draw = self.hand.locator("button.deck:enabled:not([aria-disabled=true])")
        self.scene = page.get_by_role("region", name="Ce qu’on vous demande")
        self.accept = self.scene.get_by_role("button", name="Accepter", exact=True)
        self.refuse = self.scene.get_by_role("button", name="Laisser passer", exact=True)
        self.heirs = self.scene.locator("button.heir")
        self.spaces = self.own.locator("ol button")
        self.done: Counter[str] = Counter()
        """How often we were asked what."""

    @property
    def _signs(self) -> dict[str, Locator]:
        """The element that marks each question."""
        return {
            "over": self.finale,
            "vote": self.stage.locator(".vote"),
            "party": self.posters,
            "programme": self.pair,
            "offer": self.accept,
            "heir": self.heirs,
            "turn": self.page.locator('main:has(.bar.yours) [data-stage="turn"][aria-busy="false"]'),
            "out": self.own.locator(".stamp"),
        }

    async def asked(self) -> str:
        """Wait until we are asked something, or the game is over; what it is."""
        await self.settled()
        first, *others = self._signs.values()
        for sign in others:
            first = first.or_(sign)
        await first.first.wait_for()
        for name, sign in self._signs.items():
            if await sign.count():
                return name
        return await self.asked()

    async def answer(self, question: str) -> None:
        """Answer what we are asked, somehow sensibly."""
        self.done[question] += 1
        if question == "vote":
            # It closes by itself, perhaps in the very moment in which we touch it.
            await self.page.evaluate("document.querySelector('.scene.vote button')?.click()")
        elif question == "party":
            await self.posters.first.click()
        elif question == "programme":
            await self.plan()
        elif question == "offer":
            await self.accept.click()
        elif question == "heir":
            await self.heirs.first.click()
        elif question == "turn":
            await self.take_turn()
        await self.settled()

    async def plan(self) -> None:
        """The first of both options; then its theme is no longer asked for."""
        card = self.pair.first
        promise = await card.inner_text()
        await card.click()
        await expect(self.pair.filter(has_text=promise.splitlines()[-1].strip())).to_have_count(0)

    async def take_turn(self) -> None:
        """Seize power, or defend it; show an option every other turn; otherwise draw, or whatever is left."""
        empty = self.own.locator("ol button.open")
        owed = self.hand.locator(".secrets button.ready")
        lever = self.hand.locator(".actions button.ready")
        if not self.peaceful and await lever.count():
            await lever.first.click()
            await self.sheet.locator("button.launch").click()
            self.done["launched"] += 1
        elif await empty.count() and (self.done["turn"] % 2 or not await self.draw.count()):
            await self.show(empty.first)
        elif await self.draw.count():
            await self.draw.click()
        elif await owed.count():
            await owed.first.click()
            await self.sheet.locator(".sheet .sheet button").first.click()
        else:
            await self.spaces.first.click()
            await self.sheet.get_by_role("button", name=re.compile("^Retirer")).click()

    async def show(self, space: Locator) -> None:
        """Touch a space, then the first of the two cards that may lie there now."""
        await space.click()
        allowed = self.sheet.locator('button:not([aria-disabled="true"])')
        await allowed.filter(has_text=re.compile("^Montrer")).first.click()
        self.done["shown"] += 1

    def mat_of(self, seat: int) -> Locator:
        """The mat of an adversary, clockwise from the left."""
        return self.page.locator(".other section").nth(seat)

    async def settled(self) -> None:
        """Wait until the server has answered; what it answers is on the table by then."""
        await self.page.locator('.felt[aria-busy="false"]').wait_for()
