import { expect, it } from "vitest";
import type { AnyNow } from "../lib/socket.svelte";
import { LookBack } from "./look-back.svelte";

const story = (length: number) => Array.from({ length }, (_, i) => ({ seq: i + 1, at: 0, seat: 0, events: [{}] }));
const now = (place: string) => ({ sight: { place }, asked: [0], question: 1, legal: [{}], free: [] }) as AnyNow;

it("a position that was received can be looked at, without moves", () => {
  const back = new LookBack();
  back.record(0, story(4), now("four"));
  back.record(0, story(5), now("five"));
  back.look(4);
  expect(back.at).toBe(4);
  expect(back.positionAt(4)).toEqual({ sight: { place: "four" }, asked: [], question: 4, legal: [], free: [] });
  back.return();
  expect(back.at).toBeNull();
});

it("a move from before the page was opened has no position", () => {
  const back = new LookBack();
  back.record(0, story(4), now("four"));
  back.look(3);
  expect(back.at).toBeNull();
});

it("moves that came together have the position of the last", () => {
  const back = new LookBack();
  back.record(0, story(1), now("one"));
  back.record(0, story(4), now("four"));
  expect(back.positionAt(2)?.sight).toEqual({ place: "four" });
});

it("another viewer does not see what the first one saw", () => {
  const back = new LookBack();
  back.record(null, story(4), now("watched"));
  back.look(4);
  back.record(1, story(6), now("six"));
  expect([back.at, back.canLook(4), back.canLook(6)]).toEqual([null, false, true]);
});
