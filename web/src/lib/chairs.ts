/** The chairs of a table to be opened. */
import type { Chair, GameCard, TableCard } from "../wire/table";

/** One's own seat, or `lot` to have it drawn. */
export type Side = number | "lot";

/** Chairs in the order of the seats: oneself at the chosen one, the others around. */
export function arrange(others: Chair[], side: Side): Chair[] {
  const chairs = [...others];
  chairs.splice(side === "lot" ? 0 : side, 0, { kind: "me" });
  return chairs;
}

/** The strongest bot, who answers at once, is the company one most likely wants. */
export function company(game: GameCard, players: number): Chair[] {
  const level = game.levels.at(-1);
  return Array.from({ length: players - 1 }, () => (level ? { kind: "bot", level } : { kind: "friend" }));
}

/** The same company again, everybody one seat further: whoever began does not begin twice. */
export function rematch(table: TableCard): Chair[] {
  const chairs = table.seats.map(
    ({ kind, level }, seat): Chair =>
      seat === table.you ? { kind: "me" } : kind === "bot" ? { kind: "bot", level } : { kind: "friend" },
  );
  return [...chairs.slice(-1), ...chairs.slice(0, -1)];
}
