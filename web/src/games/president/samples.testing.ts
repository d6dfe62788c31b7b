/** Sample data for tests: a few departments and cards, a table of three, and a sight of them. */
import type { AnyNow } from "../../lib/socket.svelte";
import type { Entry } from "../../protocol/messages";
import { tableOf } from "../samples.testing";
import type { BoxData } from "./box.svelte";
import type { Event as GameEvent, Sight } from "./protocol";

export const BOX: BoxData = {
  parties: ["RI", "PS", "RPR", "PC"],
  votes: 32_000_000,
  departments: [
    { code: "26", name: "Drôme", voters: 150_000 },
    { code: "59", name: "Nord", voters: 1_000_000 },
    { code: "62", name: "Pas-de-Calais", voters: 600_000 },
    { code: "974", name: "La Réunion", voters: 150_000 },
  ],
  cards: [
    {
      id: "speech",
      kind: "keep",
      amount: 1_000_000,
      title: { fr: "Le discours", en: "The speech" },
      text: { fr: "Bravo.", en: "Well done." },
    },
    {
      id: "gaffe",
      kind: "lose",
      amount: 400_000,
      title: { fr: "La gaffe", en: "The gaffe" },
      text: { fr: "Aïe.", en: "Ouch." },
    },
  ],
};

export const table = tableOf("president", 3);

/** Camille holds the Nord, safely; Dominique the Drôme and a kept card; Émile owes for a gaffe, and is to play. */
export function sight(changes: Partial<Sight> = {}): Sight {
  return {
    seat: 0,
    players: 3,
    question: 9,
    stage: "take",
    asked: [2],
    parties: ["RI", "PS", "PC"],
    first: 0,
    turn: 2,
    round: 1,
    sides: [0, 1, 2],
    closing: 0,
    goal: 16_050_000,
    votes: [1_000_000, 1_150_000, 0],
    urn: 29_850_000,
    held: [["59"], ["26"], []],
    safe: ["59"],
    kept: [[], ["speech"], []],
    debts: [[], [], ["gaffe"]],
    deck: [],
    talon: [],
    roll: ["2", "6"],
    draws: 0,
    card: null,
    duel: null,
    eligible: ["62"],
    amount: 0,
    made: 0,
    alone: 0,
    reached: [1, 2, 0],
    full_turns: 0,
    named: null,
    outcome: null,
    ...changes,
  };
}

/** Émile challenges Dominique for the Drôme: 15 to beat, and 12 so far. */
export const duel: Sight["duel"] = {
  code: "26",
  seat: 2,
  owner: 1,
  defence: [10, 5],
  defence_score: 15,
  stands: true,
  attack: [10, 2],
  attack_score: 12,
  result: "",
};

export function now(seen: Sight, changes: Partial<AnyNow> = {}): AnyNow {
  return { sight: seen, asked: seen.asked, question: seen.question, legal: [], free: [], ...changes };
}

/** A story of some events, each an entry of its own. */
export const storyOf = (...events: GameEvent[]): Entry<GameEvent>[] =>
  events.map((event, i) => ({ seq: i + 1, at: 0, seat: 0, events: [event] }));
