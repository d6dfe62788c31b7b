import { expect, test } from "vitest";
import type { Refused } from "../protocol/messages";
import { isMisclick } from "./misclick";

const refused = (code: string): Refused => ({ t: "refused", id: "1", code, refusal: null, until: null });
const now = { sight: {}, asked: [1], question: 3, legal: [], free: [{ do: "offer" }] };
const step = { do: "step", from: "a4", to: "a5" };

test("a move out of turn that was not offered is a mis-click; in turn it is refused aloud", () => {
  const click = { seat: 0, now, moves: [step], repeated: false };
  expect(isMisclick(click, refused("rule"))).toBe(true);
  expect(isMisclick({ ...click, now: { ...now, asked: [0] } }, refused("rule"))).toBe(false);
  expect(isMisclick({ ...click, moves: [{ do: "offer" }] }, refused("rule"))).toBe(false);
  for (const code of ["not_saved", "too_fast", "outdated", "queued"])
    expect(isMisclick(click, refused(code))).toBe(false);
});

test("the second of two quick clicks is a mis-click when the game has gone on", () => {
  const click = { seat: 0, now: { ...now, asked: [0] }, moves: [step], repeated: true };
  expect(isMisclick(click, refused("stale"))).toBe(true);
  expect(isMisclick(click, refused("rule"))).toBe(false);
});
