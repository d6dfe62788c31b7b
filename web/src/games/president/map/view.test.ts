import { expect, it } from "vitest";
import { BOARD, boundsOf, placeOf, PLACES } from "./geography";
import { kept, middle, MOST, shifted, showing, WHOLE, zoomed } from "./view";

it("the point under the fingers stays there", () => {
  const at = { x: 300, y: 200 };
  const near = zoomed(WHOLE, 2, at);
  expect(near.times).toBe(2);
  expect((at.x - near.x) * 2).toBeCloseTo(at.x - WHOLE.x);
  expect((at.y - near.y) * 2).toBeCloseTo(at.y - WHOLE.y);
});

it("the view stays on the board and within its scale", () => {
  expect(zoomed(WHOLE, 0.2, middle(WHOLE))).toEqual(WHOLE);
  expect(zoomed(WHOLE, 99, middle(WHOLE)).times).toBe(MOST);
  const corner = shifted({ ...WHOLE, times: 2 }, 9999, 9999);
  expect(corner.x + BOARD.width / 2).toBeCloseTo(BOARD.x + BOARD.width);
  expect(kept({ x: -999, y: 0, times: 3 }).x).toBe(BOARD.x);
});

it("a department that is gone to comes into view", () => {
  const near = zoomed(WHOLE, 4, { x: 60, y: 180 });
  const nice = placeOf("06")!;
  const there = showing(near, nice);
  expect(nice.x).toBeGreaterThan(there.x);
  expect(nice.x).toBeLessThan(there.x + BOARD.width / 4);
  expect(showing(there, nice)).toEqual(there);
});

it("every place has a spot on the board", () => {
  expect(PLACES).toHaveLength(98);
  for (const { x, y } of PLACES) {
    expect(x).toBeGreaterThan(BOARD.x);
    expect(x).toBeLessThan(BOARD.x + BOARD.width);
    expect(y).toBeGreaterThan(BOARD.y);
    expect(y).toBeLessThan(BOARD.y + BOARD.height);
  }
});

it("measures an outline", () => {
  expect(boundsOf("M10,20l5,0 0,10-5,0zM0,0l1-1z")).toEqual({ x: 0, y: -1, width: 15, height: 31 });
});
