/** What on the mat a move needs, for the coach to point at. */
import type { Move } from "./protocol";

/** The parts of the mat, each by what it may be marked with. */
export function partsOf(move: Move): string[][] {
  switch (move.do) {
    case "draw":
      return [["draw"]];
    case "discard":
      return [[`held=${move.card}`], ["do=discard"]];
    case "form":
      return [[`held=${move.card}`], [`form=${Number(move.army)}${Number(move.union)}`]];
    case "attack":
      return [[`held=${move.card}`], [`aim=${move.seat}`, `plate=${move.seat}`]];
    case "censure":
    case "union":
      return [[`held=${move.do}`], [`do=${move.do}`]];
    case "army":
      return [["held=army"], [`army=${move.purpose}`]];
    case "invite":
      return [[`aim=${move.seat}`, `plate=${move.seat}`]];
    case "expel":
    case "recruit":
      return [["gesture=reshuffle"], [`aim=${move.seat}`]];
    case "vote":
      return [[`ballot=${move.ballot}`]];
    case "answer":
      return [[`answer=${move.card}`, `held=${move.card}`]];
    case "accept":
      return [[`accept=${move.seat}`]];
    default:
      return [[`do=${move.do}`, `gesture=${move.do}`]];
  }
}
