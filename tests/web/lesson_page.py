"""The page of a lesson as a learner uses it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from playwright.async_api import Page, expect

from ludotheque.engine.game import Game
from ludotheque.engine.lesson_play import LessonRun
from ludotheque.engine.lesson_time import right_moves
from ludotheque.engine.lessons import Lesson
from tests.patience import PATIENCE
from tests.web.browser_guest import SHOTS, BrowserGuest
from tests.web.lesson_players import PLAYERS

_STANDS = """points => {
  const card = document.querySelector(".callout")?.getBoundingClientRect();
  if (!card || !card.height) return "there is no callout";
  if (card.left < 0 || card.right > innerWidth || card.top < 0 || card.bottom > innerHeight)
    return "it sticks out of the window";
  const ring = document.querySelector("div.ring")?.getBoundingClientRect();
  if (points.length && !ring) return `it points at nothing: ${points}`;
  if (!ring) return "";
  if (ring.bottom <= 0 || ring.top >= innerHeight || ring.right <= 0 || ring.left >= innerWidth)
    return "what it points at is out of sight";
  const across = Math.min(card.right, ring.right) - Math.max(card.left, ring.left);
  const down = Math.min(card.bottom, ring.bottom) - Math.max(card.top, ring.top);
  return across > 0 && down > 0 ? `it covers ${Math.round(across)} × ${Math.round(down)} of what it points at` : "";
}"""
_AT_REST = """() => {
  const places = [...document.querySelectorAll(".callout, div.ring")].map((part) => part.getBoundingClientRect());
  const now = JSON.stringify([scrollY, ...places]);
  if (now !== window.calloutPlaces) [window.calloutPlaces, window.calloutSince] = [now, performance.now()];
  return performance.now() - window.calloutSince > 700;
}"""
_AROUND = """selector => {
  const ring = document.querySelector("div.ring")?.getBoundingClientRect();
  const part = document.querySelector(selector)?.getBoundingClientRect();
  return ring && part && ring.left <= part.left && ring.right >= part.right && ring.top <= part.top &&
    ring.bottom >= part.bottom && part.top >= 0 && part.bottom <= innerHeight;
}"""
_ANSWERED = """([key, before]) =>
  document.querySelector(".callout .ways") !== null || JSON.parse(localStorage.getItem(key)).answers.length > before"""


class LessonPage:
    """A lesson on a page: the callout, what it points at, and the learner who does what it says."""

    def __init__(self, guest: BrowserGuest, game: Game, lang: str = "fr") -> None:
        self.guest = guest
        self.page: Page = guest.page
        self.game = game
        self.lang = lang
        self.callout = self.page.locator(".callout")
        self.text = self.callout.locator(".text")
        self.answer = self.callout.locator(".answer")
        self.next = self.callout.locator(".buttons .main")
        self.ended = self.callout.locator(".ways")
        self.ring = self.page.locator("div.ring")
        self._kept = f"ludotheque.lesson.{game.id}"

    async def answers(self) -> list[list[Any]]:
        """The answers so far, as the page has kept them."""
        kept = await self.page.evaluate("key => localStorage.getItem(key)", self._kept)
        written = json.loads(kept)["answers"] if kept else []
        return [[msgspec.convert(move, self.game.rules.move_type) for move in answer] for answer in written]

    async def check_callout(self, points: tuple[str, ...], step: str) -> None:
        """Check that the callout points at something, and does not cover it."""
        stands = f"points => ({_STANDS})(points) === ''"
        try:
            await self.page.wait_for_function(stands, arg=list(points), timeout=PATIENCE * 500)
        except Exception:
            raise AssertionError(f"{step}: {await self.page.evaluate(_STANDS, list(points))}") from None

    async def check_ring(self, selector: str) -> None:
        """Check that the callout points at a part of the mat."""
        await self.page.wait_for_function(_AROUND, arg=selector)

    async def ring_box(self) -> tuple[float, float, float, float]:
        """Where the ring around what is pointed at stands, once it is at rest: left, top, width and height."""
        await self.page.wait_for_function(_AT_REST)
        box = await self.page.locator("div.ring").bounding_box()
        assert box
        return box["x"], box["y"], box["width"], box["height"]

    async def play(self, lesson: Lesson, name: str) -> None:
        """Play a lesson that has just been opened, to its end."""
        for _ in range(2 * len(lesson.steps) + 12):
            answers = await self.answers()
            run = LessonRun(self.game, lesson, answers)
            if run.step is None:
                break
            await expect(self.text).to_contain_text(run.step.say.fr if self.lang == "fr" else run.step.say.en)
            await self.check_callout(run.step.point, f"{lesson.id}, step {run.number}")
            if SHOTS:  # a picture of the step as a learner reads it: the mat has moved and scrolled to its place
                await self.page.wait_for_function(_AT_REST)
                await self.check_callout(run.step.point, f"{lesson.id}, step {run.number}, at rest")
            await self.guest.take_screenshot(f"learn-{name}-{lesson.id}-{run.number:02d}")
            if run.step.expect:
                for move in self._moves(run):
                    await PLAYERS[self.game.id](self.page, msgspec.to_builtins(move))
                if self._makes_a_sum(run):
                    await self.page.locator('[data-point="picked"]').click()
            else:
                await self.next.click()
            await self.page.wait_for_function(_ANSWERED, arg=[self._kept, len(answers)])
            if await self.ended.count():
                break
        await expect(self.ended).to_be_visible()

    def _makes_a_sum(self, run: LessonRun) -> bool:
        """Whether departments are to be chosen for a sum."""
        return self.game.id == "president" and self.game.rules.choice(run.state, run.lesson.seat) is not None

    def _moves(self, run: LessonRun) -> list[Any]:
        """What to do at a step: one move, or all departments of a sum, which are ticked before they are confirmed."""
        rules, seat = self.game.rules, run.lesson.seat
        state, moves = run.state.copy(), right_moves(run)[:1]
        if not self._makes_a_sum(run):
            return moves
        choice = rules.choice(state, seat)
        rules.play(state, seat, moves[0])
        while rules.choice(state, seat) == choice:
            moves.append(rules.legal(state, seat)[0])
            rules.play(state, seat, moves[-1])
        return moves
