"""Claimed seat in the browser: its owner reads that it was claimed, and renews the link."""

from __future__ import annotations

from playwright.async_api import expect

from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running
from tests.web.conftest import Visit
from tests.web.visitor import PHONE


async def test_owner_reads_that_the_seat_was_claimed_and_renews_the_link(visit: Visit, server: Running) -> None:
    anne = await visit(PHONE)
    table = await anne.orders_table(ME, FRIEND)
    await Guest(server, "Bruno").join(table)
    await anne.goto(f"/t/{table}")
    code = (await (await anne.page.request.get(f"{anne.address}/api/tables/{table}")).json())["claim"]
    first, second = Guest(server, "Mallory"), Guest(server, "Oscar")
    await first.claim(table, code)
    notice = anne.page.get_by_role("status").filter(has_text="depuis un autre navigateur")
    await expect(notice).to_be_visible()
    await anne.looks_good("claimed")
    await notice.get_by_role("button", name="C’était moi").click()
    await expect(notice).to_have_count(0)
    await second.claim(table, code)
    await notice.get_by_role("button", name="Changer le lien").click()
    await expect(notice).to_have_count(0)
    for thief in (first, second):
        assert (await thief.get(f"/api/tables/{table}"))["you"] is None
