"""Figures of the rulebooks in the browser: drawn as they come near, inert, and without moving the text."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, expect

from ludotheque.engine.figures import figures_of
from ludotheque.games import find, shelf
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.page_weight import LAYOUT_SHIFT, OBSERVE_SHIFTS
from tests.web.variants import one_language, one_size

# What a figure is: how large, how far its content reaches beyond it, and how much in it takes the focus.
_FACTS = """
frame => {
  const picture = frame.querySelector("[data-drawn]");
  const box = frame.getBoundingClientRect();
  const inside = [...picture.querySelectorAll("*")].filter((part) => part.getClientRects().length);
  const focusable = inside.filter((part) => {
    part.focus?.();
    return document.activeElement === part;
  });
  return {
    width: box.width,
    height: box.height,
    parts: inside.length,
    over: picture.scrollHeight - picture.clientHeight,
    wide: picture.scrollWidth - picture.clientWidth,
    scale: picture.getBoundingClientRect().width / box.width,
    focusable: focusable.map((part) => part.outerHTML.slice(0, 90)),
  };
}
"""


async def check_figures(anne: BrowserGuest, book: Locator, game: str) -> None:
    """Scroll through a rulebook, and look at each figure."""
    frames = book.locator("[data-figure]")
    wanted = figures_of(find(game)).figures
    await expect(frames).to_have_count(len(wanted))
    for number, figure in enumerate(wanted):
        frame = frames.nth(number)
        await expect(frame).to_have_attribute("data-figure", figure.id)
        await frame.scroll_into_view_if_needed()
        await expect(frame.locator("[data-drawn] > *")).to_be_attached()
        facts = await frame.evaluate(_FACTS)
        assert facts["parts"] > 5, figure.id
        assert facts["width"] > 250, figure.id
        assert facts["height"] == pytest.approx(facts["width"] * figure.height / 320, abs=1), figure.id
        assert facts["over"] <= 0, f"{figure.id} is {facts['over']} too high"
        assert facts["wide"] <= 0, f"{figure.id} is {facts['wide']} too wide"
        assert facts["scale"] == pytest.approx(1, abs=0.01), figure.id
        assert not facts["focusable"], figure.id
        await anne.take_screenshot(f"figure-{game}-{figure.id}")


@one_size(PHONE, DESKTOP)
@one_language(list(shelf()))
async def test_every_figure_is_drawn(
    open_browser: OpenBrowser, game: str, lang: str, locale: str, size: tuple[int, int]
) -> None:
    anne = await open_browser(size, locale=locale)
    await anne.page.add_init_script(OBSERVE_SHIFTS)
    await anne.goto(f"/rules/{game}")
    await expect(anne.page.locator("[data-figure]").first).to_be_attached()
    # What the fonts of the page move is not about figures.
    await anne.page.evaluate("document.fonts.ready.then(() => ((layoutShift = 0), (layoutShifts = [])) && null)")
    await check_figures(anne, anne.page.locator(".book"), game)
    await anne.check_width()
    shifts = await anne.page.evaluate("window.layoutShifts")
    assert await anne.page.evaluate("window.layoutShift") < LAYOUT_SHIFT, shifts


@pytest.mark.parametrize("game", list(shelf()))
async def test_figures_are_pictures_to_screen_readers(open_browser: OpenBrowser, game: str) -> None:
    anne = await open_browser(PHONE)
    await anne.goto(f"/rules/{game}")
    for figure in figures_of(find(game)).figures:
        picture = anne.page.get_by_role("img", name=figure.caption.fr, exact=True)
        await picture.scroll_into_view_if_needed()
        await expect(picture.locator("[data-drawn] > *")).to_be_attached()
    await anne.check_accessibility()


async def test_figures_are_fetched_only_when_they_come_near(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    asked: list[str] = []
    anne.page.on("request", lambda request: asked.append(request.url))
    await anne.goto("/rules/president")
    await expect(anne.page.get_by_role("navigation").last).to_be_visible()
    assert not [url for url in asked if "/figures" in url]
    await anne.page.locator("[data-figure]").first.scroll_into_view_if_needed()
    await expect(anne.page.locator("[data-drawn]").first).to_be_attached()
    assert len([url for url in asked if "/figures" in url]) == 1


@one_size(PHONE, DESKTOP)
async def test_rulebook_beside_a_table_has_the_figures(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne = await open_browser(size)
    await anne.open_table({"kind": "me"}, {"kind": "bot", "level": "random"})
    await anne.page.get_by_role("button", name="Livret", exact=True).click()
    await check_figures(anne, anne.page.locator(".book"), "stratego")
    await anne.check_width()
