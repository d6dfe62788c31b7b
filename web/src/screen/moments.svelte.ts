/** The big moments that a screen shows, one after the other, each for its time. */
import type { Moment } from "../games/screens";

/** More than so many do not wait: bots may play faster than a scene lasts. */
const MOST = 2;

export class Moments {
  /** The one that is shown. */
  current = $state.raw<Moment | null>(null);
  private waiting: Moment[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  add(found: readonly Moment[]): void {
    this.waiting = [...this.waiting, ...found].slice(-MOST);
    if (!this.current) this.next();
  }

  /** Show none, and forget those that wait. */
  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.current = null;
  }

  private next(): void {
    this.current = this.waiting.shift() ?? null;
    clearTimeout(this.timer);
    if (this.current) this.timer = setTimeout(() => this.next(), this.current.lasts);
  }
}
