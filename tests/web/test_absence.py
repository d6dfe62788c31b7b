"""Somebody drops out, a bot takes their chair by vote, and they have it back when they return."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from hatch_build import build
from tests.server.client import FRIEND, ME, bot
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.koalition_page import KoalitionPage
from tests.web.visitor import PHONE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server at which an absent player may be replaced at once."""
    build()
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db", "--away", "0").start()
    yield running
    running.stop()


async def test_whoever_drops_out_is_replaced_and_comes_back(visit: Visit) -> None:
    anne, bruno = await visit(), await visit(PHONE)
    table = await anne.opens_table(ME, FRIEND, bot("deputy"), around={"game": "koalition"})
    await bruno.goto(f"/t/{table}")
    await bruno.sits_down("Bruno")
    hers, his = KoalitionPage(anne.page), KoalitionPage(bruno.page)
    await expect(his.ballot).to_be_visible()
    story = anne.page.get_by_role("log", name="Le récit")

    await bruno.goto("/")
    await anne.sees("parti un instant")
    await anne.button("Proposer un robot à sa place").click()
    await expect(story).to_contain_text("Voté : on n’attend plus Bruno.")
    await expect(story).to_contain_text("Un robot joue pour Bruno.")
    await anne.sees("tient la chaise")
    await anne.looks_good("away")
    await hers.answer("elect")
    await expect(hers.hand).to_be_visible()  # the bot has voted for Bruno: the cards are dealt

    await bruno.goto(f"/t/{table}")
    await bruno.sees("joue à votre place.")
    await expect(his.hand).to_be_visible()
    await bruno.looks_good("away-back")
    await bruno.button("Reprendre ma chaise").click()
    await expect(bruno.button("Reprendre ma chaise")).to_have_count(0)
    await expect(story).to_contain_text("Bruno reprend sa chaise.")
    await expect(anne.page.get_by_text("tient la chaise")).to_have_count(0)
