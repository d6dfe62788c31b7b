/** What a browser can check of a record by itself. Drawing the luck again needs the rules, which are in Python. */

interface Header {
  line: "game";
  commitment: string;
  nonces: string[];
  given?: number;
}
interface Played {
  line: "move";
  seat: number;
}
interface Closing {
  line: "end";
  secret: string;
}

/** A thing that was looked at: does it hold? `null` where it could not be looked at; `name` is a key of the words. */
export interface Check {
  name: "promise" | "secret" | "moves" | "nonce";
  holds: boolean | null;
}

export interface Known {
  /** What the table showed before the first move. */
  commitment: string;
  /** How many moves the replay has. */
  moves: number;
  /** The grain of luck that this browser gave, if it remembers one. */
  nonce: string | null;
}

export async function verify(record: string, known: Known): Promise<Check[]> {
  const lines = record.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Header | Played | Closing);
  const header = lines.find((line) => line.line === "game");
  const closing = lines.find((line) => line.line === "end");
  const moves = lines.filter((line) => line.line === "move");
  const nonce: Check[] = known.nonce ? [{ name: "nonce", holds: header?.nonces.includes(known.nonce) ?? false }] : [];
  return [
    { name: "promise", holds: header?.commitment === known.commitment },
    { name: "secret", holds: header && closing ? await seals(closing.secret, header.commitment) : null },
    { name: "moves", holds: moves.length === known.moves },
    ...nonce,
  ];
}

/** Whether a secret is the one that was promised; null where the browser does not calculate (plain HTTP). */
async function seals(secret: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
