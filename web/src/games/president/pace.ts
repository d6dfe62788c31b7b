/** The pace of a challenge: the server tells all of it at once, and people see one card after the other. */
import type { Event as Happening } from "./wire";
import { fought, type Duel } from "./telling";

/** How long the last card is looked at before the next one comes, and before the result, in milliseconds. */
const CARD = 750;
const RESULT = 900;

export interface Step {
  /** How many events are shown then, after how many milliseconds. */
  to: number;
  after: number;
  /** The challenge as it then stands. */
  duel: Duel | null;
}

/** What is shown next of a story of which `from` events are shown: all up to the next card of a challenger, or result. */
export function step(events: readonly Happening[], from: number, duel: Duel | null, still: boolean): Step {
  for (let at = from; at < events.length; at++) {
    const event = events[at] as Happening;
    const wait = still ? 0 : pause(event, duel);
    if (wait && at > from) return { to: at, after: 0, duel };
    duel = fought(duel, event, at + 1);
    if (wait || ends(event)) return { to: at + 1, after: wait, duel };
  }
  return { to: events.length, after: 0, duel };
}

const ends = (event: Happening): boolean => event.did === "won" || event.did === "lost" || event.did === "void";

function pause(event: Happening, duel: Duel | null): number {
  if (!duel || duel.result) return 0;
  if (ends(event)) return RESULT;
  return event.did === "dealt" && duel.stands ? CARD : 0;
}
