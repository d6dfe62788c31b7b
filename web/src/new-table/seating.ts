/** Who sits where at a table to be opened. */
import type { SeatRequest, GameCard } from "../protocol/http";

/** The opener's own seat, `lot` to have it drawn, or `watch` to take none. */
export type Side = number | "lot" | "watch";

/** All seats in order: the player at the chosen one, the others around. */
export function arrange(others: SeatRequest[], side: Side): SeatRequest[] {
  if (side === "watch") return others;
  const seats = [...others];
  seats.splice(side === "lot" ? 0 : side, 0, { kind: "me" });
  return seats;
}

/** The default opponents: bots of the level for a first game, or friends where the game has no bot. */
export function defaultOpponents(game: GameCard, others: number): SeatRequest[] {
  const level = game.first_level;
  return Array.from({ length: others }, () => (level ? { kind: "bot", level } : { kind: "friend" }));
}
