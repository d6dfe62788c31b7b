import { expect, test } from "vitest";
import { sampleTable } from "../lib/table.testing";
import type { SeatCard } from "../protocol/messages";
import { nextSeat, wantedSeats } from "./wanted";

const seat = (changes: Partial<SeatCard> = {}): SeatCard => ({
  kind: "human",
  name: "",
  level: null,
  here: true,
  proxy: null,
  advised: 0,
  ...changes,
});
const asking = (...asked: number[]) => ({ sight: {}, asked, question: 1, legal: [], free: [] });
const table = sampleTable({ you: null, yours: [0, 2], seats: [seat(), seat({ kind: "bot" }), seat()] });

test("those of the device who are asked are wanted", () => {
  expect(wantedSeats(table, asking(2, 1, 0))).toEqual([2, 0]);
  expect(wantedSeats(table, asking(1))).toEqual([]);
  expect(wantedSeats(null, null)).toEqual([]);
});

test("nobody is wanted before the game, after it, or for whom a bot plays", () => {
  expect(wantedSeats({ ...table, started: false }, null)).toEqual([]);
  expect(wantedSeats({ ...table, over: true }, asking(0))).toEqual([]);
  expect(wantedSeats({ ...table, seats: [seat({ proxy: "keen" }), seat(), seat()] }, asking(0, 2))).toEqual([2]);
});

test("who has yet to vote is wanted first, and alone while the game rests", () => {
  const motion = { number: 1, kind: "resume" as const, seat: null, by: 0, voters: [0, 1, 2], yes: [0], no: [] };
  expect(wantedSeats({ ...table, motion }, asking(0))).toEqual([2, 0]);
  expect(wantedSeats({ ...table, motion, adjourned: true }, asking(0))).toEqual([2]);
  expect(wantedSeats({ ...table, motion: { ...motion, no: [2] }, adjourned: true }, asking(0))).toEqual([]);
});

test("the device stays with a player of whom more is asked", () => {
  expect(nextSeat([0, 2], 2)).toBe(2);
  expect(nextSeat([0, 2], 1)).toBe(0);
  expect(nextSeat([0, 2], null)).toBe(0);
  expect(nextSeat([], 0)).toBeNull();
});
