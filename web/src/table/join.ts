/** Sitting down: the table has promised its luck by then, and only now it gets our own grain of it. */
import { fetchTable, joinTable, ApiError } from "../lib/api";
import { randomHex } from "../lib/random";
import { forgetCommitment, readCommitment, storeCommitment } from "../lib/storage";
import type { TableCard } from "../protocol/messages";

/** Troubles that pass: the same may be sent again. */
const PASSING = ["unreachable", "too_fast", "not_saved"];

export const passes = (error: unknown): boolean => error instanceof ApiError && PASSING.includes(error.code);

/** Whether a seat is kept for us, and the game waits for our grain of luck. */
export const isSeatReserved = (table: TableCard): boolean => table.you !== null && table.awaited.includes(table.you);

/**
 * Take the seat that is kept for us, or a free one. What the table promised and what we give is remembered before it
 * is sent, so that a page which is loaded again meanwhile sends the same.
 */
export async function takeSeat(table: TableCard, name: string): Promise<TableCard> {
  const promise = readCommitment(table.id) ?? { commitment: table.commitment, nonce: randomHex() };
  storeCommitment(table.id, promise);
  try {
    const joined = await joinTable(table.id, { name, nonce: promise.nonce });
    // The seat was taken before, from another browser.
    if (joined.nonce !== promise.nonce) forgetCommitment(table.id);
    return joined;
  } catch (error) {
    if (!passes(error)) forgetCommitment(table.id);
    throw error;
  }
}

/** Take the seat that is kept for us, if one is; whether none is any more. If it fails, the table's page tries again. */
export async function takeOwnSeat(table: TableCard): Promise<boolean> {
  if (table.you === null || !isSeatReserved(table)) return true;
  try {
    await takeSeat(table, table.seats[table.you]?.name ?? "");
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** The same at a table of which only the address is known. */
export async function takeOwnSeatAt(id: string): Promise<boolean> {
  try {
    return await takeOwnSeat(await fetchTable(id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
