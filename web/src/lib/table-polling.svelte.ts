/** A list of tables, page after page, that keeps itself up to date while somebody looks at it. */
import type { TableLine, TableList } from "../protocol/messages";
import { ApiError } from "./api";

const EVERY = 10_000;

export class PolledTables {
  /** Null until the server has answered. */
  tables = $state.raw<TableLine[] | null>(null);
  more = $state(false);
  private pages = 1;

  constructor(private readonly fetch: (page: number) => Promise<TableList>) {}

  /** Show the next page too. */
  async goOn(): Promise<void> {
    await this.look(this.pages + 1);
  }

  /** Look now and every few seconds; the answer ends it. For `$effect`. */
  follow = (): (() => void) => {
    void this.look();
    const timer = setInterval(() => document.visibilityState === "visible" && void this.look(), EVERY);
    const back = () => document.visibilityState === "visible" && void this.look();
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  };

  private async look(count = this.pages): Promise<void> {
    try {
      const pages = await Promise.all(Array.from({ length: count }, (_, page) => this.fetch(page)));
      this.pages = count;
      // A table that moves from one page to the next meanwhile is on both.
      const tables = new Map(pages.flatMap((page) => page.tables.map((table) => [table.id, table])));
      this.tables = [...tables.values()];
      this.more = pages.at(-1)?.more ?? false;
    } catch (error) {
      // The page says elsewhere that the server is away; what was listed stays.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
