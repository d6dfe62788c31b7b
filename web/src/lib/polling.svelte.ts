/** Something on the server that keeps itself up to date while somebody looks at it. */
import { ApiError } from "./api";

/** Where people wait for a change; what changes rarely is looked at less often. */
const SOON = 3_000;
export const RARELY = 10_000;

export class Polled<T> {
  /** Null until the server has answered. */
  value = $state.raw<T | null>(null);
  /** Why there is nothing to show, as a key under `trouble` in the house's words. */
  error = $state("");
  private asked = 0;

  constructor(
    private readonly fetch: () => Promise<T>,
    private readonly every = SOON,
  ) {}

  /** Look now and every few seconds; the answer ends it. For `$effect`. */
  follow = (): (() => void) => {
    void this.look();
    const timer = setInterval(() => document.visibilityState === "visible" && void this.look(), this.every);
    const back = () => document.visibilityState === "visible" && void this.look();
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  };

  /** What a change was answered: newer than any question still on its way. */
  set(value: T): void {
    this.asked += 1;
    this.value = value;
  }

  async look(): Promise<void> {
    const asked = ++this.asked;
    try {
      const value = await this.fetch();
      if (asked === this.asked) this.set(value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What was there stays: a line that is cut for a moment empties no wall.
      if (this.value === null) this.error = error.code;
    }
  }
}
