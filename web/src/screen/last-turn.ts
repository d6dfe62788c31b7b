/** The story of the last turn: what the player who moved last has done, and what came just before. */
import type { AnyEntry } from "../lib/socket.svelte";

export interface Told {
  text: string;
  /** The number of its entry, with the number of the event in it. */
  key: string;
  /** It belongs to the last turn, not to what came before. */
  last: boolean;
}

/** At most so many entries are looked at: the last turn is never longer. */
const BACK = 60;

/**
 * The last sentences of a story, oldest first: all of the last turn, and those before it up to so many.
 * A turn is the moves that one player made in a row, with what the game itself did between them.
 */
export function lastTurn(
  story: readonly AnyEntry[],
  sentence: (event: unknown) => string | null,
  most: number,
): Told[] {
  const found: Told[] = [];
  let mover: number | null = null;
  let last = true;
  for (const { seq, seat, events } of story.slice(-BACK).toReversed()) {
    const texts = events.flatMap((event: unknown, i) => {
      const text = sentence(event);
      return text === null ? [] : [{ text, key: `${seq}.${i}` }];
    });
    if (!texts.length) continue;
    if (seat >= 0) {
      if (mover !== null && seat !== mover) last = false;
      mover ??= seat;
    }
    if (!last && found.length >= most) break;
    found.unshift(...texts.map((told) => ({ ...told, last })));
  }
  return found.slice(-most);
}
