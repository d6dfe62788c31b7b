/** Sample tables for the tests of mats. */
import { sampleTable } from "../lib/table.testing";
import type { TableCard } from "../protocol/messages";

const PEOPLE = ["Camille", "Dominique", "Émile", "Fanny"];

/** A table of a game that has begun, as one seat (or a spectator) sees it. */
export function tableOf(game: string, players: number, you: number | null = 0): TableCard {
  const seats = PEOPLE.slice(0, players).map((name) => ({
    kind: "human" as const,
    name,
    level: null,
    here: true,
    proxy: null,
    advised: 0,
  }));
  return sampleTable({ game, seats, you });
}

/** What is printed on a card of a box made for a test, the same in both languages. */
export const said = (text: string) => ({ fr: text, en: text });
