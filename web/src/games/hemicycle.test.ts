import { describe, expect, it } from "vitest";
import { CENTRE, chamber, HEIGHT, majorityTurn, slices, spread, WIDTH } from "./hemicycle";

describe("the chamber", () => {
  it.each([1, 2, 7, 25, 102, 320])("has a seat for each of %i votes, all in the picture", (votes) => {
    const { spots, radius } = chamber(votes);
    expect(spots).toHaveLength(votes);
    for (const { x, y } of spots) {
      expect(x - radius).toBeGreaterThanOrEqual(0);
      expect(x + radius).toBeLessThanOrEqual(WIDTH);
      expect(y - radius).toBeGreaterThanOrEqual(0);
      expect(y + radius).toBeLessThanOrEqual(HEIGHT);
    }
  });

  it("seats them from the left to the right", () => {
    const turns = chamber(102).spots.map(({ turn }) => turn);
    expect(turns).toEqual(turns.toSorted((a, b) => a - b));
    expect(turns[0]).toBe(0);
    expect(turns.at(-1)).toBe(1);
  });

  it("leaves space between seats", () => {
    const { spots, radius } = chamber(102);
    for (const [i, a] of spots.entries()) {
      for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(1.6 * radius);
    }
  });

  it("is empty without votes", () => expect(chamber(0).spots).toEqual([]));
});

it("the line of the majority runs right of the middle: 52 of 102", () => {
  const { spots } = chamber(102);
  const line = majorityTurn(spots, 52);
  expect(spots.filter(({ turn }) => turn < line).length).toBeGreaterThanOrEqual(50);
  expect(line).toBeGreaterThanOrEqual(0.5);
  expect(line).toBeLessThan(0.55);
});

it("the coalition sits on the left", () => {
  const blocs = [
    { label: "roses", votes: 30 },
    { label: "hats", votes: 20 },
    { label: "leaves", votes: 10 },
  ];
  const found = slices(blocs, ["leaves", "roses"], chamber(60).spots);
  expect(found.map(({ bloc, from, to, chosen }) => [bloc.label, from, to, chosen])).toEqual([
    ["roses", 0, 30, true],
    ["leaves", 30, 40, true],
    ["hats", 40, 60, false],
  ]);
  expect(found[0]!.turn).toBeLessThan(0.5);
});

it("signs of thin slices stand apart, within the half circle", () => {
  const turns = spread([0.2, 0.97, 0.98, 0.99]);
  expect(turns[0]).toBe(0.2);
  for (const [i, turn] of turns.slice(1).entries()) expect(turn - turns[i]!).toBeGreaterThan(0.06);
  expect(Math.max(...turns)).toBeLessThanOrEqual(1);
  expect(CENTRE.x).toBe(WIDTH / 2);
});
