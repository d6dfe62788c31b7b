/** Advice in words: moves and reasons, with the names of the players. */
import type { GameModule } from "../games/game";
import type { Words } from "../lib/i18n";
import { seatName } from "../lib/names";
import type { Advice, Reason, TableCard } from "../protocol/messages";

/** A game's words in which seats have the names of their players. */
export function namedWords(table: TableCard, words: Words): Words {
  return words.with(
    "seat",
    Object.fromEntries(table.seats.map((_, seat) => [String(seat), seatName(table, seat, words)])),
  );
}

/** A move in words, with a capital letter. */
export function moveInWords(move: unknown, game: GameModule, table: TableCard, words: Words): string {
  if (game.moveSentence) return game.moveSentence(move, table, words);
  const fields = move as { do: string };
  return namedWords(table, words).say(`move.${fields.do}`, { ...fields });
}

/** Moves that are made together, in words. */
export function choiceInWords({ move }: Advice, table: TableCard, words: Words): string {
  return namedWords(table, words).say(`move.${(move as { do: string }).do}_all`);
}

/** A move inside a sentence: without its capital letter, unless it begins with a word in capitals. */
export function inSentence(move: string): string {
  const [first = "", second = ""] = move;
  return second === second.toUpperCase() && /\p{L}/u.test(second) ? move : first.toLowerCase() + move.slice(1);
}

/** Reasons as one text. */
export function reasonText(reasons: readonly Reason[], table: TableCard, words: Words): string {
  const named = namedWords(table, words);
  return reasons.map(({ key, args }) => named.say(key, args)).join(" ");
}
