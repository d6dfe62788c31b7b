/** Taking a seat: the table has published its commitment by then, and only now gets the player's nonce. */
import { fetchTable, joinTable, ApiError } from "../lib/api";
import { randomHex } from "../lib/random";
import { forgetCommitment, readCommitment, storeCommitment } from "../lib/storage";
import type { TableCard } from "../protocol/messages";

/** Errors that pass: the same request may be sent again. */
const PASSING = ["unreachable", "too_fast", "not_saved"];

export const passes = (error: unknown): boolean => error instanceof ApiError && PASSING.includes(error.code);

/** Whether a seat is reserved for the player, and the game waits for their nonce. */
export const isSeatReserved = (table: TableCard): boolean => table.you !== null && table.awaited.includes(table.you);

/**
 * Take the reserved seat, or a free one. The table's commitment and the player's nonce are stored before they
 * are sent, so that a page which is loaded again meanwhile sends the same.
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

/** Take the reserved seat, if there is one. False if that failed: the table's page tries again. */
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

/** The same by the table's id. */
export async function takeOwnSeatAt(id: string): Promise<boolean> {
  try {
    return await takeOwnSeat(await fetchTable(id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
