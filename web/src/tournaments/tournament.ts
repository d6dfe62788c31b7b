/** Functions over a tournament as the server sends it. */
import type { Words } from "../lib/i18n";
import { list } from "../lib/names";
import type { BoardCard, EntrantCard, TournamentCard } from "../protocol/tournaments";

/** An entrant's name; an erased one has none. */
export function entrantName(entrant: EntrantCard | undefined, words: Words): string {
  return entrant?.name || words.say("evening.somebody");
}

export function entrantOf(tournament: TournamentCard, number: number): EntrantCard | undefined {
  return tournament.entrants.find((entrant) => entrant.number === number);
}

export function names(tournament: TournamentCard, numbers: number[], words: Words, lang: string): string {
  return list(
    numbers.map((number) => entrantName(entrantOf(tournament, number), words)),
    lang,
  );
}

/** The titles of some games, each once, in a sentence. */
export function gameTitles(games: string[], titleOf: (game: string) => string, lang: string): string {
  return list([...new Set(games)].map(titleOf), lang);
}

/** Points as one writes them: no more decimals than a third needs. */
export function spellPoints(points: number, lang: string): string {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(points);
}

/** Whether every table has two seats: then there is a crosstable, and other things decide between equals. */
export function isDuel(tournament: TournamentCard): boolean {
  return tournament.rounds.every(({ boards }) => boards.every(({ seats }) => seats.length === 2));
}

/** Whether it is a round robin of two-player games. */
export function isCrossed(tournament: TournamentCard): boolean {
  return tournament.plan.format === "round_robin" && tournament.rounds.length > 0 && isDuel(tournament);
}

/** Whether results are missing. */
export function isWaiting(tournament: TournamentCard): boolean {
  return tournament.rounds.some(({ boards }) => boards.some(({ places }) => places === null));
}

/** An entrant's points from a round, byes included; null without a result. */
export function pointsIn(tournament: TournamentCard, round: number, entrant: number): number | null {
  const card = tournament.rounds[round - 1];
  if (!card) return null;
  if (card.byes.includes(entrant)) return card.bye_points;
  const board = card.boards.find(({ seats }) => seats.includes(entrant));
  return board?.points?.[board.seats.indexOf(entrant)] ?? null;
}

/** An entrant's points against another, game by game. */
export function pointsAgainst(tournament: TournamentCard, one: number, other: number): number[] {
  return boardsOf(tournament)
    .filter(({ seats, points }) => points && seats.includes(one) && seats.includes(other))
    .map(({ seats, points }) => points?.[seats.indexOf(one)] ?? 0);
}

/** Every table of the tournament. */
export function boardsOf(tournament: TournamentCard): BoardCard[] {
  return tournament.rounds.flatMap(({ boards }) => boards);
}
