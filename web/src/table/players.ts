/** The players at a table, each with initials and a colour. */
import type { GameModule } from "../games/game";
import type { Words } from "../lib/i18n";
import { seatName } from "../lib/names";
import type { TableCard } from "../protocol/messages";

export interface Person {
  seat: number;
  name: string;
  /** One letter, or two where two people share the first. */
  mark: string;
  colour: string;
}

/** How many seats have a colour token. */
const COLOURS = 10;

/** The colour token of a seat: in the panel, on the mat, in the story and in the chat. */
export const seatColour = (seat: number): string => `var(${tokenOf(seat)})`;

const tokenOf = (seat: number): string => `--seat-${seat % COLOURS}`;

/** The colours that a game gives to its seats, by token: a side's or a party's, once it is known. */
export function gameColours(game: GameModule | undefined, sight: unknown, seats: number): Map<string, string> {
  const colours = Array.from({ length: seats }, (_, seat) => (sight ? game?.seatColour?.(sight, seat) : null) ?? null);
  return new Map(colours.flatMap((colour, seat) => (colour === null ? [] : [[tokenOf(seat), colour] as const])));
}

/** Give the tokens of the seats other colours on the whole page; returns what takes them back. */
export function setSeatColours(colours: ReadonlyMap<string, string>, root = document.documentElement): () => void {
  for (const [token, colour] of colours) root.style.setProperty(token, colour);
  return () => {
    for (const token of colours.keys()) root.style.removeProperty(token);
  };
}

/** Unique initials for some names, as short as possible. */
export function marksOf(names: readonly string[]): string[] {
  const letters = names.map((name) => [...name.trim().toUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter)));
  const taken = new Set<string>();
  const marks = letters.map(([first = "?"], i) => {
    if (letters.some(([other], j) => j !== i && other === first)) return "";
    taken.add(first);
    return first;
  });
  return marks.map((mark, i) => {
    if (mark) return mark;
    const [first = "?", ...rest] = letters[i] ?? [];
    const seconds = [
      ...rest.map((letter) => letter.toLowerCase()),
      ...Array.from({ length: names.length }, (_, n) => String(n + 1)),
    ];
    const found = seconds.map((second) => first + second).find((candidate) => !taken.has(candidate)) ?? first;
    taken.add(found);
    return found;
  });
}

/** The players at a table, by seat. */
export function playersAt(table: TableCard, words: Words): Person[] {
  const names = table.seats.map((_, seat) => seatName(table, seat, words));
  const marks = marksOf(names);
  return names.map((name, seat) => ({ seat, name, mark: marks[seat] ?? "?", colour: seatColour(seat) }));
}
