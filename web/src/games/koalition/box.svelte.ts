/** What is printed on the cards, fetched once. A host may have changed the box. */
import { gameData } from "../game-data.svelte";

export interface Politician {
  id: string;
  name: string;
  party: string;
  votes: number;
  accepts: string[];
}

export interface Country {
  id: string;
  cards: number;
  first: number;
  second: number;
  third: number;
  further: number;
  card: number;
}

export interface DealRow {
  players: number;
  politicians: number;
  actions: number;
  deals: number;
}

export interface BoxData {
  parties: string[];
  politicians: Politician[];
  jokers: { id: string; votes: number }[];
  actions: Record<string, number>;
  countries: Country[];
  deal: DealRow[];
}

/** The face of a card that is laid: a politician's, or a joker's, which has no party and accepts every party. */
export interface Face {
  id: string;
  votes: number;
  name: string | null;
  party: string | null;
  accepts: readonly string[];
}

export class Box {
  private readonly faces: ReadonlyMap<string, Face>;

  constructor(readonly data: BoxData) {
    const jokers = data.jokers.map((joker) => ({ ...joker, name: null, party: null, accepts: data.parties }));
    this.faces = new Map([...data.politicians, ...jokers].map((face) => [face.id, face]));
  }

  /** The face of a card; a blank one for a card that is not in this box. */
  face(id: string): Face {
    return this.faces.get(id) ?? { id, votes: 0, name: id, party: null, accepts: [] };
  }

  country(id: string): Country | undefined {
    return this.data.countries.find((country) => country.id === id);
  }
}

const EMPTY: BoxData = { parties: [], politicians: [], jokers: [], actions: {}, countries: [], deal: [] };
export const { theBox, isOpen, open, fetchBox } = gameData("koalition", Box, EMPTY);
