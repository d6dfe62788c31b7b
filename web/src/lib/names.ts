/** Names of players, bots, levels and seats. */
import type { SeatCard, TableCard } from "../protocol/messages";
import type { Words } from "./i18n";

/** The name at a seat: a player's own, a bot's, or that the seat is free. */
export function seatName(table: TableCard, seat: number, words: Words): string {
  const card = table.seats[seat];
  if (!card || card.kind === "open") return words.say("table.free_chair");
  return personName(card.name, words);
}

/** A person's name; an erased one is anonymous. */
export function personName(name: string, words: Words): string {
  return name === "…" ? words.say("table.anonymous") : name;
}

/** Whether a person or an outside program sits there, not one of the server's bots. */
export function isGuest(card: SeatCard | undefined): card is SeatCard {
  return card?.kind === "human" || card?.kind === "program";
}

/** A bot's level as the game calls it (`level.<name>` in its words). */
export function levelName(level: string, words: Words): string {
  return words.has(`level.${level}`) ? words.say(`level.${level}`).toLowerCase() : level;
}

/** What a game calls one of its seats (`seat.<number>` in its words), or null. */
export function sideName(seat: number, words: Words): string | null {
  return words.has(`seat.${seat}`) ? words.say(`seat.${seat}`) : null;
}

/** The name at a seat, and what the game calls the seat. */
export function seatLabel(table: TableCard, seat: number, words: Words): string {
  return [seatName(table, seat, words), sideName(seat, words)].filter((part) => part !== null).join(" · ");
}

/** A list of names in a sentence: “A, B and C”. */
export function list(names: string[], lang: string): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
}
