"""Stratego in a browser: a complete game against a bot, by pointer and by keyboard; and what a refusal says."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

from playwright.async_api import Locator, expect

from ludotheque import games
from ludotheque.engine import record
from tests.server.client import FRIEND, ME, Guest, TableSocket, bot
from tests.server.running import Running
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import COLUMNS, StrategoPage, answer, distance, whole_army

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
    await expect(card.get_by_role("heading", level=2)).to_have_text(re.compile("a gagné|Vous avez gagné|Partie nulle"))
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
    told = anne.page.get_by_role("region", name="Le récit de la bataille")
    await expect(told.get_by_role("img")).to_have_accessible_name(re.compile(r"Forces restantes après \d+ coups"))
    await expect(told).to_contain_text("Pièces prises")
    await expect(told).to_contain_text(re.compile(r"Le drapeau de Rouge était en [a-j]\d"))
    await anne.check_page("battle-story")
    await anne.button("Le résultat").click()
    await card.get_by_role("button", name="Rejouer").click()
    await expect(mat.status).to_have_text("À vous de déployer votre armée.")


async def prepare(anne: BrowserGuest) -> None:
    """Fill in the paper: red, against a recruit, a training mission that is soon over."""
    page = anne.page
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_text("Robot débutant").click()
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
        entries = await mat.story.locator("li").count()
        if await one_move(mat, luck):
            attacks += 1
            if attacks == 1:
                await both_ranks_are_shown(anne)
        await expect(mat.story.locator("li").nth(entries)).to_contain_text(RED_MOVED)
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
    socket = await bruno.sit(table)
    mat = StrategoPage(anne.page)
    far_apart = "MBBEEDDCKA" + "A" * 10 + "L" + "A" * 19
    await mat.deploy(far_apart)
    await socket.play(*({"do": "place", "piece": letter} for letter in far_apart))
    # Both marshals go for a walk along their third row, each from the left as its owner sits.
    ours = [f"{column}3" for column in COLUMNS] + ["j4"]
    theirs = [f"{column}8" for column in reversed(COLUMNS)] + ["a7"]
    for left, (mine, his) in zip(range(20, 0, -2), zip(pairwise(ours), pairwise(theirs), strict=True), strict=True):
        await anne.page.get_by_text(f"Nulle si personne n’attaque. Coups restants : {left}", exact=True).wait_for()
        await mat.play(*mine)
        await answer(socket, *his)
    await expect(mat.status).to_have_text("Trop longtemps sans un combat : partie nulle.")
    card = anne.page.get_by_role("dialog")
    await expect(card.get_by_role("heading", level=2)).to_have_text("Partie nulle")
    await expect(card).to_contain_text("Nulle : plus personne ne se bat")
    await anne.take_screenshot("end-draw")


async def test_refusal_names_its_clause_and_opens_the_rulebook_there(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.open_table(ME, bot("random"), army="training")
    mat = StrategoPage(anne.page)
    await mat.deploy("MABAAAAAAA" + "A" * 20 + "BEEDDCLKAA")
    await mat.my_turn()
    await anne.page.get_by_label("Écrire").fill("a4-a5")
    await anne.button("Jouer").click()
    toast = anne.page.get_by_role("alert")
    await expect(toast).to_contain_text("La bombe ne bouge jamais : choisissez une autre pièce.")
    await expect(toast).not_to_contain_text("stratego.")  # ids of clauses are for programmers
    await toast.get_by_role("button", name="Voir la règle").click()
    clause = anne.page.get_by_role("dialog").locator(".clause.target")
    await expect(clause).to_have_id("stratego.move.fixed")
    await expect(clause).not_to_contain_text("stratego.")
    await expect(clause).to_be_in_viewport()
    await anne.page.keyboard.press("Escape")
    await expect(anne.page.get_by_role("dialog")).to_have_count(0)
    await anne.page.get_by_label("Écrire").fill("d4-d5")
    await anne.button("Jouer").click()
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
    await until(anne, "ArrowDown", page.get_by_role("radio", name=re.compile("Robot débutant")), "element.checked")
    await anne.tab_to(page.locator("input[name=side]:checked"))
    await until(anne, "ArrowRight", page.get_by_role("radio", name="Rouge"), "element.checked")
    await anne.tab_to(page.locator("summary", has_text="Règles de la table"))
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


async def sit_opposite(anne: BrowserGuest, server: Running, anne_first: bool, red: str, blue: str) -> TableSocket:
    """Anne in the browser and Bruno at a socket, both armies in place; Bruno's socket."""
    bruno = Guest(server, "Bruno")
    table = await anne.open_table(*((ME, FRIEND) if anne_first else (FRIEND, ME)))
    await bruno.join(table)
    socket = await bruno.sit(table)
    mine, his = (red, blue) if anne_first else (blue, red)
    await StrategoPage(anne.page).deploy(mine)
    await socket.play(*({"do": "place", "piece": letter} for letter in his))
    return socket


RED_ARMY, BLUE_ARMY = whole_army("DBLEFGHIJK"), whole_army("DBLEFGHIBD")


