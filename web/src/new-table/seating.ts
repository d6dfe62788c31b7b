/** Who sits where at a table to be opened. */
import type { SeatRequest, GameCard } from "../protocol/http";
import type { TableCard } from "../protocol/messages";

/** The opener's own seat, `lot` to have it drawn, or `watch` to take none. */
export type Side = number | "lot" | "watch";

/** All seats in order: the player at the chosen one, the others around. */
export function arrange(others: SeatRequest[], side: Side): SeatRequest[] {
  if (side === "watch") return others;
  const seats = [...others];
  seats.splice(side === "lot" ? 0 : side, 0, { kind: "me" });
  return seats;
}

/** The default opponents: the strongest bot, or friends where the game has no bot. */
export function defaultOpponents(game: GameCard, others: number): SeatRequest[] {
  const level = game.levels.at(-1);
  return Array.from({ length: others }, () => (level ? { kind: "bot", level } : { kind: "friend" }));
}

/** The seats of a rematch: the same players, each one seat further, so that another player begins. */
export function rematch(table: TableCard): SeatRequest[] {
  const requests = table.seats.map(({ kind, level }, seat): SeatRequest =>
    seat === table.you ? { kind: "me" } : kind === "bot" ? { kind: "bot", level } : { kind: "friend" },
  );
  return [...requests.slice(-1), ...requests.slice(0, -1)];
}
