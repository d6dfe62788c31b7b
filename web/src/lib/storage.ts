/** What this browser remembers. Without storage (a private window, say) it just remembers nothing. */

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

/** What a table has shown of its luck before this browser gave it a grain of its own, and that grain. */
export interface SeatCommitment {
  commitment: string;
  nonce: string;
}

/** Kept to be found again in the game's record. */
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

/** Whoever is forgotten by the house is forgotten here too. */
export function clearStored(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ludotheque.")) localStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
