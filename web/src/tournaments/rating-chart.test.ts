import { expect, test } from "vitest";
import { band, frame, line } from "./rating-chart";

test("a curve stays in its frame, and one game alone is a line", () => {
  const { points, marks, least, most } = frame([{ at: 1, shown: 1700, give: 600 }], 320, 120);
  expect(points).toHaveLength(2);
  expect(points.every(({ x, high, low }) => x >= 0 && x <= 320 && high >= 0 && low <= 120)).toBe(true);
  expect([least, most]).toEqual([1400, 2000]);
  expect(marks.map(({ value }) => value)).toEqual([1400, 1600, 1800, 2000]);
  expect(line(points)).toMatch(/^M15\.0 \S+L305\.0 /);
  expect(band(points)).toMatch(/Z$/);
});

test("a higher rating is drawn higher", () => {
  const { points } = frame(
    [
      { at: 1, shown: 1500, give: 100 },
      { at: 2, shown: 1800, give: 100 },
    ],
    320,
    120,
  );
  expect(points[1]!.y).toBeLessThan(points[0]!.y);
});
