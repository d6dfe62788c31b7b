import { expect, it } from "vitest";
import { squareAt } from "./geometry";
import { isShutIn, whyUnreachable } from "./reach";

const occupied = (square: number) => square === squareAt("a6");

it.each([
  ["L", "a4", "a5", null],
  ["L", "a4", "a6", "far"],
  ["L", "a4", "b5", "far"],
  ["L", "c4", "c5", "water"],
  ["D", "b4", "b9", null],
  ["D", "b4", "c9", "straight"],
  ["D", "a4", "a6", null],
  ["D", "a4", "a7", "way"],
  ["D", "b5", "e5", "way"],
])("%s from %s to %s: %s", (letter, from, to, reason) => {
  expect(whyUnreachable(letter, squareAt(from), squareAt(to), occupied)).toBe(reason);
});

it("a piece is shut in by lakes, by its own side and by the edge", () => {
  const rows = (square: number) => square < 40;
  expect(isShutIn(squareAt("a1"), rows)).toBe(true);
  expect(isShutIn(squareAt("c4"), rows)).toBe(true);
  expect(isShutIn(squareAt("b4"), rows)).toBe(false);
});
