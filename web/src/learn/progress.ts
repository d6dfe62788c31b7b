/** A learner's progress, stored in this browser: the lessons that are done, and the one that was left half-way. */
import { readStored, readStoredSet, writeStored, writeStoredSet } from "../lib/storage";
import type { Answers } from "./api";

const doneKey = (game: string) => `lessons.${game}`;
const openKey = (game: string) => `lesson.${game}`;

/** The ids of the lessons of a game that were played to the end. */
export const doneLessons = (game: string): Set<string> => readStoredSet(doneKey(game));

/** A lesson was played to the end. */
export function markDone(game: string, lesson: string): void {
  writeStoredSet(doneKey(game), doneLessons(game).add(lesson));
}

/** Remember the answers so far, to go on from there. */
export function keepAnswers(game: string, lesson: string, answers: Answers): void {
  writeStored(openKey(game), JSON.stringify({ lesson, answers }));
}

/** The answers given to a lesson that was left half-way. */
export function keptAnswers(game: string, lesson: string): Answers {
  const kept = keptLesson(game);
  return kept?.lesson === lesson ? kept.answers : [];
}

/** The lesson of a game that was left half-way. */
export function keptLesson(game: string): { lesson: string; answers: Answers } | null {
  try {
    const kept = JSON.parse(readStored(openKey(game)) ?? "null") as { lesson?: unknown; answers?: unknown } | null;
    if (typeof kept?.lesson !== "string" || !Array.isArray(kept.answers)) return null;
    const answers = kept.answers.filter((answer) => Array.isArray(answer)) as Answers;
    return answers.length ? { lesson: kept.lesson, answers } : null;
  } catch {
    return null;
  }
}
