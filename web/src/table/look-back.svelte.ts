/**
 * Positions of the past during play, as this page has received them.
 *
 * Only what the server has sent to this viewer is kept, so that looking back tells nothing new; the server is not asked:
 * even the number of moves that a seat did not see would be a secret. Moves from before the page was opened have none.
 */
import type { AnyEntry, AnyNow } from "../lib/socket.svelte";

export class LookBack {
  /** The entry that is looked at; null for the present. */
  at = $state<number | null>(null);
  /** The first entry whose position is kept; null as long as there is none. */
  first = $state<number | null>(null);

  private sights = new Map<number, AnyNow["sight"]>();
  private viewer: number | null = null;
  private last = 0;

  /** Keep the present position of a viewer: a seat, or null for a spectator. */
  record(viewer: number | null, story: readonly AnyEntry[], now: AnyNow | null): void {
    const seq = story.at(-1)?.seq ?? 0;
    // Another seat has another story, and a story that starts anew has other numbers.
    if (viewer !== this.viewer || seq < this.last) this.forget();
    this.viewer = viewer;
    this.last = seq;
    if (!now || !seq) return;
    this.sights.set(seq, now.sight);
    this.first ??= seq;
  }

  canLook(seq: number): boolean {
    return this.first !== null && seq >= this.first;
  }

  look(seq: number): void {
    if (this.canLook(seq)) this.at = seq;
  }

  return(): void {
    this.at = null;
  }

  /** The position after an entry, without moves. Entries that came together have one position: that of the last. */
  positionAt(seq: number): AnyNow | null {
    for (let shown = seq; shown <= this.last; shown += 1) {
      const sight: unknown = this.sights.get(shown);
      if (sight !== undefined) return { sight, asked: [], question: shown, legal: [], free: [] };
    }
    return null;
  }

  private forget(): void {
    this.sights = new Map();
    this.first = this.at = null;
  }
}
