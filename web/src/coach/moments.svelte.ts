/** What a player could have done in a finished game, as the server judges it. */
import { ApiError, fetchMoments } from "../lib/api";
import type { Moments } from "../protocol/http";

/** The address of a moment in the replay, as its player saw it. */
export const momentAddress = (found: Moments, move: number): string =>
  `/t/${found.table}/replay?m=${move}&eyes=${found.seat}`;

/** Loads the moments of a table once they are wanted. */
export class MomentsFeed {
  found = $state.raw<Moments | null>(null);
  /** Why there are none, as a code. */
  failure = $state("");

  async load(table: string): Promise<void> {
    this.failure = "";
    try {
      this.found = await fetchMoments(table);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = error.code;
    }
  }
}
