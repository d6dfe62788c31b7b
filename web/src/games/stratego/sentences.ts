/** What happens and what is asked, in sentences. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import type { Event as Happening, Move, Sight } from "./protocol";
import { countdowns, deploying } from "./sight";

/** The log's sentence for an event; placing single pieces has none. */
export function sentence(event: Happening, table: TableCard, words: Words): string | null {
  if (event.did === "placed") return null;
  const seat = "seat" in event ? event.seat : event.did === "ended" ? event.winner : null;
  const who = seat === null ? "" : seatName(table, seat, words);
  return words.say(`event.${event.did}`, { ...event, who, side: String(seat) });
}

/** What is asked now, and of whom; null where several others are asked, whom the table can name itself. */
export function status(now: AnyNow, table: TableCard, words: Words): string | null {
  const sight: Sight = now.sight;
  if (sight.outcome) return words.say("event.ended", { reason: sight.outcome.reason, winner: winnerOf(sight) });
  const asked = now.asked.includes(table.you ?? -1);
  if (!asked && now.asked.length !== 1) return null;
  const key = asked ? ownQuestion(sight) : deploying(sight) ? "wait_deploy" : "wait_turn";
  const other = now.asked.find((seat) => seat !== table.you) ?? 1 - (table.you ?? 0);
  return words.say(`question.${key}`, { who: seatName(table, other, words) });
}

/** A step in short, as players write it down. */
export function moveText(move: Move): string | null {
  return move.do === "step" ? `${move.from} → ${move.to}` : null;
}

/** Who won, or null for a draw. */
export function winnerOf(sight: Sight): number | null {
  const places = sight.outcome?.places ?? [];
  return places.every((place) => place === 1) ? null : places.indexOf(1);
}

function ownQuestion(sight: Sight): string {
  if (deploying(sight)) return "deploy";
  if (sight.offering) return "turn_offering";
  return sight.offer === 1 - (sight.seat ?? 0) ? "turn_offered" : "turn";
}

/** The draws that are near, in words. */
export function countdownLines(sight: Sight, words: Words): string[] {
  const { quiet, total } = countdowns(sight);
  return [
    ...(quiet === null ? [] : [words.say("mat.countdown.quiet", { moves: quiet })]),
    ...(total === null ? [] : [words.say("mat.countdown.total", { moves: total })]),
  ];
}

/** The draw on offer, in words: whose it is makes them. */
export function offerLines(sight: Sight, table: TableCard, words: Words): string[] {
  if (sight.offer === null) return [];
  const key = sight.offer === sight.seat ? "mine" : sight.seat === null ? "watched" : "theirs";
  return [words.say(`mat.offer.${key}`, { who: seatName(table, sight.offer, words) })];
}
