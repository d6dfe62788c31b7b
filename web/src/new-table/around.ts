/** A game on one device that goes round the table: the table it is played at. */
import { openTable } from "../lib/api";
import { router } from "../lib/router.svelte";
import { readStoredSet, writeStored, writeStoredSet } from "../lib/storage";
import type { GameCard, OpenTable, SeatRequest } from "../protocol/http";
import { takeOwnSeat } from "../table/join";
import { lastPace } from "./pace";
import { defaultOpponents } from "./seating";

const NAMES = "names_here";

/** The names of those who last shared this device with its owner. */
export const namesHere = (): string[] => [...readStoredSet(NAMES)];

/** Keep the names of those who share this device, for the next form. */
export function keepNamesHere(seats: readonly SeatRequest[]): void {
  const names = seats.flatMap(({ name }) => name ?? []);
  if (names.length) writeStoredSet(NAMES, names);
}

/** Whether a player at a seat shares the opener's device. */
export const isHere = ({ kind }: SeatRequest): boolean => kind === "here";

/** The bots that are needed besides some players. */
export const botsBeside = (card: GameCard, players: number): SeatRequest[] =>
  defaultOpponents(card, Math.max(0, card.least_seats - players));

/** The order for a game of these players, who sit as they are named; bots take the seats that are left. */
export function aroundOrder(card: GameCard, name: string, others: readonly string[]): OpenTable {
  const here = others.map((other): SeatRequest => ({ kind: "here", name: other.trim() }));
  const chairs: SeatRequest[] = [{ kind: "me" }, ...here, ...botsBeside(card, here.length + 1)];
  return { game: card.id, name: name.trim(), chairs, options: {}, pace: lastPace(), public: false, clock: null };
}

/** Open it, take all seats of the device, and go there. */
export async function playAround(card: GameCard, name: string, others: readonly string[]): Promise<void> {
  const order = aroundOrder(card, name, others);
  const table = await openTable(order);
  writeStored("name", order.name);
  keepNamesHere(order.chairs);
  await takeOwnSeat(table);
  router.go(`/t/${table.id}`);
}
