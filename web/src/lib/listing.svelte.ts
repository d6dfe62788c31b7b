/** A list of tables that keeps itself up to date while somebody looks at it. */
import type { TableLine, TableList } from "../wire/table";
import { TroubleError } from "./api";

const EVERY = 10_000;

export class Listing {
  /** Null until the server has answered. */
  tables = $state.raw<TableLine[] | null>(null);
  more = $state(false);

  constructor(private readonly fetch: () => Promise<TableList>) {}

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

  private async look(): Promise<void> {
    try {
      const { tables, more } = await this.fetch();
      this.tables = tables;
      this.more = more;
    } catch (error) {
      // The page says elsewhere that the server is away; what was listed stays.
      if (!(error instanceof TroubleError)) throw error;
    }
  }
}
