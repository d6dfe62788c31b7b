import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { GameModule } from "../games/game";
import { sampleTable } from "../lib/table.testing";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
});
beforeEach(() => localStorage.clear());

const open = sampleTable({ id: "t", screen: true, yours: [0] });
const game = { loadHand: () => Promise.resolve({ default: () => ({}) }) } as unknown as GameModule;

test("a hand is for one player with a seat, in a game that goes on, while a screen is open, on a phone", async () => {
  const { isHandOffered } = await import("./phone-hand.svelte");
  expect(isHandOffered(open, true)).toBe(true);
  expect(isHandOffered(open, false)).toBe(false);
  for (const change of [{ screen: false }, { you: null }, { started: false }, { over: true }, { yours: [0, 1] }])
    expect(isHandOffered({ ...open, ...change }, true)).toBe(false);
});

test("the hand stays while a screen is loaded again, and goes when it is closed", async () => {
  const { PhoneHand } = await import("./phone-hand.svelte");
  const hand = new PhoneHand("t");
  expect(hand.follow(open, game)).toBeUndefined();
  await vi.waitFor(() => expect(hand.shown).not.toBeNull());
  vi.useFakeTimers();
  const again = hand.follow({ ...open, screen: false }, game);
  vi.advanceTimersByTime(1_000);
  expect(hand.shown).not.toBeNull();
  again?.();
  hand.follow(open, game);
  vi.advanceTimersByTime(60_000);
  expect(hand.shown).not.toBeNull();
  hand.follow({ ...open, screen: false }, game);
  vi.advanceTimersByTime(3_000);
  expect(hand.available).toBeNull();
  vi.useRealTimers();
});

test("the whole table is remembered for a table, and the way back is there", async () => {
  const { PhoneHand } = await import("./phone-hand.svelte");
  const hand = new PhoneHand("t");
  hand.follow(open, game);
  await vi.waitFor(() => expect(hand.available).not.toBeNull());
  hand.turn();
  expect([hand.whole, hand.shown]).toEqual([true, null]);
  expect(hand.available).not.toBeNull();
  expect(new PhoneHand("t").whole).toBe(true);
  expect(new PhoneHand("u").whole).toBe(false);
  hand.turn();
  expect(new PhoneHand("t").whole).toBe(false);
});
