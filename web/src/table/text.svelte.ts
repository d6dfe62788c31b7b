/** The game in words, as the server says it, fetched anew whenever the game has moved on. */
import { ApiError } from "../lib/api";
import type { TableText } from "../protocol/http";

/** How long to wait before the text is requested again after a failure, in milliseconds. */
export const RETRY = 5000;

/** Keeps the latest text of a table. One request at a time: what changes meanwhile is fetched afterwards. */
export class TextFeed {
  /** Sentences that belong together; the old ones until the new ones have come. */
  parts = $state.raw<string[][]>([]);
  /** The last request failed. */
  failed = $state(false);

  private busy = false;
  private stale = false;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly fetchText: () => Promise<TableText>) {}

  /** Fetch the text; again once it is there, if this is called meanwhile. */
  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    this.stale = true;
    if (this.busy) return;
    this.busy = true;
    while (this.stale && !this.closed) {
      this.stale = false;
      await this.load();
    }
    this.busy = false;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async load(): Promise<void> {
    try {
      this.parts = (await this.fetchText()).parts;
      this.failed = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failed = true;
      if (!this.closed) this.timer = setTimeout(() => void this.refresh(), RETRY);
    }
  }
}
