import { describe, expect, it } from "vitest";
import { aimsOf, cardOf, gesturesIn, movesFor, movesWith } from "./choosing";
import type { Event as GameEvent, Move } from "./protocol";
import { box, sight } from "./samples.testing";
import {
  amendmentsIn,
  changesIn,
  dotsFor,
  eventIn,
  flashIn,
  isProvidentialHour,
  majorityOf,
  moverIn,
  onTheBench,
  tallyOf,
  voteIn,
} from "./sight";
import { lanes, scale } from "./track";

const entry = (seq: number, ...events: GameEvent[]) => ({ seq, at: 0, seat: 0, events });

describe("the hemicycle", () => {
  it("has a seat for every five deputies, and one at least for each player with any", () => {
    expect([0, 3, 5, 12, 60].map(dotsFor)).toEqual([0, 1, 1, 2, 12]);
  });

  it("shows the government's side, or that of a government in the making", () => {
    expect(onTheBench(sight())).toEqual([1, 2]);
    expect(onTheBench(sight({ government: null }))).toEqual([]);
    const bid = { by: 0, card: "pm", union: false, army: false, invited: [2, 3], joined: [3], at_once: false };
    expect(onTheBench(sight({ government: null, bid }))).toEqual([0, 3]);
  });

  it("wants half of the votes, plus one", () => {
    expect([0, 1, 10, 153].map(majorityOf)).toEqual([1, 1, 6, 77]);
  });
});

describe("votes", () => {
  it("are counted by weight, abstentions aside", () => {
    expect(tallyOf({ ballots: ["yes", "no", "abstain", "yes"], weights: [60, 50, 40, 3] })).toEqual({
      yes: 63,
      no: 50,
      half: 56.5,
    });
  });

  it("name the player who has put the question", () => {
    const turn = { kind: "turn" as const, what: "censure", seats: [3], waiting: [3], weights: [] };
    const vote = { kind: "vote" as const, what: "censure", seats: [], waiting: [0, 1], weights: [60, 50, 40, 3] };
    const voting = sight({ stage: "censure", frames: [turn, vote] });
    expect(moverIn(voting)).toBe(3);
    expect(voteIn(voting)?.waiting).toEqual([0, 1]);
    expect(voteIn(sight())).toBeNull();
  });
});

describe("cards", () => {
  const legal: Move[] = [
    { do: "pass" },
    { do: "attack", card: "strike", seat: 1 },
    { do: "attack", card: "strike", seat: 3 },
    { do: "form", card: "pm", union: false, army: false },
    { do: "army", purpose: "enter" },
    { do: "expel", seat: 2 },
    { do: "recruit", seat: 3 },
  ];

  it("lead to their moves, and those to whom they are aimed at", () => {
    expect([...aimsOf(movesWith({ card: "strike" }, legal, null)).keys()]).toEqual([1, 3]);
    expect(movesWith({ card: "army" }, legal, null)).toEqual([{ do: "army", purpose: "enter" }]);
    expect(movesWith({ card: "whip" }, legal, null)).toEqual([]);
    expect(movesWith(null, legal, null)).toEqual([]);
  });

  it("that are asked for can be offered", () => {
    expect(cardOf({ do: "offer" }, "whip")).toBe("whip");
    expect(cardOf({ do: "counter" }, null)).toBe("army");
  });

  it("are not needed for a reshuffle", () => {
    expect(gesturesIn(legal)).toEqual(["reshuffle"]);
    expect([...aimsOf(movesWith({ gesture: "reshuffle" }, legal, null)).keys()]).toEqual([2, 3]);
  });
});

