import { expect, it } from "vitest";
import { sentencesSince } from "./since-last-turn";

const entry = (seq: number, seat: number, ...events: string[]) => ({ seq, at: 0, seat, events });
const sentence = (event: unknown) => (event === "quiet" ? null : String(event));

it("what came after the own last move is told, in order", () => {
  const story = [entry(1, 0, "a"), entry(2, 1, "b"), entry(3, 0, "c"), entry(4, 1, "d", "quiet"), entry(5, 2, "e")];
  expect(sentencesSince(story, 0, sentence)).toEqual(["d", "e"]);
});

it("nothing is told before the first own move", () => {
  expect(sentencesSince([entry(1, 1, "a"), entry(2, -1, "b")], 0, sentence)).toEqual([]);
});
