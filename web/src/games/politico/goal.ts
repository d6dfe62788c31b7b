/** The goal strip of Politico: points, those that end the game, and who governs. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { TableCard } from "../../protocol/messages";
import type { Goal } from "../game";
import { written } from "./facts";
import type { Sight } from "./protocol";
import { ranking } from "./sight";

export function goal(sight: Sight, table: TableCard, words: Words): Goal | null {
  if (sight.outcome) return null;
  const { target } = sight.options;
  const leader = ranking(sight)[0] ?? 0;
  const best = sight.points[leader] ?? 0;
  const points = sight.seat === null ? best : (sight.points[sight.seat] ?? 0);
  const facts = { points: written(points), best: written(best), leader: seatName(table, leader, words) };
  return {
    wins: words.say("strip.wins", { target }),
    stand: words.say(`strip.${placeOf(sight)}`, facts),
    share: points / target,
  };
}

/** The viewer's place in the chamber. */
function placeOf({ seat, government }: Sight): "watch" | "vacant" | "head" | "member" | "opposition" {
  if (seat === null) return "watch";
  if (!government) return "vacant";
  if (government.pm === seat) return "head";
  return government.members.includes(seat) ? "member" : "opposition";
}
