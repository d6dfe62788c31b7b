/** From a card in hand to a move: which moves it leads to, and where on the table they are aimed. */
import type { Box } from "./box.svelte";
import { ACTIONS, PARTIES, type Action } from "./parties";
import type { Move, Sight } from "./protocol";

/** What a player has taken up: a card to lay, or an action. */
export type Taken = { card: string } | { action: Action };

/** Where a move is aimed: at a party, or at a card on the table. */
export type Aim = { party: string } | { card: string };

export const isAction = (move: Move): boolean => (ACTIONS as readonly string[]).includes(move.do);

/** The moves that a card leads to. */
export function movesWith(taken: Taken | null, legal: readonly Move[]): Move[] {
  if (!taken) return [];
  if ("card" in taken) return legal.filter((move) => move.do === "lay" && move.card === taken.card);
  return legal.filter((move) => move.do === taken.action);
}

/** What was taken up, as long as it is still in hand. */
export function stillHeld(taken: Taken | null, sight: Sight): Taken | null {
  if (!taken) return null;
  const held = "card" in taken ? sight.hand.includes(taken.card) : sight.actions[ACTIONS.indexOf(taken.action)];
  return held ? taken : null;
}

/** Every move that a card stands for, allowed or not: what the server is asked about when none is. */
export function movesFor(card: Taken, sight: Sight, box: Box): Move[] {
  if ("card" in card) {
    const parties = box.face(card.card).party === null ? PARTIES.map(({ id }) => id) : [null];
    return parties.map((party) => ({ do: "lay", card: card.card, party }));
  }
  const { action } = card;
  if (action === "retire") {
    const played = sight.columns.flatMap(({ cards }) => cards.map((one) => one.card));
    return (played.length ? played : sight.hand).map((one) => ({ do: action, card: one }));
  }
  if (action === "clean") return PARTIES.map(({ id }) => ({ do: action, card: null, party: id }));
  return PARTIES.map(({ id }) => ({ do: action, party: id }));
}

/** Where a move is aimed; null for one that is not aimed at all. */
export function aimOf(move: Move, box: Box): Aim | null {
  switch (move.do) {
    case "lay":
      return { party: move.party ?? box.face(move.card).party ?? "" };
    case "retire":
      return { card: move.card };
    case "clean":
      return move.card !== null ? { card: move.card } : { party: move.party ?? "" };
    case "double":
    case "topple":
    case "scandal":
      return { party: move.party };
    default:
      return null;
  }
}

export interface Aims {
  parties: ReadonlyMap<string, Move>;
  cards: ReadonlyMap<string, Move>;
}

/** Everything on the table that a card may be put on. */
export function aimsOf(moves: readonly Move[], box: Box): Aims {
  const parties = new Map<string, Move>();
  const cards = new Map<string, Move>();
  for (const move of moves) {
    const aim = aimOf(move, box);
    if (aim && "party" in aim) parties.set(aim.party, move);
    else if (aim) cards.set(aim.card, move);
  }
  return { parties, cards };
}

/** The move of a card dropped somewhere: a politician finds the own party from anywhere on the table. */
export function dropped(aims: Aims, on: { card: string | null; party: string | null }): Move | null {
  const aimed = (on.card && aims.cards.get(on.card)) || (on.party && aims.parties.get(on.party)) || null;
  if (aimed) return aimed;
  const all = [...aims.parties.values(), ...aims.cards.values()];
  return all.length === 1 && all[0]?.do === "lay" ? all[0] : null;
}
