/** Taking a seat: the table has published its commitment by then, and only now gets the player's nonce. */
import { fetchTable, joinTable, ApiError } from "../lib/api";
import { randomHex } from "../lib/random";
import { seatKey } from "../lib/seat-key";
import { forgetCommitment, readCommitment, storeCommitment } from "../lib/storage";
import type { TableCard } from "../protocol/messages";

/** Errors that pass: the same request may be sent again. */
const PASSING = ["unreachable", "too_fast", "not_saved"];

export const passes = (error: unknown): boolean => error instanceof ApiError && PASSING.includes(error.code);

/** The seats that are reserved for the players on this device, and for whose nonces the game waits. */
const reservedSeats = (table: TableCard): number[] => table.yours.filter((seat) => table.awaited.includes(seat));

/** Whether a seat is reserved for the player, and the game waits for their nonce. */
export const isSeatReserved = (table: TableCard): boolean => reservedSeats(table).length > 0;

/**
 * Take a reserved seat, or a free one. The table's commitment and the player's nonce are stored before they
 * are sent, so that a page which is loaded again meanwhile sends the same.
 */
export async function takeSeat(table: TableCard, name: string, seat = table.you): Promise<TableCard> {
  const key = seatKey(table, seat);
  const promise = readCommitment(key) ?? { commitment: table.commitment, nonce: randomHex() };
  storeCommitment(key, promise);
  try {
    const shared = table.yours.length > 1 ? { seat } : {};
    const joined = await joinTable(table.id, { name, nonce: promise.nonce, ...shared });
    // The seat was taken before, from another browser.
    if (joined.nonce !== promise.nonce) forgetCommitment(key);
    return joined;
  } catch (error) {
    if (!passes(error)) forgetCommitment(key);
    throw error;
  }
}

/** Take all seats that are reserved for the players on this device. */
export async function takeReservedSeats(table: TableCard): Promise<void> {
  for (const seat of reservedSeats(table)) await takeSeat(table, table.seats[seat]?.name ?? "", seat);
}

/** The same. False if that failed: the table's page tries again. */
export async function takeOwnSeat(table: TableCard): Promise<boolean> {
  try {
    await takeReservedSeats(table);
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
