"""Koalition's mat as a player uses it: everything is read from the page, nothing from the server."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Sequence

from playwright.async_api import Error, Locator, Page


class KoalitionPage:
    """The mat on a page, and a simple player: strong cards first, and every hand is shaken."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("p.status")
        self.story = page.get_by_role("log")
        self.ballot = self.button("Glisser dans l’urne")
        self.verdict = page.get_by_role("region", name=re.compile("^On a voté"))
        self.going_on = self.button("Au pays suivant").or_(self.button("Le bonus Europe"))
        self.passing = self.button("Passer")
        self.shake = self.button("Serrer la main")
        self.silent = self.button("Rien à ajouter")
        self.proposing = self.button("Proposer")
        self.prompt = page.get_by_role("region", name="Ce qu’on attend")
        self.hand = page.get_by_role("toolbar", name="Votre main")
        self.actions = self.hand.locator(".actions").get_by_role("button")
        self.europe = page.get_by_role("heading", name="Le bonus Europe")
        self.my_lay = self.prompt.get_by_text("À vous : posez un politicien ou un joker.")
        self.done: Counter[str] = Counter()
        """How often we were asked what."""

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def playable(self) -> Locator:
        """Cards in hand that may be played now."""
        return self.hand.locator("button:not(.idle)")

    async def seen_verdicts(self) -> set[str]:
        """The countries whose results were shown, by the titles of the scenes."""
        texts = await self.page.evaluate("window.seenScenes['.verdict'] ?? []")
        titles = [re.match(r"On a voté (.*?) (?:Au pays suivant|Le bonus Europe)", text) for text in texts]
        return {title[1] for title in titles if title}

    async def check_hand_is_in_sight(self) -> None:
        """Check that no card of the hand is outside the window or under another element at its visible corner."""
        hidden = await self.hand.get_by_role("button").evaluate_all(
            """cards => cards.filter(card => {
              const { x, y } = card.getBoundingClientRect();
              const found = document.elementFromPoint(x + 8, y + 8);
              return !found || !card.contains(found);
            }).map(card => card.dataset.held)"""
        )
        assert not hidden, f"these cards cannot be seen: {hidden}"

    async def check_pointer_reaches_every_card(self) -> None:
        """Check that no card can be kept from the pointer by another on which it rests, and which is in front then."""
        for card in await self.hand.get_by_role("button").all():
            box = await card.bounding_box()
            assert box is not None
            await self.page.mouse.move(box["x"] + 12, box["y"] + 20)
            await self.check_hand_is_in_sight()

    async def asked(self) -> str:
        """Wait until we are asked something, or the game is over; what it is."""
        await (
            self.europe.or_(self.going_on)
            .or_(self.ballot)
            .or_(self.my_lay)
            .or_(self.passing)
            .or_(self.silent)
            .first.wait_for()
        )
        for name, sign in (
            ("over", self.europe),
            ("elect", self.ballot),
            ("lay", self.my_lay),
            ("negotiate", self.silent),
            ("act", self.passing),
        ):
            if await sign.count():
                # The verdict last: it comes together with the next question, perhaps between two of these looks.
                if await self.going_on.count():
                    return "verdict"
                return "react" if name == "act" and await self.prompt.get_by_text("Encore à entendre").count() else name
        return "verdict" if await self.going_on.count() else await self.asked()

    async def answer(self, question: str) -> None:
        """Answer what we are asked, somehow sensibly."""
        self.done[question] += 1
        if question == "verdict":
            # It goes by itself, too.
            with contextlib.suppress(Error):
                await self.going_on.click(timeout=1000)
        elif question == "elect":
            await self.page.get_by_role("radio").nth(1).check(force=True)
            await self.ballot.click()
        elif question == "lay":
            await self.lay(await self.strongest())
        elif question == "negotiate":
            await self._negotiate_unless_over()
        elif question in ("act", "react"):
            await self.act()
        await self.settled()

    async def _negotiate_unless_over(self) -> None:
        """Negotiate, unless the bots, who do not wait for people in tests, have ended the negotiation meanwhile."""
        over = self.europe.or_(self.going_on).or_(self.ballot).or_(self.my_lay).or_(self.passing)
        tasks = [asyncio.ensure_future(task) for task in (self.negotiate(), over.first.wait_for())]
        done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        done.pop().result()

    async def settled(self) -> None:
        """Wait until the server has answered; what it answers is on the table by then."""
        await self.page.locator('[aria-busy="false"]').wait_for()

    async def strongest(self) -> Locator:
        """The card to lay with most votes."""
        votes = [int(found) for found in await self.playable.locator(".votes").all_inner_texts()]
        return self.playable.nth(votes.index(max(votes)))

    async def lay(self, card: Locator) -> None:
        """Take a card, then say where it goes: a politician has one place, a joker any."""
        await card.click(position={"x": 12, "y": 20})
        await self.prompt.get_by_role("button").first.click()

    async def act(self) -> None:
        """Play an action that has somewhere to go, or pass."""
        if await self.playable.count() and self.done["action"] < 3:
            self.done["action"] += 1
            await self.playable.first.click(position={"x": 12, "y": 20})
            target = self.prompt.locator("button.answer").or_(self.page.locator("[data-table] button.target"))
            await target.first.click()
        else:
            await self.passing.click()

    async def propose(self, blocs: Sequence[str]) -> None:
        """Choose the parties of a coalition, given by their labels, and propose it."""
        negotiation = self.page.get_by_role("region", name="La négociation")
        buttons = negotiation.locator("button.bloc")
        for label in blocs:
            button = buttons.and_(self.page.locator(f'[data-bloc="{label}"]'))
            if await button.get_attribute("aria-pressed") == "false":
                await button.click()
        await self.proposing.click()
        await self.settled()

    async def negotiate(self) -> None:
        """Shake the first hand that is held out; otherwise propose something once, then have nothing to add."""
        ideas = self.page.get_by_role("button", name=re.compile("^Voir l"))
        folded = self.page.get_by_text("Ce que vous pourriez proposer")
        if await self.shake.count():
            self.done["shake"] += 1
            await self.shake.first.click()
        elif await folded.count() and self.done["propose"] < 2:
            self.done["propose"] += 1
            if not await ideas.first.is_visible():
                await folded.click()
            await ideas.first.click()
            await self.proposing.click()
        else:
            await self.silent.click()
