/** Sentences for events around a game, such as votes. */
import type { Words } from "../lib/i18n";
import { seatName } from "../lib/names";
import type { Notice, TableCard } from "../protocol/messages";

/** The sentence for a notice. */
export function noticeSentence(notice: Notice, table: TableCard, words: Words): string {
  const name = (seat: number | null) => (seat === null ? "" : seatName(table, seat, words));
  const about = notice.motion ?? notice.pace;
  const key = about ? `${notice.kind}_${about}` : notice.kind;
  return words.say(`news.${key}`, { name: name(notice.seat), mover: name(notice.by) });
}
