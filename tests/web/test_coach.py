"""The coach in the browser: advice at a table, its mark for all, and what a player could have done after the game."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, expect

from ludotheque.games import shelf
from tests.server.client import FRIEND, FULL_ARMY, ME, bot
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.short_game import UNCOVERED, UNSAID
from tests.web.stratagem_page import StratagemPage
from tests.web.stratego_page import StrategoPage
from tests.web.variants import one_size

LARGE = (1920, 1080)
POINTED = "[data-pointed]"
"""What the coach's move is marked with: a ring, an arrow, or a department on the map."""
LEVELS = {game.id: next(iter(game.levels)) for game in shelf().values()}


async def begin_battle(anne: BrowserGuest) -> StrategoPage:
    """Anne, red, against a recruit, with her army in place and to move."""
    await anne.open_table(ME, bot("random"), around={"pace": "at_once"})
    mat = StrategoPage(anne.page)
    await mat.deploy(FULL_ARMY)
    await mat.my_turn()
    return mat


def card(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Le conseil")


async def check_in_sight(advice: Locator) -> None:
    """Check that nothing of the advice is cut off."""
    hidden = await advice.locator(".content").evaluate("part => part.scrollHeight - part.clientHeight")
    assert hidden <= 1, f"{hidden} pixels of the advice are below the edge"


async def use_language(page: Page, name: str) -> None:
    await page.locator(f'button[title="{name}"]').click()
    await expect(page.locator(f'button[title="{name}"]')).to_have_attribute("aria-pressed", "true")


@one_size(PHONE, DESKTOP, LARGE)
async def test_player_asks_for_advice_plays_it_and_all_see_the_mark(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    page = anne.page
    mat = await begin_battle(anne)
    await anne.button("Conseil").click()
    advice = card(page)
    await expect(advice.get_by_role("button", name="Jouer ce coup")).to_be_visible()
    await expect(advice).to_contain_text(re.compile(r"De [a-j]\d+ en [a-j]\d+"))
    await expect(page.locator("[data-pointed]")).to_have_count(1)
    await anne.check_page("coach-card")
    if size == PHONE:  # the advice is read in one look; the alternatives come on a touch
        await expect(advice.get_by_role("listitem")).to_have_count(0)
        await check_in_sight(advice)
        await advice.get_by_text("Ou bien…").click()
        await expect(advice.get_by_role("listitem").last).to_be_visible()
        await page.wait_for_function(UNCOVERED)
        await anne.take_screenshot("coach-card-alternatives")
    await expect(advice.get_by_role("listitem")).to_have_count(2)
    await use_language(page, "English")
    await expect(page.get_by_role("dialog", name="Advice").get_by_role("button", name="Play this move")).to_be_visible()
    await anne.check_page("coach-card-en")
    await use_language(page, "Français")
    # The mark, for all: in the panel and in the story.
    await expect(page.locator("[data-advised='1']")).to_have_attribute("title", "Anne a demandé conseil une fois")
    await expect(mat.story).to_contain_text("Anne demande conseil au robot.")
    # The clause behind it, in the rulebook.
    await advice.get_by_role("button", name="Voir la règle").click()
    await expect(page.get_by_role("dialog", name=re.compile("règle", re.I))).to_be_visible()
    await expect(page.locator(".clause.target")).to_have_id(re.compile(r"stratego\."))
    for part in (advice, page.locator(".clause.target")):  # ids of clauses are for programmers
        await expect(part).not_to_contain_text("stratego.")
    await page.keyboard.press("Escape")
    moved = re.search(r"De ([a-j]\d+) en ([a-j]\d+)", await advice.inner_text())
    assert moved is not None
    await advice.get_by_role("button", name="Jouer ce coup").click()
    await expect(advice).to_have_count(0)
    await expect(mat.story).to_contain_text(moved[2])
    await anne.check_page("coach-mark")


async def test_advice_is_reached_and_left_by_keyboard_and_closes_with_the_question(open_browser: OpenBrowser) -> None:
    anne = await open_browser(DESKTOP)
    page = anne.page
    await begin_battle(anne)
    ask = anne.button("Conseil")
    await ask.focus()
    await page.keyboard.press("Enter")
    await expect(card(page)).to_be_focused()
    await expect(card(page).get_by_role("button", name="Jouer ce coup")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(card(page)).to_have_count(0)
    await expect(ask).to_be_focused()
    await page.keyboard.press("Enter")
    play = card(page).get_by_role("button", name="Jouer ce coup")
    await expect(play).to_be_visible()
    await anne.tab_to(play)
    await page.keyboard.press("Enter")
    await expect(card(page)).to_have_count(0)
    await expect(page.locator("[data-pointed]")).to_have_count(0)


async def test_page_is_where_it_was_once_advice_was_read(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    page = anne.page
    await begin_battle(anne)
    await page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
    before = await page.evaluate("scrollY")
    assert before
    await page.locator("[data-coach=ask]").evaluate("button => button.click()")
    await expect(card(page).get_by_role("button", name="Jouer ce coup")).to_be_visible()
    await page.wait_for_function("before => scrollY !== before", arg=before)  # to the squares of the move
    await card(page).get_by_role("button", name="Fermer").click()
    await expect(card(page)).to_have_count(0)
    await page.wait_for_function("before => scrollY === before", arg=before)


async def test_table_form_and_invitation_say_whether_advice_is_allowed(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(PHONE), await open_browser(PHONE)
    page = anne.page
    await anne.goto("/open/stratego")
    allow = page.get_by_role("checkbox", name="Permettre les conseils")
    await expect(allow).to_be_checked()
    await page.get_by_text("Un ami", exact=False).first.click()
    await expect(allow).not_to_be_checked()
    await allow.check()
    await anne.check_page("coach-form")
    await page.get_by_label("Votre nom").fill("Anne")
    await anne.button("Ouvrir la table").click()
    await page.get_by_role("button", name="La table", exact=True).click()
    await expect(page.get_by_role("dialog").get_by_text("Conseils permis")).to_be_visible()
    await bruno.goto(page.url.removeprefix(anne.address))
    await expect(bruno.page.get_by_text("Conseils permis")).to_be_visible()
    await bruno.check_page("coach-invitation")
    table = await anne.create_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await expect(bruno.page.get_by_text("Sans conseils")).to_be_visible()


@one_size(PHONE, DESKTOP, LARGE)
async def test_after_the_game_the_coach_shows_what_one_could_have_done(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    page = anne.page
    mat = await begin_battle(anne)
    # The marshal goes ahead where the coach would send a scout.
    await mat.play("b4", "b5")
    await mat.my_turn()
    await mat.skip_fights()
    await anne.button("Abandonner").click()
    await anne.button("Oui").click()
    result = page.get_by_role("dialog")
    section = result.get_by_role("region", name="Ce que vous auriez pu faire")
    await expect(section.get_by_role("link").first).to_be_visible()
    assert not UNSAID.search(await section.inner_text())
    await anne.check_page("coach-result")
    await section.scroll_into_view_if_needed()
    await anne.take_screenshot("coach-result-section")
    advised = (await section.locator("strong").first.inner_text()).strip()
    await section.get_by_role("link").first.click()
    await page.wait_for_url(re.compile(r"/replay\?m=\d+&eyes=0"))
    beside = page.locator("[data-coach=replay]")
    await expect(beside).to_contain_text(advised)
    await expect(page.locator("[data-pointed]")).to_have_count(1)
    await expect(beside.get_by_role("button", name="Moment 1")).to_have_attribute("aria-current", "true")
    await anne.check_page("coach-replay")
    await use_language(page, "English")
    await expect(beside).to_contain_text("What you could have done")
    await anne.check_page("coach-replay-en")


@one_size(PHONE, DESKTOP)
async def test_advice_while_deploying_shows_a_whole_army_and_sends_it(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    page = anne.page
    await anne.open_table(ME, bot("random"), around={"pace": "at_once"})
    mat = StrategoPage(page)
    pieces = page.locator("[data-piece]")
    await expect(mat.ready).to_be_visible()
    empty = await pieces.count()
    await anne.button("Conseil").click()
    advice = card(page)
    await expect(advice).to_contain_text("Disposer toute l’armée ainsi")
    await expect(advice).to_contain_text(re.compile(r"gardé par des bombes.*démineurs gardés", re.IGNORECASE))
    await expect(advice.get_by_role("listitem")).to_have_count(0)
    await expect(page.locator("[data-pointed]")).to_have_count(1)
    await expect(page.get_by_text("L’armée que propose le robot")).to_be_visible()
    await anne.check_page("coach-army")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-pointed]")).to_have_count(0)
    assert await pieces.count() == empty, "the player's own rows are as they were"
    await anne.button("Conseil").click()
    await advice.get_by_role("button", name="Jouer ainsi").click()
    await mat.my_turn()


@one_size(PHONE, DESKTOP)
@pytest.mark.parametrize(("game", "seats"), [("koalition", 3), ("politico", 3), ("president", 2), ("stratagem", 4)])
async def test_every_game_gives_advice_that_the_mat_points_at_and_that_can_be_played(
    open_browser: OpenBrowser, game: str, seats: int, size: tuple[int, int]
) -> None:
    anne = await open_browser(size)
    page = anne.page
    order = {"game": game, "pace": "at_once"}
    table = await anne.open_table(ME, *[bot(LEVELS[game])] * (seats - 1), around=order)
    for number in (1, 2):
        await anne.button("Conseil").click()
        advice = card(page)
        await expect(advice.get_by_role("button", name="Jouer ce coup")).to_be_visible()
        text = await advice.inner_text()
        assert not re.search(r"advice\.|move\.|[{}]", text), text
        await expect(page.locator(POINTED).first).to_be_visible()
        await anne.check_page(f"coach-{game}-{number}")
        await advice.get_by_role("button", name="Jouer ce coup").click()
        await expect(advice).to_have_count(0)
    assert table in page.url


ON_TOP = """() => {
  // What lies on top where the ring is: a ring around something else would be a wrong piece of advice.
  const part = document.querySelector("[data-pointed]");
  if (!part) return false;
  const { left, top, width, height } = part.getBoundingClientRect();
  const at = (down) => document.elementFromPoint(left + width / 2, top + down)?.closest("[data-point]")?.dataset.point;
  const seen = new Set([at(8), at(height / 2), at(height - 8)]);
  return seen.size === 1 && [...seen][0]?.startsWith("theme=");
}"""
"""Whether one theme lies at the top, in the middle and at the bottom of what the coach points at."""


async def test_space_that_the_coach_points_at_does_not_lie_under_the_hand(open_browser: OpenBrowser) -> None:
    """On a phone the hand of Stratagem stays at the bottom of the window: what is meant is scrolled above it."""
    anne = await open_browser(PHONE)
    page = anne.page
    await anne.open_table(ME, *[bot("militant")] * 3, around={"game": "stratagem", "pace": "at_once"})
    mat, shown = StratagemPage(page), 0
    while shown < 3:
        question = await mat.asked()
        if question != "turn":
            await mat.answer(question)
            continue
        await page.evaluate("scrollTo(0, 0)")
        await anne.button("Conseil").click()
        advice = card(page)
        await expect(advice.get_by_role("button", name="Jouer ce coup")).to_be_visible()
        if (await advice.locator(".move").first.inner_text()).startswith("Montrer"):
            shown += 1
            await page.wait_for_function(ON_TOP)
            await anne.take_screenshot(f"coach-shows-{shown}")
        await advice.get_by_role("button", name="Jouer ce coup").click()
        await expect(advice).to_have_count(0)
