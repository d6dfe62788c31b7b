/** What this browser remembers. Without storage (a private window, say) it just remembers nothing. */

const MOST_NAMES = 200;

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`ludotheque.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`ludotheque.${key}`, value);
  } catch {
    // Nothing to do: the page works without.
  }
}

/** A set of names kept under a key; the oldest go when there are very many. */
export function recallSet(key: string): Set<string> {
  try {
    const names: unknown = JSON.parse(recall(key) ?? "[]");
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    return new Set();
  }
}

export function rememberSet(key: string, names: Iterable<string>): void {
  remember(key, JSON.stringify([...names].slice(-MOST_NAMES)));
}

/** What a table has shown of its luck before this browser gave it a grain of its own, and that grain. */
export interface Promised {
  commitment: string;
  nonce: string;
}

/** Kept to be found again in the game's record. */
export function rememberPromise(table: string, { commitment, nonce }: Promised): void {
  rememberSet("promises", [...others(table), `${table}:${commitment}:${nonce}`]);
}

export function recallPromise(table: string): Promised | null {
  const found = [...recallSet("promises")].find((entry) => entry.startsWith(`${table}:`));
  const [, commitment, nonce] = found?.split(":") ?? [];
  return commitment && nonce ? { commitment, nonce } : null;
}

export function forgetPromise(table: string): void {
  rememberSet("promises", others(table));
}

const others = (table: string) => [...recallSet("promises")].filter((entry) => !entry.startsWith(`${table}:`));

/** Whoever is forgotten by the house is forgotten here too. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ludotheque.")) localStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
