/**
 * Finding what a lesson points at. A mat marks it with `data-point`, such as `square=e4` or `tray`, or has it marked
 * already: `party=roses` is also what has `data-party="roses"`, and `prompt` what has `data-prompt`.
 */

import { scrollBetween } from "./placement";

/** The selectors of a point, the most certain first. */
export function selectorsOf(point: string): string[] {
  const [name = "", value] = point.split("=");
  const own = value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`;
  return [`[data-point~="${point}"]`, own];
}

/** The first of some points that is on the page and has a size. */
export const findPoint = (points: readonly string[]): Element | null => findPoints(points)[0] ?? null;

/** The points that are on the page and have a size, in their order. */
function findPoints(points: readonly string[]): Element[] {
  return points.flatMap((point) => {
    for (const selector of selectorsOf(point)) {
      const shown = [...document.querySelectorAll(selector)].find((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && height > 0;
      });
      if (shown) return [shown];
    }
    return [];
  });
}

/** Whether a part is chosen already, such as a card that is taken up: to touch it again would put it down. */
export const isChosen = (part: Element): boolean =>
  part.matches('[aria-pressed="true"], [aria-selected="true"], [data-chosen], label:has(:checked)');

/** What is to be touched next: the first of some points that is not chosen yet, or else the first. */
export function nextPoint(points: readonly string[]): Element | null {
  const found = findPoints(points);
  return found.find((part) => !isChosen(part)) ?? found[0] ?? null;
}

/** Between an element and the edges of the part that is scrolled, so that the ring around it is seen. */
const ROOM = 8;

/** Scroll the parts of the page that an element lies in, such as a hand of cards, so that it is seen there. */
export function scrollAround(element: Element): void {
  for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(part);
    if (!/auto|scroll/.test(overflowX + overflowY)) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const view = part.getBoundingClientRect();
    part.scrollBy({
      left: scrollBetween(left - ROOM, right + ROOM, view.left, view.right),
      top: scrollBetween(top - ROOM, bottom + ROOM, view.top, view.bottom),
      behavior: "instant",
    });
  }
}
