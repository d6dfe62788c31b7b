/** Sentences in which the names of players can be found again, to be written in their colours. */
import type { Words } from "../lib/i18n";
import { seatName } from "../lib/names";
import type { TableCard } from "../protocol/messages";

/** A part of a sentence: the name of a seat, or the text between two. */
export interface TextPart {
  text: string;
  seat: number | null;
}

/** The first of the private characters that stand for seats. */
const FIRST = 0xe000;
const MARKS = /([\ue000-\ue0ff])/u;

/**
 * A table whose names carry an invisible mark of their seat, for a game's sentences.
 * The mark comes last: elision and capitals look at the beginning of a name.
 */
export function markNames(table: TableCard, words: Words): TableCard {
  const seats = table.seats.map((card, seat) => ({
    ...card,
    kind: "human" as const,
    name: seatName(table, seat, words) + String.fromCharCode(FIRST + seat),
  }));
  return { ...table, seats };
}

/** The parts of a sentence that was made with marked names; `names` are those of the seats. */
export function splitNames(sentence: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  const add = (text: string, seat: number | null) => text && parts.push({ text, seat });
  const pieces = sentence.split(MARKS);
  for (let i = 0; i < pieces.length; i += 2) {
    const text = pieces[i] ?? "";
    const mark = pieces[i + 1];
    const seat = mark === undefined ? -1 : mark.charCodeAt(0) - FIRST;
    const name = names[seat] ?? "";
    // A sentence may begin with a name, and gives it a capital letter.
    if (name && text.toLowerCase().endsWith(name.toLowerCase())) {
      add(text.slice(0, -name.length), null);
      add(text.slice(-name.length), seat);
    } else add(text, null);
  }
  return parts;
}
