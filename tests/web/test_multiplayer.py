"""Several browsers at one table: players, a spectator, a draw offer, and hostile names."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME
from tests.web.browser_guest import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage, in_battle, whole_army

RED, BLUE = whole_army("DDIHDDHIDD"), whole_army("LEDFDGHIBM")


async def test_friend_joins_by_the_link_and_a_spectator_sees_no_hidden_piece(open_browser: OpenBrowser) -> None:
    anne, bruno, claire = (
        await open_browser(moving=True),
        await open_browser(PHONE, moving=True),
        await open_browser(moving=True),
    )
    table = await anne.open_table(ME, FRIEND)
    await expect(anne.page.get_by_role("heading", name="La table est mise")).to_be_visible()
    link = await anne.page.get_by_label("Le lien de la table").input_value()
    await bruno.page.goto(link)
    await bruno.expect_text("Anne vous invite à une partie de Stratego.")
    await bruno.take_seat("Bruno")
    red, blue, seen = StrategoPage(anne.page), StrategoPage(bruno.page), StrategoPage(claire.page)
    await red.deploy(RED)
    await expect(red.status).to_have_text("Bruno déploie son armée…")
    await claire.goto(f"/t/{table}")
    await claire.expect_text("Anne (Rouge) a placé son armée.")
    assert await seen.saying("pièce") == [[]], "armies are hidden until both are placed"
    await blue.deploy(BLUE)

    await red.my_turn()
    await red.play("f4", "f5")
    await blue.my_turn()
    await blue.play("f7", "f6")
    await red.my_turn()
    await expect(seen.story).to_contain_text("Bleu va de f7 en f6.")
    await all_pieces_are_hidden(seen)

    story = await red.story.text_content()
    board = await red.labels()
    await anne.page.reload()
    await red.my_turn()
    await expect(red.story).to_have_text(story or "")
    assert await red.labels() == board

    await anne.button("Proposer la nulle").click()
    await expect(red.status).to_have_text("À vous de jouer ; la nulle partira avec votre coup.")
    await red.touch("f5", "f6")
    for guest in (anne, bruno, claire):
        await guest.expect_scene(".fight", "Les deux tombent")
    await expect(blue.status).to_have_text("Anne propose la nulle : acceptez, refusez, ou jouez.")
    await bruno.button("Accepter la nulle").click()
    for guest in (anne, bruno, claire):
        await expect(guest.page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text("Partie nulle")


async def test_draw_offer_is_answered_without_scrolling(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser(PHONE)
    _, red, blue = await in_battle(anne, bruno, RED, BLUE)
    await anne.button("Proposer la nulle").click()
    await red.play("a4", "a5")
    question = bruno.page.get_by_role("region", name="Anne propose la nulle : acceptez, refusez, ou jouez.")
    accept, decline = (
        question.get_by_role("button", name="Accepter la nulle"),
        question.get_by_role("button", name="Refuser"),
    )
    for place in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        await bruno.page.evaluate(f"window.scrollTo(0, {place})")
        await expect(accept).to_be_in_viewport(ratio=1)
        await expect(decline).to_be_in_viewport(ratio=1)
    await bruno.page.evaluate("window.scrollTo(0, 0)")
    await bruno.check_page("offer")
    here = await bruno.page.evaluate("window.scrollY")
    await decline.click()
    assert await bruno.page.evaluate("window.scrollY") == here
    await expect(question).to_have_count(0)
    await expect(red.story).to_contain_text("refuse")

    await blue.play("f7", "f6")
    await red.my_turn()
    await red.play("a5", "a6")
    await bruno.button("Proposer la nulle").click()
    await blue.play("f6", "f5")
    await expect(anne.button("Accepter la nulle")).to_be_in_viewport(ratio=1)
    await anne.check_page("offer")
    await anne.button("Accepter la nulle").click()
    await expect(bruno.page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text("Partie nulle")


async def all_pieces_are_hidden(mat: StrategoPage) -> None:
    labels = (await mat.labels()).values()
    pieces = [label for label in labels if "camp " in label]
    assert len(pieces) == 80
    assert all("pièce cachée" in label for label in pieces)


async def test_hostile_names_are_shown_as_text(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser()
    tag, script = "<img src=x onerror=a()>", "<svg/onload=top.ran=1>//"
    table = await anne.open_table(ME, FRIEND, name=tag)
    await bruno.goto(f"/t/{table}")
    await bruno.expect_text(tag)
    await bruno.take_seat(script)
    red, blue = StrategoPage(anne.page), StrategoPage(bruno.page)
    await red.deploy(RED)
    await blue.deploy(BLUE)
    await red.my_turn()
    await anne.button("En mots").click()
    await red.play("a4", "a5")
    for guest in (anne, bruno):
        await guest.expect_text(tag)
        await guest.expect_text(script)
        await expect(guest.page.locator("img:not([src='/icon.svg']), [onerror], [onload]")).to_have_count(0)
        assert await guest.page.evaluate("window.ran") is None
    await anne.button("Abandonner").click()
    await anne.button("Oui, je le veux").click()
    await expect(bruno.page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text("Vous avez gagné !")
    await expect(anne.page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text(f"{script} a gagné")
    await anne.goto()
    await anne.expect_text(script)
