"""What travels across a mat: cards, tokens and pieces, recorded when their animation begins."""

from __future__ import annotations

import asyncio
import json
from typing import Final, NamedTuple

from tests.patience import PATIENCE
from tests.web.browser_guest import BrowserGuest

# Cards and tokens are animated by a call, pieces by a transition.
_RECORD: Final = r"""
window.seenTravels = [];
const placesAt = (x, y) => PLACES.filter((place) =>
  [...document.querySelectorAll(place)].some((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  }));
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.matches(".flight")) {
    const { x, y, width, height } = this.getBoundingClientRect();
    const [start, end] = [frames[0], frames.at(-1)].map(({ transform }) => {
      const [right, down] = transform.match(/-?[\d.]+(?=px)/g).map(Number);
      return placesAt(x + right + width / 2, y + down + height / 2);
    });
    window.seenTravels.push({ text: this.innerText.replace(/\s+/g, " ").trim(), start, end });
  }
  return animate.call(this, frames, options);
};
document.addEventListener("transitionrun", ({ target, propertyName }) => {
  if (propertyName === "transform" && target.matches(".piece"))
    window.seenTravels.push({ text: "piece", start: [], end: [] });
});
"""


class Travel(NamedTuple):
    """Something that has travelled: what is written on it, and the places where its way begins and ends."""

    text: str
    start: list[str]
    end: list[str]


async def record_travels(guest: BrowserGuest, *places: str) -> None:
    """Have every page record what travels, with those of these places, as selectors, where it starts and ends."""
    await guest.page.add_init_script(_RECORD.replace("PLACES", json.dumps(places)))


async def travels_of(guest: BrowserGuest) -> list[Travel]:
    """What has travelled on this page so far."""
    return [Travel(**travel) for travel in await guest.page.evaluate("window.seenTravels")]


async def expect_travel(guest: BrowserGuest, start: str, end: str, text: str = "") -> Travel:
    """Wait until something with these words on it has travelled from one place to another."""
    seen: list[Travel] = []
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                seen = await travels_of(guest)
                for travel in seen:
                    if start in travel.start and end in travel.end and text.lower() in travel.text.lower():
                        return travel
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"“{text}” has not travelled from {start} to {end}; seen: {seen}") from None
