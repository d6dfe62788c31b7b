"""Fair luck in the browser: the table's commitment, then the player's nonce, and their verification."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Request, Route, expect

from tests.server.client import ME, bot
from tests.web.conftest import OpenBrowser
from tests.web.stratego_page import StrategoPage


async def test_commitment_precedes_the_nonce_and_the_page_verifies_both(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    asked: list[tuple[str, Any]] = []

    def on_request(request: Request) -> None:
        if request.method == "POST":
            asked.append((request.url.removeprefix(anne.address), request.post_data_json))

    anne.page.on("request", on_request)
    await anne.goto("/open/stratego")
    await anne.page.get_by_label("Votre nom").fill("Anne")
    await anne.button("Ouvrir la table").click()
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    (opening, order), (joining, join) = asked
    table = re.sub(r"/api/tables/(.*)/join", r"\1", joining)
    assert opening == "/api/tables"
    assert "nonce" not in order
    assert len(join["nonce"]) == 32
    assert table in anne.page.url

    await anne.button("Abandonner").click()
    await anne.button("Oui").click()
    await anne.page.get_by_role("link", name="Revoir la partie").first.click()
    await anne.page.get_by_text("Un jeu honnête").click()
    await anne.button("Vérifier sur cette page").click()
    await anne.expect_text(
        "Le fichier porte l’engagement que ce navigateur avait vu avant de donner son grain de hasard."
    )
    await anne.expect_text("Le grain de hasard donné par ce navigateur y est.")
    await anne.expect_text("Les robots n’ont donné aucun grain de hasard")
    await anne.expect_text("Tout ce que cette page peut vérifier est juste.")
    await anne.expect_text("Seul avec des robots, ceci est prouvé")
    await anne.check_page("replay-verify-alone")


async def test_reserved_seat_is_taken_again_with_the_same_nonce_after_errors(open_browser: OpenBrowser) -> None:
    anne = await open_browser()
    await anne.shorten_timeouts()
    failed: list[str] = []

    async def fail(route: Route) -> None:
        """The connection breaks as the nonce is sent, twice."""
        failed.append(str((route.request.post_data_json or {})["nonce"]))
        await (route.abort() if len(failed) < 3 else route.continue_())

    await anne.page.route("**/join", fail)
    wish = {"game": "stratego", "name": "Anne", "chairs": [ME, bot("random")]}
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    await anne.goto(f"/t/{(await answer.json())['id']}")
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    assert len(failed) >= 3
    assert len(set(failed)) == 1, "the same nonce is sent again"
    anne.ignore_error("net::ERR_FAILED")
