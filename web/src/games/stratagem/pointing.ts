/** What on the mat a move needs, for the coach to point at. */
import type { Box } from "./box.svelte";
import type { Move } from "./protocol";

/** The parts of the mat, each by what it may be marked with. */
export function partsOf(move: Move, box: Box): string[][] {
  switch (move.do) {
    case "choose":
      return [[`poster=${move.party}`]];
    case "plan":
      return [[`plan=${move.option}`]];
    case "show":
    case "withdraw":
      return [[`theme=${box.data.themes[box.plank(move.option).theme]?.id}`]];
    case "return":
      return [[`support=${move.card}`]];
    case "secret":
      return [[`secret=${move.card}`]];
    case "launch":
      return [[`action=${move.action}`]];
    case "draw":
    case "pass":
      return [["deck"]];
    case "name":
      return [[`heir=${move.seat}`]];
    case "denounce":
      return [[`denounce=${move.seat}`]];
    default:
      return [[`do=${move.do}`]];
  }
}
