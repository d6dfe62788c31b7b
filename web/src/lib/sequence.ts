/** What is told at a table: numbered lines that arrive in any number of pieces, some of them twice. */

interface Numbered {
  seq: number;
}

/** Something that was said, after so many entries of a story. */
export interface Spoken {
  at: number;
  after: number;
  name: string;
  /** To whom, where not everybody could read it. */
  to?: string | undefined;
  text: string;
}

/** What of `arriving` is not yet in `known`, in order. */
export function unheard<T extends Numbered>(known: readonly T[], arriving: readonly T[]): T[] {
  const heard = new Set(known.map((line) => line.seq));
  return arriving.filter((line) => !heard.has(line.seq) && heard.add(line.seq)).sort((a, b) => a.seq - b.seq);
}

/** All of it, with the new lines in their places. */
export function merge<T extends Numbered>(known: readonly T[], fresh: readonly T[]): T[] {
  return [...known, ...fresh].sort((a, b) => a.seq - b.seq);
}