async def test_click_without_effect_is_answered_by_a_hint(open_browser: OpenBrowser, server: Running) -> None:
    anne = await open_browser()
    socket = await sit_opposite(anne, server, False, RED_ARMY, BLUE_ARMY)
    mat, page = StrategoPage(anne.page), anne.page
    await answer(socket, "a4", "a5")
    await mat.my_turn()
    hint = page.locator("p.hint")
    for square, text in (
        ("b4", "Choisissez d’abord une de vos pièces"),
        ("c5", "C’est le lac"),
    ):
        await mat.square(square).click()
        await expect(hint).to_contain_text(text)
        assert await beside(hint, mat.square(square))
    await mat.square("i7").click()
    note = page.locator(".note[popover]")
    await expect(note).to_contain_text("La bombe ne bouge jamais")
    assert await beside(note, mat.square("i7"))
    await mat.square("e5").click()
    await expect(note).to_have_count(0)
    await expect(hint).to_have_count(0)
    for start, end, text in (
        ("j7", "i5", "tout droit"),
        ("f7", "f5", "Trop loin"),
        ("d7", "d6", "C’est le lac"),
    ):
        await mat.touch(start, end)
        await expect(hint).to_contain_text(text)
        assert await beside(hint, mat.square(end))
        await expect(page.locator(".selected")).to_have_count(0)
    await expect(page.get_by_role("alert")).to_have_count(0)
    await mat.play("j7", "j6")
    await mat.touch("j6", "j5")
    await expect(hint).to_contain_text("Ce n’est pas encore à vous")
    assert await beside(hint, mat.square("j5"))
    await expect(page.get_by_role("alert")).to_have_count(0)


async def beside(shown: Locator, square: Locator) -> bool:
    """Whether something is shown close to a square, and not over it."""
    box, at = await shown.bounding_box(), await square.bounding_box()
    assert box is not None
    assert at is not None
    right, below = box["x"] - at["x"] - at["width"], box["y"] - at["y"] - at["height"]
    left, above = at["x"] - box["x"] - box["width"], at["y"] - box["y"] - box["height"]
    gap = max(right, left, below, above)
    return -2 <= gap < at["width"]


async def test_note_on_an_enemy_piece_follows_it_until_it_is_shown(open_browser: OpenBrowser, server: Running) -> None:
    anne = await open_browser()
    socket = await sit_opposite(anne, server, True, RED_ARMY, BLUE_ARMY)
    mat, page = StrategoPage(anne.page), anne.page
    await mat.my_turn()
    await mat.square("j7").click(button="right")
    menu = page.get_by_role("dialog", name="Votre idée sur j7")
    assert await beside(menu, mat.square("j7"))
    await anne.check_page("note-menu")
    await menu.get_by_role("button", name="éclaireur").click()
    await expect(menu).to_have_count(0)
    await expect(mat.square("j7")).to_be_focused()
    await page.keyboard.press("n")
    await menu.get_by_role("button", name="Marquer en vert").click()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("b")
    await expect(mat.square("i7")).to_have_attribute("aria-label", "i7, pièce cachée, camp Bleu, noté : bombe")
    await page.keyboard.press("b")
    await expect(mat.square("i7")).to_have_attribute("aria-label", "i7, pièce cachée, camp Bleu")
    await mat.play("a4", "a5")
    await answer(socket, "j7", "j6")
    moved = "j6, pièce cachée, camp Bleu, a déjà bougé, noté : éclaireur"
    await expect(mat.square("j6")).to_have_attribute("aria-label", moved)
    await page.reload()
    await expect(mat.square("j6")).to_have_attribute("aria-label", moved)
    await mat.touch("a5", "a6")
    await answer(socket, "j6", "j5")
    await mat.my_turn()
    await mat.touch("j4", "j5")
    await expect(mat.square("j5")).not_to_have_attribute("aria-label", re.compile("noté"))


async def test_fight_shows_beside_its_square_for_as_long_as_the_player_likes(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne = await open_browser()
    socket = await sit_opposite(anne, server, True, RED_ARMY, BLUE_ARMY)
    mat = StrategoPage(anne.page)
    await mat.my_turn()
    await mat.touch("a4", "a7")
    await expect(mat.fight).to_contain_text("Les deux tombent")
    assert await beside(mat.fight, mat.square("a7"))
    await anne.check_page("fight-beside")
    await mat.skip_fights()
    await anne.page.get_by_label("Combats à l’écran").select_option("off")
    await anne.page.reload()
    await answer(socket, "e7", "e6")
    await mat.my_turn()
    await expect(anne.page.get_by_label("Combats à l’écran")).to_have_value("off")
    await mat.play("e4", "e5")
    await answer(socket, "e6", "e5")
    await expect(mat.story).to_contain_text("Bleu attaque en e5")
    await expect(mat.fight).to_have_count(0)


async def test_board_is_in_view_on_a_phone_when_play_begins_and_the_draw_at_hand(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne = await open_browser(PHONE)
    await sit_opposite(anne, server, True, RED_ARMY, BLUE_ARMY)
    mat = StrategoPage(anne.page)
    await mat.my_turn()
    for corner in ("a1", "j10"):
        await expect(mat.square(corner)).to_be_in_viewport(ratio=1)
    offer, back = anne.button("Proposer la nulle"), anne.button("Retirer mon offre")
    await offer.click()
    await expect(back).to_be_visible()
    await anne.expect_text("Votre offre partira avec votre coup.")
    await back.click()
    await offer.click()
    await mat.play("a4", "a5")
    await anne.expect_text("Votre offre de nulle attend une réponse.")
    await anne.check_page("draw-offered")
    await back.click()
    await expect(mat.story).to_contain_text("Rouge retire son offre de nulle.")
    await expect(offer).to_be_disabled()
    await anne.expect_text("Coups à attendre avant une nouvelle offre")
