"""The mats of all games with the largest text and at the dark table: nothing is cut, and all is readable."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import expect

from tests.server.client import ME, bot
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.koalition_page import KoalitionPage
from tests.web.politico_page import PoliticoPage
from tests.web.president_page import PresidentPage
from tests.web.stratagem_page import StratagemPage
from tests.web.stratego_page import StrategoPage, whole_army

# A control is reachable when scrolling brings its middle into the window, and nothing else lies over it there.
_UNREACHABLE = """() => {
  const shown = [...document.querySelectorAll("#content section.mat button")].filter((button) =>
    button.checkVisibility({ visibilityProperty: true }) && !button.closest("[inert]"));
  const name = (button) => button.textContent.trim().replace(/\\s+/g, " ").slice(0, 40) || button.className;
  return shown.filter((button) => {
    button.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = button.getBoundingClientRect();
    const x = left + width / 2, y = top + height / 2;
    // Where cards overlap, the left edge of each one is seen.
    return ![[x, y], [left + 8, top + 14]].some(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      return found && (button.contains(found) || found.contains(button));
    });
  }).map(name);
}"""
# Parts that are named here must not lie over each other: each pair within the same parent.
_OVERLAPS = """(signs) => signs.flatMap(([one, other]) => [...document.querySelectorAll(one)].filter((first) => {
  const second = first.parentElement.querySelector(other);
  if (!second || !first.checkVisibility() || !second.checkVisibility()) return false;
  const range = document.createRange();
  range.selectNodeContents(first);
  const a = range.getBoundingClientRect(), b = second.getBoundingClientRect();
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}).map((first) => first.parentElement.textContent.trim().slice(0, 40)))"""
_PARTS = (
    (".party .head .title", ".total"),
    (".plates .facts .fact", "strong"),
    (".popularity .scale span:not(.majority)", ".majority"),
    (".popularity .name", "b"),
    ("header .middle", ".name"),
)


async def open_game(anne: BrowserGuest, game: str, players: int, level: str = "random", **options: Any) -> None:
    await anne.open_table(
        ME, *[bot(level)] * (players - 1), name="Anne-Charlotte", around={"game": game, "options": options}
    )


async def koalition(anne: BrowserGuest) -> None:
    await open_game(anne, "koalition", 4, countries=1)
    mat = KoalitionPage(anne.page)
    while (question := await mat.asked()) != "lay":
        await mat.answer(question)


async def politico(anne: BrowserGuest) -> None:
    await open_game(anne, "politico", 4)
    mat = PoliticoPage(anne.page)
    while (question := await mat.asked()) != "act":
        await mat.answer(question)


async def president(anne: BrowserGuest) -> None:
    await open_game(anne, "president", 4)
    await PresidentPage(anne.page).asked()


async def stratagem(anne: BrowserGuest) -> None:
    await open_game(anne, "stratagem", 4)
    mat = StratagemPage(anne.page)
    while (question := await mat.asked()) != "turn":
        await mat.answer(question)


async def stratego(anne: BrowserGuest) -> None:
    await open_game(anne, "stratego", 2)
    mat = StrategoPage(anne.page)
    await mat.deploy(whole_army("LEDFDGHIBM"))
    await mat.my_turn()


GAMES: list[Callable[[BrowserGuest], Awaitable[None]]] = [koalition, politico, president, stratagem, stratego]
EACH_GAME = pytest.mark.parametrize("play", GAMES, ids=lambda play: play.__name__)


async def use_settings(anne: BrowserGuest, **settings: str) -> None:
    """Change the settings at the table: the page opens again with them."""
    await anne.page.evaluate("settings => { localStorage['ludotheque.settings'] = settings }", json.dumps(settings))
    await anne.page.reload()
    await expect(anne.page.locator("#content section.mat button:visible").first).to_be_visible()


@EACH_GAME
async def test_largest_text_cuts_nothing_and_a_dark_table_is_readable(
    open_browser: OpenBrowser, play: Callable[[BrowserGuest], Awaitable[None]]
) -> None:
    anne = await open_browser(DESKTOP)
    await play(anne)
    for width, height in (DESKTOP, PHONE):
        await anne.page.set_viewport_size({"width": width, "height": height})
        await use_settings(anne, text="larger")
        await anne.check_layout(f"large-{play.__name__}-{width}")
        assert await anne.page.evaluate(_OVERLAPS, _PARTS) == []
        assert await anne.page.evaluate(_UNREACHABLE) == []
        await use_settings(anne, theme="dark")
        await anne.check_page(f"dark-{play.__name__}-{width}")
