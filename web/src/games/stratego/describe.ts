/** The state of a game in lines of text, its events in sentences. */
import type { Words } from "../../lib/i18n";
import { seatName } from "../../lib/names";
import type { AnyNow } from "../../lib/socket.svelte";
import type { TableCard } from "../../protocol/messages";
import { nameOf, SIZE } from "./geometry";
import { phrase, pieceName } from "./labels";
import { HIDDEN } from "./pieces";
import type { Event as Happening, Sight } from "./protocol";
import { countdowns, deploying, lossesOf, tokensOf, type Token } from "./sight";

const SIDES = [0, 1];

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

/** Who won, or null for a draw. */
function winnerOf(sight: Sight): number | null {
  const places = sight.outcome?.places ?? [];
  return places.every((place) => place === 1) ? null : places.indexOf(1);
}

function ownQuestion(sight: Sight): string {
  if (deploying(sight)) return "deploy";
  if (sight.offering) return "turn_offering";
  return sight.offer === 1 - (sight.seat ?? 0) ? "turn_offered" : "turn";
}

/** The whole of what the viewer knows, line by line. */
export function describe(now: AnyNow, table: TableCard, words: Words): string[] {
  const sight: Sight = now.sight;
  if (deploying(sight)) return deploymentLines(sight, table, words);
  const tokens = tokensOf(sight);
  return [
    turnLine(sight, table, words),
    ...(sight.seat === 1 ? SIDES.toReversed() : SIDES).flatMap((side) => armyLines(sight, side, tokens, words)),
    ...SIDES.map((side) => lossLine(sight, side, words)),
    ...countdownLines(sight, words),
    ...offerLines(sight, table, words),
  ];
}

function deploymentLines(sight: Sight, table: TableCard, words: Words): string[] {
  const ready = SIDES.map((side) =>
    words.say(`mat.text.${sight.ready[side] ? "ready" : "preparing"}`, { who: seatName(table, side, words), side }),
  );
  const own = sight.seat === null ? [] : armyLines(sight, sight.seat, tokensOf(sight), words);
  return [words.say("mat.text.deploying"), ...ready, ...own];
}

function turnLine(sight: Sight, table: TableCard, words: Words): string {
  if (sight.outcome) {
    const winner = winnerOf(sight);
    if (winner === null) return words.say("mat.text.drawn", { ply: sight.ply });
    return words.say("mat.text.won", { ply: sight.ply, who: seatName(table, winner, words), side: winner });
  }
  const turn = sight.turn ?? 0;
  const key = turn === sight.seat ? "yours" : "theirs";
  return words.say(`mat.text.${key}`, { ply: sight.ply + 1, who: seatName(table, turn, words), side: turn });
}

/** A side's tokens, row by row from its own back row. */
function armyLines(sight: Sight, side: number, tokens: Token[], words: Words): string[] {
  const army = tokens.filter((token) => token.side === side);
  const rows = Array.from({ length: SIZE }, (_, i) => (side === 0 ? i : SIZE - 1 - i));
  const whose = sight.seat === null ? "watched" : side === sight.seat ? "own" : "army";
  const title = words.say(`mat.text.${whose}`, { side, count: army.length });
  const lines = rows.flatMap((row) => {
    const here = army.filter((token) => Math.floor(token.square / SIZE) === row).sort((a, b) => a.square - b.square);
    if (!here.length) return [];
    return [`${words.say("mat.text.row", { row: row + 1 })} ${here.map((token) => inBrief(token, words)).join(", ")}.`];
  });
  return [title, ...lines];
}

/** "d4 scout (moved, known)". */
function inBrief(token: Token, words: Words): string {
  const marks = [
    ...(token.moved ? [phrase(words, "mat.square.moved")] : []),
    ...(token.known && token.letter !== HIDDEN ? [phrase(words, "mat.text.seen")] : []),
  ];
  const piece = pieceName(token.letter, words);
  return `${nameOf(token.square)} ${piece}${marks.length ? ` (${marks.join(", ")})` : ""}`;
}

function lossLine(sight: Sight, side: number, words: Words): string {
  const lost = lossesOf(sight, side).filter((tally) => tally.lost > 0);
  if (!lost.length) return words.say("mat.text.unhurt", { side });
  const list = lost.map((tally) => `${tally.lost} × ${phrase(words, `piece.${tally.letter}`)}`).join(", ");
  return words.say("mat.text.losses", { side, list });
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
  const key = sight.offer === sight.seat ? "offer_mine" : sight.seat === null ? "offer_watched" : "offer";
  return [words.say(`mat.text.${key}`, { who: seatName(table, sight.offer, words) })];
}
