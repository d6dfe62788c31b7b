/** What happened around a game, for the story. */
import type { News, TableCard } from "../wire/table";
import { seatName } from "./names";
import type { Words } from "./words";

/** The news in a sentence. */
export function newsSentence(news: News, table: TableCard, words: Words): string {
  const name = (seat: number | null) => (seat === null ? "" : seatName(table, seat, words));
  const key = news.motion === null ? news.kind : `${news.kind}_${news.motion}`;
  return words.say(`news.${key}`, { name: name(news.seat), mover: name(news.by) });
}
