import { expect, it } from "vitest";
import { choicesIn, jumpTo, neighbour, pickOf, sumOf, tickable, toggled, toName } from "./choosing";

it("choices are in the order of the codes, overseas last", () => {
  const choices = choicesIn([
    { do: "draw" },
    { do: "protect", code: "974" },
    { do: "protect", code: "62" },
    { do: "protect", code: "07" },
  ]);
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

const voters = new Map([
  ["01", 150_000],
  ["02", 200_000],
  ["06", 350_000],
  ["13", 600_000],
  ["48", 50_000],
  ["62", 600_000],
]);

it("only what still makes the amount can be ticked", () => {
  expect(tickable(voters, [], 600_000)).toEqual(["02", "06", "13", "48", "62"].sort());
  expect(tickable(voters, ["06"], 600_000)).toEqual(["02", "48"]);
  expect(tickable(voters, ["13"], 600_000)).toEqual([]);
});

it("a tick brings along what is no choice any more, and can be taken away", () => {
  expect(toggled(voters, [], 600_000, "06")).toEqual(["06", "02", "48"]);
  expect(toggled(voters, ["06", "02", "48"], 600_000, "02")).toEqual(["06", "48"]);
  expect(sumOf(voters, toggled(voters, [], 600_000, "13"))).toBe(600_000);
});

it("what follows without a choice is not named", () => {
  expect(toName(voters, ["06", "02", "48"], 600_000)).toEqual(["06"]);
  const pairs = new Map([
    ["01", 150_000],
    ["03", 150_000],
    ["07", 150_000],
    ["11", 150_000],
  ]);
  expect(toName(pairs, ["01", "03"], 300_000)).toEqual(["01", "03"]);
});

it("a department that cannot be chosen is asked about as the others are chosen", () => {
  expect(pickOf({ do: "claim", code: "59" }, "62")).toEqual({ do: "claim", code: "62" });
  expect(pickOf(undefined, "62")).toEqual({ do: "take", code: "62" });
});
