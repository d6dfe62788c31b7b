"""Replays in the browser: slider, viewers, link to a move, branching, chat and verification."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, answer, in_battle, whole_army
from tests.web.test_chat import open_chat, send_message
from tests.web.test_votes import propose_vote
from tests.web.variants import one_size

RED, BLUE = whole_army("DDIHDDHIDD"), whole_army("LEDFDGHIBM")


async def finish_game(anne: BrowserGuest, server: Running) -> str:
    """A short game: five moves with one fight, then Anne resigns. It was played with no page open."""
    table, her, bruno = await anne.create_table(ME, FRIEND), Guest(server, "Anne"), Guest(server, "Bruno")
    for cookie in await anne.page.context.cookies():
        her.http.cookies.set(cookie["name"], cookie["value"])
    await bruno.join(table)
    red, blue = await her.sit(table), await bruno.sit(table)
    for socket, army in ((red, RED), (blue, BLUE)):
        await socket.play(*({"do": "place", "piece": letter} for letter in army))
    for socket, start, end in (
        (red, "f4", "f5"),
        (blue, "f7", "f6"),
        (red, "f5", "f6"),
        (blue, "e7", "e6"),
        (red, "a4", "a5"),
    ):
        await answer(socket, start, end)
    assert (await red.play({"do": "resign"}))["t"] == "ack"
    return table


@one_size(PHONE, DESKTOP)
async def test_replay_is_stepped_through_by_viewer_and_link(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    anne, claire = await open_browser(size), await open_browser(size)
    table = await finish_game(anne, server)
    await anne.goto(f"/t/{table}")
    await expect(anne.page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text("Bruno a gagné")
    await anne.page.get_by_role("dialog").get_by_role("link", name="Revoir la partie").click()
    await expect(anne.page).to_have_url(re.compile(f"/t/{table}/replay"))
    mat = StrategoPage(anne.page)
    slider = anne.page.get_by_role("slider")
    await expect(slider).to_have_value("2")  # both armies stand: it opens on something
    assert (await mat.saying("pièce cachée"))[0]
    last = int(await slider.get_attribute("max") or 0)
    await slider.focus()
    await anne.page.keyboard.press("End")
    await expect(mat.story).to_contain_text("Rouge va de a4 en a5.")
    for _ in range(2):
        await anne.page.keyboard.press("ArrowLeft")
    await expect(mat.story).not_to_contain_text("Rouge va de a4 en a5.")
    await expect(mat.story).to_contain_text("Bleu va de e7 en e6.")
    await expect(slider).to_have_value(str(last - 2))
    await anne.button("Revoir le coup 3").click()
    await expect(slider).to_have_value("3")
    await slider.focus()
    for _ in range(last - 5):
        await anne.page.keyboard.press("ArrowRight")
    await expect(slider).to_have_value(str(last - 2))
    assert (await mat.saying("pièce cachée"))[0], "Anne saw only backs of Bruno's army"
    await anne.check_page("replay")

    await anne.page.get_by_label("Vu par").select_option(label="Tout révélé")
    await expect(mat.square("e6")).not_to_have_attribute("aria-label", re.compile("cachée"))
    assert await mat.saying("pièce cachée") == [[]]
    await anne.check_page("replay-all")

    await anne.page.get_by_text("Lien vers ce moment").click()
    link = await anne.page.get_by_label("Qui l’ouvre voit la partie à ce moment précis").input_value()
    await expect(anne.page).to_have_url(link)
    await claire.page.goto(link)
    seen = StrategoPage(claire.page)
    await expect(seen.story).to_contain_text("Bleu va de e7 en e6.")
    await expect(seen.story).not_to_contain_text("Rouge va de a4 en a5.")


async def test_replay_plays_by_itself_and_shows_the_fights(open_browser: OpenBrowser, server: Running) -> None:
    anne = await open_browser(moving=True)
    table = await finish_game(anne, server)
    await anne.goto(f"/t/{table}/replay?eyes=spectator")
    mat = StrategoPage(anne.page)
    await expect(anne.button("Dérouler")).to_be_in_viewport(ratio=1)
    await anne.button("Dérouler").click()
    await anne.expect_scene(".fight", "Les deux tombent")
    await expect(mat.story).to_contain_text("Bleu va de e7 en e6.")
    await expect(anne.button("Dérouler")).to_be_visible()  # it has come to the end


async def test_replay_verifies_the_game_and_branches_from_a_move(open_browser: OpenBrowser, server: Running) -> None:
    anne = await open_browser()
    table = await finish_game(anne, server)
    await anne.goto(f"/t/{table}/replay?m=82&eyes=0")
    mat = StrategoPage(anne.page)
    await expect(mat.story).to_contain_text("Bleu va de f7 en f6.")
    await anne.page.get_by_text("Un jeu honnête").click()
    await anne.button("Vérifier sur cette page").click()
    await anne.expect_text("Le secret révélé est bien celui qui était promis")
    await anne.expect_text("Tout ce que cette page peut vérifier est juste.")
    await anne.expect_text(f"ludotheque record verify stratego-{table}.jsonl")
    await anne.check_page("replay-verify")

    await anne.page.get_by_text("Continuer d’ici, contre des robots").click()
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.check_page("replay-branch")
    await anne.button("Continuer d’ici").click()
    await expect(anne.page).not_to_have_url(re.compile("replay"))
    await mat.my_turn()
    await anne.expect_text("Robot fort")
    await mat.touch("f5", "f6")
    await expect(mat.story).to_contain_text("Rouge attaque en f6")


async def end_game_with_chat(anne: BrowserGuest, bruno: BrowserGuest) -> str:
    """A game of one move, with table chat and private chat, that its players ended by vote."""
    table, red, blue = await in_battle(anne, bruno, RED, BLUE)
    await open_chat(anne)
    await send_message(anne, "Bonne chance !")
    await anne.page.get_by_role("tab", name="Le récit").click()
    await red.play("a4", "a5")
    await blue.my_turn()
    await open_chat(bruno)
    await bruno.button("En aparté…").click()
    await bruno.button("Ouvrir l’aparté").click()
    await send_message(bruno, "On arrête là ?")
    await propose_vote(bruno, "Proposer d’arrêter")
    await anne.page.get_by_role("button", name="Pour", exact=True).click()
    await anne.expect_text("La table a voté la fin de la partie : personne n’a gagné.")
    return table


async def test_replay_of_a_game_ended_by_vote_shows_its_chat(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    table = await end_game_with_chat(anne, bruno)
    await anne.page.get_by_role("link", name="Revoir la partie").first.click()
    mat = StrategoPage(anne.page)
    await anne.page.get_by_role("slider").focus()
    await anne.page.keyboard.press("Home")
    await expect(mat.story).not_to_contain_text("Bonne chance !")
    await anne.page.keyboard.press("End")
    await expect(mat.story).to_contain_text("Anne Bonne chance !")
    await expect(mat.story).to_contain_text("Bruno → Anne On arrête là ?")
    await anne.check_page("replay-chat")
    await anne.page.keyboard.press("ArrowLeft")
    await expect(mat.story).to_contain_text("Bonne chance !")
    await expect(mat.story).not_to_contain_text("On arrête là ?")
    for size in (DESKTOP, PHONE):
        await check_spectators_replay(await open_browser(size), table)


async def check_spectators_replay(claire: BrowserGuest, table: str) -> None:
    await claire.goto(f"/t/{table}/replay?m=999&eyes=spectator")
    seen = StrategoPage(claire.page)
    await expect(seen.story).to_contain_text("Anne Bonne chance !")
    await expect(seen.story).not_to_contain_text("On arrête là ?")
    await claire.check_page("replay-chat-spectator")
    await claire.page.get_by_text("Un jeu honnête").click()
    await claire.button("Vérifier sur cette page").click()
    await claire.expect_text("Le secret révélé est bien celui qui était promis")
    await claire.expect_text("Tout ce que cette page peut vérifier est juste.")
    for link, whole in (("Télécharger la partie", True), ("Télécharger ce qui est vu et lu d’ici", False)):
        async with claire.page.expect_download() as downloading:
            await claire.page.get_by_role("link", name=link).click()
        text = (await (await downloading.value).path()).read_text("utf-8")
        assert "Bonne chance !" in text
        assert "On arrête là ?" not in text, "it was said in a private room without Claire"
        assert ('"ended":"vote"' in text) == whole
