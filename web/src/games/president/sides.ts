/** Reading a sight: who stands for election, with whom, and who holds what. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { TableCard } from "../../protocol/messages";
import { partyOf, type Party } from "./parties";
import type { Sight } from "./protocol";

export interface Side {
  /** Who leads it. */
  seat: number;
  name: string;
  party: Party;
  /** Those who play for the leader in the second round. */
  allies: { seat: number; name: string }[];
  votes: number;
  held: readonly string[];
  kept: readonly string[];
  debts: readonly string[];
}

/** The sides of the election: each player, or in the second round the two candidates with their allies. */
export function sidesOf(sight: Sight, table: TableCard, words: Words): Side[] {
  const name = (seat: number) => seatName(table, seat, words);
  return [...new Set(sight.sides)]
    .sort((a, b) => a - b)
    .map((seat) => ({
      seat,
      name: name(seat),
      party: partyOf(sight.parties[seat]),
      allies: sight.sides.flatMap((side, ally) =>
        side === seat && ally !== seat ? [{ seat: ally, name: name(ally) }] : [],
      ),
      votes: sight.votes[seat] ?? 0,
      held: sight.held[seat] ?? [],
      kept: sight.kept[seat] ?? [],
      debts: sight.debts[seat] ?? [],
    }));
}

/** The side that the viewer plays for; null for a spectator. */
export function mySide(sight: Sight): number | null {
  return sight.seat === null ? null : (sight.sides[sight.seat] ?? null);
}

/** Who holds a department, as the map shows it. */
export interface Holder {
  side: Side;
  safe: boolean;
}

/** A player who reaches so many votes must announce it. */
export const ANNOUNCED = 13_000_000;

/** Every department that is held, by its code; all others are free. */
export function holdersOf(sides: readonly Side[], sight: Sight): ReadonlyMap<string, Holder> {
  const safe = new Set(sight.safe);
  return new Map(sides.flatMap((side) => side.held.map((code) => [code, { side, safe: safe.has(code) }] as const)));
}
