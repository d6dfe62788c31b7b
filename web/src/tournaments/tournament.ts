/** An evening, read for its wall. */
import type { Words } from "../lib/i18n";
import { list } from "../lib/names";
import type { BoardCard, EntrantCard, EveningCard } from "../protocol/messages";

/** What somebody is called: bots have names by their number, so that they can be told apart. */
export function entrantName(entrant: EntrantCard | undefined, words: Words): string {
  if (!entrant) return words.say("evening.somebody");
  if (!entrant.person && entrant.bot) return words.say(`bot_name.${entrant.number % 10}`);
  return entrant.name || words.say("evening.somebody");
}

export function entrantOf(evening: EveningCard, number: number): EntrantCard | undefined {
  return evening.entrants.find((entrant) => entrant.number === number);
}

export function names(evening: EveningCard, numbers: number[], words: Words, lang: string): string {
  return list(
    numbers.map((number) => entrantName(entrantOf(evening, number), words)),
    lang,
  );
}

/** Points as one writes them: no more decimals than a third needs. */
export function spellPoints(points: number, lang: string): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(points);
}

/** Whether every table has two seats: then there is a crosstable, and other things decide between equals. */
export function isDuel(evening: EveningCard): boolean {
  return evening.rounds.every(({ boards }) => boards.every(({ seats }) => seats.length === 2));
}

/** Whether everybody is to meet everybody, one against one. */
export function isCrossed(evening: EveningCard): boolean {
  return evening.plan.format === "round_robin" && evening.rounds.length > 0 && isDuel(evening);
}

/** Whether results are missing. */
export function isWaiting(evening: EveningCard): boolean {
  return evening.rounds.some(({ boards }) => boards.some(({ places }) => places === null));
}

/** What somebody had from a round: points, "bye" points, or null where they did not play or still do. */
export function pointsIn(evening: EveningCard, round: number, entrant: number): number | null {
  const card = evening.rounds[round - 1];
  if (!card) return null;
  if (card.byes.includes(entrant)) return card.bye_points;
  const board = card.boards.find(({ seats }) => seats.includes(entrant));
  return board?.points?.[board.seats.indexOf(entrant)] ?? null;
}

/** What somebody had against somebody else, all their games one after the other. */
export function pointsAgainst(evening: EveningCard, one: number, other: number): number[] {
  return boardsOf(evening)
    .filter(({ seats, points }) => points && seats.includes(one) && seats.includes(other))
    .map(({ seats, points }) => points?.[seats.indexOf(one)] ?? 0);
}

/** Every table of the evening. */
export function boardsOf(evening: EveningCard): BoardCard[] {
  return evening.rounds.flatMap(({ boards }) => boards);
}
