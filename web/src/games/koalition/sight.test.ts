import { expect, it } from "vitest";
import type { Entry } from "../../protocol/messages";
import { marksOf } from "../../table/players";
import type { Event as GameEvent } from "./protocol";
import { box, column, negotiation, played, sight } from "./samples.testing";
import { benchesNow, benchesOf, latestAction, ledBy, tallyOf, outcomeIn } from "./sight";

const entry = (seq: number, ...events: GameEvent[]): Entry<GameEvent> => ({ seq, at: 0, seat: 0, events });
const result = {
  country: "france",
  votes: [34, 9, 20, 0, 0, 0, 18],
  leaders: [0, 2, 1, null, null, null, null],
  majority: 41,
  blocs: ["roses", "crosses:3"],
};

it("a party is doubled first, then halved, rounding down", () => {
  const cards = [played(0, "rose1"), played(1, "rose2"), played(1, "joker1", true)];
  expect(tallyOf(column({ cards }), box)).toEqual({
    plain: 17,
    total: 17,
    shares: [
      { seat: 0, votes: 10 },
      { seat: 1, votes: 7 },
    ],
  });
  expect(tallyOf(column({ cards, scandals: 1 }), box).total).toBe(8);
  expect(tallyOf(column({ cards, doubles: 2, scandals: 1 }), box).total).toBe(34);
});

it("lists the parties that a player leads", () => {
  expect(ledBy(sight(), 0)).toEqual(["roses"]);
  expect(ledBy(sight(), 3)).toEqual([]);
});

it("finds the action to react to, until the next card is laid", () => {
  const acted: GameEvent = { did: "acted", seat: 1, action: "topple", party: "roses", card: null, leader: 1 };
  const laid: GameEvent = { did: "laid", seat: 2, card: "hat1", party: "hats" };
  expect(latestAction([entry(1, laid), entry(2, acted), entry(3, { did: "passed", seat: 0 })])).toBe(acted);
  expect(latestAction([entry(1, acted), entry(2, laid)])).toBeNull();
});

it("reads the result of a vote with the points it brought", () => {
  const formed: GameEvent = { did: "formed", blocs: ["roses", "crosses:3"], votes: 43, majority: 41, alone: false };
  const scored: GameEvent = { did: "scored", seat: 0, leading: 4, cards: 2 };
  const outcome = outcomeIn(
    [entry(7, formed, scored), entry(8, { did: "turnedup", country: "spain", number: 2 })],
    result,
  );
  expect(outcome).toEqual({ seq: 7, result, votes: 43, scores: [scored] });
  expect(outcomeIn([entry(8, scored)], result)).toBeNull();
});

it("draws the parliament of a vote that is over, shares of leaderless parties included", () => {
  const benches = benchesOf({ seq: 1, result, votes: 43, scores: [] });
  expect(benches.map(({ label, votes, seat }) => [label, votes, seat])).toEqual([
    ["roses", 34, 0],
    ["crosses:3", 9, 3],
    ["hats-", 9, null],
    ["leaves-", 20, null],
    ["crosses-", 9, null],
  ]);
});

it("draws a party alone with its whole count, with or without a leader", () => {
  const alone = {
    ...result,
    majority: 10,
    votes: [12, 3, 0, 0, 0, 0, 0],
    leaders: Array<null>(7).fill(null),
    blocs: ["roses"],
  };
  const benches = benchesOf({ seq: 1, result: alone, votes: 12, scores: [] });
  expect(benches.map(({ label, votes, seat }) => [label, votes, seat])).toEqual([
    ["roses", 12, null],
    ["hats-", 3, null],
  ]);
});

it("draws the parliament that negotiates: blocs, and votes that no bloc has", () => {
  const benches = benchesNow(negotiation({ votes: [34, 9, 20, 0, 3, 0, 9] }));
  expect(benches.at(-1)).toEqual({ label: "fists-", party: "fists", seat: null, votes: 3 });
  expect(benches.reduce((sum, { votes }) => sum + votes, 0)).toBe(75);
});

it("marks people by a letter, or two where they share it", () => {
  expect(marksOf(["Boulon", "Diode"])).toEqual(["B", "D"]);
  expect(marksOf(["Camille", "Cadran", "Éva"])).toEqual(["Ca", "Cd", "É"]);
  expect(new Set(marksOf(["Al", "Al", "Al"])).size).toBe(3);
});
