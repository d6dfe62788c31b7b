"""The luck of a table, as a browser deals with it: first the promise, then its own grain, and what it can verify."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Request, Route, expect

from tests.server.client import ME, bot
from tests.web.conftest import Visit
from tests.web.stratego_page import StrategoPage


async def test_alone_with_a_bot_the_promise_comes_first_and_the_page_says_what_that_proves(visit: Visit) -> None:
    anne = await visit()
    asked: list[tuple[str, Any]] = []

    def hear(request: Request) -> None:
        if request.method == "POST":
            asked.append((request.url.removeprefix(anne.address), request.post_data_json))

    anne.page.on("request", hear)
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
    await anne.sees("Le fichier porte l’engagement que ce navigateur avait vu avant de donner son grain de hasard.")
    await anne.sees("Le grain de hasard donné par ce navigateur y est.")
    await anne.sees("Les robots n’ont donné aucun grain de hasard")
    await anne.sees("Tout ce que cette page peut vérifier est juste.")
    await anne.sees("Seul avec des robots, ceci est prouvé")
    await anne.looks_good("replay-verify-alone")


async def test_a_seat_that_is_kept_is_taken_by_the_page_as_soon_as_it_can(visit: Visit) -> None:
    anne = await visit()
    await anne.hurries()
    failed: list[str] = []

    async def fail(route: Route) -> None:
        """The line breaks as the nonce is sent, twice."""
        failed.append(str((route.request.post_data_json or {})["nonce"]))
        await (route.abort() if len(failed) < 3 else route.continue_())

    await anne.page.route("**/join", fail)
    wish = {"game": "stratego", "name": "Anne", "chairs": [ME, bot("random")]}
    answer = await anne.page.request.post(f"{anne.address}/api/tables", data=wish)
    await anne.goto(f"/t/{(await answer.json())['id']}")
    await expect(StrategoPage(anne.page).kind("M")).to_be_visible()
    assert len(failed) >= 3
    assert len(set(failed)) == 1, "whatever is sent again is the same"
    anne.forgive("net::ERR_FAILED")
