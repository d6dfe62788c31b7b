/** The goal strip of Stratagem: the share of the tokens, and what wins in this campaign. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { TableCard } from "../../protocol/messages";
import type { Goal } from "../game";
import type { Sight } from "./protocol";
import { MAJORITY } from "./sight";

/** What wins, by the number of the campaign; 0 is the short one. */
const WINS = ["strip.short", "strip.first", "strip.second"];

export function goal(sight: Sight, table: TableCard, words: Words): Goal | null {
  if (sight.outcome) return null;
  const { seat, tokens, alive } = sight;
  const leader = tokens.indexOf(Math.max(...tokens));
  const own = tokens[seat ?? leader] ?? 0;
  const key = seat === null ? "watch" : (alive[seat] ?? true) ? "stand" : "out";
  return {
    wins: words.say(WINS[sight.campaign] ?? "strip.first", { majority: MAJORITY }),
    stand: words.say(`strip.${key}`, { tokens: own, leader: seatName(table, leader, words) }),
    // In a short campaign the most tokens win, so the leader sets the mark.
    share: own / (sight.campaign === 0 ? Math.max(...tokens) : MAJORITY),
  };
}
