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

/** The grain of luck this browser gave to a table, to find it again in the game's record. */
export function rememberNonce(table: string, nonce: string): void {
  rememberSet("nonces", [...recallSet("nonces"), `${table}:${nonce}`]);
}

export function recallNonce(table: string): string | null {
  const found = [...recallSet("nonces")].find((entry) => entry.startsWith(`${table}:`));
  return found ? found.slice(table.length + 1) : null;
}

/** Whoever is forgotten by the house is forgotten here too. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ludotheque.")) localStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
