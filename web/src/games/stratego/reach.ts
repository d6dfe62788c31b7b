/** Why a piece cannot go to a square, as far as its player sees it on the board. */
import { LAKES, SIZE } from "./geometry";

/** The only piece that goes farther than one square. */
const SCOUT = "D";

/** Keys of hints under `mat.hint`. */
export type Unreachable = "water" | "straight" | "far" | "way";

/** What keeps a piece from a square; null where only a rule about earlier moves can forbid it. */
export function whyUnreachable(
  letter: string,
  from: number,
  to: number,
  occupied: (square: number) => boolean,
): Unreachable | null {
  if (LAKES.has(to)) return "water";
  const across = (to % SIZE) - (from % SIZE);
  const up = Math.floor(to / SIZE) - Math.floor(from / SIZE);
  const distance = Math.abs(across) + Math.abs(up);
  if (letter !== SCOUT) return distance > 1 ? "far" : null;
  if (across && up) return "straight";
  const stride = Math.sign(across) + SIZE * Math.sign(up);
  for (let i = 1; i < distance; i++) {
    const between = from + i * stride;
    if (LAKES.has(between) || occupied(between)) return "way";
  }
  return null;
}

/** Whether a piece is shut in: every square beside it is a lake or holds a piece of its own side. */
export function isShutIn(from: number, own: (square: number) => boolean): boolean {
  const column = from % SIZE;
  const beside = [
    ...(column > 0 ? [from - 1] : []),
    ...(column < SIZE - 1 ? [from + 1] : []),
    from - SIZE,
    from + SIZE,
  ].filter((square) => square >= 0 && square < SIZE * SIZE);
  return beside.every((square) => LAKES.has(square) || own(square));
}
