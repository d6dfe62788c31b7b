/** The goal strip of Stratego: the flag, and the pieces left on both sides. */
import type { Words } from "../../lib/i18n";
import type { TableCard } from "../../protocol/messages";
import type { Goal } from "../game";
import type { Sight } from "./protocol";
import { deploying, lossesOf } from "./sight";

export function goal(sight: Sight, _table: TableCard, words: Words): Goal | null {
  if (sight.outcome) return null;
  const left = (side: number) => lossesOf(sight, side).reduce((sum, kind) => sum + kind.left, 0);
  const { seat } = sight;
  const stand =
    seat === null
      ? words.say("strip.watch", { red: left(0), blue: left(1) })
      : words.say("strip.stand", { mine: left(seat), theirs: left(1 - seat) });
  return { wins: words.say(deploying(sight) ? "strip.deploy" : "strip.wins"), stand };
}

/** What is asked, for the sentence that says what it is for. */
export const stage = (sight: Sight): string => (deploying(sight) ? "deploy" : "turn");
