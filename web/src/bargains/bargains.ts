/** Bargains as every game that has them shows them: its sight carries them as `bargains`, its free moves offer them. */
import type { Words } from "../lib/i18n";
import type { AnyNow } from "../lib/socket.svelte";
import type { Person } from "../table/players";

export type PromiseState = "pending" | "kept" | "broken" | "void";

export interface PromiseEntry {
  by: number;
  to: number;
  kind: string;
  due: number;
  state: PromiseState;
}

export interface BargainEntry {
  number: number;
  by: number;
  to: number;
  terms: string;
  round: number;
  state: "open" | "agreed" | "refused" | "cancelled" | "lapsed";
  promises: readonly PromiseEntry[];
}

export interface BargainBook {
  kept: readonly number[];
  broken: readonly number[];
  made: number;
  entries: readonly BargainEntry[];
}

export interface OfferMove {
  do: "offerbargain";
  to: number;
  terms: string;
}

export type BargainMove = OfferMove | { do: "acceptbargain" | "refusebargain" | "cancelbargain"; number: number };

/** The moves that the panel of bargains offers, by what they do. */
export const BARGAIN_MOVES = ["offerbargain", "acceptbargain", "refusebargain", "cancelbargain"] as const;

/** The bargains of a game; null where it has none. */
export function bookOf(now: AnyNow | null): BargainBook | null {
  return (now?.sight as { bargains?: BargainBook } | undefined)?.bargains ?? null;
}

/** The open offers to a seat. */
export const offersTo = (book: BargainBook, seat: number | null): BargainEntry[] =>
  book.entries.filter(({ state, to }) => state === "open" && to === seat);

/** The open offer of a seat. */
export const offerBy = (book: BargainBook, seat: number | null): BargainEntry | undefined =>
  book.entries.find(({ state, by }) => state === "open" && by === seat);

/** The promises of agreed bargains: a player's own and those made to them first, and the pending ones before the rest. */
export function promisesFor(book: BargainBook, seat: number | null): PromiseEntry[] {
  const all = book.entries.flatMap(({ promises }) => promises);
  const rank = ({ by, to, state }: PromiseEntry) =>
    (by === seat || to === seat ? 0 : 2) + (state === "pending" ? 0 : 1);
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** What a player may offer now: the names of the terms, by the seat to which they may be offered. */
export function possibleOffers(now: AnyNow | null): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const move of (now?.free ?? []) as { do: string }[])
    if (isOffer(move)) found.set(move.to, [...(found.get(move.to) ?? []), move.terms]);
  return found;
}

const isOffer = (move: { do: string }): move is OfferMove => move.do === "offerbargain";

/** A promise in a sentence. `round` is the present one, as the game counts rounds. */
export function promiseText(promise: PromiseEntry, round: number, people: readonly Person[], words: Words): string {
  const name = (seat: number) => people[seat]?.name ?? "";
  const what = words.say(`bargain.promise.${promise.kind}`, { to: name(promise.to) });
  const due = promise.due === round ? "now" : promise.due > round ? "next" : "past";
  return words.say("bargain.told", {
    by: name(promise.by),
    what: what.slice(0, 1).toLowerCase() + what.slice(1),
    due,
    state: promise.state,
  });
}

/** How many promises a seat has broken, in words; null for none. */
export function brokenText(count: number | undefined, words: Words): string | null {
  if (!count) return null;
  return count === 1 ? words.say("bargains.broken_one") : words.say("bargains.broken_many", { count });
}
