"""An invitation in the browser: what the host shares, and what the invited guest learns before sitting down."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running
from tests.web.browser_guest import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, whole_army
from tests.web.test_tournament import found_club, plan_tournament


async def test_invited_guest_learns_goal_length_players_and_clock(server: Running, open_browser: OpenBrowser) -> None:
    bruno = await open_browser(PHONE)
    host = Guest(server, "Anne")
    clock = {"kind": "live", "bank": 600, "increment": 5}
    table = (await host.open(ME, bot("random"), FRIEND, FRIEND, game="koalition", clock=clock))["id"]
    # Anne opens the page by a name that other machines could know, too.
    anne = await open_browser(address=server.address.replace("127.0.0.1", "ludotheque.test"))
    cookies = host.http.cookies.items()
    await anne.page.context.add_cookies([{"name": key, "value": value, "url": anne.address} for key, value in cookies])
    await anne.goto(f"/t/{table}")
    await expect(anne.page.get_by_role("img", name="Code QR de l’invitation")).to_be_visible()
    await anne.check_page("invite")
    await bruno.goto(f"/t/{table}")
    await bruno.expect_text("Anne vous invite à une partie de Koalition.")
    card = bruno.page.get_by_role("form", name="Une chaise vous attend")
    shelf = (await host.get("/api/shelf"))["games"]
    koalition = next(game for game in shelf if game["id"] == "koalition")
    minutes = koalition["minutes"][4 - koalition["least_seats"]]
    await expect(card).to_contain_text("L’Europe vote, pays après pays")
    await expect(card).to_contain_text(f"Environ {minutes} min")
    await expect(card).to_contain_text("À table : Anne et Boson (robot novice). Il reste 2 chaises.")
    await expect(card).to_contain_text("10 min + 5 s par réponse")
    await bruno.check_page("invited")
    await bruno.button("English").click()
    await expect(bruno.page.get_by_role("form")).to_contain_text("At the table: Anne and Boson (novice bot).")
    await bruno.take_screenshot("invited-en")
    await bruno.page.get_by_label("Your name").fill("Bruno")
    await bruno.button("Sit down").click()
    await expect(bruno.page.get_by_role("heading", name="The table is laid")).to_be_visible()
    await bruno.check_page("invite")


async def test_link_of_this_machine_alone_has_no_code_but_a_hint(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.open_table(ME, FRIEND)
    await anne.expect_text("Ce lien ne marche que sur cette machine.")
    await anne.expect_text("script/server --lan")
    await expect(anne.page.get_by_role("img", name="Code QR de l’invitation")).to_have_count(0)
    await anne.check_page("invite-local")


async def test_every_link_of_this_machine_alone_has_the_hint_once(open_browser: OpenBrowser) -> None:
    anne = await open_browser(PHONE)
    await anne.open_table(ME, bot("random"))
    await anne.button("La table").click()
    hint = anne.page.get_by_text("Ce lien ne marche que sur cette machine.")
    await expect(anne.page.get_by_label("Le lien de la table")).to_be_visible()
    await expect(hint).to_have_count(1)
    await anne.check_page("sheet-local")
    await anne.page.keyboard.press("Escape")
    await found_club(anne)
    await expect(hint).to_have_count(1)
    await anne.check_page("club-local")
    await anne.goto(await plan_tournament(anne))
    await expect(hint).to_have_count(1)
    await anne.check_page("tournament-local")


async def test_army_is_arranged_while_a_friend_is_awaited(server: Running, open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), Guest(server, "Bruno")
    table = await anne.open_table(ME, FRIEND)
    await anne.button("Me préparer en attendant").click()
    await StrategoPage(anne.page).import_letters(whole_army("LEDFDGHIBM"))
    await anne.check_page("prepare")
    await StrategoPage(anne.page).ready.click()
    await anne.expect_text("Votre armée est prête")
    await anne.check_page("prepared")
    await anne.page.reload()  # it is kept in the browser alone
    await anne.expect_text("La table est mise")
    await bruno.join(table)
    socket = await bruno.sit(table)
    await socket.until(lambda: socket.now is not None and socket.now["sight"]["ready"][0])
    await anne.expect_text("Votre armée est en place.")
