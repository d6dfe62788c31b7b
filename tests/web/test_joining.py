"""Coming to a table in the browser: from the lobby, from the player's own tables, as a spectator, with a bot."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, bot
from tests.web.browser_guest import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage


async def test_public_table_is_joined_from_the_lobby_and_watched_once_it_is_full(open_browser: OpenBrowser) -> None:
    anne, bruno, claire = await open_browser(), await open_browser(PHONE), await open_browser()
    await anne.goto("/open/stratego")
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.page.get_by_text("Un ami", exact=True).click()
    await anne.page.get_by_text("Table publique", exact=True).click()
    await anne.page.get_by_text("Pendule", exact=True).click()
    await anne.page.get_by_label("À quelle allure ?").select_option(label="30 min + 15 s par réponse")
    await anne.page.get_by_text("Rouge", exact=True).click()
    await anne.page.get_by_text("Au sort", exact=True).scroll_into_view_if_needed()
    await anne.check_page("open-around")
    await anne.button("Ouvrir la table").click()
    await anne.expect_text("La table est mise")

    await bruno.goto()
    lobby = bruno.page.get_by_role("region", name="Tables ouvertes à tous")
    await expect(lobby).to_contain_text("Anne")
    await lobby.scroll_into_view_if_needed()
    await bruno.check_page("lobby")
    await lobby.get_by_role("link", name="Anne").first.click()
    await bruno.take_seat("Bruno")
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    await expect(anne.page.get_by_role("timer").first).to_contain_text("29:")

    await claire.goto()
    lobby = claire.page.get_by_role("region", name="Tables ouvertes à tous")
    await lobby.get_by_role("link", name="Regarder").filter(has_text="Bruno").click()
    await claire.expect_text("Vous regardez la partie.")


async def test_own_tables_are_listed_with_the_players_turn_first(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    waiting = await anne.open_table(ME, FRIEND)
    asked = await anne.open_table(ME, bot("random"))
    await anne.goto()
    mine = anne.page.get_by_role("region", name="Vos parties")
    links = mine.get_by_role("link")
    await expect(links).to_have_count(2)
    await expect(links.first).to_have_attribute("href", f"/t/{asked}")
    await expect(links.first).to_contain_text("À vous !")
    await expect(links.last).to_have_attribute("href", f"/t/{waiting}")
    await expect(anne.page).to_have_title("● À vous ! · Ludothèque · Une étagère ouverte jour et nuit")
    await anne.page.get_by_role("link", name="Une partie attend votre coup").click()
    await expect(mine).to_be_in_viewport()
    await anne.check_page("mine")
    await links.first.click()
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()


async def test_opener_may_take_no_seat_and_watch(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.goto("/open/stratego")
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.page.get_by_text("Je regarde", exact=True).click()
    await anne.page.get_by_label("Chaise 1").select_option(label="Robot débutant")
    await anne.page.get_by_label("Chaise 2").select_option(label="Un ami")
    await anne.button("Ouvrir la table").click()
    await anne.expect_text("La table est mise")
    await anne.page.get_by_label("Personne ne vient ?").select_option(label="Robot débutant")
    await anne.button("Asseoir un robot").click()
    await anne.expect_text("Vous regardez la partie.")
    seats = anne.page.get_by_role("list", name="Autour de la table")
    await expect(seats.get_by_text("Robot débutant")).to_have_count(2)


async def test_free_seat_is_given_to_a_bot_before_the_start(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    await anne.open_table(ME, FRIEND)
    await anne.expect_text("La table est mise")
    await anne.page.get_by_label("Personne ne vient ?").select_option(label="Robot débutant")
    await anne.check_page("fill")
    await anne.button("Asseoir un robot").click()
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    await anne.expect_text("Robot débutant")
