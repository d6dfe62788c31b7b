import { expect, test } from "vitest";
import type { ReplayChatMessage, Step } from "../protocol/http";
import { besides, condense, indexAt, momentOf, placeOf, storyTo } from "./steps";

const step = (move: number, ...events: string[]): Step => ({ move, at: move * 10, seat: 0, events, sight: { move } });
const steps = [step(0), step(40, "ready"), step(41, "moved"), step(43, "fought", "fell")];

test("a moment is found even where nothing was seen of a move", () => {
  expect([0, 39, 40, 42, 43, 999].map((move) => indexAt(steps, move))).toEqual([0, 0, 1, 2, 3, 3]);
  expect(indexAt([], 5)).toBe(0);
});

test("steps without a sentence are merged into the next", () => {
  const walked = [step(0), step(1, "hush"), step(2, "hush"), step(3, "ready"), step(4, "hush")];
  const stops = condense(walked, (event) => event !== "hush");
  expect(stops.map(({ move, events }) => [move, events.length])).toEqual([
    [0, 0],
    [3, 3],
    [4, 1],
  ]);
});

test("the story ends at the shown step", () => {
  expect(storyTo(steps, 0)).toEqual([]);
  expect(storyTo(steps, 2).map(({ events }) => events)).toEqual([["ready"], ["moved"]]);
});

test("a replayed moment has no legal moves", () => {
  expect(momentOf(steps[2]!, 2)).toEqual({ sight: { move: 41 }, asked: [], question: 2, legal: [], free: [] });
});

test("the address names a moment and whose eyes", () => {
  expect(placeOf("?m=34&eyes=all")).toEqual({ move: 34, eyes: "all" });
  expect(placeOf("?m=-3")).toEqual({ move: 0, eyes: null });
  expect(placeOf("?m=x")).toEqual({ move: null, eyes: null });
});

test("chat messages appear at the step they were written at", () => {
  const remark = (after: number) => ({ after, text: `after ${after}` }) as ReplayChatMessage;
  const chat = [remark(0), remark(40), remark(42), remark(43), remark(50)];
  const shown = (index: number) => besides(chat, steps, index).map(({ after, text }) => `${after}: ${text}`);
  expect(shown(0)).toEqual(["0: after 0"]);
  expect(shown(2)).toEqual(["0: after 0", "1: after 40", "2: after 42"]);
  expect(shown(3)).toEqual(["0: after 0", "1: after 40", "2: after 42", "3: after 43", "3: after 50"]);
});
