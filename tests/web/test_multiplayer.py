"""Several browsers at one table: invited, interrupted, watched, and with odd names."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage, in_battle, whole_army
from tests.web.visitor import DESKTOP, PHONE
from tests.web.wire import Wire

RED, BLUE = whole_army("DDIHDDHIDD"), whole_army("LEDFDGHIBM")


async def test_two_friends_and_somebody_who_watches(visit: Visit) -> None:
    anne, bruno, claire = await visit(moving=True), await visit(PHONE, moving=True), await visit(moving=True)
    table = await anne.opens_table(ME, FRIEND)
    await expect(anne.page.get_by_role("heading", name="La table est mise")).to_be_visible()
    link = await anne.page.get_by_label("Le lien de la table").input_value()
    await bruno.page.goto(link)
    await bruno.sees("Anne vous invite à une partie de Stratego.")
    await bruno.sits_down("Bruno")
    red, blue, seen = StrategoPage(anne.page), StrategoPage(bruno.page), StrategoPage(claire.page)
    await red.deploy(RED)
    await expect(red.status).to_have_text("Bruno déploie son armée…")
    await claire.goto(f"/t/{table}")
    await claire.sees("Anne (Rouge) a placé son armée.")
    assert await seen.saying("pièce") == [[]], "behind the screen nobody sees a thing"
    await blue.deploy(BLUE)

    await red.my_turn()
    await red.play("f4", "f5")
    await blue.my_turn()
    await blue.play("f7", "f6")
    await red.my_turn()
    await expect(seen.story).to_contain_text("Bleu va de f7 en f6.")
    await only_backs(seen)

    story = await red.story.text_content()
    board = await red.labels()
    await anne.page.reload()
    await red.my_turn()
    await expect(red.story).to_have_text(story or "")
    assert await red.labels() == board

    await anne.button("Proposer la nulle").click()
    await expect(red.status).to_have_text("À vous de jouer ; la nulle partira avec votre coup.")
    await red.touch("f5", "f6")
    for visitor in (anne, bruno, claire):
        await visitor.saw(".fight", "Les deux tombent")
    await expect(blue.status).to_have_text("Anne propose la nulle : acceptez, refusez, ou jouez.")
    await bruno.button("Accepter la nulle").click()
    for visitor in (anne, bruno, claire):
        await expect(visitor.page.get_by_role("dialog").get_by_role("heading")).to_have_text("Partie nulle")


async def test_a_draw_is_answered_without_scrolling(visit: Visit) -> None:
    anne, bruno = await visit(), await visit(PHONE)
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
    await bruno.looks_good("offer")
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
    await anne.looks_good("offer")
    await anne.button("Accepter la nulle").click()
    await expect(bruno.page.get_by_role("dialog").get_by_role("heading")).to_have_text("Partie nulle")


async def only_backs(mat: StrategoPage) -> None:
    labels = (await mat.labels()).values()
    pieces = [label for label in labels if "camp " in label]
    assert len(pieces) == 80
    assert all("pièce cachée" in label for label in pieces)


async def test_a_lost_line_comes_back_by_itself_and_tells_what_was_missed(visit: Visit, server: Running) -> None:
    async with Wire(server.address) as wire:
        anne, bruno = await visit(DESKTOP, wire.address), await visit()
        _, red, blue = await in_battle(anne, bruno, RED, BLUE)
        await anne.page.evaluate("document.body.dataset.same = 'page'")

        await red.play("a4", "a5")
        await blue.my_turn()
        wire.cut()
        await anne.sees("Ligne coupée…")
        await bruno.sees("parti un instant")
        await blue.play("f7", "f6")
        await expect(blue.story).to_contain_text("Bleu va de f7 en f6.")
        await expect(red.story).not_to_contain_text("Bleu va de f7 en f6.")
        wire.mend()
        await expect(red.story).to_contain_text("Bleu va de f7 en f6.")
        await red.my_turn()

        server.kill()
        await bruno.sees("Ligne coupée…")
        await red.touch("a5", "a6")  # played into the void: it is sent again
        server.start()
        await blue.my_turn()
        await expect(blue.story).to_contain_text("Rouge va de a5 en a6.")
        await blue.play("f6", "f5")
        await expect(red.story).to_contain_text("Bleu va de f6 en f5.")
        assert await anne.page.locator("body").get_attribute("data-same") == "page", "nobody has reloaded"
        await expect(red.story.get_by_text("va de a5 en a6")).to_have_count(1)
        for visitor in (anne, bruno):
            visitor.forgive("WebSocket connection to")


async def test_hostile_names_are_only_names(visit: Visit) -> None:
    anne, bruno = await visit(), await visit()
    tag, script = "<img src=x onerror=a()>", "<svg/onload=top.ran=1>//"
    table = await anne.opens_table(ME, FRIEND, name=tag)
    await bruno.goto(f"/t/{table}")
    await bruno.sees(tag)
    await bruno.sits_down(script)
    red, blue = StrategoPage(anne.page), StrategoPage(bruno.page)
    await red.deploy(RED)
    await blue.deploy(BLUE)
    await red.my_turn()
    await anne.button("En mots").click()
    await red.play("a4", "a5")
    for visitor in (anne, bruno):
        await visitor.sees(tag)
        await visitor.sees(script)
        await expect(visitor.page.locator("img:not([src='/icon.svg']), [onerror], [onload]")).to_have_count(0)
        assert await visitor.page.evaluate("window.ran") is None
    await anne.button("Abandonner").click()
    await anne.button("Oui, je le veux").click()
    await expect(bruno.page.get_by_role("dialog").get_by_role("heading")).to_have_text("Vous avez gagné !")
    await expect(anne.page.get_by_role("dialog").get_by_role("heading")).to_have_text(f"{script} a gagné")
    await anne.goto()
    await anne.sees(script)
