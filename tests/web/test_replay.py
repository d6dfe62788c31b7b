"""A finished game once more: slider, eyes, a link to a moment, going on from there, and whether it was fair."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage, answer, in_battle, whole_army
from tests.web.test_house_talk import listens, says
from tests.web.test_house_votes import proposes
from tests.web.visitor import DESKTOP, PHONE, Visitor

RED, BLUE = whole_army("DDIHDDHIDD"), whole_army("LEDFDGHIBM")


async def finished(anne: Visitor, server: Running) -> str:
    """A short game: five moves with one fight, then Anne resigns. It was played with no page open."""
    table, her, bruno = await anne.orders_table(ME, FRIEND), Guest(server, "Anne"), Guest(server, "Bruno")
    for cookie in await anne.page.context.cookies():
        her.http.cookies.set(cookie["name"], cookie["value"])
    await bruno.join(table)
    red, blue = await her.sit(table), await bruno.sit(table)
    for line, army in ((red, RED), (blue, BLUE)):
        await line.play(*({"do": "place", "piece": letter} for letter in army))
    for line, start, end in (
        (red, "f4", "f5"),
        (blue, "f7", "f6"),
        (red, "f5", "f6"),
        (blue, "e7", "e6"),
        (red, "a4", "a5"),
    ):
        await answer(line, start, end)
    assert (await red.play({"do": "resign"}))["t"] == "ack"
    return table


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_game_is_walked_through(visit: Visit, server: Running, size: tuple[int, int]) -> None:
    anne, claire = await visit(size), await visit(size)
    table = await finished(anne, server)
    await anne.goto(f"/t/{table}")
    await expect(anne.page.get_by_role("dialog").get_by_role("heading")).to_have_text("Bruno a gagné")
    await anne.page.get_by_role("dialog").get_by_role("link", name="Revoir la partie").click()
    await expect(anne.page).to_have_url(re.compile(f"/t/{table}/replay"))
    mat = StrategoPage(anne.page)
    slider = anne.page.get_by_role("slider")
    await expect(slider).to_have_value("0")
    last = int(await slider.get_attribute("max") or 0)
    await slider.focus()
    await anne.page.keyboard.press("End")
    await expect(mat.story).to_contain_text("Rouge va de a4 en a5.")
    for _ in range(2):
        await anne.page.keyboard.press("ArrowLeft")
    await expect(mat.story).not_to_contain_text("Rouge va de a4 en a5.")
    await expect(mat.story).to_contain_text("Bleu va de e7 en e6.")
    await expect(slider).to_have_value(str(last - 2))
    assert (await mat.saying("pièce cachée"))[0], "Anne saw only backs of Bruno's army"
    await anne.looks_good("replay")

    await anne.page.get_by_label("Vu par").select_option(label="Tout révélé")
    await expect(mat.square("e6")).not_to_have_attribute("aria-label", re.compile("cachée"))
    assert await mat.saying("pièce cachée") == [[]]
    await anne.looks_good("replay-all")

    await anne.page.get_by_text("Lien vers ce moment").click()
    link = await anne.page.get_by_label("Qui l’ouvre voit la partie à ce moment précis").input_value()
    await expect(anne.page).to_have_url(link)
    await claire.page.goto(link)
    seen = StrategoPage(claire.page)
    await expect(seen.story).to_contain_text("Bleu va de e7 en e6.")
    await expect(seen.story).not_to_contain_text("Rouge va de a4 en a5.")


async def test_it_plays_by_itself_and_shows_the_fights(visit: Visit, server: Running) -> None:
    anne = await visit(moving=True)
    table = await finished(anne, server)
    await anne.goto(f"/t/{table}/replay?eyes=spectator")
    mat = StrategoPage(anne.page)
    await anne.button("Dérouler").click()
    await anne.saw(".fight", "Les deux tombent")
    await expect(mat.story).to_contain_text("Bleu va de e7 en e6.")
    await expect(anne.button("Dérouler")).to_be_visible()  # it has come to the end


async def test_one_goes_on_from_a_moment_and_verifies_the_game(visit: Visit, server: Running) -> None:
    anne = await visit()
    table = await finished(anne, server)
    await anne.goto(f"/t/{table}/replay?m=82&eyes=0")
    mat = StrategoPage(anne.page)
    await expect(mat.story).to_contain_text("Bleu va de f7 en f6.")
    await anne.page.get_by_text("Un jeu honnête").click()
    await anne.button("Vérifier sur cette page").click()
    await anne.sees("Le secret révélé est bien celui qui était promis")
    await anne.sees("Tout ce que cette page peut vérifier est juste.")
    await anne.sees(f"ludotheque record verify stratego-{table}.jsonl")
    await anne.looks_good("replay-verify")

    await anne.page.get_by_text("Continuer d’ici, contre des robots").click()
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.looks_good("replay-branch")
    await anne.button("Continuer d’ici").click()
    await expect(anne.page).not_to_have_url(re.compile("replay"))
    await mat.my_turn()
    await anne.sees("Robot stratège")
    await mat.touch("f5", "f6")
    await expect(mat.story).to_contain_text("Rouge attaque en f6")


async def talked_over(anne: Visitor, bruno: Visitor) -> str:
    """A game of one move, with talk of both kinds, that its players ended by vote."""
    table, red, blue = await in_battle(anne, bruno, RED, BLUE)
    await listens(anne)
    await says(anne, "Bonne chance !")
    await anne.page.get_by_role("tab", name="Le récit").click()
    await red.play("a4", "a5")
    await blue.my_turn()
    await listens(bruno)
    await bruno.button("En aparté…").click()
    await bruno.button("Ouvrir l’aparté").click()
    await says(bruno, "On arrête là ?")
    await proposes(bruno, "Proposer d’arrêter")
    await anne.page.get_by_role("button", name="Pour", exact=True).click()
    await anne.sees("La table a voté la fin de la partie : personne n’a gagné.")
    return table


async def test_a_game_ended_by_vote_is_looked_back_at_with_its_talk(visit: Visit) -> None:
    anne, bruno = await visit(), await visit()
    table = await talked_over(anne, bruno)
    await anne.page.get_by_role("link", name="Revoir la partie").first.click()
    mat = StrategoPage(anne.page)
    await expect(mat.story).not_to_contain_text("Bonne chance !")
    await anne.page.get_by_role("slider").focus()
    await anne.page.keyboard.press("End")
    await expect(mat.story).to_contain_text("Anne Bonne chance !")
    await expect(mat.story).to_contain_text("Bruno → Anne On arrête là ?")
    await anne.looks_good("replay-talk")
    await anne.page.keyboard.press("ArrowLeft")
    await expect(mat.story).to_contain_text("Bonne chance !")
    await expect(mat.story).not_to_contain_text("On arrête là ?")
    for size in (DESKTOP, PHONE):
        await looked_back_at_by_the_public(await visit(size), table)


async def looked_back_at_by_the_public(claire: Visitor, table: str) -> None:
    await claire.goto(f"/t/{table}/replay?m=999&eyes=spectator")
    seen = StrategoPage(claire.page)
    await expect(seen.story).to_contain_text("Anne Bonne chance !")
    await expect(seen.story).not_to_contain_text("On arrête là ?")
    await claire.looks_good("replay-talk-public")
    await claire.page.get_by_text("Un jeu honnête").click()
    await claire.button("Vérifier sur cette page").click()
    await claire.sees("Le secret révélé est bien celui qui était promis")
    await claire.sees("Tout ce que cette page peut vérifier est juste.")
    for link, whole in (("Télécharger la partie", True), ("Télécharger ce qui est vu et lu d’ici", False)):
        async with claire.page.expect_download() as downloading:
            await claire.page.get_by_role("link", name=link).click()
        text = (await (await downloading.value).path()).read_text("utf-8")
        assert "Bonne chance !" in text
        assert "On arrête là ?" not in text, "it was said aside, and Claire was not there"
        assert ('"ended":"vote"' in text) == whole
