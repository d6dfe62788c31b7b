"""Weight of the pages: bytes over the wire in a fresh profile, later visits, and layout shift.

`python -m tests.web.page_weight` prints the figures of every kind of page.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from ludotheque.games import shelf
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.page_weight import FIRST_VISIT, LATER_VISIT, LAYOUT_SHIFT, weigh


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/", PHONE),
        ("/open/politico", DESKTOP),
        ("/rules/president", PHONE),
        *((game, PHONE) for game in shelf()),
        *(pytest.param(game, DESKTOP, marks=pytest.mark.slow) for game in shelf()),
        *((f"{game}?", DESKTOP) for game in shelf()),
    ],
)
async def test_page_is_light_is_cached_and_does_not_move(
    chromium: Browser, server: Running, path: str, size: tuple[int, int]
) -> None:
    first, later = await weigh(chromium, server, path, size)
    assert 50_000 < first.received < FIRST_VISIT, first.list_responses()
    assert later.received < LATER_VISIT, later.list_responses()
    for weight in (first, later):
        assert weight.layout_shift < LAYOUT_SHIFT, weight.shifted
