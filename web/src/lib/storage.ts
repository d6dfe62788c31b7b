/** This browser's local storage. Where there is none (a private window, say) nothing is stored. */

const MOST_NAMES = 200;

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`ludotheque.${key}`);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(`ludotheque.${key}`, value);
  } catch {
    // Nothing to do: the page works without.
  }
}

/** A set of names kept under a key; the oldest go when there are very many. */
export function readStoredSet(key: string): Set<string> {
  try {
    const names: unknown = JSON.parse(readStored(key) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

export function writeStoredSet(key: string, names: Iterable<string>): void {
  writeStored(key, JSON.stringify([...names].slice(-MOST_NAMES)));
}

/** The table's commitment that this browser saw before it sent its nonce, and that nonce. */
export interface SeatCommitment {
  commitment: string;
  nonce: string;
}

/** Store it, to check the game's record later. */
export function storeCommitment(table: string, { commitment, nonce }: SeatCommitment): void {
  writeStoredSet("promises", [...others(table), `${table}:${commitment}:${nonce}`]);
}

export function readCommitment(table: string): SeatCommitment | null {
  const found = [...readStoredSet("promises")].find((entry) => entry.startsWith(`${table}:`));
  const [, commitment, nonce] = found?.split(":") ?? [];
  return commitment && nonce ? { commitment, nonce } : null;
}

export function forgetCommitment(table: string): void {
  writeStoredSet("promises", others(table));
}

const others = (table: string) => [...readStoredSet("promises")].filter((entry) => !entry.startsWith(`${table}:`));

/** Delete everything, after the account was erased. */
export function clearStored(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ludotheque.")) localStorage.removeItem(key);
  } catch {
    // There is no storage to clear.
  }
}
