import { expect, it } from "vitest";
import { greatestStep, scoreCurve, turningPoint } from "./score-curve";

type Event = { seat: number; total: number } | "quiet" | "talk";
const entry = (seq: number, ...events: Event[]) => ({ seq, at: 0, seat: 0, events });
const game = {
  firstScores: (seats: number) => Array<number>(seats).fill(0),
  scoresAfter: (event: Event, scores: readonly number[]) =>
    typeof event === "string" ? scores : scores.with(event.seat, event.total),
};
const curve = (...story: ReturnType<typeof entry>[]) => {
  const found = scoreCurve(story, 2, game, (event) => event !== "quiet");
  if (!found) throw new Error("no curve");
  return found;
};

it("each line has a point for every change, by the number of its move", () => {
  const { lines, turns } = curve(
    entry(1, "quiet"),
    entry(2, { seat: 0, total: 5 }, { seat: 0, total: 7 }),
    entry(3, "talk"),
    entry(4, { seat: 1, total: 9 }),
  );
  expect(turns).toBe(3);
  expect(lines.map(({ points }) => points)).toEqual([
    [
      { turn: 0, score: 0 },
      { turn: 1, score: 7 },
    ],
    [
      { turn: 0, score: 0 },
      { turn: 3, score: 9 },
    ],
  ]);
});

it("the turning point is the move after which the winner led to the end", () => {
  const found = curve(
    entry(1, { seat: 1, total: 2 }),
    entry(2, { seat: 0, total: 5 }),
    entry(3, { seat: 1, total: 8 }),
    entry(4, { seat: 1, total: 9 }),
  );
  expect(turningPoint(found)).toEqual({ seat: 1, turn: 3, until: null });
});

it("a lead taken at the very end is no turning point: the last lead that lasted is", () => {
  const moves = Array.from({ length: 20 }, (_, i) => entry(i + 1, { seat: 0, total: 10 + i }));
  const found = curve(entry(1, { seat: 1, total: 5 }), ...moves.slice(1, 19), entry(20, { seat: 1, total: 90 }));
  expect(turningPoint(found)).toEqual({ seat: 0, turn: 2, until: 20 });
});

it("a game that ends with several leaders has no turning point", () => {
  expect(turningPoint(curve(entry(1, { seat: 0, total: 5 }), entry(2, { seat: 1, total: 5 })))).toBeNull();
});

it("the greatest gain and loss are found", () => {
  const found = curve(
    entry(1, { seat: 0, total: 5 }),
    entry(2, { seat: 1, total: -3 }),
    entry(3, { seat: 0, total: 6 }),
  );
  expect(greatestStep(found, 1)).toEqual({ seat: 0, turn: 1, points: 5 });
  expect(greatestStep(found, -1)).toEqual({ seat: 1, turn: 2, points: -3 });
});

it("a game without scores has no curve", () => {
  expect(scoreCurve([], 2, {}, () => true)).toBeNull();
});
