/** Sample data for tests: a box of a few cards, a table of four, and sights of a vote in its stages. */
import type { AnyNow } from "../../lib/socket.svelte";
import { tableOf } from "../samples.testing";
import { Box, type BoxData } from "./box.svelte";
import { PARTIES } from "./parties";
import type { Column, Sight } from "./protocol";

export const BOX: BoxData = {
  parties: PARTIES.map(({ id }) => id),
  politicians: [
    { id: "rose1", name: "Églantine", party: "roses", votes: 10, accepts: ["leaves", "lemons"] },
    { id: "rose2", name: "Ottokar", party: "roses", votes: 7, accepts: ["leaves"] },
    { id: "leaf1", name: "Clémentine", party: "leaves", votes: 8, accepts: ["roses"] },
    { id: "hat1", name: "Siegfried", party: "hats", votes: 9, accepts: ["crosses"] },
  ],
  jokers: [{ id: "joker1", votes: 5 }],
  actions: { double: 7, topple: 4, retire: 4, scandal: 2, clean: 3 },
  countries: [{ id: "france", cards: 4, first: 4, second: 3, third: 2, further: 1, card: 1 }],
  deal: [],
};
export const box = new Box(BOX);

export const table = tableOf("koalition", 4);

export function column(changes: Partial<Column> = {}): Column {
  return { cards: [], leader: null, doubles: 0, scandals: 0, scandal_lap: 0, toppled: null, ...changes };
}

export const played = (seat: number, card: string, resigned = false) => ({ seat, card, resigned, resigned_lap: 0 });

/** The second lap in France: Camille leads the roses, Dominique the leaves; Émile's hat has resigned. */
export function sight(changes: Partial<Sight> = {}): Sight {
  const columns = PARTIES.map(() => column());
  columns[0] = column({ cards: [played(0, "rose1"), played(1, "rose2")], leader: 0, doubles: 1 });
  columns[1] = column({ cards: [played(2, "hat1", true)], leader: 2 });
  columns[2] = column({ cards: [played(1, "leaf1")], leader: 1 });
  return {
    seat: 0,
    players: 4,
    options: { countries: 3 },
    question: 12,
    stage: "lay",
    asked: [0],
    ballots: [0, 0, 1, 0],
    starter: 0,
    hand: ["joker1"],
    actions: [1, 0, 0, 0, 2],
    card_counts: [13, 14, 14, 14],
    trump_counts: [4, 6, 5, 6],
    known: [[], [], [], []],
    gone: [],
    used: [1, 0, 1, 0, 0],
    deals: 1,
    left: [],
    country: "france",
    number: 1,
    lap: 2,
    layer: 0,
    columns,
    votes: Array<number>(7).fill(0),
    majority: 0,
    blocs: [],
    possible: [],
    proposals: [],
    proposed: [],
    made: 0,
    waiting: [],
    silent: [],
    renewed: [],
    points: Array.from({ length: 4 }, () => Array<number>(7).fill(0)),
    scores: [0, 0, 0, 0],
    result: null,
    bonuses: [0, 0, 0, 0],
    bargains: { kept: [0, 0, 0, 0], broken: [0, 0, 0, 0], made: 0, entries: [] },
    outcome: null,
    ...changes,
  };
}

/** The same vote counted: roses 34, leaves 20, and 9 each of hats and crosses; the majority is 37. */
export function negotiation(changes: Partial<Sight> = {}): Sight {
  return sight({
    stage: "negotiate",
    asked: [0, 1, 2],
    votes: [34, 9, 20, 0, 0, 0, 9],
    majority: 37,
    blocs: [
      { label: "roses", party: "roses", seat: 0, votes: 34, led: true },
      { label: "leaves", party: "leaves", seat: 1, votes: 20, led: true },
      { label: "hats", party: "hats", seat: 2, votes: 9, led: true },
      { label: "crosses:3", party: "crosses", seat: 3, votes: 9, led: false },
    ],
    possible: [
      ["roses", "leaves"],
      ["roses", "crosses:3"],
      ["leaves", "hats", "crosses:3"],
    ],
    ...changes,
  });
}

export function now(seen: Sight, changes: Partial<AnyNow> = {}): AnyNow {
  return { sight: seen, asked: seen.asked, question: seen.question, legal: [], free: [], ...changes };
}
