/** What is printed on the mat and the cards, fetched once. A host may have changed the box. */
import type { Lang } from "../../lib/i18n";
import { gameData } from "../game-data.svelte";

type Said = Record<Lang, string>;

export interface Theme {
  id: string;
  title: Said;
}

export interface Plank {
  id: string;
  title: Said;
  text: Said;
  /** Signs of public opinion, and of the members of each party. */
  opinion: number;
  members: number[];
  theme: number;
  /** The supports that demand it. */
  demanded: string[];
}

export interface PartyData {
  id: string;
  title: Said;
  denied: string[];
}

export interface ActionData {
  id: string;
  title: Said;
  text: Said;
  supports: string[];
  percent: number;
}

export interface Effect {
  who: string;
  option: string | null;
  percent: number;
  skip: boolean;
}

export interface CommonCard {
  id: string;
  family: string;
  title: Said;
  text: Said;
  mark: string | null;
  strength: string | null;
  demands: string[];
  percent: number;
  effects: Effect[];
}

export interface BoxData {
  tokens: number;
  themes: Theme[];
  options: Plank[];
  parties: PartyData[];
  actions: ActionData[];
  cards: CommonCard[];
}

const same = (text: string): Said => ({ fr: text, en: text });

export class Box {
  private readonly planks: ReadonlyMap<string, Plank>;
  private readonly cards: ReadonlyMap<string, CommonCard>;

  constructor(readonly data: BoxData) {
    this.planks = new Map(data.options.map((option) => [option.id, option]));
    this.cards = new Map(data.cards.map((card) => [card.id, card]));
  }

  plank(id: string): Plank {
    return (
      this.planks.get(id) ?? { id, title: same(id), text: same(""), opinion: 0, members: [], theme: 0, demanded: [] }
    );
  }

  /** An option of a theme by its side, 0 or 1; null for -1. */
  side(theme: number, side: number): Plank | null {
    return side < 0 ? null : (this.data.options[2 * theme + side] ?? null);
  }

  card(id: string): CommonCard {
    const nothing = { mark: null, strength: null, demands: [], percent: 0, effects: [] };
    return this.cards.get(id) ?? { id, family: "event", title: same(id), text: same(""), ...nothing };
  }

  party(id: string): PartyData {
    return this.data.parties.find((party) => party.id === id) ?? { id, title: same(id), denied: [] };
  }

  action(id: string): ActionData {
    return (
      this.data.actions.find((action) => action.id === id) ?? {
        id,
        title: same(id),
        text: same(""),
        supports: [],
        percent: 0,
      }
    );
  }
}

const EMPTY: BoxData = { tokens: 100, themes: [], options: [], parties: [], actions: [], cards: [] };
export const { theBox, isOpen, open, fetchBox } = gameData("stratagem", Box, EMPTY);
