/** Clocks as text. */
import type { DaysClock, LiveClock } from "../protocol/messages";
import type { Words } from "./i18n";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** Below this the clock is marked as low. */
export const LOW = 30 * SECOND;

/** What is left of some milliseconds after `passed` of them, if the clock runs. */
export function left(clock: { left_ms: number; running: boolean }, passed: number): number {
  return Math.max(0, clock.running ? clock.left_ms - passed : clock.left_ms);
}

/** Digits: 4:05, 1:04:05; tenths when every one counts; days and hours when they do not. */
export function digits(ms: number, words: Words): string {
  if (ms >= 2 * DAY)
    return words.say("clock.left_days", { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  if (ms < 10 * SECOND) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / SECOND);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A clock setting as text: “10 min + 5 s a move”. */
export function clockName(clock: LiveClock | DaysClock | null, words: Words): string {
  if (!clock) return words.say("clock.none");
  if (clock.kind === "days") return words.say(clock.days === 1 ? "clock.one_day" : "clock.days", { days: clock.days });
  const bank =
    clock.bank % 60
      ? words.say("clock.seconds", { n: clock.bank })
      : words.say("clock.minutes", { n: clock.bank / 60 });
  return clock.increment ? words.say("clock.bank", { bank, increment: clock.increment }) : bank;
}
