import { expect, test } from "vitest";
import type { Entry } from "../../protocol/messages";
import type { Event as GameEvent } from "./protocol";
import { sceneIn } from "./scenes";

const entry = (...events: GameEvent[]): Entry<GameEvent> => ({ seq: 1, at: 0, seat: 0, events });
const began: GameEvent = { did: "began", turn: 3, seat: 1 };
const coup: GameEvent = { did: "launched", seat: 1, action: "coup", popular: false };
const counted: GameEvent = { did: "counted", campaign: 1, tokens: [20, 24, 32, 24], candidates: [2, 1] };

test("an ordinary turn calls for no scene", () => {
  expect(sceneIn([entry(began)])).toBeNull();
});

test("the last great moment is shown", () => {
  const out: GameEvent = { did: "out", seat: 2, reason: "tokens" };
  expect(sceneIn([entry(coup), entry(out, began)])).toEqual({ kind: "moment", event: out, tone: "loss" });
});

test("a vote is shown before all else", () => {
  expect(sceneIn([entry(counted), entry(coup)])).toMatchObject({ kind: "vote", vote: { campaign: 1 } });
});
