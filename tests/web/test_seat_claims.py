"""Claim links in the browser: taking a seat in another browser, and what its owner reads."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage
from tests.web.variants import one_size


async def test_owner_reads_that_the_seat_was_claimed_and_renews_the_link(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne = await open_browser(PHONE)
    table = await anne.create_table(ME, FRIEND)
    await Guest(server, "Bruno").join(table)
    await anne.goto(f"/t/{table}")
    code = (await (await anne.page.request.get(f"{anne.address}/api/tables/{table}")).json())["claim"]
    first, second = Guest(server, "Mallory"), Guest(server, "Oscar")
    await first.claim(table, code)
    notice = anne.page.get_by_role("status").filter(has_text="depuis un autre navigateur")
    await expect(notice).to_be_visible()
    await anne.check_page("claimed")
    await notice.get_by_role("button", name="C’était moi").click()
    await expect(notice).to_have_count(0)
    await second.claim(table, code)
    await notice.get_by_role("button", name="Changer le lien").click()
    await expect(notice).to_have_count(0)
    for thief in (first, second):
        assert (await thief.get(f"/api/tables/{table}"))["you"] is None


@one_size(PHONE, DESKTOP)
async def test_seat_is_claimed_from_another_browser(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne, elsewhere = await open_browser(size), await open_browser(size)
    table = await anne.open_table(ME, bot("random"))
    await anne.button("La table").click()
    await anne.expect_text("Jouer sur un autre appareil")
    await anne.check_page("sheet")
    link = await anne.page.get_by_label("Le lien de votre chaise").input_value()
    assert f"/t/{table}/claim/" in link

    await elsewhere.page.goto(link)
    await elsewhere.expect_text("Votre chaise vous attend")
    await elsewhere.check_page("claim")
    await elsewhere.button("Prendre ma chaise ici").click()
    mat = StrategoPage(elsewhere.page)
    await expect(mat.kind("M")).to_be_visible()
    await elsewhere.button("Le vol d’étourneaux").click()
    await mat.ready.click()
    await anne.page.keyboard.press("Escape")
    await StrategoPage(anne.page).my_turn()
    await mat.my_turn()

    await elsewhere.goto(f"/t/{table}/claim/forged")
    await elsewhere.expect_text("Ce navigateur a déjà une chaise")


async def test_forged_claim_link_is_refused(open_browser: OpenBrowser) -> None:
    anne, mallory = await open_browser(), await open_browser()
    table = await anne.open_table(ME, bot("random"))
    await mallory.goto(f"/t/{table}/claim/AAAAAAAAAAAAAAAAAAAAAA")
    await mallory.button("Prendre ma chaise ici").click()
    await mallory.expect_text("Ce lien ne mène à aucune chaise.")
    mallory.ignore_error("status of 403")
