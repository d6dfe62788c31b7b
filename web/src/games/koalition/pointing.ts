/** What on the mat a move needs, for the coach to point at. */
import type { Box } from "./box.svelte";
import type { Move } from "./protocol";

/** The parts of the mat, each by what it may be marked with. */
export function partsOf(move: Move, box: Box): string[][] {
  switch (move.do) {
    case "elect":
      return [[`elect=${move.seat}`], ["do=elect"]];
    case "lay": {
      const party = move.party ?? box.face(move.card).party;
      return [[`held=${move.card}`], [`aim=${party}`]];
    }
    case "double":
    case "topple":
    case "scandal":
      return [[`held=${move.do}`], [`aim=${move.party}`, `party=${move.party}`]];
    case "retire":
      return [["held=retire"], [`card=${move.card}`]];
    case "clean":
      return [
        ["held=clean"],
        move.card === null ? [`aim=${move.party}`, `party=${move.party}`] : [`card=${move.card}`],
      ];
    case "propose":
      return [...move.blocs.map((bloc) => [`bloc=${bloc}`]), ["propose"]];
    case "accept":
    case "decline":
    case "takeback":
      return [[`${move.do}=${move.number}`]];
    default:
      return [[`do=${move.do}`]];
  }
}
