/** The facts of a game in words: how many play it, and how long it takes. */
import type { Words } from "../lib/i18n";
import type { GameCard } from "../protocol/http";

/** How many play, or may play. */
export function playersText(card: GameCard, words: Words, players?: number): string {
  const [least, most] = players === undefined ? [card.least_seats, card.most_seats] : [players, players];
  return words.say(least === most ? "players.exact" : "players.range", { least, most });
}

/** How long a game takes, with so many players or with any number; empty where that was not measured. */
export function minutesText(card: GameCard, words: Words, players?: number): string {
  const measured = players === undefined ? card.minutes : card.minutes.slice(players - card.least_seats).slice(0, 1);
  if (!measured.length) return "";
  const [least, most] = [Math.min(...measured), Math.max(...measured)];
  if (least === most) return words.say("shelf.minutes", { minutes: least });
  return words.say("shelf.minutes_range", { least, most });
}
