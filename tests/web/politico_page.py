"""Politico's mat as a player uses it: everything is read from the page, nothing from the server."""

from __future__ import annotations

import re
from collections import Counter

from playwright.async_api import Locator, Page


class PoliticoPage:
    """The mat on a page, and a simple player: governs when possible, attacks otherwise."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.story = page.get_by_role("log")
        self.prompt = page.locator("[data-prompt]")
        self.answers = self.prompt.locator(".answers")
        self.hand = page.locator(".hand")
        self.plates = page.locator("[data-places]")
        self.chamber = page.get_by_role("img", name=re.compile("^L’Assemblée"))
        self.over = self.prompt.get_by_text("Bonsoir.")
        self.done: Counter[str] = Counter()
        """How often we were asked what."""

    def answer_called(self, name: str) -> Locator:
        return self.answers.locator(f'button:text-is("{name}")')

    @property
    def _signs(self) -> dict[str, Locator]:
        """The element that marks each question."""
        return {
            "over": self.over,
            "vote": self.answer_called("Pour"),
            "answer": self.answer_called("Encaisser"),
            "accept": self.answers.locator("button.danger", has_text="Décliner"),
            "draw": self.answer_called("Piocher une carte"),
            "invite": self.answers.locator('button:has-text("La liste est close")'),
            "join": self.answer_called("J’en suis"),
            "window": self.answer_called("Laisser faire"),
            "act": self.answer_called("Passer"),
        }

    @property
    def playable(self) -> Locator:
        """Cards in hand that may be played now."""
        return self.hand.locator("button:not(.idle)")

    def card(self, label: str) -> Locator:
        """A card in hand that may be played, by how its label begins: its colour, or its colour and its name."""
        return self.playable.filter(has_text=re.compile(rf"^\s*{label}"))

    async def asked(self) -> str:
        """Wait until we are asked something, or the game is over; what it is."""
        first, *others = self._signs.values()
        for sign in others:
            first = first.or_(sign)
        await first.first.wait_for()
        for name, sign in self._signs.items():
            if await sign.count():
                if name == "window":
                    return "lend" if await self.prompt.locator(".alarm, .duel").count() else "army"
                return name
        return await self.asked()

    async def answer(self, question: str) -> None:
        """Answer what we are asked, somehow sensibly."""
        assert question != "over", "the game is over"
        self.done[question] += 1
        if question == "draw":
            await self.draw()
        elif question == "vote":
            await self.answer_called(("Pour", "Contre", "Abstention")[self.done[question] % 3]).click()
        elif question in ("answer", "accept"):
            await self.answers.locator("button:visible").first.click()
        elif question == "invite":
            await self.invite()
        elif question == "join":
            await self.answer_called("J’en suis").click()
        elif question == "act":
            await self.act()
        else:
            await self.answer_called("Laisser faire").click()
        await self.settled()

    async def settled(self) -> None:
        """Wait until the server has answered; what it answers is on the table by then."""
        await self.page.locator('[aria-busy="false"]').wait_for()

    async def draw(self) -> None:
        """Whoever has no PREMIER MINISTRE parts with a defence and draws two."""
        if await self.card("Défense").count() and not await self.card("Atout, Premier ministre").count():
            self.done["discard"] += 1
            await self.take(self.card("Défense").first)
            await self.answer_called("S’en défausser et en piocher deux").click()
        else:
            await self.answer_called("Piocher une carte").click()

    async def invite(self) -> None:
        """Ask one ally in, then close the list."""
        guests = self.plates.locator("button.target")
        if self.done["invite"] % 2 and await guests.count():
            await guests.first.click()
        else:
            await self.answers.locator('button:has-text("La liste est close")').click()

    async def act(self) -> None:
        """Form a government if that is possible, or attack; otherwise pass."""
        for label in ("Atout, Premier ministre", "Attaque"):
            if await self.card(label).count():
                self.done[label] += 1
                await self.take(self.card(label).first)
                await self.aim()
                return
        await self.answer_called("Passer").click()

    async def take(self, card: Locator) -> None:
        """Touch a card where no neighbour lies over it: one that the pointer rests on comes to the front."""
        await self.page.mouse.move(0, 0)
        await card.click(position={"x": 12, "y": 30})

    async def aim(self) -> None:
        """The first place that glows, or the first thing that the card may do."""
        targets = self.plates.locator("button.target")
        if await targets.count():
            await targets.first.click()
        else:
            await self.answers.locator("button:visible").first.click()
