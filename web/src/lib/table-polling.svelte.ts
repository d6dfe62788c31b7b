/** A paged list of tables that is fetched again every few seconds while the page is visible. */
import type { TableSummary, TableList } from "../protocol/http";
import { ApiError } from "./api";
import { poll } from "./polling.svelte";

const EVERY = 10_000;

export class PolledTables {
  /** Null until the server has answered. */
  tables = $state.raw<TableSummary[] | null>(null);
  more = $state(false);
  private pages = 1;

  constructor(private readonly fetch: (page: number) => Promise<TableList>) {}

  /** Show the next page too. */
  async showMore(): Promise<void> {
    await this.refresh(this.pages + 1);
  }

  /** Start polling; the returned function stops it. For `$effect`. */
  follow = (): (() => void) => poll(() => this.refresh(), EVERY);

  /** Fetch the pages that are shown anew. */
  async refresh(count = this.pages): Promise<void> {
    try {
      const pages = await Promise.all(Array.from({ length: count }, (_, page) => this.fetch(page)));
      this.pages = count;
      // A table that moves from one page to the next meanwhile is on both.
      const tables = new Map(pages.flatMap((page) => page.tables.map((table) => [table.id, table])));
      this.tables = [...tables.values()];
      this.more = pages.at(-1)?.more ?? false;
    } catch (error) {
      // The page shows elsewhere that the server does not answer; the list stays.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
