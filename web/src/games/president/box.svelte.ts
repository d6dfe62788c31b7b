/** What is printed on the map and the cards, fetched once. A host may have changed the box. */
import type { Lang } from "../../lib/i18n";
import { gameData } from "../game-data.svelte";

export interface Department {
  code: string;
  name: string;
  voters: number;
}

export interface CampaignCard {
  id: string;
  kind: string;
  amount: number;
  title: Record<Lang, string>;
  text: Record<Lang, string>;
}

export interface BoxData {
  parties: string[];
  votes: number;
  departments: Department[];
  cards: CampaignCard[];
}

export class Box {
  private readonly departments: ReadonlyMap<string, Department>;
  private readonly cards: ReadonlyMap<string, CampaignCard>;

  constructor(readonly data: BoxData) {
    this.departments = new Map(data.departments.map((department) => [department.code, department]));
    this.cards = new Map(data.cards.map((card) => [card.id, card]));
  }

  department(code: string): Department {
    return this.departments.get(code) ?? { code, name: code, voters: 0 };
  }

  has(code: string): boolean {
    return this.departments.has(code);
  }

  card(id: string): CampaignCard {
    return this.cards.get(id) ?? { id, kind: "gain", amount: 0, title: { fr: id, en: id }, text: { fr: "", en: "" } };
  }
}

const EMPTY: BoxData = { parties: [], votes: 0, departments: [], cards: [] };
export const { theBox, isOpen, open, fetchBox } = gameData("president", Box, EMPTY);
