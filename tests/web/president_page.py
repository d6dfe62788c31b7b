"""The mat of Le Jeu du Président as a player uses it: everything is read from the page, nothing from the server."""

from __future__ import annotations

import re
from collections import Counter

from playwright.async_api import Locator, Page, expect

_SPOT = """path => {
  // A point of the screen that is this department's own, whatever its shape.
  const { left, top, width, height } = path.getBoundingClientRect();
  for (let n = 3; n < 40; n += 3)
    for (let i = 1; i < n; i++)
      for (let j = 1; j < n; j++) {
        const [x, y] = [left + (width * i) / n, top + (height * j) / n];
        if (document.elementFromPoint(x, y) === path) return [x, y];
      }
  return null;
}"""

_ASKED = """() => {
  const seen = sign => document.querySelector(sign) !== null;
  if (seen(".night")) return "over";
  if (seen("[data-duel] .done")) return "end of the duel";
  if (seen("[data-duel] button + button")) return "defend";
  if (seen("[data-duel]")) return false;
  if (seen("[data-picks]")) return "amount";
  if (seen("[data-prompt] button")) return "rest";
  return seen("path.open") && "choose";
}"""


class PresidentPage:
    """The mat on a page, and a simple player: the largest department, and no card above 15."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.story = page.get_by_role("log")
        self.map = page.get_by_role("group", name="La carte de France")
        self.list = page.get_by_role("region", name="Les départements")
        self.prompt = page.get_by_role("region", name="Les dés et ce qu’on attend")
        self.race = page.get_by_role("region", name="La course aux voix")
        self.duel = page.get_by_role("region", name="Défi pour")
        self.night = page.get_by_role("region", name="La soirée électorale")
        self.second_round = page.locator("[data-second-round]")
        self.refusal = page.locator(".note[popover]")
        self.draw = page.get_by_role("button", name="Tirer une carte", exact=True)
        self.hit = self.duel.get_by_role("button", name="Carte", exact=True)
        self.stand = self.duel.get_by_role("button", name="Je reste", exact=True)
        self.go_on = self.duel.get_by_role("button", name=re.compile("Fermer le tapis|Choisir les départements"))
        self.picks = page.locator("[data-picks]")
        self.confirm = self.picks.get_by_role("button", name="Valider", exact=True)
        self.open = self.map.locator("path.open")
        self.rows = self.list.locator("button.row")
        self.done: Counter[str] = Counter()
        """How often we were asked what."""

    async def asked(self) -> str:
        """Wait until we are asked something, or the game is over; what it is."""
        found = await self.page.wait_for_function(_ASKED)
        question: str = await found.json_value()
        return question

    async def asked_for(self, wanted: str) -> None:
        """Wait until the page, which may show past moves still, asks this; the ends of duels are closed."""
        for_it = f"wanted => {{ const asked = ({_ASKED})(); return asked === wanted || asked === 'end of the duel' }}"
        while True:
            await self.page.wait_for_function(for_it, arg=wanted)
            if await self.asked() != "end of the duel":
                return
            await self.answer("end of the duel")

    async def answer(self, question: str) -> None:
        """Answer what we are asked, somehow sensibly."""
        self.done[question] += 1
        if question == "end of the duel":
            # A challenge between others closes by itself, perhaps in the very moment in which we touch it.
            await self.page.evaluate("document.querySelector('[data-duel] .done button')?.click()")
        elif question == "defend":
            score = int(await self.duel.locator(".score").first.inner_text())
            await (self.stand if score > 15 else self.hit).click()
        elif question == "amount":
            await self.make_the_amount()
        elif question == "rest" and self.done["rest"] % 2:
            await self.draw.click()
        elif question != "over":
            await self.choose()
        await self.settled()

    async def make_the_amount(self) -> None:
        """Tick the largest departments until the amount is made, and confirm once."""
        while not await self.confirm.is_enabled():
            await self.choose(":not([aria-pressed=true])")
        await self.confirm.click()

    async def choose(self, which: str = "") -> None:
        """The largest department there is, by turns on the map and in the list."""
        code = await self.list.locator(f"button.row{which}").evaluate_all(
            """rows => rows.map(row => [
                 Number(row.querySelector(".voters").textContent.replace(/\\D/g, "")),
                 row.querySelector(".code").textContent,
               ]).sort((a, b) => b[0] - a[0])[0][1]"""
        )
        self.done["department"] += 1
        if self.done["department"] % 2:
            await self.point_at(code)
        else:
            await self.rows.filter(has=self.page.locator(".code", has_text=code)).first.click()

    def place(self, code: str) -> Locator:
        return self.map.locator(f'path[data-code="{code}"]')

    async def spot(self, code: str) -> tuple[float, float]:
        """Where a department is on the screen."""
        await self.map.scroll_into_view_if_needed()
        found = await self.place(code).evaluate(_SPOT)
        assert found, f"{code} is nowhere to be seen"
        return found[0], found[1]

    async def point_at(self, code: str) -> None:
        """Click a department on the map."""
        await self.page.mouse.click(*await self.spot(code))

    async def settled(self) -> None:
        """Wait until the server has answered; what it answers is on the table by then."""
        await expect(self.page.locator(".board[aria-busy]")).to_have_attribute("aria-busy", "false")
