/** Playback: the server sends at once what follows without a choice, and the mat shows it step by step. */
import type { Event as GameEvent } from "./protocol";
import { fought, type Duel } from "./story";

/** How long the last card of a challenge is looked at before the next one, and before the result, in milliseconds. */
const CARD = 750;
const RESULT = 900;
/** How long dice and campaign cards are looked at before others take their place. */
const LOOK = 1300;
/** A viewer who is behind by more throws than this, each with a card, catches up at once. */
const THROWS = 2;

/** How far behind what has happened the mat may be, in milliseconds; what is older is shown at once. */
export const LAG = 4000;

/** How long something may still be looked at by a viewer who has been behind for so long. */
export const patience = (wanted: number, behind: number): number => Math.max(0, Math.min(wanted, LAG - behind));

export interface Step {
  /** How many events are shown then, after how many milliseconds. */
  to: number;
  after: number;
  /** The challenge as it then stands. */
  duel: Duel | null;
}

/** What is shown next of a story of which `from` events are shown: all up to the next thing that is worth a look. */
export function step(events: readonly GameEvent[], from: number, duel: Duel | null, still: boolean): Step {
  const patient = (at: number) => !still && replaced(events, at) && events.slice(at).filter(shows).length <= 2 * THROWS;
  for (let at = from; at < events.length; at++) {
    const event = events[at] as GameEvent;
    const looked = at === from && patient(from - 1) ? LOOK : 0;
    const wait = still ? 0 : pause(event, duel) || looked;
    if (wait && at > from) return { to: at, after: 0, duel };
    duel = fought(duel, event, at + 1);
    if (wait || ends(event) || patient(at)) return { to: at + 1, after: wait, duel };
  }
  return { to: events.length, after: 0, duel };
}

const ends = (event: GameEvent): boolean => event.did === "won" || event.did === "lost" || event.did === "void";
const shows = (event: GameEvent): boolean => event.did === "rolled" || event.did === "drawn";

/** Whether dice or a card lie there at this point that others have replaced since. */
function replaced(events: readonly GameEvent[], at: number): boolean {
  const event = events[at];
  if (!event || !shows(event)) return false;
  return events.slice(at + 1).some(({ did }) => did === "rolled" || did === event.did);
}

function pause(event: GameEvent, duel: Duel | null): number {
  if (!duel || duel.result) return 0;
  if (ends(event)) return RESULT;
  return event.did === "dealt" && duel.stands ? CARD : 0;
}
