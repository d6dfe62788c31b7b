/** Sample tables for the tests of mats. */
import type { TableCard } from "../protocol/messages";

const PEOPLE = ["Camille", "Dominique", "Émile", "Fanny"];

/** A table of a game that has begun, as one seat (or a spectator) sees it. */
export function tableOf(game: string, players: number, you: number | null = 0): TableCard {
  return {
    id: "t",
    game,
    options: {},
    seats: PEOPLE.slice(0, players).map((name) => ({ kind: "human", name, level: null, here: true, proxy: null })),
    you,
    started: true,
    over: false,
    commitment: "",
    public: false,
    clock: null,
    watch_delay: 0,
    opener: false,
    who: null,
    claim: null,
    owner: false,
    claimed: null,
    adjourned: false,
    ended: null,
    motion: null,
    origin: null,
    evening: null,
    awaited: [],
    nonce: null,
  };
}

/** What is printed on a card of a box made for a test, the same in both languages. */
export const said = (text: string) => ({ fr: text, en: text });
