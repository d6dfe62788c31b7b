/** From a card in hand to a move: which moves it leads to, and who at the table they are aimed at. */
import type { Box } from "./box.svelte";
import type { Move, Sight } from "./protocol";

/** What a member of the government may do on their turn without a card; each asks what or whom, or once more. */
export const GESTURES = ["reshuffle", "dissolve", "leave"] as const;
export type Gesture = (typeof GESTURES)[number];
const DOES: Readonly<Record<Gesture, readonly Move["do"][]>> = {
  reshuffle: ["expel", "recruit"],
  dissolve: ["dissolve"],
  leave: ["leave"],
};

/** What a player has taken up: a card, or a gesture. */
export type Taken = { card: string } | { gesture: Gesture };

/** The card that a move is played with; `wanted` is the defence that another player asks for. */
export function cardOf(move: Move, wanted: string | null): string | null {
  switch (move.do) {
    case "discard":
    case "attack":
    case "form":
    case "answer":
      return move.card;
    case "union":
    case "censure":
      return move.do;
    case "army":
    case "counter":
      return "army";
    case "offer":
      return wanted;
    default:
      return null;
  }
}

/** The moves that what was taken up leads to. */
export function movesWith(taken: Taken | null, legal: readonly Move[], wanted: string | null): Move[] {
  if (!taken) return [];
  if ("card" in taken) return legal.filter((move) => cardOf(move, wanted) === taken.card);
  return legal.filter((move) => DOES[taken.gesture].includes(move.do));
}

/** Every move that a card stands for, allowed or not: what the server is asked about when none is. */
export function movesFor(card: string, { stage, players, seat }: Sight, box: Box): Move[] {
  if (stage === "draw") return [{ do: "discard", card }];
  if (stage === "answer") return [{ do: "answer", card }];
  if (card === "pm" || card === "providential") return [{ do: "form", card, union: false, army: false }];
  if (card === "union" || card === "censure") return [{ do: card }];
  if (card === "army")
    return stage === "counter"
      ? [{ do: "counter" }]
      : [
          { do: "army", purpose: "topple" },
          { do: "army", purpose: "enter" },
        ];
  if (!box.attack(card)) return [{ do: "answer", card }];
  const others = Array.from({ length: players }, (_, other) => other).filter((other) => other !== seat);
  return others.map((other) => ({ do: "attack", card, seat: other }));
}

/** The gestures that may be made. */
export const gesturesIn = (legal: readonly Move[]): Gesture[] =>
  GESTURES.filter((gesture) => movesWith({ gesture }, legal, null).length > 0);

/** The seat a move is aimed at; null for one without an aim. */
export function aimOf(move: Move): number | null {
  switch (move.do) {
    case "attack":
    case "invite":
    case "expel":
    case "recruit":
    case "accept":
      return move.seat;
    default:
      return null;
  }
}

/** The seats that some moves are aimed at. */
export function aimsOf(moves: readonly Move[]): ReadonlyMap<number, Move> {
  const aims = new Map<number, Move>();
  for (const move of moves) {
    const seat = aimOf(move);
    if (seat !== null) aims.set(seat, move);
  }
  return aims;
}

/** What was taken up, as long as it is there and there is a question. */
export function stillTaken(taken: Taken | null, { hand }: Sight, legal: readonly Move[]): Taken | null {
  if (!taken) return null;
  return ("card" in taken ? hand.includes(taken.card) : movesWith(taken, legal, null).length > 0) ? taken : null;
}
