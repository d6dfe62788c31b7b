/** Polling: a resource that is fetched again every few seconds while the page is visible. */
import { ApiError } from "./api";

/** Polling intervals in milliseconds. */
export const SOON = 3_000;
export const RARELY = 10_000;

/** Refresh now, every so many milliseconds, and when the page becomes visible; the returned function stops it. */
export function poll(refresh: () => Promise<void>, every: number): () => void {
  const whenVisible = () => document.visibilityState === "visible" && void refresh();
  void refresh();
  const timer = setInterval(whenVisible, every);
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", whenVisible);
  };
}

/** A resource that is polled. */
export class Polled<T> {
  /** Null until the server has answered. */
  value = $state.raw<T | null>(null);
  /** The error code of the first fetch, a key under `trouble` in the catalogue. */
  error = $state("");
  /** The resource was there and was deleted since. */
  gone = $state(false);
  private asked = 0;
  private stop = () => {};

  constructor(
    private readonly fetch: () => Promise<T>,
    private readonly every = SOON,
    /** The error code of a resource that does not exist: it is not fetched again. */
    private readonly missing = "not_found",
  ) {}

  /** Start polling; the returned function stops it. For `$effect`. */
  follow = (): (() => void) => {
    this.stop = poll(() => this.refresh(), this.every);
    return () => this.stop();
  };

  /** Set the answer to a change: newer than any fetch still under way. */
  set(value: T): void {
    this.asked += 1;
    this.value = value;
  }

  async refresh(): Promise<void> {
    const asked = ++this.asked;
    try {
      const value = await this.fetch();
      if (asked === this.asked) this.set(value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === this.missing) {
        this.stop();
        this.gone = this.value !== null;
      }
      // After the first answer an error keeps what is shown.
      if (this.value === null) this.error = error.code;
    }
  }
}
