/** What changes around a table between two looks at it, for the story: the server tells how it is, not what happened. */
import type { MotionCard, TableCard } from "../wire/table";
import { seatName } from "./names";
import type { Words } from "./words";

/** `kind` is a key under `news` in the house's words; `seat` is whom it is about, `by` who did it. */
export interface News {
  at: number;
  /** How many entries the story had by then. */
  after: number;
  kind: string;
  seat?: number;
  by?: number;
}

export function newsOf(before: TableCard, after: TableCard, when: Pick<News, "at" | "after">): News[] {
  return [...seatNews(before, after), ...motionNews(before, after)].map((news) => ({ ...news, ...when }));
}

/** The news in a sentence. */
export function newsSentence(news: News, table: TableCard, words: Words): string {
  const name = (seat: number | undefined) => (seat === undefined ? "" : seatName(table, seat, words));
  return words.say(`news.${news.kind}`, { name: name(news.seat), mover: name(news.by) });
}

type Undated = Omit<News, "at" | "after">;

function seatNews(before: TableCard, after: TableCard): Undated[] {
  return after.seats.flatMap((card, seat) => {
    const was = before.seats[seat];
    if (!was) return [];
    if (!was.proxy && card.proxy) return [{ kind: "stands_in", seat }];
    if (was.proxy && !card.proxy) return [{ kind: "back", seat }];
    return [];
  });
}

function motionNews(before: TableCard, after: TableCard): Undated[] {
  const [was, is] = [before.motion, after.motion];
  const news: Undated[] = [];
  if (was && was.number !== is?.number) {
    const subject = was.seat === null ? {} : { seat: was.seat };
    news.push({ kind: carried(was, after) ? `carried_${was.kind}` : `rejected_${was.kind}`, by: was.by, ...subject });
  }
  if (is && is.number !== was?.number) {
    news.push({ kind: `moved_${is.kind}`, by: is.by, ...(is.seat === null ? {} : { seat: is.seat }) });
  }
  // With a single voter a motion is carried before anybody sees it.
  if (!was && !is && before.adjourned !== after.adjourned) {
    news.push({ kind: after.adjourned ? "carried_adjourn" : "carried_resume" });
  }
  if (!was && after.ended && !before.ended) news.push({ kind: "carried_end" });
  return news;
}

function carried(motion: MotionCard, after: TableCard): boolean {
  switch (motion.kind) {
    case "adjourn":
      return after.adjourned;
    case "resume":
      return !after.adjourned;
    case "end":
      return after.ended !== null;
    case "remove":
      return motion.seat !== null && (after.seats[motion.seat]?.proxy ?? null) !== null;
  }
}
