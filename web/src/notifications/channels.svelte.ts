/** Notification channels besides this browser: e-mail, and webhooks such as a Discord channel's. */
import { addChannel, removeChannel, fetchChannels, ApiError } from "../lib/api";
import type { AddChannel, NewChannel, ChannelCard, ChannelList } from "../protocol/notifications";

class NotificationChannels {
  /** What the server offers; null until it has answered. */
  offered = $state.raw<Pick<ChannelList, "mail" | "hook" | "quiet"> | null>(null);
  list = $state.raw<ChannelCard[]>([]);

  /** Fetch the channels. A server that does not answer offers none. */
  async refresh(): Promise<void> {
    try {
      const { ways, ...offered } = await fetchChannels();
      this.offered = offered;
      this.list = ways;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async add(body: AddChannel): Promise<NewChannel> {
    const added = await addChannel(body);
    await this.refresh(); // the same address may have been there before
    return added;
  }

  async end(id: string): Promise<void> {
    await removeChannel(id);
    this.list = this.list.filter((channel) => channel.id !== id);
  }
}

export const channels = new NotificationChannels();
