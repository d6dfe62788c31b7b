/** The goal strip of Koalition: points, the leader, and how many countries have voted. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { TableCard } from "../../protocol/messages";
import type { Goal } from "../game";
import type { Sight } from "./protocol";
import { ranking, totalOf } from "./sight";

export function goal(sight: Sight, table: TableCard, words: Words): Goal | null {
  if (sight.outcome) return null;
  const { countries } = sight.options;
  const number = Math.max(1, sight.number);
  const { seat } = sight;
  const best = ranking(sight).find((other) => other !== seat) ?? 0;
  const facts = { number, countries, leader: seatName(table, best, words), best: totalOf(sight, best) };
  const points = seat === null ? 0 : totalOf(sight, seat);
  const place = seat === null ? "watch" : points > facts.best ? "ahead" : "behind";
  return {
    wins: words.say("strip.wins"),
    stand: words.say(`strip.${place}`, { ...facts, points }),
    share: (number - 1) / countries,
  };
}
