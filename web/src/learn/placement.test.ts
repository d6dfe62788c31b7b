import { expect, test } from "vitest";
import { placeCallout, ringAround, scrollBetween, scrollFor, type Box } from "./placement";

const card = { width: 320, height: 160 };
const laptop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
const narrow = { width: 344, height: 200 };

const covers = (at: { left: number; top: number }, size: { width: number; height: number }, target: Box) =>
  at.left < target.left + target.width &&
  target.left < at.left + size.width &&
  at.top < target.top + target.height &&
  target.top < at.top + size.height;

test("a callout stands in the panel, at the height of its target", () => {
  const target = { left: 300, top: 300, width: 60, height: 60 };
  expect(placeCallout(target, card, laptop)).toEqual({
    left: 944,
    top: 250,
    line: { x1: 944, y1: 330, x2: 360, y2: 330 },
  });
  expect(placeCallout({ ...target, top: 780 }, card, laptop)).toMatchObject({ top: 632 });
  expect(placeCallout({ ...target, top: 0 }, card, laptop)).toMatchObject({ top: 80 });
});

test("a callout stands under or above a target in the panel", () => {
  const target = { left: 960, top: 300, width: 200, height: 60 };
  for (const top of [100, 300, 500, 700])
    expect(covers(placeCallout({ ...target, top }, card, laptop), card, { ...target, top })).toBe(false);
});

test("on a phone it is docked at the edge that does not cover the target", () => {
  for (let top = 0; top < 700; top += 20) {
    const target = { left: 100, top, width: 40, height: 40 };
    const placed = placeCallout(target, narrow, phone);
    expect(covers(placed, narrow, target)).toBe(false);
    expect(placed.line).not.toBeNull();
  }
});

test("without a target there is no line", () => {
  expect(placeCallout(null, narrow, phone)).toEqual({ left: 8, top: 532, line: null });
  expect(placeCallout(null, card, laptop)).toEqual({ left: 944, top: 80, line: null });
});

test("a target behind the docked callout is scrolled into the free part", () => {
  expect(scrollFor({ left: 0, top: 100, width: 40, height: 40 }, narrow, phone)).toBe(0);
  const by = scrollFor({ left: 0, top: 700, width: 40, height: 40 }, narrow, phone);
  expect(700 - by).toBeGreaterThan(8);
  expect(740 - by).toBeLessThan(740 - 200);
  expect(scrollFor({ left: 0, top: 300, width: 300, height: 900 }, narrow, phone)).toBe(276);
});

test("a ring stands off its target, but not out of the window", () => {
  const target = { left: 100, top: 50, width: 40, height: 30 };
  expect(ringAround(target, 6, 360)).toEqual({ left: 94, top: 44, width: 52, height: 42 });
  expect(ringAround({ ...target, left: 0, width: 360 }, 6, 360)).toMatchObject({ left: 0, width: 360 });
  expect(ringAround({ ...target, left: 400 }, 6, 360)).toMatchObject({ left: 394, width: 46 });
});

test("a stretch is scrolled between two edges, no farther than necessary", () => {
  expect(scrollBetween(20, 60, 0, 100)).toBe(0);
  expect(scrollBetween(-15, 25, 0, 100)).toBe(-15);
  expect(scrollBetween(120, 160, 0, 100)).toBe(60);
  expect(scrollBetween(50, 300, 0, 100)).toBe(50);
});
