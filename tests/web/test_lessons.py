"""Lessons in a browser: each game's lessons are played on the real mat, by clicks, from the list to the real game."""

from __future__ import annotations

import re

from playwright.async_api import expect

from ludotheque.engine.lessons import lessons_of
from ludotheque.games import find, shelf
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.lesson_page import LessonPage
from tests.web.short_game import ShortGame
from tests.web.stratego_page import StrategoPage
from tests.web.variants import one_language

WORDS = {
    "fr": {"learn": "Apprendre", "begin": "Commencer", "name": "Votre nom", "real": "Jouer une vraie partie"},
    "en": {"learn": "Learn", "begin": "Begin", "name": "Your name", "real": "Play a real game"},
}
BY_CLICKS = 6
"""How many questions of the short game are answered on the page."""
_RINGED = """sign => {
  const ring = document.querySelector("div.ring")?.getBoundingClientRect();
  const part = document.querySelector(sign)?.getBoundingClientRect();
  if (!ring || !part || ring.left > part.left || ring.right < part.right) return false;
  return ring.top < part.top && ring.bottom > part.bottom;
}"""
TAUGHT = [game.id for game in shelf().values() if lessons_of(game)]


@one_language(TAUGHT)
async def test_empty_profile_learns_a_game_and_plays_a_short_one_to_its_end_on_a_phone(
    open_browser: OpenBrowser, server: Running, game: str, lang: str, locale: str
) -> None:
    anne = await open_browser(PHONE, locale=locale)
    await anne.shorten_timeouts()
    box, words = find(game), WORDS[lang]
    page, lessons = LessonPage(anne, box, lang), lessons_of(box)
    short = ShortGame(anne, box, f"learn-{lang}-{game}-short")
    await anne.goto()
    tile = anne.page.locator("article.tile").filter(has=anne.page.get_by_role("heading", name=box.words(lang)["title"]))
    await tile.get_by_role("link", name=words["learn"]).click()
    await anne.page.locator("main ol").wait_for()
    await anne.check_page(f"learn-{lang}-{game}")
    await anne.page.get_by_role("link", name=words["begin"]).click()
    for number, lesson in enumerate(lessons):
        await page.play(lesson, f"{lang}-{game}-{number + 1}")
        await anne.check_layout(f"learn-{lang}-{game}-{number + 1}-{lesson.id}-end")
        if number + 1 < len(lessons):
            await page.ended.get_by_role("link", name=getattr(lessons[number + 1].title, lang)).click()
    await anne.check_accessibility()
    await page.ended.get_by_label(words["name"]).fill("Anne")
    await page.ended.get_by_role("button", name=words["real"]).click()
    await expect(anne.page).to_have_url(re.compile("/t/"))
    await short.play(server, BY_CLICKS)
    await anne.goto(f"/learn/{game}")
    await expect(anne.page.locator("li.finished")).to_have_count(len(lessons))


async def test_lesson_is_played_beside_a_board_that_moves(open_browser: OpenBrowser) -> None:
    anne = await open_browser(DESKTOP, moving=True)
    game = find("stratego")
    page = LessonPage(anne, game)
    await anne.goto("/learn/stratego/moving")
    await page.play(lessons_of(game)[0], "moving")
    await anne.check_page("learn-moving-end")


