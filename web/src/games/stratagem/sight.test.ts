import { describe, expect, it } from "vitest";
import type { Entry } from "../../protocol/messages";
import type { Event as GameEvent } from "./protocol";
import { box, sight } from "./samples.testing";
import { around, demandsOf, laidBy, needsOf, reactionOf, readiness, voteIn } from "./sight";

const crisis = { action: "coup", by: 0, left: 3, author: 0, strikers: [], dictator: -1, rebels: [] };
const entryOf = (...events: GameEvent[]) => ({ events }) as unknown as Entry<GameEvent>;

it("the viewer's seat is at the bottom", () => {
  expect(around(sight())).toEqual([1, 2, 3, 0]);
  expect(around(sight({ seat: null }))).toEqual([0, 1, 2, 3]);
});

it("demands are read off the open mat", () => {
  expect(demandsOf("army", sight(), 1, box)).toEqual([
    { option: "share", met: false },
    { option: "free", met: true },
  ]);
  expect(demandsOf("army", sight(), null, box).every(({ met }) => !met)).toBe(true);
});

describe("what an action takes", () => {
  it("is met by the strongest supports first", () => {
    const seen = sight({
      supports: [[], ["printers", "army"], [], []],
      shown: [
        [-1, -1],
        [0, 0],
        [0, -1],
        [-1, -1],
      ],
    });
    expect(needsOf("coup", seen, 1, box)).toEqual([
      { strength: "A", by: "army" },
      { strength: "B", by: "printers" },
    ]);
    expect(needsOf("coup", sight(), 1, box)).toEqual([
      { strength: "A", by: null },
      { strength: "B", by: null },
    ]);
  });

  it("is met by forty tokens too, but only against a seizure of power", () => {
    expect(needsOf("strike", sight(), 2, box)).toEqual([
      { strength: "C", by: "popular" },
      { strength: "C", by: null },
    ]);
    expect(needsOf("coup", sight(), 2, box).every(({ by }) => by === null)).toBe(true);
  });
});

it("a support counts only while what it demands is shown, but of others nothing is given away", () => {
  const supports = [["army", "printers"], ["army", "printers"], [], []];
  expect(needsOf("coup", sight({ supports }), 1, box)).toEqual([
    { strength: "A", by: null },
    { strength: "B", by: null },
  ]);
  expect(needsOf("coup", sight({ supports }), 0, box)).toEqual([
    { strength: "A", by: "army" },
    { strength: "B", by: "printers" },
  ]);
  const irregular = sight({ supports, options: { campaign: "full", show_irregular: true } });
  expect(needsOf("coup", irregular, 0, box).every(({ by }) => by === null)).toBe(true);
});

describe("in a crisis", () => {
  it("a player strikes neither against their own action nor twice", () => {
    const seen = sight({ crisis: { ...crisis, action: "strike", strikers: [2] } });
    expect([0, 1, 2, 3].map((seat) => reactionOf(seen, seat))).toEqual([null, "strike", null, "strike"]);
  });

  it("the window allows a dictatorship, and all but the dictator may rise against it", () => {
    expect(reactionOf(sight({ crisis: { ...crisis, action: "window" } }), 0)).toBe("dictatorship");
    const seen = sight({ crisis: { ...crisis, action: "dictatorship", dictator: 3 } });
    expect([0, 3].map((seat) => reactionOf(seen, seat))).toEqual(["uprising", null]);
  });

  it("readiness is read from open facts: secrets may hold one support more", () => {
    const seen = sight({ seat: 0, crisis, supports: [[], ["printers", "students"], [], []] });
    expect([0, 1, 2, 3].map((seat) => readiness(seen, seat, box))).toEqual(["author", "can", "maybe", "cannot"]);
    expect(readiness(sight({ crisis: { ...crisis, strikers: [1] } }), 1, box)).toBe("acted");
  });
});

it("action cards on the table are known by their bits", () => {
  expect(laidBy(sight({ laid: [0, 0b0101, 0, 0] }), 1, box)).toEqual(["coup", "dictatorship"]);
});

it("a vote is reported with the fines before it", () => {
  const fined = { did: "fined", seat: 2, fallen: ["army"] } as const;
  const counted = { did: "counted", campaign: 1, tokens: [20, 36, 34, 10], candidates: [1, 2] } as unknown as GameEvent;
  expect(voteIn([entryOf(fined as unknown as GameEvent, counted), entryOf()])).toMatchObject({
    campaign: 1,
    candidates: [1, 2],
    fined: [{ seat: 2, fallen: ["army"] }],
  });
  expect(voteIn([entryOf()])).toBeNull();
});
