/** What is printed on cards and plaques, fetched once. A host may have changed the box. */
import type { Lang } from "../../lib/i18n";
import { gameData } from "../game-data.svelte";

export type Said = Record<Lang, string>;

/** A red card. */
export interface Attack {
  id: string;
  count: number;
  defence: string;
  title: Said;
  text: Said;
  points: number;
  deputies: number;
  gain: number;
  falls: boolean;
  personal: boolean;
  exposed: boolean;
  ignores_union: boolean;
}

/** A green one, and the attacks it answers. */
export interface Defence {
  id: string;
  count: number;
  title: Said;
  text: Said;
  penalty: number;
  reward: number;
  loan: number;
  answers: string[];
}

export interface PrintedEvent {
  id: string;
  title: Said;
  text: Said;
  effects: { who: string; points: number; deputies: number }[];
  falls: boolean;
  draw: number;
}

export interface BoxData {
  kinds: string[];
  counts: number[];
  plaques: number[];
  attacks: Attack[];
  defences: Defence[];
  events: PrintedEvent[];
}

export type Colour = "red" | "green" | "blue";

export class Box {
  private readonly attacks: ReadonlyMap<string, Attack>;
  private readonly defences: ReadonlyMap<string, Defence>;
  private readonly events: ReadonlyMap<string, PrintedEvent>;

  constructor(readonly data: BoxData) {
    this.attacks = new Map(data.attacks.map((card) => [card.id, card]));
    this.defences = new Map(data.defences.map((card) => [card.id, card]));
    this.events = new Map(data.events.map((event) => [event.id, event]));
  }

  attack(id: string): Attack | undefined {
    return this.attacks.get(id);
  }

  defence(id: string): Defence | undefined {
    return this.defences.get(id);
  }

  event(id: string): PrintedEvent | undefined {
    return this.events.get(id);
  }

  /** Attacks are red, defences green, all other trumps blue. */
  colour(id: string): Colour {
    return this.attacks.has(id) ? "red" : this.defences.has(id) ? "green" : "blue";
  }

  /** How many of a kind there are in the pack. */
  count(id: string): number {
    return this.data.counts[this.data.kinds.indexOf(id)] ?? 0;
  }
}

const EMPTY: BoxData = { kinds: [], counts: [], plaques: [], attacks: [], defences: [], events: [] };
export const { theBox, isOpen, open, fetchBox } = gameData("politico", Box, EMPTY);
