/** Standing answers: what the server answers for the player. */
import type { AnyNow } from "../lib/socket.svelte";
import type { TableCard } from "../protocol/messages";
import { resting } from "./turn";

export type Until = "turn" | "game";

/** A question that is answered for the player, and how long. */
export interface Given {
  question: string;
  until: Until;
}

/** The name of the present question: games whose questions have several kinds carry it in their sights. */
function stageOf(now: AnyNow | null): string | null {
  return (now?.sight as { stage?: string } | undefined)?.stage ?? null;
}

/** The present question, if the player is asked and may have it answered each time; null otherwise. */
export function offeredQuestion(now: AnyNow | null, table: TableCard): string | null {
  const stage = stageOf(now);
  if (!now || stage === null || table.you === null || !now.asked.includes(table.you) || resting(table)) return null;
  return table.standing?.offered.includes(stage) && !(stage in table.standing.given) ? stage : null;
}

/** Whether the present question is answered for the player. */
export function isAnswered(now: AnyNow | null, table: TableCard): boolean {
  return !resting(table) && (stageOf(now) ?? "") in (table.standing?.given ?? {});
}

/** What is answered for the player, in the order of the game's questions. */
export function givenAnswers(table: TableCard): Given[] {
  const standing = table.standing;
  if (!standing || table.over) return [];
  return standing.offered.flatMap((question) => {
    const until = standing.given[question];
    return until ? [{ question, until }] : [];
  });
}
