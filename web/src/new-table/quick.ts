/** A game against bots in one click: the table it is played at, with settings for a first game. */
import { loadGame } from "../games/game";
import { openTable } from "../lib/api";
import { router } from "../lib/router.svelte";
import { writeStored } from "../lib/storage";
import type { GameCard, OpenTable } from "../protocol/http";
import { takeOwnSeat } from "../table/join";
import { lastPace } from "./pace";
import { arrange, defaultOpponents } from "./seating";

/** The order for such a table. The player sits first: in most games that means to begin. */
export function quickOrder(card: GameCard, name: string): OpenTable {
  const chairs = arrange(defaultOpponents(card, card.first_players - 1), 0);
  const usual = { by_lot: false, public: false, clock: null, watch_delay: 0, program: false, nonce: null };
  return { game: card.id, name, chairs, options: {}, pace: lastPace(), ...usual };
}

/** Open it, take the seat, and go there. */
export async function playNow(card: GameCard, name: string): Promise<void> {
  const order = quickOrder(card, name.trim());
  const table = await openTable(order);
  writeStored("name", order.name);
  await Promise.all([takeOwnSeat(table), loadGame(card.id).then((game) => game?.prepareQuickGame?.(table.id))]);
  router.go(`/t/${table.id}`);
}
