"""Standing answers in a browser: offered where the question is asked, given by the server, and taken back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from hatch_build import build
from tests.server.client import TableSocket
from tests.server.running import Running
from tests.web.browser_guest import DESKTOP, PHONE
from tests.web.conftest import OpenBrowser
from tests.web.politico_guests import play_on, play_until, seat_politico_guests, sight, sit_in_browser
from tests.web.politico_page import PoliticoPage


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose automatic answers come soon."""
    build()
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db", "--answer-delay", "0.1").start()
    yield running
    running.stop()


def in_a_window(socket: TableSocket) -> bool:
    """One of the questions that most players only let pass."""
    return sight(socket)["stage"] in ("counter", "lend")


@pytest.mark.parametrize(
    ("size", "until", "chip"),
    [
        (DESKTOP, "Jusqu’à mon tour", re.compile("^Vous .* jusqu’à votre tour · reprendre la main")),
        (PHONE, "Toute la partie", re.compile("^Vous [^·]* · reprendre la main")),
    ],
    ids=("desktop", "phone"),
)
async def test_question_is_answered_for_a_player_until_they_take_it_back(
    open_browser: OpenBrowser, server: Running, size: tuple[int, int], until: str, chip: re.Pattern[str]
) -> None:
    sockets = await seat_politico_guests(server, 4)
    for socket in sockets:  # so that the scene waits for the browser
        assert (await socket.ask("single", given=False))["t"] == "ack"
    asked = await play_until(sockets, in_a_window)
    anne = await sit_in_browser(open_browser, asked, size)
    mat = PoliticoPage(anne.page)
    offer = mat.prompt.get_by_role("button", name=re.compile("Toujours laisser faire l’armée|Ne jamais prêter"))
    await offer.click()
    await anne.check_page("standing-offer")
    await mat.prompt.get_by_role("button", name=until).click()
    given = anne.page.get_by_role("button", name=chip)
    await expect(given).to_be_in_viewport()
    await expect(mat.story).to_contain_text("On a répondu pour vous.")
    await anne.check_page("standing-given")
    others = [asyncio.create_task(play_on(socket)) for socket in sockets if socket is not asked]
    if size == DESKTOP:
        for _ in range(300):
            question = await mat.asked()
            if question == "draw":
                break
            if question != "window":
                await mat.answer(question)
    else:
        await given.click()
    await expect(given).to_have_count(0)
    for task in others:
        task.cancel()
