"""Stratego in a browser: a complete game against a bot, by pointer and by keyboard; and what a refusal says."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

from playwright.async_api import Locator, expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running
from tests.web.browser_guest import BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import COLUMNS, StrategoPage, answer, distance

MOST_MOVES = 100
RED_MOVED = re.compile("Rouge (va de|attaque)")


async def test_game_is_played_from_the_shelf_to_the_result(open_browser: OpenBrowser, tmp_path: Path) -> None:
    anne = await open_browser(moving=True)
    await anne.goto()
    await anne.page.get_by_role("link", name="Ouvrir la boîte : Stratego").click()
    await prepare(anne)
    mat = StrategoPage(anne.page)
    await anne.button("La cabane").click()
    await mat.ready.click()
    await mat.my_turn()
    await expect(anne.page.get_by_text("Coups restants : 20")).to_be_visible()
    fights = await play_to_the_end(anne, mat)
    assert fights, "a training mission has a fight"

    card = anne.page.get_by_role("dialog")
    await expect(card).to_be_visible()
    await expect(card.get_by_role("heading")).to_have_text(re.compile("a gagné|Vous avez gagné|Partie nulle"))
    await expect(mat.status).to_have_text(re.compile("gagne|nulle"))
    async with anne.page.expect_download() as downloading:
        await card.get_by_role("link", name="Télécharger la partie").click()
    download = await downloading.value
    assert re.fullmatch(r"stratego-\w+\.jsonl", download.suggested_filename)
    await download.save_as(tmp_path / "game.jsonl")
    verdict = record.verify(games.find("stratego"), record.read((tmp_path / "game.jsonl").read_bytes()))
    assert verdict.outcome is not None
    assert verdict.sealed

    await card.get_by_role("button", name="Revoir le plateau").click()
    lost = sum(int(found) for found in re.findall(r"pertes (\d+)", " ".join(await captured(anne))))
    assert lost >= fights, "a lost piece leaves the board"
    await anne.button("Le résultat").click()
    await card.get_by_role("button", name="Rejouer").click()
    await expect(mat.status).to_have_text("À vous de déployer votre armée.")


async def prepare(anne: BrowserGuest) -> None:
    """Fill in the paper: red, against a recruit, a training mission that is soon over."""
    page = anne.page
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_text("Robot recrue").click()
    await page.get_by_text("Rouge", exact=True).click()
    await page.get_by_text("Règles de la table").click()
    await page.get_by_label("L’armée").select_option("training")
    await page.get_by_label("Nulle sans combat").fill("20")
    await page.get_by_label("Longueur maximale").fill(str(MOST_MOVES))
    await anne.button("Ouvrir la table").click()


async def captured(anne: BrowserGuest) -> list[str]:
    return await anne.page.locator("section.captured h3").all_inner_texts()


async def play_to_the_end(anne: BrowserGuest, mat: StrategoPage) -> int:
    """Hunt the nearest enemy until the game is over; how many attacks that took."""
    attacks, luck = 0, random.Random(1)
    for _ in range(MOST_MOVES):
        if not await mat.asked_again():
            return attacks
        await mat.skip_fights()
        lines = await mat.story.locator("li").count()
        if await one_move(mat, luck):
            attacks += 1
            if attacks == 1:
                await both_ranks_are_shown(anne)
        await expect(mat.story.locator("li").nth(lines)).to_contain_text(RED_MOVED)
    raise AssertionError("the game does not end")


async def one_move(mat: StrategoPage, luck: random.Random) -> bool:
    """Move the piece that is nearest to an enemy, or attack one; whether it was an attack."""
    movable, enemies = await mat.saying("peut bouger", "camp Bleu")
    luck.shuffle(movable)
    piece = min(movable, key=lambda square: distance(square, enemies))
    await mat.square(piece).click()
    steps, attacks = await mat.saying("déplacement possible", "attaque possible")
    assert steps or attacks, f"{piece} says that it can move"
    luck.shuffle(steps)
    target = attacks[0] if attacks else min(steps, key=lambda square: distance(square, enemies))
    await mat.square(target).click()
    return bool(attacks)


async def both_ranks_are_shown(anne: BrowserGuest) -> None:
    rank = "maréchal|général|démineur|éclaireur|espionne|bombe|drapeau"
    sentence = rf"attaque[\s\d]*({rank})\s*défense[\s\d]*({rank}).*Rouge attaque en \w+ depuis \w+\s: "
    await anne.expect_scene(".fight", re.compile(sentence, re.IGNORECASE))


async def test_twenty_moves_without_a_fight_end_in_a_draw(open_browser: OpenBrowser, server: Running) -> None:
    anne, bruno = await open_browser(), Guest(server, "Bruno")
    table = await anne.open_table(ME, FRIEND, army="training", no_fight=20)
    await bruno.join(table)
    line = await bruno.sit(table)
    mat = StrategoPage(anne.page)
    far_apart = "MBBEEDDCKA" + "A" * 10 + "L" + "A" * 19
    await mat.deploy(far_apart)
    await line.play(*({"do": "place", "piece": letter} for letter in far_apart))
    # Both marshals go for a walk along their third row, each from the left as its owner sits.
    ours = [f"{column}3" for column in COLUMNS] + ["j4"]
    theirs = [f"{column}8" for column in reversed(COLUMNS)] + ["a7"]
    for left, (mine, his) in zip(range(20, 0, -2), zip(pairwise(ours), pairwise(theirs), strict=True), strict=True):
        await anne.page.get_by_text(f"Nulle si personne n’attaque. Coups restants : {left}", exact=True).wait_for()
        await mat.play(*mine)
        await answer(line, *his)
    await expect(mat.status).to_have_text("Trop longtemps sans un combat : partie nulle.")
    card = anne.page.get_by_role("dialog")
    await expect(card.get_by_role("heading")).to_have_text("Partie nulle")
    await expect(card).to_contain_text("Nulle : plus personne ne se bat")
    await anne.take_screenshot("end-draw")


async def test_refusal_names_its_clause_and_opens_the_rulebook_there(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.open_table(ME, bot("random"), army="training")
    mat = StrategoPage(anne.page)
    await mat.deploy("MABAAAAAAA" + "A" * 20 + "BEEDDCLKAA")
    await mat.my_turn()
    await mat.touch("a4", "a5")
    toast = anne.page.get_by_role("alert")
    await expect(toast).to_contain_text("La bombe ne bouge jamais : choisissez une autre pièce.")
    await toast.get_by_role("button", name="stratego.move.fixed").click()
    clause = anne.page.get_by_role("dialog").locator(".clause.target")
    await expect(clause).to_have_id("stratego.move.fixed")
    await expect(clause).to_be_in_viewport()
    await anne.page.keyboard.press("Escape")
    await expect(anne.page.get_by_role("dialog")).to_have_count(0)
    await mat.touch("d4", "d5")
    await anne.expect_scene('[role="alert"]', "En d5, c’est le lac")
    await mat.my_turn()


async def test_game_is_playable_by_keyboard_alone(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    page, keys = anne.page, anne.page.keyboard
    await anne.goto()
    await anne.tab_to(page.get_by_role("link", name="Ouvrir la boîte : Stratego"))
    await keys.press("Enter")
    await anne.tab_to(page.get_by_label("Votre nom"))
    await keys.type("Anne")
    await anne.tab_to(page.locator("input[name=seat-0]:checked"))
    await until(anne, "ArrowDown", page.get_by_role("radio", name=re.compile("Robot recrue")), "element.checked")
    await anne.tab_to(page.locator("input[name=side]:checked"))
    await until(anne, "ArrowRight", page.get_by_role("radio", name="Rouge"), "element.checked")
    await anne.tab_to(page.locator("summary"))
    await keys.press("Enter")
    await anne.tab_to(page.get_by_label("L’armée"))
    await keys.press("ArrowDown")
    await anne.tab_to(anne.button("Ouvrir la table"))
    await keys.press("Enter")

    mat = StrategoPage(page)
    await anne.tab_to(page.locator('[role=gridcell][tabindex="0"]'))
    await keys.press("m")
    await expect(mat.square("e1")).to_have_attribute("aria-label", "e1, drapeau")
    await walk(anne, mat, "e1", "a4")
    await keys.press("l")
    await expect(mat.square("a4")).to_have_attribute("aria-label", "a4, maréchal")
    await keys.press("Delete")
    await expect(mat.square("a4")).to_have_attribute("aria-label", "a4, vide")
    await anne.tab_to(anne.button("Au hasard"))
    await keys.press("Enter")
    await expect(mat.ready).to_be_enabled()
    await anne.tab_to(anne.button("La cabane"))  # whatever the recruit does first, this flag is safe
    await keys.press("Enter")
    await anne.tab_to(mat.ready, most=90)
    await keys.press("Enter")

    await mat.my_turn()
    await anne.tab_to(page.locator('[role=gridcell][tabindex="0"]'))
    here = re.split(",", await page.locator('[role=gridcell][tabindex="0"]').get_attribute("aria-label") or "")[0]
    [[piece, *_]] = await mat.saying("peut bouger")
    await walk(anne, mat, here, piece)
    await keys.press("Enter")
    await expect(mat.square(piece)).to_have_attribute("aria-selected", "true")
    [[target, *_]] = await mat.saying("déplacement possible")
    await walk(anne, mat, piece, target)
    await keys.press("Enter")
    await expect(mat.story).to_contain_text(f"Rouge va de {piece} en {target}.")

    await anne.tab_to(anne.button("En mots"))
    await keys.press("Enter")
    text = page.get_by_role("region", name="La partie en mots").locator("li")
    await expect(text.first).to_contain_text("Coup ")
    await expect(text.filter(has_text="Votre armée (Rouge), pièces sur le plateau")).to_have_count(1)
    await expect(text.filter(has_text="pièce cachée").first).to_be_visible()


async def until(anne: BrowserGuest, key: str, target: Locator, true: str) -> None:
    """Press a key until something holds."""
    for _ in range(6):
        if await target.evaluate(f"element => {true}"):
            return
        await anne.page.keyboard.press(key)
    raise AssertionError(f"{key} leads nowhere")


async def walk(anne: BrowserGuest, mat: StrategoPage, start: str, end: str) -> None:
    """From square to square by the arrows, as red sits."""
    right, up = ord(end[0]) - ord(start[0]), int(end[1:]) - int(start[1:])
    for _ in range(abs(right)):
        await anne.page.keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        await anne.page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    await expect(mat.square(end)).to_be_focused()
