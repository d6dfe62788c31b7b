import { expect, test } from "vitest";
import type { MotionCard, TableCard } from "../wire/table";
import { newsOf } from "./news";

const person = { kind: "human", name: "Zoé", level: null, here: true, proxy: null };
const table = (changes: object = {}) =>
  ({ seats: [person, person, person], motion: null, adjourned: false, ended: null, ...changes }) as unknown as TableCard;
const motion = (kind: MotionCard["kind"], seat: number | null = null, number = 1) =>
  table({ motion: { number, kind, seat, by: 0, voters: [0, 1], yes: [0], no: [] } });
const replaced = { seats: [person, { ...person, proxy: "keen" }, person] };
const told = (before: TableCard, after: TableCard) =>
  newsOf(before, after, { at: 5, after: 2 }).map(({ kind, seat }) => (seat === undefined ? kind : `${kind} ${seat}`));

test("nothing new is no news", () => {
  expect(told(table(), table())).toEqual([]);
  expect(told(motion("end"), motion("end"))).toEqual([]);
});

test("a motion is moved, and carried or rejected", () => {
  expect(told(table(), motion("adjourn"))).toEqual(["moved_adjourn"]);
  expect(told(motion("adjourn"), table({ adjourned: true }))).toEqual(["carried_adjourn"]);
  expect(told(motion("adjourn"), table())).toEqual(["rejected_adjourn"]);
  expect(told(motion("end"), table({ ended: "vote" }))).toEqual(["carried_end"]);
  expect(told(motion("end"), motion("adjourn", null, 2))).toEqual(["rejected_end", "moved_adjourn"]);
});

test("whoever is alone needs no vote", () => {
  expect(told(table(), table({ adjourned: true }))).toEqual(["carried_adjourn"]);
  expect(told(table({ adjourned: true }), table())).toEqual(["carried_resume"]);
  expect(told(table(), table({ ended: "vote" }))).toEqual(["carried_end"]);
});

test("a bot takes over, and gives back", () => {
  expect(told(motion("remove", 1), table(replaced))).toEqual(["stands_in 1", "carried_remove 1"]);
  expect(told(table(replaced), table())).toEqual(["back 1"]);
});

test("news know when they came", () => {
  expect(newsOf(table(), motion("end"), { at: 5, after: 2 })).toEqual([{ kind: "moved_end", by: 0, at: 5, after: 2 }]);
});
