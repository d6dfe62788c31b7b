/** Sample data for tests: two themes, a few supports, a table of four, and a sight of a turn in the first campaign. */
import type { AnyNow } from "../../lib/socket.svelte";
import { said, tableOf } from "../samples.testing";
import { Box, type BoxData, type CommonCard } from "./box.svelte";
import type { Sight } from "./protocol";

const plank = (id: string, theme: number, demanded: string[]) => ({
  id,
  title: said(id.toUpperCase()),
  text: said(""),
  opinion: 1,
  members: [1, 0, -1, 2],
  theme,
  demanded,
});
const support = (id: string, strength: string, demands: string[]): CommonCard => ({
  id,
  family: "support",
  title: said(id.toUpperCase()),
  text: said(""),
  mark: "sword",
  strength,
  demands,
  percent: 0,
  effects: [],
});
const action = (id: string, supports: string[]) => ({ id, title: said(id), text: said(""), supports, percent: 0 });

export const BOX: BoxData = {
  tokens: 100,
  themes: [
    { id: "land", title: said("La terre") },
    { id: "press", title: said("La presse") },
  ],
  options: [
    plank("share", 0, ["army"]),
    plank("estates", 0, []),
    plank("free", 1, ["army", "printers"]),
    plank("censor", 1, []),
  ],
  parties: ["popular", "democrat", "conservative", "nationalist"].map((id) => ({
    id,
    title: said(`Parti ${id}`),
    denied: [],
  })),
  actions: [
    action("coup", ["A", "B"]),
    action("strike", ["C", "C"]),
    action("dictatorship", ["A", "B", "C"]),
    action("uprising", ["C", "B"]),
  ],
  cards: [
    support("army", "A", ["share", "free"]),
    support("printers", "B", ["free"]),
    support("students", "C", ["censor"]),
    {
      ...support("file", "C", []),
      family: "secret",
      mark: null,
      strength: null,
      effects: [{ who: "target", option: null, percent: -2, skip: false }],
    },
  ],
};
export const box = new Box(BOX);

export const table = tableOf("stratagem", 4, 1);

/** Dominique's turn; she shows free press, and holds what the printers give for it. */
export function sight(changes: Partial<Sight> = {}): Sight {
  return {
    seat: 1,
    options: { campaign: "full", show_irregular: false },
    question: 9,
    stage: "turn",
    asked: [1],
    numbers: [3, 9, 4, 1],
    first: 1,
    parties: ["popular", "democrat", "conservative", "nationalist"],
    plan: [0, 1],
    programmes: [],
    shown: [
      [-1, -1],
      [-1, 0],
      [0, -1],
      [-1, -1],
    ],
    supports: [[], ["printers"], [], []],
    secrets: ["file"],
    open_secrets: [],
    secret_counts: [0, 1, 2, 0],
    tokens: [20, 30, 40, 10],
    laid: [0, 0, 0, 0],
    skips: [0, 0, 0, 0],
    owing: null,
    owed: [false, false, false, false],
    alive: [true, true, true, true],
    broke: [],
    out: [],
    resigned: [],
    watching: [],
    deck: 30,
    fallen: [],
    campaign: 1,
    candidates: [],
    turn: 1,
    turns: 6,
    idle: 1,
    must_draw: false,
    card: null,
    offer: null,
    crisis: null,
    charge: null,
    charged: [],
    irregular: [],
    outcome: null,
    ...changes,
  };
}

export const now = (seen: Sight): AnyNow => ({
  sight: seen,
  asked: seen.asked,
  question: seen.question,
  legal: [],
  free: [],
});
