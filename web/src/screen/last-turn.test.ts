import { expect, it } from "vitest";
import type { AnyEntry } from "../lib/socket.svelte";
import { lastTurn } from "./last-turn";

const entry = (seq: number, seat: number, ...events: (string | null)[]) => ({ seq, at: 0, seat, events }) as AnyEntry;
const told = (story: AnyEntry[], most = 4) =>
  lastTurn(story, (event) => event as string | null, most).map(({ text, last }) => (last ? text : `(${text})`));

it("the last turn is what one player did in a row, with what the game did between", () => {
  const story = [entry(1, 0, "a"), entry(2, 1, "b", null), entry(3, -1, "dice"), entry(4, 1, "c")];
  expect(told(story)).toEqual(["(a)", "b", "dice", "c"]);
});

it("moves without a sentence end no turn", () => {
  const story = [entry(1, 1, "b"), entry(2, 0, null), entry(3, 1, "c")];
  expect(told(story)).toEqual(["b", "c"]);
});

it("only so many sentences are told, the newest", () => {
  const story = [entry(1, 0, "a", "b"), entry(2, 1, "c", "d", "e", "f", "g")];
  expect(told(story)).toEqual(["d", "e", "f", "g"]);
  expect(told(story, 6)).toEqual(["(b)", "c", "d", "e", "f", "g"]);
  expect(told([])).toEqual([]);
});
