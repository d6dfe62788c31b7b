"""Chat in the browser: of the table, in private rooms, of spectators; messages are plain text."""

from __future__ import annotations

import re

from playwright.async_api import Locator, expect

from tests.server.client import FRIEND, ME
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser

HOSTILE = '<img src=x onerror="window.ran=1"><b>gras</b> {name} https://exemple.fr/?a=1&b=<script>alert(1)</script>'


def log(guest: BrowserGuest) -> Locator:
    return guest.page.get_by_role("log", name=re.compile("La parole"))


def rooms(guest: BrowserGuest) -> Locator:
    return guest.page.get_by_role("group", name="À qui parler")


async def open_chat(guest: BrowserGuest) -> None:
    await guest.page.get_by_role("tab", name="La parole").click()


async def send_message(guest: BrowserGuest, text: str) -> None:
    await guest.page.get_by_label("Dire quelque chose…").fill(text)
    await guest.page.keyboard.press("Enter")
    await expect(log(guest)).to_contain_text(text)


async def test_private_room_and_spectators_chat_are_separate(open_browser: OpenBrowser) -> None:
    anne, bruno, claire = await open_browser(), await open_browser(PHONE), await open_browser()
    table = await anne.open_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    await claire.goto(f"/t/{table}")
    await claire.expect_text("Vous regardez la partie.")

    await open_chat(anne)
    await send_message(anne, "Bonne chance !")
    button = bruno.page.get_by_role("button", name="La parole (1 à lire)")
    await button.click()
    await expect(log(bruno)).to_contain_text("Bonne chance !")
    await send_message(bruno, HOSTILE)
    await bruno.check_page("chat-table")
    await expect(log(anne)).to_contain_text(HOSTILE)

    await anne.button("En aparté…").click()
    await anne.check_page("chat-private-open")
    await anne.button("Ouvrir l’aparté").click()
    await send_message(anne, "Rien que pour toi.")
    await anne.check_page("chat-private")
    await bruno.button("Bruno, Anne").or_(bruno.page.get_by_role("button", name="Anne (1 à lire)")).click()
    await expect(log(bruno)).to_contain_text("Rien que pour toi.")
    await rooms(bruno).get_by_role("button", name="La table").click()
    await bruno.page.go_back()  # closes the drawer, not the page
    await expect(log(bruno)).to_have_count(0)
    await send_message(anne, "Tu viens ?")
    await expect(button).to_be_focused()
    await button.click()
    await expect(log(bruno)).to_contain_text("Tu viens ?")
    field = bruno.page.get_by_label("Dire quelque chose…")
    await expect(field).to_have_accessible_description("Lu par Anne seulement.")
    await field.fill("Oui, mais…")
    await bruno.check_page("chat-answer")
    await rooms(bruno).get_by_role("button", name="La table").click()
    await expect(field).to_have_accessible_description("Lu par toute la table, et par le public.")
    await expect(field).to_be_empty()
    await rooms(bruno).get_by_role("button", name="Anne").click()
    await expect(field).to_have_value("Oui, mais…")
    await bruno.page.keyboard.press("Escape")
    await expect(log(bruno)).to_have_count(0)
    await expect(bruno.page.get_by_role("button", name="La parole", exact=True)).to_be_focused()

    await open_chat(claire)
    await expect(log(claire)).to_contain_text("Bonne chance !")  # unread
    await rooms(claire).get_by_role("button", name="Le public").click()
    await claire.page.get_by_label("Votre nom").fill("Claire")
    await send_message(claire, "Qui va gagner ?")
    await expect(claire.page.get_by_role("button", name="Ne plus lire")).to_have_count(0)
    await claire.check_page("chat-spectators")
    await claire.button("La table").first.click()
    await expect(log(claire)).to_contain_text("Bonne chance !")
    await expect(log(claire)).to_contain_text(HOSTILE)
    await expect(claire.page.get_by_text("Rien que pour toi.")).to_have_count(0)
    for player in (anne, bruno):
        await expect(player.page.get_by_text("Qui va gagner ?")).to_have_count(0)
    for guest in (anne, bruno, claire):
        await expect(guest.page.locator("img:not([src='/icon.svg']), [onerror], b")).to_have_count(0)
        assert await guest.page.evaluate("window.ran") is None


async def test_muted_players_and_read_marks_survive_a_reload(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    table = await anne.open_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    await open_chat(bruno)
    await send_message(bruno, "Bla bla.")
    await expect(anne.page.get_by_role("tab", name="La parole (1 à lire)")).to_be_visible()
    await open_chat(anne)
    await anne.button("Ne plus lire Bruno").click()
    await expect(log(anne)).not_to_contain_text("Bla bla.")
    await send_message(bruno, "Encore bla.")
    await anne.page.reload()
    await expect(anne.page.get_by_role("tab", name="La parole", exact=True)).to_be_visible()
    await open_chat(anne)
    await expect(log(anne)).not_to_contain_text("bla.")
    await anne.button("Lire Bruno de nouveau").click()
    await expect(log(anne)).to_contain_text("Encore bla.")


async def test_chat_works_by_keyboard_alone(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    table = await anne.open_table(ME, FRIEND)
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    story = anne.page.get_by_role("tab", name="Le récit")
    await story.focus()
    await anne.page.keyboard.press("ArrowRight")
    await expect(anne.page.get_by_role("tab", name="La parole")).to_be_focused()
    await anne.tab_to(anne.page.get_by_label("Dire quelque chose…"))
    await anne.page.keyboard.type("Sans souris.")
    await anne.page.keyboard.press("Enter")
    await open_chat(bruno)
    await expect(log(bruno)).to_contain_text("Sans souris.")
