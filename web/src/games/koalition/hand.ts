/** The order of a hand: politicians by party, strongest first, then the jokers. */
import type { Box } from "./box.svelte";
import { PARTIES } from "./parties";

/** The cards of one party; of none for the jokers. */
export interface Fan {
  party: string | null;
  cards: string[];
}

/** A hand sorted into fans, in the order of the parties; empty ones are left out. */
export function fansOf(hand: readonly string[], box: Box): Fan[] {
  const parties = [...PARTIES.map(({ id }) => id), null];
  return parties
    .map((party) => ({
      party,
      cards: hand
        .filter((card) => box.face(card).party === party)
        .sort((a, b) => box.face(b).votes - box.face(a).votes),
    }))
    .filter(({ cards }) => cards.length > 0);
}
