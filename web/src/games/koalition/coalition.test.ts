import { describe, expect, it } from "vitest";
import { couldJoin, checkProposal } from "./coalition";
import type { Move } from "./protocol";
import { negotiation } from "./samples.testing";

const seen = negotiation();
const moves: Move[] = [
  { do: "propose", blocs: ["roses", "leaves"] },
  { do: "propose", blocs: ["roses", "crosses:3"] },
  { do: "close" },
];

describe("a selection of blocs", () => {
  it("is nothing yet", () => expect(checkProposal([], seen, moves)).toEqual({ kind: "empty" }));

  it("lacks votes", () => {
    expect(checkProposal(["leaves", "hats"], seen, moves)).toEqual({ kind: "missing", votes: 29, missing: 8 });
  });

  it("can be proposed in any order it was picked, and is sent as the server lists it", () => {
    const check = checkProposal(["leaves", "roses"], seen, moves);
    expect(check).toEqual({ kind: "ready", votes: 54, move: { do: "propose", blocs: ["roses", "leaves"] } });
  });

  it("has a party too many", () => {
    expect(checkProposal(["roses", "leaves", "hats"], seen, moves)).toEqual({ kind: "spare", votes: 63, bloc: "hats" });
  });

  it("unites parties that do not get along", () => {
    expect(checkProposal(["roses", "hats"], seen, moves)).toEqual({
      kind: "incompatible",
      votes: 43,
      blocs: ["roses", "hats"],
    });
  });

  it("is possible, but not for this hand", () => {
    expect(checkProposal(["leaves", "hats", "crosses:3"], seen, moves)).toEqual({ kind: "foreign", votes: 38 });
  });

  it("is on the table already", () => {
    const proposals = [{ number: 4, by: 1, blocs: ["roses", "leaves"], needs: [0, 1], agreed: [1], taken_back: [] }];
    expect(checkProposal(["roses", "leaves"], negotiation({ proposals }), [])).toMatchObject({
      kind: "tabled",
      number: 4,
    });
  });

  it("was turned down, and can be proposed again up to the limit", () => {
    const before = negotiation({
      proposed: [
        ["roses", "leaves"],
        ["leaves", "hats", "crosses:3"],
      ],
    });
    expect(checkProposal(["roses", "leaves"], before, moves)).toMatchObject({ kind: "ready" });
    expect(checkProposal(["roses", "leaves"], before, [])).toMatchObject({ kind: "insisted" });
    expect(checkProposal(["leaves", "hats", "crosses:3"], before, [])).toMatchObject({ kind: "foreign" });
  });
});

it("a bloc could join where a possible coalition has it with all the others", () => {
  expect(couldJoin("leaves", ["roses"], seen.possible)).toBe(true);
  expect(couldJoin("hats", ["roses"], seen.possible)).toBe(false);
  expect(couldJoin("hats", [], seen.possible)).toBe(true);
});
