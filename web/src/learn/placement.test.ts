import { expect, test } from "vitest";
import { placeCallout, scrollFor, type Box } from "./placement";

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
