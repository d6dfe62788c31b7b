"""The game in words: it follows the moves, the language and the seat, and says when it could not be fetched."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import in_battle, whole_army

RED, BLUE = whole_army("LEDFDGHIBM"), whole_army("LEDFDGHIBM")


def sentences(page: Page, title: str = "La partie en mots") -> Locator:
    return page.get_by_role("region", name=title).get_by_role("listitem")


async def test_text_follows_the_moves_and_shows_each_player_their_own_army(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    table, mat, _ = await in_battle(anne, bruno, RED, BLUE)
    for guest in (anne, bruno):
        await guest.button("En mots").click()
    await expect(sentences(anne.page).first).to_have_text("Coup 1 : à vous de jouer, avec Rouge.")
    await expect(sentences(bruno.page).first).to_have_text("Coup 1 : à Anne de jouer, avec Rouge.")
    await expect(anne.page.get_by_role("region", name="La partie en mots")).to_contain_text("À vous de jouer.")
    await mat.play("e4", "e5")
    await expect(sentences(anne.page).filter(has_text="e5 éclaireur (a déjà bougé)")).to_have_count(1)
    await expect(sentences(bruno.page).first).to_have_text("Coup 2 : à vous de jouer, avec Bleu.")
    await expect(sentences(bruno.page).filter(has_text="e5 pièce cachée (a déjà bougé)")).to_have_count(1)

    zoe = await open_browser()
    await zoe.goto(f"/t/{table}")
    await zoe.button("En mots").click()
    await expect(sentences(zoe.page).filter(has_text="pièce cachée")).not_to_have_count(0)
    await expect(sentences(zoe.page).filter(has_text="drapeau")).to_have_count(0)


async def test_text_follows_the_language(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    await in_battle(anne, bruno, RED, BLUE)
    await anne.button("En mots").click()
    await expect(sentences(anne.page).first).to_have_text("Coup 1 : à vous de jouer, avec Rouge.")
    await anne.button("English").click()
    await expect(sentences(anne.page, "The game in words").first).to_have_text("Move 1: your turn, as Red.")


async def test_old_sentences_stay_while_the_text_cannot_be_fetched(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    _, mat, _ = await in_battle(anne, bruno, RED, BLUE)
    await anne.button("En mots").click()
    await expect(sentences(anne.page).first).to_have_text("Coup 1 : à vous de jouer, avec Rouge.")
    await anne.page.route("**/text?lang=*", lambda route: route.abort())
    await mat.play("e4", "e5")
    view = anne.page.get_by_role("region", name="La partie en mots")
    await expect(view).to_contain_text("Le texte n’est peut-être plus à jour")
    await expect(sentences(anne.page).first).to_have_text("Coup 1 : à vous de jouer, avec Rouge.")
    await anne.page.unroute("**/text?lang=*")
    await expect(sentences(anne.page).first).to_have_text("Coup 2 : à Bruno de jouer, avec Bleu.")
    await expect(view).not_to_contain_text("plus à jour")
    anne.ignore_error("Failed to load resource")
