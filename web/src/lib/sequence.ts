/** Numbered items of a table that arrive in several messages, some of them twice. */

interface Numbered {
  seq: number;
}

/** What of `arriving` is not yet in `known`, in order. */
export function newItems<T extends Numbered>(known: readonly T[], arriving: readonly T[]): T[] {
  const seen = new Set(known.map((item) => item.seq));
  return arriving.filter((item) => !seen.has(item.seq) && seen.add(item.seq)).sort((a, b) => a.seq - b.seq);
}

/** The known and the new items, in order. */
export function merge<T extends Numbered>(known: readonly T[], fresh: readonly T[]): T[] {
  return [...known, ...fresh].sort((a, b) => a.seq - b.seq);
}
