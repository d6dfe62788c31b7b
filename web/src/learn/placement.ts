/** Where a callout stands: in the panel beside the mat, or docked to an edge of a smaller screen, never on its target. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Placement {
  left: number;
  top: number;
  /** The line from the callout to its target; none without a target. */
  line: { x1: number; y1: number; x2: number; y2: number } | null;
}

/** Between the callout and the edge of the window. */
export const EDGE = 8;
/** Below the page's header. */
const HEAD = 72;
/** The line begins this far from the corners of the callout. */
const CORNER = 24;
/** A window of this width has a panel beside the mat (see `TableLayout`). */
export const PANEL_FROM = 900;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
export const overlap = (from: number, to: number, start: number, end: number) =>
  Math.max(0, Math.min(to, end) - Math.max(from, start));

/** Place a callout in a window. */
export const placeCallout = (target: Box | null, card: Size, window: Size): Placement =>
  window.width >= PANEL_FROM ? inPanel(target, card, window) : docked(target, card, window);

/** In the panel at the right of the mat, at the height of the target. */
function inPanel(target: Box | null, card: Size, window: Size): Placement {
  const left = window.width - card.width - 2 * EDGE;
  if (!target) return { left, top: HEAD + EDGE, line: null };
  if (target.left + target.width > left) return { left, top: besideInPanel(target, card, window), line: null };
  const middle = target.top + target.height / 2;
  const top = clamp(middle - card.height / 2, HEAD + EDGE, window.height - card.height - EDGE);
  const y1 = clamp(middle, top + CORNER, top + card.height - CORNER);
  const x2 = Math.min(target.left + target.width, left);
  return { left, top, line: { x1: left, y1, x2, y2: clamp(y1, target.top, target.top + target.height) } };
}

/** Under a target that is in the panel itself, or above it where there is no room. */
function besideInPanel(target: Box, card: Size, window: Size): number {
  const under = target.top + target.height + EDGE;
  return under + card.height + EDGE <= window.height ? under : Math.max(HEAD + EDGE, target.top - card.height - EDGE);
}

/** At the bottom, or at the top where the bottom would cover more of the target. */
function docked(target: Box | null, card: Size, window: Size): Placement {
  const left = (window.width - card.width) / 2;
  const bottom = window.height - card.height - EDGE;
  if (!target) return { left, top: bottom, line: null };
  const covered = (top: number) => overlap(target.top, target.top + target.height, top, top + card.height);
  const top = covered(bottom) > covered(EDGE) ? EDGE : bottom;
  const x1 = clamp(target.left + target.width / 2, left + CORNER, left + card.width - CORNER);
  const x2 = clamp(x1, target.left, target.left + target.width);
  const line =
    top === bottom
      ? { x1, y1: top, x2, y2: Math.min(target.top + target.height, top) }
      : { x1, y1: top + card.height, x2, y2: Math.max(target.top, top + card.height) };
  return { left, top, line };
}

/** The box of a ring that stands so far off a target; at the sides it stays inside the window, where it can be seen. */
export function ringAround(target: Box, margin: number, windowWidth: number): Box {
  const left = Math.max(Math.min(0, target.left), target.left - margin);
  const right = Math.min(Math.max(windowWidth, target.left + target.width), target.left + target.width + margin);
  return { left, top: target.top - margin, width: right - left, height: target.height + 2 * margin };
}

/** How far to scroll so that a stretch is seen between two edges; its start, where it is longer than that. */
export const scrollBetween = (start: number, end: number, from: number, to: number): number =>
  start < from ? start - from : Math.min(Math.max(0, end - to), start - from);

/** Between a target and the edges of the part of the window that it is scrolled into. */
const ROOM = 24;

/** How far to scroll so that a target lies in the part of a small screen that the docked callout leaves free. */
export function scrollFor(target: Box, card: Size, window: Size): number {
  const free = window.height - card.height - 2 * EDGE;
  const start = target.top;
  const end = target.top + target.height;
  if (start >= EDGE && end <= free - EDGE) return 0;
  // No farther than necessary: what lies around the target stays in sight.
  return start < EDGE || target.height + 2 * ROOM > free ? start - ROOM : end + ROOM - free;
}
