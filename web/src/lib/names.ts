/** What boxes, chairs and those who sit on them are called. */
import type { TableCard } from "../wire/table";
import type { Words } from "./words";

/** The name of whoever sits on a seat: a person's own, a bot's by its level, or that the chair is free. */
export function seatName(table: TableCard, seat: number, words: Words): string {
  const card = table.seats[seat];
  if (!card || card.kind === "open") return words.say("table.free_chair");
  if (card.kind === "bot") return words.say("table.bot", { level: levelName(card.level ?? "", words) });
  return card.name;
}

/** A bot's level as the game calls it (`level.<name>` in its words). */
export function levelName(level: string, words: Words): string {
  return words.has(`level.${level}`) ? words.say(`level.${level}`).toLowerCase() : level;
}

/** What a game calls one of its seats (`seat.<number>` in its words), or null. */
export function sideName(seat: number, words: Words): string | null {
  return words.has(`seat.${seat}`) ? words.say(`seat.${seat}`) : null;
}

/** What is printed on a box: the game's own `title`, or the house's for a box that is still closed. */
export function boxTitle(game: string, words: Words): string {
  return words.sayFirst(["title", `box.${game}.title`]);
}

/** Some names, as one says them. */
export function list(names: string[], lang: string): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
}
