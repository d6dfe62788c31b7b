/** Sentences for events around a game, such as votes. */
import type { Words } from "../lib/i18n";
import { seatName } from "../lib/names";
import type { Notice, TableCard } from "../protocol/messages";

/** The sentence of an event. */
export function newsSentence(news: Notice, table: TableCard, words: Words): string {
  const name = (seat: number | null) => (seat === null ? "" : seatName(table, seat, words));
  const key = news.motion === null ? news.kind : `${news.kind}_${news.motion}`;
  return words.say(`news.${key}`, { name: name(news.seat), mover: name(news.by) });
}
