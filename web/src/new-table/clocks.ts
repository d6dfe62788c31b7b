/** The clocks that a new table offers. */
import type { DaysClock, LiveClock } from "../protocol/messages";

export type ClockOrder = LiveClock | DaysClock;

/** Seconds in the bank, and gained with each answer. */
export const LIVE: LiveClock[] = [
  { kind: "live", bank: 180, increment: 2 },
  { kind: "live", bank: 600, increment: 5 },
  { kind: "live", bank: 1800, increment: 15 },
];

export const DAYS: DaysClock[] = [1, 2, 3, 7].map((days) => ({ kind: "days", days }));
