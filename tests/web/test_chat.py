"""Talk in the browser: at the table, aside, in the public, and never anything but text."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.server.client import FRIEND, ME
from tests.web.conftest import Visit
from tests.web.visitor import PHONE, Visitor

HOSTILE = '<img src=x onerror="window.ran=1"><b>gras</b> {name} https://exemple.fr/?a=1&b=<script>alert(1)</script>'


def log(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("log", name=re.compile("La parole"))


async def listens(visitor: Visitor) -> None:
    await visitor.page.get_by_role("tab", name="La parole").click()


async def says(visitor: Visitor, text: str) -> None:
    await visitor.page.get_by_label("Dire quelque chose…").fill(text)
    await visitor.page.keyboard.press("Enter")
    await expect(log(visitor)).to_contain_text(text)


async def test_two_players_talk_aside_and_the_public_apart(visit: Visit) -> None:
    anne, bruno, claire = await visit(), await visit(PHONE), await visit()
    table = await anne.opens_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    await claire.goto(f"/t/{table}")
    await claire.sees("Vous regardez la partie.")

    await listens(anne)
    await says(anne, "Bonne chance !")
    talk = bruno.page.get_by_role("button", name="La parole (1 à lire)")
    await talk.click()
    await expect(log(bruno)).to_contain_text("Bonne chance !")
    await says(bruno, HOSTILE)
    await bruno.looks_good("talk-table")
    await expect(log(anne)).to_contain_text(HOSTILE)

    await anne.button("En aparté…").click()
    await anne.looks_good("talk-aside-open")
    await anne.button("Ouvrir l’aparté").click()
    await says(anne, "Rien que pour toi.")
    await anne.looks_good("talk-aside")
    await bruno.button("Bruno, Anne").or_(bruno.page.get_by_role("button", name="Anne (1 à lire)")).click()
    await expect(log(bruno)).to_contain_text("Rien que pour toi.")

    await listens(claire)
    await claire.page.get_by_label("Votre nom").fill("Claire")
    await says(claire, "Qui va gagner ?")
    await expect(claire.page.get_by_role("button", name="Ne plus lire")).to_have_count(0)
    await claire.looks_good("talk-public")
    await claire.button("La table").first.click()
    await expect(log(claire)).to_contain_text("Bonne chance !")
    await expect(log(claire)).to_contain_text(HOSTILE)
    await expect(claire.page.get_by_text("Rien que pour toi.")).to_have_count(0)
    for player in (anne, bruno):
        await expect(player.page.get_by_text("Qui va gagner ?")).to_have_count(0)
    for visitor in (anne, bruno, claire):
        await expect(visitor.page.locator("img:not([src='/icon.svg']), [onerror], b")).to_have_count(0)
        assert await visitor.page.evaluate("window.ran") is None


async def test_somebody_muted_stays_muted_and_what_was_read_stays_read(visit: Visit) -> None:
    anne, bruno = await visit(), await visit()
    table = await anne.opens_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    await listens(bruno)
    await says(bruno, "Bla bla.")
    await expect(anne.page.get_by_role("tab", name="La parole (1 à lire)")).to_be_visible()
    await listens(anne)
    await anne.button("Ne plus lire Bruno").click()
    await expect(log(anne)).not_to_contain_text("Bla bla.")
    await says(bruno, "Encore bla.")
    await anne.page.reload()
    await expect(anne.page.get_by_role("tab", name="La parole", exact=True)).to_be_visible()
    await listens(anne)
    await expect(log(anne)).not_to_contain_text("bla.")
    await anne.button("Lire Bruno de nouveau").click()
    await expect(log(anne)).to_contain_text("Encore bla.")


async def test_the_keyboard_alone_is_enough_to_talk(visit: Visit) -> None:
    anne, bruno = await visit(), await visit()
    table = await anne.opens_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    story = anne.page.get_by_role("tab", name="Le récit")
    await story.focus()
    await anne.page.keyboard.press("ArrowRight")
    await expect(anne.page.get_by_role("tab", name="La parole")).to_be_focused()
    await anne.tab_to(anne.page.get_by_label("Dire quelque chose…"))
    await anne.page.keyboard.type("Sans souris.")
    await anne.page.keyboard.press("Enter")
    await listens(bruno)
    await expect(log(bruno)).to_contain_text("Sans souris.")
