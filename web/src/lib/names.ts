/** What boxes, chairs and those who sit on them are called. */
import type { SeatCard, TableCard } from "../protocol/messages";
import type { Words } from "./i18n";

/** The name of whoever sits on a seat: a guest's own, a bot's, or that the chair is free.

A bot alone goes by its level; where there are several each has a name (`bot_name.<seat>`), to be told apart. */
export function seatName(table: TableCard, seat: number, words: Words): string {
  const card = table.seats[seat];
  if (!card || card.kind === "open") return words.say("table.free_chair");
  if (card.kind === "bot") {
    const own = `bot_name.${seat}`;
    if (severalBots(table) && words.has(own)) return words.say(own);
    return words.say("table.bot", { level: levelName(card.level ?? "", words) });
  }
  return personName(card.name, words);
}

/** Somebody's own name; whoever had theirs erased has none left. */
export function personName(name: string, words: Words): string {
  return name === "…" ? words.say("table.anonymous") : name;
}

/** Whether a guest sits there, a person or a program from outside: somebody who comes and goes. */
export function isGuest(card: SeatCard | undefined): card is SeatCard {
  return card?.kind === "human" || card?.kind === "program";
}

/** Whether bots must be told apart. */
export function severalBots(table: TableCard): boolean {
  return table.seats.filter(({ kind }) => kind === "bot").length > 1;
}

/** A bot's level as the game calls it (`level.<name>` in its words). */
export function levelName(level: string, words: Words): string {
  return words.has(`level.${level}`) ? words.say(`level.${level}`).toLowerCase() : level;
}

/** What a game calls one of its seats (`seat.<number>` in its words), or null. */
export function sideName(seat: number, words: Words): string | null {
  return words.has(`seat.${seat}`) ? words.say(`seat.${seat}`) : null;
}

/** Some names, as one says them. */
export function list(names: string[], lang: string): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
}
