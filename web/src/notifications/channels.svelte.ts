/** Where one is called besides this browser: by e-mail, or in a salon such as a channel of Discord. */
import { addWay, endWay, fetchWays, TroubleError } from "../lib/api";
import type { AddWay, NewWay, WayCard, Ways } from "../protocol/messages";

class CallingWays {
  /** What the house offers; null until it has said so. */
  offered = $state.raw<Pick<Ways, "mail" | "hook" | "quiet"> | null>(null);
  list = $state.raw<WayCard[]>([]);

  /** Ask the house. One that does not answer offers nothing. */
  async look(): Promise<void> {
    try {
      const { ways, ...offered } = await fetchWays();
      this.offered = offered;
      this.list = ways;
    } catch (error) {
      if (!(error instanceof TroubleError)) throw error;
    }
  }

  async add(wish: AddWay): Promise<NewWay> {
    const added = await addWay(wish);
    await this.look(); // the same address may have been there before
    return added;
  }

  async end(id: string): Promise<void> {
    await endWay(id);
    this.list = this.list.filter((way) => way.id !== id);
  }
}

export const ways = new CallingWays();
