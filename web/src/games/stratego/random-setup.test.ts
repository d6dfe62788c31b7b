import { describe, expect, it } from "vitest";
import { LANES, neighbours, randomSetup, wallsIn } from "./random-setup";
import { countLeft, NOTHING, readLetters } from "./setups";

describe.each(["full", "training"] as const)("a random set-up (%s)", (army) => {
  const drawn = Array.from({ length: 100 }, () => randomSetup(NOTHING, army));

  it("is complete, and rarely the same twice", () => {
    for (const letters of drawn) expect(readLetters(letters.join(""), army)).toEqual(letters);
    expect(new Set(drawn.map((letters) => letters.join(""))).size).toBeGreaterThan(95);
  });

  it("guards the flag, which stands in the two back rows, and walls nothing in", () => {
    for (const letters of drawn) {
      const flag = letters.indexOf("M");
      expect(flag).toBeLessThan(20);
      expect(neighbours(flag).filter((square) => letters[square] === "B").length).toBeGreaterThanOrEqual(2);
      expect(wallsIn(letters)).toBe(false);
      expect(LANES.some((lane) => letters[lane] === "B" || letters[lane] === "M")).toBe(false);
    }
  });

  it("keeps what is settled", () => {
    for (let settled = 0; settled < 40; settled += 3) {
      const first = randomSetup(NOTHING, army);
      const again = randomSetup(first, army, settled);
      expect(again.slice(0, settled)).toEqual(first.slice(0, settled));
      expect(countLeft(again, army)).toBe(0);
      expect(again).toHaveLength(40);
    }
  });
});
