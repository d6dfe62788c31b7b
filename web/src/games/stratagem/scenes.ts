/** What is shown large in the middle of the table for a while: votes, seizures of power, charges, eliminations. */

import type { Entry } from "../../protocol/messages";
import type { Event as GameEvent } from "./protocol";
import { type VoteReport, voteIn } from "./sight";

export type Tone = "alarm" | "relief" | "stamp" | "loss" | "secret";
export type Scene = { kind: "vote"; vote: VoteReport } | { kind: "moment"; event: GameEvent; tone: Tone };

/** How long a scene is shown, in milliseconds, unless the player closes it or plays on: a vote is a table to read. */
export const READING = { vote: 15_000, moment: 7000 };

const TONES: Partial<Record<GameEvent["did"], Tone>> = {
  launched: "alarm",
  defeated: "relief",
  restored: "relief",
  denounced: "stamp",
  out: "loss",
  revealed: "secret",
  replaced: "relief",
};

/** The scene that new entries call for: a vote before all else, then the last of the great moments. */
export function sceneIn(entries: readonly Entry<GameEvent>[]): Scene | null {
  const vote = voteIn(entries);
  if (vote) return { kind: "vote", vote };
  const event = entries.flatMap(({ events }) => events).findLast(({ did }) => did in TONES);
  return event ? { kind: "moment", event, tone: TONES[event.did]! } : null;
}
