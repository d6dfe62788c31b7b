"""A table that was played by an earlier edition of the rules, in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from hatch_build import build
from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running
from tests.server.tables.test_rule_editions import change_edition
from tests.web.conftest import OpenBrowser


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One that may be stopped."""
    build()
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db").start()
    yield running
    running.stop()


async def test_table_of_an_earlier_edition_is_listed_with_an_explanation(
    open_browser: OpenBrowser, server: Running
) -> None:
    anne = await open_browser()
    table, open_page = await anne.create_table(ME, FRIEND), await anne.create_table(ME, FRIEND)
    her, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    for cookie in await anne.page.context.cookies():
        her.http.cookies.set(cookie["name"], cookie["value"])
    for id in (table, open_page):
        await bruno.join(id)
    async with await her.sit(table) as line:
        assert (await line.play({"do": "resign"}))["t"] == "ack"
    await anne.goto(f"/t/{open_page}")
    await expect(anne.page.get_by_role("log")).to_contain_text("la partie commence")
    server.stop()
    change_edition(server.data)
    server.start()

    alert = anne.page.get_by_role("alert")
    await expect(alert).to_contain_text("édition précédente des règles")
    await expect(alert).to_contain_text("ne peut ni continuer")
    await anne.goto()
    mine = anne.page.get_by_role("region", name="Vos parties")
    await expect(mine.get_by_role("link")).to_have_count(2)
    await expect(mine).to_contain_text(re.compile("règles d’avant", re.IGNORECASE))
    await anne.goto(f"/t/{table}")
    await expect(alert).to_contain_text("vous pouvez les télécharger")
    async with anne.page.expect_download() as download:
        await alert.get_by_role("link", name="Télécharger la partie").click()
    assert (await download.value).suggested_filename == f"stratego-{table}.jsonl"
    await anne.check_page("earlier-edition")
    anne.errors.clear()  # the server was away for a moment, and said no: browsers note both
