import { describe, expect, it } from "vitest";
import {
  cursorAfter,
  home,
  LAKES,
  linesSeen,
  nameOf,
  neighbours,
  readStep,
  spotOf,
  squareAt,
  squareOn,
} from "./geometry";

describe("squares", () => {
  it("are named from a1 at red's left to j10", () => {
    expect([0, 9, 10, 99].map(nameOf)).toEqual(["a1", "j1", "a2", "j10"]);
    for (let square = 0; square < 100; square++) expect(squareAt(nameOf(square))).toBe(square);
  });

  it("has two lakes", () => {
    expect([...LAKES].map(nameOf).sort()).toEqual(["c5", "c6", "d5", "d6", "g5", "g6", "h5", "h6"]);
  });

  it("lists each side's home from its own back row, left to right as its owner sits", () => {
    expect([home(0)[0], home(0)[39]].map((square) => nameOf(square!))).toEqual(["a1", "j4"]);
    expect([home(1)[0], home(1)[39]].map((square) => nameOf(square!))).toEqual(["j10", "a7"]);
  });
});

describe("the board on the screen", () => {
  it("has the viewer's own side at the bottom", () => {
    expect(linesSeen(false)[9]!.map(nameOf)[0]).toBe("a1");
    expect(linesSeen(true)[9]!.map(nameOf)[0]).toBe("j10");
    expect(linesSeen(true)[0]!.map(nameOf)[9]).toBe("a1");
  });

  it("shows the viewer's own four rows alone while deploying, front row on top", () => {
    const lines = linesSeen(true, 6);
    expect(lines).toHaveLength(4);
    expect(nameOf(lines[0]![0]!)).toBe("j7");
    expect(lines.toReversed().flat()).toEqual(home(1));
    expect(linesSeen(false, 6).toReversed().flat()).toEqual(home(0));
  });

  it.each([false, true])("puts every square where it is found again (turned: %s)", (turned) => {
    for (let square = 0; square < 100; square++) {
      const { column, line } = spotOf(square, turned);
      expect(squareOn(column, line, turned)).toBe(square);
    }
  });
});

describe("the cursor", () => {
  it("goes where the arrow points on the screen, and stays on the board", () => {
    const after = (key: string, name: string, turned: boolean, from = 0) =>
      nameOf(cursorAfter(key, squareAt(name), turned, from)!);
    expect(after("ArrowUp", "d4", false)).toBe("d5");
    expect(after("ArrowUp", "d4", true)).toBe("d3");
    expect(after("ArrowRight", "d4", true)).toBe("c4");
    expect(after("ArrowDown", "d1", false)).toBe("d1");
    expect(after("ArrowUp", "d4", false, 6)).toBe("d4");
    expect(after("Home", "d4", false)).toBe("a4");
    expect(after("End", "d4", true)).toBe("a4");
    expect(cursorAfter("x", 0, false)).toBeNull();
  });
});

describe("typed moves", () => {
  it("are read in each notation that players use", () => {
    for (const text of ["a4-a5", "a4xa5", " A4 a5 ", "a4a5"]) expect(readStep(text)).toEqual({ from: "a4", to: "a5" });
    expect(readStep("j10-j9")).toEqual({ from: "j10", to: "j9" });
  });

  it.each(["", "a4", "k4-k5", "a0-a1", "a11-a10", "a4-a5-a6"])("are not read from %j", (text) => {
    expect(readStep(text)).toBeNull();
  });
});

it("a square has two to four neighbours", () => {
  expect(neighbours(squareAt("a1")).map(nameOf)).toEqual(["a2", "b1"]);
  expect(neighbours(squareAt("e5")).map(nameOf)).toEqual(["e6", "f5", "e4", "d5"]);
  expect(neighbours(squareAt("j10")).map(nameOf)).toEqual(["j9", "i10"]);
});
