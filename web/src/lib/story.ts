/** The story of a table: numbered entries that arrive in any number of pieces, some of them twice. */
import type { Entry } from "../wire/table";

/** What of `arriving` is not yet in `story`, in order. */
export function unheard(story: readonly Entry[], arriving: readonly Entry[]): Entry[] {
  const heard = new Set(story.map((entry) => entry.seq));
  return arriving
    .filter((entry) => !heard.has(entry.seq) && heard.add(entry.seq))
    .sort((a, b) => a.seq - b.seq);
}

/** The story with new entries in their places. */
export function merge(story: readonly Entry[], fresh: readonly Entry[]): Entry[] {
  return [...story, ...fresh].sort((a, b) => a.seq - b.seq);
}
