"""Bargains in a browser: a person offers one to a bot, and answers one of another player."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.server.running import Running
from tests.server.tables.test_negotiation import five_at_a_table, to_a_negotiation
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser
from tests.web.test_koalition import open_koalition
from tests.web.variants import one_size

SIZES = one_size(PHONE, DESKTOP, (1920, 1080))


async def offer_by_keyboard(anne: BrowserGuest) -> None:
    """Offer the last bargain of the dialog to the first player in it, by keys alone."""
    keys = anne.page.keyboard
    await anne.tab_to(anne.button("Proposer un marché"), most=120)
    await keys.press("Enter")
    dialog = anne.page.get_by_role("dialog")
    await expect(dialog.get_by_role("radio").first).to_be_checked()
    await anne.check_page("bargain-dialog")
    terms = dialog.get_by_role("group", name="Quel marché").get_by_role("radio")
    await anne.tab_to(terms.first)
    for _ in range(await terms.count() - 1):
        await keys.press("ArrowDown")
    await expect(terms.last).to_be_checked()
    await keys.press("Enter")
    await expect(dialog).to_have_count(0)


@pytest.mark.clause("koalition.ruling.bargains")
@one_size(DESKTOP, PHONE)
async def test_bot_answers_the_offer_of_a_person(open_browser: OpenBrowser, size: tuple[int, int]) -> None:
    anne = await open_browser(size)
    mat = await open_koalition(anne, 4, countries=2)
    while (question := await mat.asked()) != "lay":
        await mat.answer(question)
    await offer_by_keyboard(anne)
    await expect(mat.story).to_contain_text(re.compile("Anne-Charlotte propose un marché à"))
    await expect(mat.story).to_contain_text(re.compile("décline le marché d’Anne-Charlotte|Marché conclu entre Anne"))
    await anne.check_page("bargain-answered")


@SIZES
async def test_person_answers_the_offer_of_another(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int]
) -> None:
    sockets = await five_at_a_table(server)
    plan, _ = await to_a_negotiation(sockets)
    by_seat = {socket.seat: socket for socket in sockets}
    proposer, last = by_seat[plan["by"]], by_seat[plan["last"]]
    anne = await open_browser(size)
    cookies = last.guest.http.cookies.items()
    await anne.page.context.add_cookies([{"name": key, "value": value, "url": anne.address} for key, value in cookies])
    await anne.goto(f"/t/{last.table}")
    panel = anne.page.locator("[data-bargains]")
    await expect(panel).to_be_visible()
    assert (await proposer.play({"do": "offerbargain", "to": last.seat, "terms": "together"}))["t"] == "ack"
    card = panel.locator("[data-offer]")
    await expect(card).to_contain_text("vous propose")
    await anne.check_page("bargain-offered")
    await card.get_by_role("button", name="D’accord").click()
    await expect(card).to_have_count(0)
    await expect(panel.locator('[data-promise="pending"]')).to_have_count(2)
    await anne.check_page("bargain-agreed")
    await anne.page.get_by_role("button", name="EN").or_(anne.page.get_by_text("EN", exact=True)).first.click()
    await expect(panel).to_contain_text("has promised to enter the coalition with")
    await anne.check_page("bargain-in-english")
