/** Clicks where nothing can be done: their refusals tell the player nothing. */
import type { AnyNow } from "../lib/socket.svelte";
import type { Refused } from "../protocol/messages";

/** Refusals that a click on the mat can cause. */
const OF_CLICKS: readonly string[] = ["rule", "stale", "batch"];

/** What is known when a move is made on the mat. */
export interface Click {
  /** The viewer's seat. */
  seat: number | null;
  now: AnyNow | null;
  moves: readonly unknown[];
  /** The move before was not answered yet: the second of two quick clicks. */
  repeated: boolean;
}

/** Whether a refused move was a mis-click: the second of two clicks, or a move that was not offered, out of turn. */
export function isMisclick({ seat, now, moves, repeated }: Click, refused: Refused): boolean {
  if (!OF_CLICKS.includes(refused.code)) return false;
  if (repeated) return refused.code === "stale";
  const offered = new Set([...(now?.legal ?? []), ...(now?.free ?? [])].map((move) => JSON.stringify(move)));
  const asked = seat !== null && (now?.asked.includes(seat) ?? false);
  return !asked && !moves.some((move) => offered.has(JSON.stringify(move)));
}