async def test_wrong_moves_are_answered_and_a_lesson_is_taken_up_again(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    page = LessonPage(anne, find("stratego"))
    mat = StrategoPage(anne.page)
    await anne.goto("/learn/stratego/moving")
    await page.next.click()
    await page.next.click()
    await expect(page.text).to_contain_text("Touchez le démineur")
    await mat.square("e4").click()
    await mat.square("d4").click()
    await expect(page.answer).to_contain_text("envoyez-le droit devant")
    await mat.square("d1").click()
    await mat.square("d2").click()
    await expect(page.answer).to_contain_text("bombe")  # the real refusal, with its clause behind the button
    await page.callout.get_by_role("button", name="La règle").click()
    rulebook = anne.page.get_by_role("dialog")
    await expect(rulebook).to_be_visible()
    await anne.page.keyboard.press("Escape")
    await expect(rulebook).to_be_hidden()
    await anne.goto("/learn/stratego")
    await anne.page.get_by_role("link", name="Continuer").click()
    await expect(page.text).to_contain_text("Touchez le démineur")
    await page.callout.get_by_role("button", name="Revenir en arrière").click()
    await expect(page.text).to_contain_text("leur grade reste caché")
    await page.callout.get_by_role("button", name="Recommencer").click()
    await expect(page.text).to_contain_text("Vous menez les rouges")


async def test_callout_points_at_what_is_touched_next_and_is_quiet_where_one_reads(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    page = LessonPage(anne, find("koalition"))
    await anne.goto("/learn/koalition/handshake")
    await expect(page.ring).to_have_class(re.compile("quiet"))
    await page.next.click()
    await page.next.click()
    await expect(page.text).to_contain_text("Touchez Roses et Feuilles")
    await expect(page.ring).not_to_have_class(re.compile("quiet"))
    await page.check_ring('[data-bloc="roses"]')
    await anne.page.locator('[data-bloc="roses"]').click()
    await page.check_ring('[data-bloc="leaves"]')
    await anne.page.locator('[data-bloc="leaves"]').click()
    await page.check_ring('[data-point="propose"]')


async def test_touch_anywhere_in_a_party_chooses_it_for_the_action_in_hand(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    page = LessonPage(anne, find("koalition"))
    await anne.goto("/learn/koalition/actions")
    await page.next.click()
    await page.check_ring('[data-held="double"]')
    await anne.page.locator('[data-held="double"]').click(position={"x": 12, "y": 20})
    await page.check_ring('[data-point="aim=fists"]')
    card = await anne.page.locator('[data-card="fist1"]').bounding_box()
    assert card
    await anne.page.mouse.click(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    await expect(page.text).to_contain_text("Anne lance un")
    await expect(anne.page.locator("dialog[open]")).to_have_count(0)


async def test_way_back_from_the_next_chapter_leads_to_the_list(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    game = find("koalition")
    page, (first, second, *_) = LessonPage(anne, game), lessons_of(game)
    await anne.goto("/learn/koalition")
    await anne.page.get_by_role("link", name="Commencer").click()
    await page.play(first, "back")
    await page.ended.get_by_role("link", name=second.title.fr).click()
    await expect(anne.page).to_have_url(re.compile(f"/{second.id}$"))
    await anne.page.go_back()
    await expect(anne.page).to_have_url(re.compile("/learn/koalition$"))


async def test_callout_goes_from_the_piece_to_its_destination_and_from_the_list_to_the_board(
    open_browser: OpenBrowser,
) -> None:
    """Once a piece is in hand, its destination is marked; a set-up that was picked far below is shown on the board."""
    anne = await open_browser(PHONE)
    page, mat = LessonPage(anne, find("stratego")), StrategoPage(anne.page)
    await anne.goto("/learn/stratego/moving")
    await page.next.click()
    await page.next.click()
    for square in ("e4", "e5"):
        await anne.page.wait_for_function(_RINGED, arg=f'[data-point~="square={square}"]')
        await anne.take_screenshot(f"learn-in-hand-{square}")
        await mat.square(square).click()
    await expect(page.text).to_contain_text("Personne n’entre dans les lacs")
    await expect(anne.button("Proposer la nulle")).to_have_count(0)
    await anne.goto("/learn/stratego/setups")
    await page.next.click()
    await anne.page.locator('[data-point="setups"] button').click()
    await page.check_callout(("ready",), "setups")
    await page.ring_box()
    await anne.take_screenshot("learn-set-up-picked")
    board = await anne.page.locator("svg.board").bounding_box()
    assert board
    assert board["y"] >= 0
