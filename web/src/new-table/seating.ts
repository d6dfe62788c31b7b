/** The chairs of a table to be opened. */
import type { Chair, GameCard, TableCard } from "../protocol/messages";

/** One's own seat, `lot` to have it drawn, or `watch` to take none. */
export type Side = number | "lot" | "watch";

/** Chairs in the order of the seats: oneself at the chosen one, the others around. */
export function arrange(others: Chair[], side: Side): Chair[] {
  if (side === "watch") return others;
  const chairs = [...others];
  chairs.splice(side === "lot" ? 0 : side, 0, { kind: "me" });
  return chairs;
}

/** The strongest bot, who answers at once, is the company one most likely wants. */
export function company(game: GameCard, others: number): Chair[] {
  const level = game.levels.at(-1);
  return Array.from({ length: others }, () => (level ? { kind: "bot", level } : { kind: "friend" }));
}

/** The same company again, everybody one seat further: whoever began does not begin twice. */
export function rematch(table: TableCard): Chair[] {
  const chairs = table.seats.map(({ kind, level }, seat): Chair =>
    seat === table.you ? { kind: "me" } : kind === "bot" ? { kind: "bot", level } : { kind: "friend" },
  );
  return [...chairs.slice(-1), ...chairs.slice(0, -1)];
}
