"""How a learner makes a move on each mat: by clicks, as the callouts say."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import reduce
from typing import Any, Final

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.web.stratego_page import StrategoPage

Player = Callable[[Page, dict[str, Any]], Awaitable[None]]
"""Makes a move, given as it is sent."""


async def _press(page: Page, *points: str) -> None:
    """Press the first of some parts of the mat that is there, in the order in which the callout looks for them."""
    shown = [page.locator(f'[data-point~="{point}"] >> visible=true') for point in points]
    await reduce(Locator.or_, shown).first.wait_for()
    for part in shown:
        if await part.count():
            inner = part.first.locator("button")
            await (inner if await inner.count() else part).first.click()
            return


async def _play_stratego(page: Page, move: dict[str, Any]) -> None:
    mat = StrategoPage(page)
    if move["do"] == "place":
        await page.locator('[data-point="setups"] button').click()
        await _press(page, "ready")
    else:
        await mat.square(move["from"]).click()
        await mat.square(move["to"]).click()


async def _play_koalition(page: Page, move: dict[str, Any]) -> None:
    kind = move["do"]
    if kind == "pass":
        await page.locator("[data-prompt] .pass").click()
    elif kind == "elect":
        await _press(page, f"elect={move['seat']}")
        await _press(page, "do=elect")
    elif kind == "propose":
        for bloc in move["blocs"]:
            await page.locator(f'[data-bloc="{bloc}"]').click()
        await _press(page, "propose")
    elif kind == "accept":
        await _press(page, "accept")
    else:
        await page.locator(f'[data-held="{move.get("card") or kind}"]').click(position={"x": 12, "y": 20})
        party = move.get("party")
        await page.locator(f'[data-point="aim={party}"]' if party else "[data-prompt] .answer").first.click()


async def _play_president(page: Page, move: dict[str, Any]) -> None:
    kind = move["do"]
    over = page.locator("[data-duel] .done button")
    if kind in ("hit", "stand"):
        answers = page.locator("[data-duel] .rail button")
        await answers.first.wait_for()
        await _close(over)  # the challenge before
        await answers.nth(1).wait_for()
        await answers.nth(0 if kind == "hit" else 1).click()
        return
    if kind == "draw":
        await _press(page, "draw")
        return
    row = page.locator("button.row").filter(has=page.get_by_text(move["code"], exact=True))
    await row.or_(over).first.wait_for(state="attached")
    await _close(over)  # the challenge before: the departments come back when it is closed
    await row.first.click()


async def _close(button: Locator) -> None:
    """Press a button that closes something, unless that closes by itself."""
    while await button.count():
        with suppress(PlaywrightTimeout):
            await button.click(timeout=2000)


async def _play_politico(page: Page, move: dict[str, Any]) -> None:
    kind = move["do"]
    if kind in ("form", "censure", "attack"):
        await page.locator(f'[data-held="{move.get("card", kind)}"]').first.click()
        seat = move.get("seat")
        ways = f"form={int(move.get('army', False))}{int(move.get('union', False))}" if kind == "form" else f"do={kind}"
        await _press(page, *((f"aim={seat}", f"plate={seat}") if kind == "attack" else (ways,)))
    elif kind == "invite":
        await _press(page, f"aim={move['seat']}", f"plate={move['seat']}")
    elif kind == "offerbargain":
        await _press(page, "do=offerbargain")
        offer = page.get_by_role("dialog")
        await offer.locator(f'input[name="to"][value="{move["to"]}"]').check()
        await offer.locator(f'input[name="terms"][value="{move["terms"]}"]').check()
        await offer.locator("button.main").click()
    else:
        names = {
            "vote": f"ballot={move.get('ballot')}",
            "answer": f"answer={move.get('card')}",
            "accept": f"accept={move.get('seat')}",
            "draw": "draw",
        }
        await _press(page, names.get(kind, f"do={kind}"))


_THEMES: Final = {"shared-land": "land", "free-press": "press"}
"""The themes of the promises that lessons show."""


async def _play_stratagem(page: Page, move: dict[str, Any]) -> None:
    kind = move["do"]
    if kind == "choose":
        await _press(page, f"poster={move['party']}")
    elif kind == "plan":
        await _press(page, f"plan={move['option']}")
    elif kind == "show":
        await _press(page, f"theme={_THEMES[move['option']]}")
        await page.get_by_role("dialog").locator("button.main").first.click()
    elif kind == "launch":
        await _press(page, f"action={move['action']}")
        await page.get_by_role("dialog").locator("button.launch").click()
    elif kind == "draw":
        await _press(page, "deck")
    elif kind == "secret":
        await _press(page, f"secret={move['card']}")
        await page.get_by_role("dialog").get_by_role("button", name=re.compile("Play this|Jouer ce secret")).click()
    else:
        await page.locator('[data-point="offer"] .answers button').nth(0 if kind == "accept" else 1).click()


PLAYERS: Final[dict[str, Player]] = {
    "koalition": _play_koalition,
    "politico": _play_politico,
    "president": _play_president,
    "stratagem": _play_stratagem,
    "stratego": _play_stratego,
}
"""How moves are made on each mat."""
CLICKED: Final = {
    "koalition": {"elect", "lay", "double", "topple", "scandal", "pass"},
    "politico": {"draw", "form", "invite", "ready", "join", "vote", "attack", "answer", "suffer", "pass"},
    "president": {"take", "challenge", "draw", "hit", "stand"},
    "stratagem": {"choose", "plan", "draw", "accept", "refuse"},
    "stratego": {"step"},
}
"""The moves of each game that are made by clicks wherever they are asked for, outside lessons too."""
