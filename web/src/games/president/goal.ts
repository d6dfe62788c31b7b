/** The goal strip of Le Jeu du Président: the votes, and the majority that is elected. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { TableCard } from "../../protocol/messages";
import type { Goal } from "../game";
import type { Sight } from "./protocol";
import { mySide } from "./sides";

export function goal(sight: Sight, table: TableCard, words: Words): Goal | null {
  if (sight.outcome) return null;
  const second = sight.round > 1;
  const votesOf = (side: number) => sight.votes[side] ?? 0;
  const sides = [...new Set(sight.sides)].sort((a, b) => votesOf(b) - votesOf(a));
  const mine = mySide(sight);
  const leader = sides[0] ?? 0;
  const votes = votesOf(mine ?? leader);
  const other = votesOf(sides.find((side) => side !== mine) ?? 0);
  const end = sight.closing === 1 ? "wins_last" : sight.closing ? "wins_closing" : "wins";
  const key = mine === null ? "watch" : second ? "side" : "stand";
  return {
    wins: words.say(`strip.${end}${second ? "_second" : ""}`, { goal: sight.goal, turns: sight.closing }),
    stand: words.say(`strip.${key}`, { votes, other, leader: seatName(table, leader, words) }),
    // Where the urn closes, more votes than the other side are enough.
    share: second || sight.closing ? votes / Math.max(1, votes + other) : votes / Math.max(1, sight.goal),
  };
}
