"""Layout shift while a game goes on: how far the content of a table's page moves without the player's doing.

`python -m tests.web.layout_shift [game …]` plays a stretch of each game against bots at two window sizes, and prints
the figures with each shift and the elements that moved. MOVES, PLAYERS, DELAY (seconds between two moves of the bots)
and LANGUAGE change what is played.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import async_playwright

from hatch_build import build, node
from ludotheque.engine.game import Game
from ludotheque.games import find, shelf
from tests.server.client import ME, bot
from tests.server.running import Running
from tests.web.browser import find_chromium
from tests.web.browser_guest import DESKTOP, PHONE, BrowserGuest
from tests.web.socket_player import SocketPlayer, connect_beside

WINDOW_GAP, WINDOW_LENGTH = 1.0, 5.0
"""Seconds without a shift that end a session window, and its greatest length (https://web.dev/articles/cls)."""
BOT_DELAY: Final = 0.6
"""Seconds between two moves of the bots: more than the half second after an input in which shifts do not count."""
THINKING: Final = 0.2
"""Seconds that the player takes for a move."""
# Shifts within half a second of an input are asked for.
_OBSERVE: Final = """
window.shifts = [];
const describe = (node) => {
  const names = [];
  for (let at = node; at && at.id !== "app" && names.length < 4; at = at.parentElement)
    names.unshift(`${at.nodeName.toLowerCase()}${at.classList?.length ? "." + [...at.classList].join(".") : ""}`);
  return names.join(" > ").replaceAll(/\\.s(velte)?-[\\w-]+/g, "");
};
const box = ({ x, y, width, height }) => `${x},${y} ${width}×${height}`;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    const moved = entry.sources.map(
      ({ node, previousRect, currentRect }) => `${describe(node)} from ${box(previousRect)} to ${box(currentRect)}`,
    );
    window.shifts.push({ at: entry.startTime / 1000, value: entry.value, moved });
  }
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass(frozen=True)
class Shift:
    """One layout shift: when, in seconds, how much, and which elements moved."""

    at: float
    value: float
    moved: tuple[str, ...]


def worst_window(shifts: Sequence[Shift]) -> list[Shift]:
    """The session window with the largest sum, which is the cumulative layout shift (CLS)."""
    windows: list[list[Shift]] = []
    for shift in shifts:
        window = windows[-1] if windows else []
        if window and shift.at - window[-1].at < WINDOW_GAP and shift.at - window[0].at < WINDOW_LENGTH:
            window.append(shift)
        else:
            windows.append([shift])
    return max(windows, key=cumulative, default=[])


def cumulative(window: Sequence[Shift]) -> float:
    """The sum of the shifts of a window."""
    return sum(shift.value for shift in window)


def tell(window: Sequence[Shift]) -> str:
    """Each shift with the elements that moved."""
    return "\n".join(
        f"{shift.at:8.2f} s  {shift.value:.4f}" + "".join(f"\n      {moved}" for moved in shift.moved)
        for shift in window
    )


async def watch_stretch(
    guest: BrowserGuest, server: Running, game: Game, moves: int, players: int = 0, **options: Any
) -> list[Shift]:
    """Have a guest watch so many moves at a table with bots, while a socket plays for them.

    What is set up before the first move of others is not watched.
    """
    others = (players or game.first_players or game.rules.seats.start) - 1
    level = game.first_level or next(iter(game.levels))
    await guest.page.add_init_script(_OBSERVE)
    table = await guest.create_table(ME, *[bot(level)] * others, around={"game": game.id}, **options)
    socket = await connect_beside(guest, server, table)
    player = SocketPlayer(game, socket, level)
    while all(entry["seat"] == socket.seat for entry in socket.story):
        await (player.answer() if socket.to_move else socket.receive())
    await guest.goto(f"/t/{table}")
    await guest.page.locator("main.table section.mat > div").first.wait_for()
    await guest.page.evaluate("document.fonts.ready.then(() => (window.shifts.length = 0))")
    seen = len(socket.story)
    while not socket.card["over"] and len(socket.story) - seen < moves:
        if socket.to_move:
            await asyncio.sleep(THINKING)
            # What a player's own move shifts is asked for.
            await guest.page.keyboard.press("Shift")
            await player.answer()
        else:
            await socket.receive()
    await guest.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return [Shift(shift["at"], shift["value"], tuple(shift["moved"])) for shift in await _shifts(guest)]


async def _shifts(guest: BrowserGuest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await guest.page.evaluate("window.shifts")
    return found


async def _main(games: Sequence[str]) -> None:
    from tests.web.conftest import FLAGS

    build()
    moves, players = int(os.environ.get("MOVES", "20")), int(os.environ.get("PLAYERS", "0"))
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node()))
    with tempfile.TemporaryDirectory() as folder:
        server = Running(Path(folder) / "shift.db", "--bot-delay", os.environ.get("DELAY", str(BOT_DELAY))).start()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            for name in games or shelf():
                for width, height in (DESKTOP, PHONE):
                    context = await browser.new_context(
                        viewport={"width": width, "height": height},
                        has_touch=width < 600,
                        locale=os.environ.get("LANGUAGE", "fr-FR"),
                    )
                    guest = BrowserGuest(await context.new_page(), server.address)
                    shifts = await watch_stretch(guest, server, find(name), moves, players)
                    await guest.take_screenshot(f"shift-{name}")
                    worst = worst_window(shifts)
                    print(f"{name:10} {width:5}  {cumulative(worst):.4f} of {cumulative(shifts):.4f}")
                    print(tell([shift for shift in shifts if shift.value >= 0.002]), flush=True)
                    await context.close()
            await browser.close()
        server.stop()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1:]))
