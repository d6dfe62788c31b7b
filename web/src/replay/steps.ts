/** The steps of a replay. */
import type { AnyEntry, AnyNow } from "../lib/socket.svelte";
import type { Step } from "../protocol/http";

/** Merge steps without a log sentence, such as a piece placed in secret, into the next one. */
export function condense(steps: readonly Step[], hasSentence: (event: unknown) => boolean): Step[] {
  const stops: Step[] = [];
  let silent: unknown[] = [];
  steps.forEach((step, i) => {
    const events = [...silent, ...step.events];
    const stop = i === 0 || i === steps.length - 1 || step.events.some(hasSentence);
    if (stop) stops.push({ ...step, events });
    silent = stop ? [] : events;
  });
  return stops;
}

/** The last step that is not after `move` moves; the first of all if there is none. */
export function indexAt(steps: readonly Step[], move: number): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step.move <= move),
  );
}

/** The step on which a replay opens: the first at which play has begun, as the game says, or the first of all. */
export function firstIndex(steps: readonly Step[], begun: ((sight: unknown) => boolean) | undefined): number {
  return begun
    ? Math.max(
        0,
        steps.findIndex(({ sight }) => begun(sight)),
      )
    : 0;
}

/** The story up to a step. The first step is the beginning, without events. */
export function storyTo(steps: readonly Step[], index: number): AnyEntry[] {
  return steps.slice(0, index + 1).flatMap((step, i) => (step.events.length ? [entryOf(step, i)] : []));
}

/** What was said, or happened around the game, up to a step: each stands after the last step that came before it. */
export function besides<T extends { after: number }>(items: readonly T[], steps: readonly Step[], index: number): T[] {
  return items.map((item) => ({ ...item, after: indexAt(steps, item.after) })).filter(({ after }) => after <= index);
}

/** A step as a log entry. */
export function entryOf(step: Step, index: number): AnyEntry {
  return { seq: index, at: step.at, seat: step.seat, events: step.events };
}

/** A step as a mat's state: no legal moves. */
export function momentOf(step: Step, index: number): AnyNow {
  return { sight: step.sight, asked: [], question: index, legal: [], free: [] };
}

/** A step's place in the address: `?m=34&eyes=0`. */
export function placeOf(search: string): { move: number | null; eyes: string | null } {
  const asked = new URLSearchParams(search);
  const move = Number.parseInt(asked.get("m") ?? "", 10);
  return { move: Number.isNaN(move) ? null : Math.max(0, move), eyes: asked.get("eyes") };
}
