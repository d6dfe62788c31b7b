/** Where one is called besides this browser: by e-mail, or in a salon such as a channel of Discord. */
import { addChannel, removeChannel, fetchChannels, ApiError } from "../lib/api";
import type { AddWay, NewWay, WayCard, Ways } from "../protocol/messages";

class NotificationChannels {
  /** What the house offers; null until it has said so. */
  offered = $state.raw<Pick<Ways, "mail" | "hook" | "quiet"> | null>(null);
  list = $state.raw<WayCard[]>([]);

  /** Ask the house. One that does not answer offers nothing. */
  async look(): Promise<void> {
    try {
      const { ways, ...offered } = await fetchChannels();
      this.offered = offered;
      this.list = ways;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async add(wish: AddWay): Promise<NewWay> {
    const added = await addChannel(wish);
    await this.look(); // the same address may have been there before
    return added;
  }

  async end(id: string): Promise<void> {
    await removeChannel(id);
    this.list = this.list.filter((channel) => channel.id !== id);
  }
}

export const channels = new NotificationChannels();
