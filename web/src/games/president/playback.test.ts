import { expect, it } from "vitest";
import { LAG, patience, step } from "./playback";
import type { Event as GameEvent } from "./protocol";
import { duelAfter } from "./story";

const dealt = (seat: number, card: number, score: number): GameEvent => ({ did: "dealt", seat, cards: [card], score });
const story: GameEvent[] = [
  { did: "challenged", seat: 2, owner: 1, code: "26", voters: 150_000 },
  dealt(1, 10, 10),
  { did: "stood", seat: 1, score: 10 },
  dealt(2, 5, 5),
  dealt(2, 9, 14),
  { did: "won", seat: 2, side: 2, owner: 1, code: "26", voters: 150_000, total: 150_000, left: 0 },
  { did: "rolled", seat: 0, low: "2", high: "6" },
];

it("shows the cards of a challenger one by one, and then the result", () => {
  const seen: [number, number][] = [];
  for (let at = 0; at < story.length;) {
    const { to, after } = step(story, at, duelAfter(story, at), false);
    seen.push([to, after]);
    at = to;
  }
  expect(seen.map(([to]) => to)).toEqual([3, 4, 5, 6, 7]);
  expect(seen.map(([, after]) => after > 0)).toEqual([false, true, true, true, false]);
});

it("shows dice and cards before others take their place", () => {
  const took: GameEvent = { did: "took", seat: 0, side: 0, code: "62", voters: 600_000, total: 600_000 };
  const rolled: GameEvent = { did: "rolled", seat: 1, low: "1", high: "*" };
  const forced = [rolled, took, rolled];
  expect(step(forced, 0, null, false)).toMatchObject({ to: 1, after: 0 });
  expect(step(forced, 1, null, false)).toMatchObject({ to: 2 });
  expect(step(forced, 1, null, false).after).toBeGreaterThan(0);
  expect(step(forced, 2, null, false)).toMatchObject({ to: 3, after: 0 });
  expect(step(forced, 0, null, true)).toMatchObject({ to: 3, after: 0 });
  const many = [...forced, ...forced, ...forced];
  expect(step(many, 0, null, false)).toMatchObject({ to: 4, after: 0 });
});

it("goes straight to the result where nothing is to move", () => {
  expect(step(story, 0, null, true)).toMatchObject({ to: 6, after: 0, duel: { result: "won", number: 1 } });
});

it("knows the challenge at any point of the story", () => {
  expect(duelAfter(story, 4)).toMatchObject({ number: 1, attack: [5], result: "" });
  expect(duelAfter(story, 7)).toMatchObject({ number: 1, attack: [5, 9], result: "won" });
  expect(duelAfter([], 0)).toBeNull();
});

it("looks shorter at what is old, and not at all at what is older than the lag", () => {
  expect(patience(750, 0)).toBe(750);
  expect(patience(3500, LAG - 1000)).toBe(1000);
  expect(patience(750, LAG + 1)).toBe(0);
});
