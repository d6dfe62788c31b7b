"""One tablet that goes round: pass and play with a curtain, behind which nothing of the last seat is left."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import expect

from ludotheque.games import shelf
from tests.web.around_page import AroundPage
from tests.web.browser_guest import PHONE, BrowserGuest
from tests.web.conftest import OpenBrowser

TABLET: Final = (1024, 768)
HERE: Final = [{"kind": "here", "name": name} for name in ("Bruno", "Chloé", "Denis", "Élise", "Farid")]
_LAID_DOWN: Final = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  delete document.visibilityState;
}"""
ALONE: Final = "touchez quand vous êtes seul"


async def open_around(guest: BrowserGuest, game: str, *bots: dict[str, str]) -> AroundPage:
    """Open a table for the fewest players of a game, all on this device but for some bots."""
    around = AroundPage(guest)
    here = HERE[: shelf()[game].rules.seats[0] - 1 - len(bots)]
    await guest.open_table({"kind": "me"}, *here, *bots, around={"game": game, "hints": True})
    return around


@pytest.mark.parametrize("game", shelf())
async def test_nothing_of_a_hand_is_left_behind_the_curtain(open_browser: OpenBrowser, game: str) -> None:
    """The device is a tablet and a phone in turn."""
    guest = await open_browser(TABLET)
    await guest.shorten_timeouts()
    around = await open_around(guest, game)
    seen: set[int] = set()
    for number, (width, height) in enumerate((TABLET, PHONE, PHONE, TABLET)):
        seat = await around.take()
        seen.add(seat)
        await guest.page.set_viewport_size({"width": width, "height": height})
        await guest.check_layout(f"around-{game}-hand-{number}")
        await around.answer()
        if await around.shown() == "over":
            break
        await around.check_nothing_left(seat)
        await guest.check_layout(f"around-{game}-curtain-{number}")
    assert len(seen) > 1, "the device went round"


async def test_form_opens_a_table_that_goes_round(open_browser: OpenBrowser) -> None:
    guest = await open_browser(TABLET)
    around, page = AroundPage(guest), guest.page
    await guest.goto("/open/stratego")
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_text("Sur cet appareil, qui passe de main en main").click()
    await guest.button("Commencer la partie").click()
    assert page.url.endswith("/open/stratego"), "the other player has no name yet"
    await page.get_by_label("Joueur 2").fill("Bruno")
    await guest.button("Commencer la partie").click()
    await expect(around.call).to_have_text(f"À Anne : {ALONE}")
    await expect(page).to_have_title(re.compile("^À Anne · Stratego"))
    stored = await page.evaluate("JSON.parse(localStorage['ludotheque.promises'])")
    assert [entry.split(":")[0].split("/")[1] for entry in stored] == ["0", "1"], "a nonce for each seat"


async def test_settings_of_a_table_offer_players_on_this_device(open_browser: OpenBrowser) -> None:
    guest = await open_browser(TABLET)
    around, page = AroundPage(guest), guest.page
    await guest.goto("/open/koalition")
    await page.get_by_label("Votre nom").fill("Anne")
    await page.get_by_label("Chaise 2").select_option(label="Ici, sur cet appareil")
    await page.get_by_label("Son nom").fill("Bruno")
    await expect(page.get_by_text("Table publique")).to_have_count(0)
    await page.get_by_text("Place 1", exact=True).click()
    await guest.button("Ouvrir la table").click()
    await expect(around.call).to_have_text(f"À Anne : {ALONE}")
    await around.take()
    await expect(page.get_by_role("list", name="Autour de la table")).to_contain_text("Robot")


