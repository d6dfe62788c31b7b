"""Layout shift during play: a page keeps still while bots move, at both window sizes.

`python -m tests.web.layout_shift` prints the shifts of longer stretches.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludotheque.games import find, shelf
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.layout_shift import BOT_DELAY, cumulative, tell, watch_stretch, worst_window
from tests.web.page_weight import LAYOUT_SHIFT

MOVES = 14


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose bots leave time between their moves: a shift right after the player's own move does not count."""
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db", "--bot-delay", str(BOT_DELAY)).start()
    yield running
    running.stop()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", shelf())
async def test_page_keeps_still_while_bots_move(
    open_browser: OpenBrowser, server: Running, game: str, size: tuple[int, int]
) -> None:
    anne = await open_browser(size, moving=True)
    shifts = worst_window(await watch_stretch(anne, server, find(game), MOVES))
    assert cumulative(shifts) < LAYOUT_SHIFT, tell(shifts)
