"""Coming to a table: through the lobby, by one's own list, and to one's own chair from another browser."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.server.client import FRIEND, ME, bot
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage
from tests.web.visitor import DESKTOP, PHONE


async def test_a_public_table_is_found_in_the_lobby_and_watched_once_it_is_full(visit: Visit) -> None:
    anne, bruno, claire = await visit(), await visit(PHONE), await visit()
    await anne.goto("/open/stratego")
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.page.get_by_text("Un ami", exact=True).click()
    await anne.page.get_by_text("Table publique", exact=True).click()
    await anne.page.get_by_text("Pendule", exact=True).click()
    await anne.page.get_by_label("À quelle allure ?").select_option(label="30 min + 15 s par réponse")
    await anne.page.get_by_text("Rouge", exact=True).click()
    await anne.page.get_by_text("Au sort", exact=True).scroll_into_view_if_needed()
    await anne.looks_good("open-around")
    await anne.button("Ouvrir la table").click()
    await anne.sees("La table est mise")

    await bruno.goto()
    lobby = bruno.page.get_by_role("region", name="Tables ouvertes à tous")
    await expect(lobby).to_contain_text("Anne")
    await lobby.scroll_into_view_if_needed()
    await bruno.looks_good("lobby")
    await lobby.get_by_role("link", name="Anne").first.click()
    await bruno.sits_down("Bruno")
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    await expect(anne.page.get_by_role("timer").first).to_contain_text("29:")

    await claire.goto()
    lobby = claire.page.get_by_role("region", name="Tables ouvertes à tous")
    await lobby.get_by_role("link", name="Regarder").filter(has_text="Bruno").click()
    await claire.sees("Vous regardez la partie.")


async def test_ones_own_games_with_ones_turn_first(visit: Visit) -> None:
    anne = await visit()
    waiting = await anne.opens_table(ME, FRIEND)
    asked = await anne.opens_table(ME, bot("random"))
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
    await anne.looks_good("mine")
    await links.first.click()
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()


async def test_whoever_opens_a_table_may_only_watch(visit: Visit) -> None:
    anne = await visit()
    await anne.goto("/open/stratego")
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.page.get_by_text("Je regarde", exact=True).click()
    await anne.page.get_by_label("Chaise 1").select_option(label="Robot recrue")
    await anne.page.get_by_label("Chaise 2").select_option(label="Un ami")
    await anne.button("Ouvrir la table").click()
    await anne.sees("La table est mise")
    await anne.page.get_by_label("Personne ne vient ?").select_option(label="Robot recrue")
    await anne.button("Asseoir un robot").click()
    await anne.sees("Vous regardez la partie.")
    await expect(anne.page.get_by_role("list", name="Autour de la table").get_by_text("Robot recrue")).to_have_count(2)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_chair_is_claimed_from_another_browser(visit: Visit, size: tuple[int, int]) -> None:
    anne, elsewhere = await visit(size), await visit(size)
    table = await anne.opens_table(ME, bot("random"))
    await anne.button("La table").click()
    await anne.sees("Jouer sur un autre appareil")
    await anne.looks_good("sheet")
    link = await anne.page.get_by_label("Le lien de votre chaise").input_value()
    assert f"/t/{table}/claim/" in link

    await elsewhere.page.goto(link)
    await elsewhere.sees("Votre chaise vous attend")
    await elsewhere.looks_good("claim")
    await elsewhere.button("Prendre ma chaise ici").click()
    mat = StrategoPage(elsewhere.page)
    await expect(mat.kind("M")).to_be_visible()
    await elsewhere.button("Le vol d’étourneaux").click()
    await mat.ready.click()
    await anne.page.keyboard.press("Escape")
    await StrategoPage(anne.page).my_turn()
    await mat.my_turn()

    await elsewhere.goto(f"/t/{table}/claim/forged")
    await elsewhere.sees("Ce navigateur a déjà une chaise")


async def test_a_forged_claim_leads_nowhere(visit: Visit) -> None:
    anne, mallory = await visit(), await visit()
    table = await anne.opens_table(ME, bot("random"))
    await mallory.goto(f"/t/{table}/claim/AAAAAAAAAAAAAAAAAAAAAA")
    await mallory.button("Prendre ma chaise ici").click()
    await mallory.sees("Ce lien ne mène à aucune chaise.")
    mallory.forgive("status of 403")
