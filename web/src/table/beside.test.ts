import { expect, test } from "vitest";
import { besideBox } from "./beside";

const note = { width: 200, height: 80 };

test("a note stands under its box, in its middle", () => {
  expect(besideBox({ left: 300, top: 100, width: 100, height: 50 }, note, 1280, 800)).toEqual({ left: 250, top: 158 });
});

test("a note stays in the window", () => {
  expect(besideBox({ left: 0, top: 700, width: 40, height: 60 }, note, 360, 740)).toEqual({ left: 8, top: 612 });
  expect(besideBox({ left: 340, top: 10, width: 20, height: 20 }, note, 360, 740).left).toBe(152);
  expect(besideBox({ left: 0, top: 0, width: 360, height: 740 }, note, 360, 740).top).toBe(652);
});
