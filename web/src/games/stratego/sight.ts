/** Reading a sight: which tokens stand where, what is known of them, what has left the board. */
import type { Entry } from "../../protocol/messages";
import { LAKES, squareAt } from "./geometry";
import { EMPTY, HIDDEN, KINDS } from "./pieces";
import type { Event as GameEvent, Sight } from "./protocol";

/** A token as the viewer sees it. */
export interface Token {
  id: number;
  side: number;
  square: number;
  /** Its letter, or `?` while its rank is hidden from the viewer. */
  letter: string;
  /** It has moved: it is neither bomb nor flag. */
  moved: boolean;
  /** The enemy has seen its rank. */
  known: boolean;
}

/** The two squares of the latest move. */
export interface LastMove {
  from: number;
  to: number;
}

export const sideOf = (id: number): number => (id <= 40 ? 0 : 1);

/** The tokens on the board, by number: a token keeps its place in the list while it moves. */
export function tokensOf(sight: Sight): Token[] {
  const found: Token[] = [];
  sight.squares.forEach((id, square) => {
    if (id) found.push(token(sight, id, square));
  });
  return found.sort((a, b) => a.id - b.id);
}

function token(sight: Sight, id: number, square: number): Token {
  const mark = Number(sight.marks[id - 1]);
  const letter = sight.letters[id - 1] ?? HIDDEN;
  return { id, side: sideOf(id), square, letter, moved: (mark & 1) !== 0, known: (mark & 2) !== 0 };
}

/** The pieces of one kind: how many are lost, and how many are still on the board. */
export interface Tally {
  letter: string;
  lost: number;
  left: number;
}

/** The losses of a side, by kind. Whatever has left the board was shown in a fight, so nothing here is a guess. */
export function lossesOf(sight: Sight, side: number): Tally[] {
  const standing = new Set(sight.squares);
  const lost = new Map<string, number>();
  for (let id = 40 * side + 1; id <= 40 * side + 40; id++) {
    const letter = sight.letters[id - 1] ?? EMPTY;
    if (letter !== EMPTY && !standing.has(id)) lost.set(letter, (lost.get(letter) ?? 0) + 1);
  }
  const army = sight.options.army;
  return KINDS.filter((kind) => kind[army] > 0).map((kind) => {
    const gone = lost.get(kind.letter) ?? 0;
    return { letter: kind.letter, lost: gone, left: kind[army] - gone };
  });
}

/** The latest move in a story, if a piece has moved yet. */
export function lastMove(story: Entry<GameEvent>[]): LastMove | null {
  for (const entry of story.toReversed()) {
    for (const event of entry.events.toReversed()) {
      if (event.did === "moved" || event.did === "fought")
        return { from: squareAt(event.from), to: squareAt(event.to) };
    }
  }
  return null;
}

/** Why a click on a square without a piece in hand does nothing: a key under `mat.hint`; null if there is nothing to say. */
export function hintAt(square: number, token: Token | undefined, mine: number): "water" | "enemy" | null {
  if (LAKES.has(square)) return "water";
  return token && token.side !== mine ? "enemy" : null;
}

/** Both armies are still being set up. */
export function deploying(sight: Sight): boolean {
  return sight.turn === null && sight.outcome === null;
}

const WARN_FROM = 20;

/** Moves left until the game is drawn, when few are left: without a fight, and in all. */
export function countdowns(sight: Sight): { quiet: number | null; total: number | null } {
  const soon = (left: number) => (sight.turn !== null && left <= WARN_FROM ? left : null);
  return { quiet: soon(sight.options.no_fight - sight.quiet), total: soon(sight.options.max_moves - sight.ply) };
}
