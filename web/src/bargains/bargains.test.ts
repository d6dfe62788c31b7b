import { describe, expect, it } from "vitest";
import { catalogue } from "../lib/catalogue.testing";
import { Words } from "../lib/i18n";
import type { AnyNow } from "../lib/socket.svelte";
import { tableOf } from "../games/samples.testing";
import { playersAt } from "../table/players";
import {
  bookOf,
  brokenText,
  offerBy,
  offersTo,
  possibleOffers,
  promisesFor,
  promiseText,
  type BargainBook,
  type PromiseEntry,
} from "./bargains";

const promise = (by: number, to: number, changes: Partial<PromiseEntry> = {}): PromiseEntry => ({
  by,
  to,
  kind: "join",
  due: 2,
  state: "pending",
  ...changes,
});
const book: BargainBook = {
  kept: [0, 0, 0, 0],
  broken: [0, 1, 2, 0],
  made: 3,
  entries: [
    { number: 1, by: 2, to: 3, terms: "peace", round: 2, state: "agreed", promises: [promise(3, 2), promise(2, 3)] },
    { number: 2, by: 1, to: 0, terms: "together", round: 2, state: "open", promises: [] },
    { number: 3, by: 0, to: 2, terms: "together", round: 2, state: "open", promises: [] },
    {
      number: 4,
      by: 0,
      to: 1,
      terms: "together",
      round: 2,
      state: "agreed",
      promises: [promise(1, 0, { state: "kept" }), promise(0, 1)],
    },
  ],
};
const offer = (to: number, terms: string) => ({ do: "offerbargain", to, terms });
const now = { sight: { bargains: book }, asked: [], question: 1, legal: [], free: [] } as unknown as AnyNow;

describe("the bargains of a game", () => {
  it("are in its sight, if it has any", () => {
    expect(bookOf(now)).toBe(book);
    expect(bookOf({ ...now, sight: {} } as AnyNow)).toBeNull();
    expect(bookOf(null)).toBeNull();
  });

  it("are offered to a player, and by them", () => {
    expect(offersTo(book, 0).map(({ number }) => number)).toEqual([2]);
    expect(offerBy(book, 0)?.number).toBe(3);
    expect(offersTo(book, null)).toEqual([]);
  });

  it("may be offered as the free moves say", () => {
    const free = [offer(1, "together"), offer(1, "peace"), { do: "takeback", number: 1 }, offer(2, "peace")];
    expect([...possibleOffers({ ...now, free })]).toEqual([
      [1, ["together", "peace"]],
      [2, ["peace"]],
    ]);
  });

  it("show a player's own promises first", () => {
    expect(promisesFor(book, 0).map(({ by, to }) => [by, to])).toEqual([
      [0, 1],
      [1, 0],
      [3, 2],
      [2, 3],
    ]);
  });
});

describe.each(["fr", "en"] as const)("a promise in words (%s)", (lang) => {
  const shared = { bargains: { broken_one: "1 promise", broken_many: "{count} promises" } };
  const words = new Words({ elision: lang === "fr" ? "’" : "", ...catalogue("koalition", lang) }, shared);
  const people = playersAt(tableOf("koalition", 4), words);

  it.each(["pending", "kept", "broken", "void"] as const)("is a sentence when it is %s", (state) => {
    for (const due of [1, 2, 3]) {
      const text = promiseText(promise(0, 1, { state, due }), 2, people, words);
      expect(text).toMatch(/^[A-Z].*Camille .*Dominique .*\.$|^Camille .*Dominique .*\.$/);
      expect(text).not.toMatch(/[{}]|bargain|\bd[eo] [eé]/);
    }
  });

  it("counts those that were broken", () => {
    expect(brokenText(0, words)).toBeNull();
    expect(brokenText(1, words)).toMatch(/^1 /);
    expect(brokenText(2, words)).toMatch(/^2 /);
  });
});