describe("the news", () => {
  const fall: GameEvent[] = [
    { did: "suffered", seat: 1, card: "strike" },
    { did: "fell", pm: 1, reason: "attack", by: 0 },
    { did: "scored", seat: 1, points: -50, total: -60, why: "fall" },
    { did: "moved", seat: 1, deputies: -20, total: 30, why: "fall" },
    { did: "moved", seat: 0, deputies: 20, total: 80, why: "fall" },
  ];

  it("say what a player has won or lost", () => {
    expect(changesIn(fall)).toEqual([
      { seat: 1, points: -50, deputies: -20 },
      { seat: 0, points: 0, deputies: 20 },
    ]);
  });

  it("are the last entry with a reported event", () => {
    expect(flashIn([entry(1, { did: "passed", seat: 0 })])).toBeNull();
    const flash = flashIn([
      entry(1, { did: "parted" }),
      entry(2, ...fall),
      entry(3, { did: "began", seat: 1, turn: 6 }),
    ]);
    expect(flash?.seq).toBe(2);
    expect(flash?.cards).toEqual(["strike"]);
    expect(flash?.events.map(({ did }) => did)).toEqual(["suffered", "fell"]);
  });

  it("keep the event of the turn, blank or not", () => {
    expect(eventIn([])).toBeNull();
    const entries = [
      entry(1, { did: "happened", seat: 3, event: "debate" }),
      entry(2, { did: "happened", seat: 0, event: null }),
    ];
    expect(eventIn(entries)).toEqual({ seat: 0, card: null });
    expect(eventIn(entries.slice(0, 1))).toEqual({ seat: 3, card: "debate" });
  });
});

it("the hour of the man of providence is two rounds without a government, or two short ones", () => {
  expect(isProvidentialHour(sight({ government: null, vacant: 8 }))).toBe(true);
  expect(isProvidentialHour(sight({ government: null, vacant: 7, short: 1 }))).toBe(false);
  expect(isProvidentialHour(sight({ government: null, short: 2 }))).toBe(true);
  expect(isProvidentialHour(sight({ short: 2 }))).toBe(false);
});

it("amendments are sorted by the rule they change", () => {
  const free: Move[] = [
    { do: "amend", option: "target", value: 400 },
    { do: "amend", option: "target", value: 600 },
    { do: "dispute" },
    { do: "amend", option: "lending", value: 0 },
  ];
  expect(amendmentsIn(free).map(({ option, moves }) => [option, moves.map(({ value }) => value)])).toEqual([
    ["target", [400, 600]],
    ["lending", [0]],
  ]);
});

describe("the track", () => {
  it("goes from the lowest score to the target, or beyond", () => {
    const way = scale([20, -60, 120], 500);
    expect(way.marks).toEqual([-100, 0, 100, 200, 300, 400, 500]);
    expect([way.at(-100), way.at(200), way.at(500)]).toEqual([0, 50, 100]);
    expect(scale([620], 500).at(620)).toBe(100);
    expect(scale([-60, 0], 2000).marks).toEqual([0, 500, 1000, 1500, 2000]);
    expect(scale([0], 100).marks).toEqual([0, 50, 100]);
  });

  it("leaves every pawn to be seen", () => {
    const pawns = lanes(Array<number>(8).fill(0), 3);
    const spots = new Set(pawns.map(({ at, lane }) => `${at.toFixed(1)}/${lane}`));
    expect(spots.size).toBe(8);
    expect(lanes([10, 50, 90], 3).map(({ lane }) => lane)).toEqual([0, 0, 0]);
  });
});

it("a card that cannot be played stands for all it could do", () => {
  const moves = (card: string, changes = {}) => movesFor(card, sight(changes), box);
  expect(moves("strike").map((move) => "seat" in move && move.seat)).toEqual([1, 2, 3]);
  expect(moves("whip")).toEqual([{ do: "answer", card: "whip" }]);
  expect(moves("strike", { stage: "answer" })).toEqual([{ do: "answer", card: "strike" }]);
  expect(moves("pm")).toEqual([{ do: "form", card: "pm", union: false, army: false }]);
  expect(moves("censure")).toEqual([{ do: "censure" }]);
  expect(moves("army")).toHaveLength(2);
  expect(moves("army", { stage: "counter" })).toEqual([{ do: "counter" }]);
  expect(moves("whip", { stage: "draw" })).toEqual([{ do: "discard", card: "whip" }]);
});