async def test_reload_and_back_lead_to_the_curtain(open_browser: OpenBrowser) -> None:
    guest = await open_browser(TABLET)
    page = guest.page
    await guest.goto("/")
    around = await open_around(guest, "politico")
    first = await around.seat()
    around.leave()
    await page.reload()
    assert await around.seat() == first
    await around.take()
    around.leave()
    await page.go_back()
    await expect(page).to_have_url(f"{guest.address}/")
    await page.go_forward()
    await around.check_nothing_left(first)
    await around.take()
    await page.get_by_role("button", name="Livret").first.click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    around.leave()
    await page.reload()
    await around.check_nothing_left(first)
    await page.go_back()  # closes a dialog that is there no more
    await around.check_nothing_left(first)
    await around.take()
    await page.get_by_role("button", name="Livret").first.click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.evaluate(_LAID_DOWN)
    await around.check_nothing_left(first)
    await page.wait_for_function("() => !history.state?.dialogs")


async def test_player_sees_what_the_move_did_and_passes_the_device_on(open_browser: OpenBrowser) -> None:
    guest = await open_browser(TABLET)
    page = guest.page
    around = await open_around(guest, "koalition", {"kind": "bot", "level": "deputy"})
    await around.take()
    await guest.stop_long_timers()
    await page.locator("[data-coach=ask]").click()
    await page.locator("[data-coach=card] .main").click()
    await guest.expect_text("C’est joué.")
    assert around.open_views() == ["0"]
    await guest.button("Passer l’appareil à Bruno").click()
    await expect(around.call).to_have_text(f"À Bruno : {ALONE}")
    await around.check_nothing_left(0)
    await guest.button("Regarder la table").click()
    await expect(page.locator("section.mat")).to_be_visible()
    assert around.open_views() == ["public"]
    await guest.button("En mots").click()
    await expect(page.get_by_role("region", name="La partie en mots")).not_to_contain_text("votre")
    await guest.button("L’appareil va à Bruno").click()
    await guest.button("Anne").click()
    await expect(around.call).to_have_text(f"À Anne : {ALONE}")
    assert await around.take() == 0
    await around.pass_on.click()
    assert await around.seat() == 1, "Bruno is still asked"


async def test_end_is_shown_to_all_and_the_rematch_goes_round_too(open_browser: OpenBrowser) -> None:
    guest = await open_browser(TABLET)
    await guest.shorten_timeouts()
    page = guest.page
    around = await open_around(guest, "stratego")
    await around.take()
    await guest.button("Au hasard").click()
    draft = await page.evaluate("localStorage['ludotheque.stratego.draft']")
    assert re.fullmatch(r"\w+/0 [B-M]{40}", draft)
    await expect(page.get_by_text("Mes dispositions")).to_have_count(0)
    await guest.button("Mon armée est prête").click()
    await around.check_nothing_left(0)
    assert await page.evaluate("localStorage['ludotheque.stratego.draft']") == ""
    await around.take()
    await around.answer()
    await around.take()
    await guest.button("En mots").click()
    await expect(page.get_by_role("region", name="La partie en mots")).to_contain_text("drapeau")
    await guest.button("Abandonner").click()
    await guest.button("Oui, je le veux").click()
    result = page.locator("dialog:has(#end)")
    await expect(result.get_by_role("heading", level=2)).to_have_text("Bruno a gagné")
    assert around.open_views() == ["public"]
    await result.get_by_role("button", name="Rejouer").click()
    await expect(around.call).to_have_text(f"À Bruno : {ALONE}")
    await around.take()
    await around.answer()
    await expect(around.call).to_have_text(f"À Anne : {ALONE}")


async def test_vote_goes_round(open_browser: OpenBrowser) -> None:
    guest = await open_browser(TABLET)
    await guest.shorten_timeouts()
    page = guest.page
    around = await open_around(guest, "stratego")
    await around.take()
    await guest.button("La table").click()
    await guest.button("Proposer d’arrêter").click()
    await around.pass_on.click()
    await expect(around.call).to_have_text(f"À Bruno : {ALONE}")
    await around.take()
    await page.get_by_role("button", name="Pour", exact=True).click()
    await guest.expect_text("La table a voté la fin de la partie")
