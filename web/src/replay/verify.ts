/** The checks of a record that a browser can do. Drawing the random numbers again needs the rules, which are in Python. */

import type { SeatCommitment } from "../lib/storage";

interface Header {
  line: "game";
  commitment: string;
  nonces: string[];
  given?: number;
  /** What sat at each seat, where the record says so: `human`, `program`, or `bot/` and its level. */
  kinds?: string[];
}
interface Played {
  line: "move";
  seat: number;
}
interface Closing {
  line: "end";
  secret: string;
}

/** A check and its result: `null` where it could not be done. `name` is a key in the catalogue. */
export interface Check {
  name: "promise" | "secret" | "moves" | "nonce" | "bots";
  holds: boolean | null;
}

export interface Known {
  /** What the table shows now. */
  commitment: string;
  /** The commitment that this browser saw before it sent its nonce, and that nonce, if they are stored. */
  promise: SeatCommitment | null;
  /** The player's own seat; null for spectators. */
  you: number | null;
  /** How many moves the replay has. */
  moves: number;
}

export async function verify(record: string, known: Known): Promise<Check[]> {
  const entries = record
    .split("\n")
    .filter(Boolean)
    .map((entry) => JSON.parse(entry) as Header | Played | Closing);
  const header = entries.find((entry) => entry.line === "game");
  const closing = entries.find((entry) => entry.line === "end");
  const moves = entries.filter((entry) => entry.line === "move");
  const { promise, you } = known;
  const same = header?.commitment === (promise ?? known).commitment;
  const nonce: Check[] =
    you === null ? [] : [{ name: "nonce", holds: promise ? header?.nonces[you] === promise.nonce : null }];
  return [
    { name: "promise", holds: same && !promise ? null : same },
    { name: "secret", holds: header && closing ? await seals(closing.secret, header.commitment) : null },
    { name: "moves", holds: moves.length === known.moves },
    ...nonce,
    ...bots(header),
  ];
}

/** Bots have an empty nonce, so there is nothing to choose. In older records they had one. */
function bots(header: Header | undefined): Check[] {
  const seats = (header?.kinds ?? []).flatMap((kind, seat) => (kind.startsWith("bot/") ? [seat] : []));
  return seats.length ? [{ name: "bots", holds: seats.every((seat) => header?.nonces[seat] === "") || null }] : [];
}

/** Whether the secret's hash is the commitment; null without `crypto.subtle` (plain HTTP). */
async function seals(secret: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
