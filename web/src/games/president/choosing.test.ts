import { expect, it } from "vitest";
import { choicesIn, jumpTo, neighbour } from "./choosing";

it("choices are in the order of the codes, overseas last", () => {
  const choices = choicesIn([{ do: "draw" }, { do: "protect", code: "974" }, { do: "protect", code: "62" }, { do: "protect", code: "07" }]);
  expect([...choices.keys()]).toEqual(["07", "62", "974"]);
  expect(choices.get("62")).toEqual({ do: "protect", code: "62" });
});

it("a code is found as it is typed", () => {
  const codes = ["06", "26", "62", "971", "972"];
  expect(jumpTo("6", codes)).toBe("62");
  expect(jumpTo("97", codes)).toBe("971");
  expect(jumpTo("972", codes)).toBe("972");
  expect(jumpTo("98", codes)).toBeNull();
});

it("arrows go round, and from elsewhere to the next", () => {
  const codes = ["26", "62"];
  expect(neighbour("26", 1, codes)).toBe("62");
  expect(neighbour("62", 1, codes)).toBe("26");
  expect(neighbour("26", -1, codes)).toBe("62");
  expect(neighbour("59", 1, codes)).toBe("62");
  expect(neighbour("59", -1, codes)).toBe("26");
  expect(neighbour("75", 1, codes)).toBe("26");
  expect(neighbour("01", -1, codes)).toBe("62");
  expect(neighbour(null, 1, [])).toBeNull();
});
