/** What this browser remembers. Without storage (a private window, say) it just remembers nothing. */

export interface KnownTable {
  id: string;
  game: string;
  /** When it was last opened here, in milliseconds since 1970. */
  at: number;
}

const MOST_TABLES = 8;

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

/** The tables opened or joined here, latest first. */
export function knownTables(): KnownTable[] {
  try {
    const tables: unknown = JSON.parse(recall("tables") ?? "[]");
    return Array.isArray(tables) ? (tables as KnownTable[]) : [];
  } catch {
    return [];
  }
}

export function rememberTable(id: string, game: string): void {
  const others = knownTables().filter((table) => table.id !== id);
  remember("tables", JSON.stringify([{ id, game, at: Date.now() }, ...others].slice(0, MOST_TABLES)));
}

export function forgetTable(id: string): void {
  remember("tables", JSON.stringify(knownTables().filter((table) => table.id !== id)));
}
