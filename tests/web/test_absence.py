"""Absent players in the browser: a bot replaces them by vote until they return."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from hatch_build import build
from tests.server.client import FRIEND, ME, bot
from tests.server.running import Running
from tests.web.browser_guest import PHONE
from tests.web.conftest import OpenBrowser
from tests.web.koalition_page import KoalitionPage


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server at which an absent player may be replaced at once."""
    build()
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db", "--away", "0").start()
    yield running
    running.stop()


async def test_absent_player_is_replaced_by_a_bot_and_returns(open_browser: OpenBrowser) -> None:
    anne, bruno = await open_browser(), await open_browser(PHONE)
    table = await anne.open_table(ME, FRIEND, bot("deputy"), around={"game": "koalition"})
    await bruno.goto(f"/t/{table}")
    await bruno.take_seat("Bruno")
    hers, his = KoalitionPage(anne.page), KoalitionPage(bruno.page)
    await expect(his.ballot).to_be_visible()
    story = anne.page.get_by_role("log", name="Le récit")

    await bruno.goto("/")
    await anne.expect_text("parti un instant")
    await anne.button("Proposer un robot à sa place").click()
    await expect(story).to_contain_text("Voté : on n’attend plus Bruno.")
    await expect(story).to_contain_text("Un robot joue pour Bruno.")
    await anne.expect_text("tient la chaise")
    await anne.check_page("away")
    await hers.answer("elect")
    await expect(hers.hand).to_be_visible()  # the bot has voted for Bruno: the cards are dealt

    await bruno.goto(f"/t/{table}")
    await bruno.expect_text("joue à votre place.")
    await expect(his.hand).to_be_visible()
    await bruno.check_page("away-back")
    await bruno.button("Reprendre ma chaise").click()
    await expect(bruno.button("Reprendre ma chaise")).to_have_count(0)
    await expect(story).to_contain_text("Bruno reprend sa chaise.")
    await expect(anne.page.get_by_text("tient la chaise")).to_have_count(0)
