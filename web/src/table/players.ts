/** The players at a table, each with initials and a colour. */
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
  return names.map((name, seat) => ({ seat, name, mark: marks[seat] ?? "?", colour: `var(--seat-${seat % 10})` }));
}
