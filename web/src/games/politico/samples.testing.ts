/** Sample data for tests: a box of a few cards, a table of four, and a sight of a turn. */
import type { AnyNow } from "../../lib/socket.svelte";
import { said, tableOf } from "../samples.testing";
import { Box, type BoxData } from "./box.svelte";
import type { Sight } from "./protocol";

const red = {
  count: 4,
  text: said("…"),
  points: 0,
  deputies: 0,
  gain: 0,
  falls: false,
  personal: false,
  exposed: false,
  ignores_union: false,
};
const green = { count: 3, text: said("…"), penalty: 0, reward: 0, loan: 0 };

export const BOX: BoxData = {
  kinds: ["pm", "strike", "poaching", "round-table", "whip", "baraka", "censure", "army", "providential", "union"],
  counts: [9, 5, 4, 3, 2, 3, 4, 4, 1, 1],
  plaques: [0, 10, 20],
  attacks: [
    { ...red, id: "strike", defence: "round-table", title: said("Grève générale"), points: 25, gain: 20, falls: true },
    { ...red, id: "poaching", defence: "whip", title: said("Débauchage"), deputies: 10 },
  ],
  defences: [
    { ...green, id: "round-table", title: said("Table ronde"), reward: 10, loan: 10, answers: ["strike"] },
    { ...green, id: "whip", title: said("Discipline"), penalty: 5, answers: ["poaching"] },
    { ...green, id: "baraka", title: said("Baraka"), answers: ["strike", "poaching"] },
  ],
  events: [
    {
      id: "debate",
      title: said("Débat"),
      text: said("…"),
      effects: [{ who: "drawer", points: 10, deputies: -5 }],
      falls: false,
      draw: 1,
    },
  ],
};
export const box = new Box(BOX);

export const table = tableOf("politico", 4);

/** Camille's turn to act; Dominique governs with Émile. */
export function sight(changes: Partial<Sight> = {}): Sight {
  return {
    seat: 0,
    players: 4,
    options: {
      target: 500,
      clock: "rounds",
      rounds: 30,
      minutes: 150,
      hand: 6,
      personal: true,
      lending: true,
      midterm: true,
    },
    question: 12,
    stage: "act",
    asked: [0],
    frames: [{ kind: "turn", what: "act", seats: [0], waiting: [0], weights: [] }],
    ballot: null,
    first: 0,
    turn: 0,
    turns: 5,
    deputies: [60, 50, 40, 3],
    plaques: [[60], [50], [40], [3]],
    points: [20, -10, 120, 0],
    hand: ["pm", "strike", "strike", "round-table"],
    counts: [4, 6, 6, 5],
    known: [[], [], [], []],
    pack: 50,
    discard: [],
    dropped: null,
    due: [0, 0, 0, 0],
    exposed: [[], [], [], ["poaching"]],
    event: "debate",
    government: {
      pm: 1,
      members: [1, 2],
      card: "pm",
      since: 3,
      rounds: 1,
      immune: 0,
      providential: false,
      resigning: false,
    },
    vacant: 0,
    short: 0,
    union: 0,
    dissolved: false,
    election: "first",
    changed: [],
    bid: null,
    assault: null,
    pressure: null,
    chances: [],
    count: null,
    amendment: null,
    disputed: 0,
    midterm: "ahead",
    time: false,
    bargains: { kept: [0, 0, 0, 0], broken: [0, 0, 0, 0], made: 0, entries: [] },
    outcome: null,
    ...changes,
  };
}

export function now(seen: Sight, changes: Partial<AnyNow> = {}): AnyNow {
  return { sight: seen, asked: seen.asked, question: seen.question, legal: [], free: [], ...changes };
}
