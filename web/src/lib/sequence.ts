/** Numbered items of a table that arrive in several messages, some of them twice. */

interface Numbered {
  seq: number;
}

/** A chat message among the entries of a story. */
export interface Spoken {
  at: number;
  after: number;
  name: string;
  /** To whom, where not everybody could read it. */
  to?: string | undefined;
  text: string;
}

/** What of `arriving` is not yet in `known`, in order. */
export function newItems<T extends Numbered>(known: readonly T[], arriving: readonly T[]): T[] {
  const heard = new Set(known.map((line) => line.seq));
  return arriving.filter((line) => !heard.has(line.seq) && heard.add(line.seq)).sort((a, b) => a.seq - b.seq);
}

/** The known and the new items, in order. */
export function merge<T extends Numbered>(known: readonly T[], fresh: readonly T[]): T[] {
  return [...known, ...fresh].sort((a, b) => a.seq - b.seq);
}
