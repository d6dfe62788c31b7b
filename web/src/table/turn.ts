/** Whose turn it is, in a sentence. */
import type { GameModule, Outcome } from "../games/game";
import type { Lang, Words } from "../lib/i18n";
import { list, seatName } from "../lib/names";
import type { AnyNow } from "../lib/socket.svelte";
import type { TableCard } from "../protocol/messages";

export interface Turn {
  kind: "yours" | "theirs" | "over";
  text: string;
  /** Whose turn it is and no more, where the mat itself asks the question. */
  short?: string;
}

/** How the game ended, or null: by agreement every game's sight says it. */
export function outcomeOf(now: AnyNow | null): Outcome | null {
  return (now?.sight as { outcome?: Outcome | null } | undefined)?.outcome ?? null;
}

export function turnOf(
  now: AnyNow | null,
  table: TableCard,
  game: GameModule | undefined,
  words: Words,
  lang: Lang,
): Turn {
  if (!now) return { kind: "theirs", text: waiting(table, words, lang) };
  if (table.ended) return { kind: "over", text: words.say("vote.ended_short") };
  if (table.adjourned) return { kind: "theirs", text: words.say("vote.adjourned_short") };
  const said = game?.status?.(now, table, words);
  const outcome = outcomeOf(now);
  if (outcome) return { kind: "over", text: said ?? words.say(`outcome.${outcome.reason}`) };
  const yours = table.you !== null && now.asked.includes(table.you) && !table.seats[table.you]?.proxy;
  const plain = asking(now, table, words, lang, yours);
  const kind = yours ? "yours" : "theirs";
  return said && game?.asks?.(now.sight) ? { kind, text: said, short: plain } : { kind, text: said ?? plain };
}

/** What the question that is asked of the viewer is for, in a sentence; empty if there is nothing to say. */
export function purposeOf(now: AnyNow | null, table: TableCard, game: GameModule | undefined, words: Words): string {
  if (!now || outcomeOf(now) || table.you === null || !now.asked.includes(table.you)) return "";
  const stage = game?.stage?.(now.sight) ?? (now.sight as { stage?: string }).stage ?? "";
  return words.has(`what_for.${stage}`) ? words.say(`what_for.${stage}`) : "";
}

/** Whether the player cannot move: the game is over or adjourned, or a bot plays for them. */
export function resting(table: TableCard): boolean {
  return table.over || table.adjourned || (table.you !== null && (table.seats[table.you]?.proxy ?? null) !== null);
}

/** The moves outside the turn that the mat does not offer itself: answers to another player, and the rest. */
export function freeMoves(now: AnyNow | null, table: TableCard, game: GameModule | undefined) {
  const moves = resting(table) ? [] : (now?.free ?? []).filter((move) => !game?.onMat?.includes(move.do));
  const answers = moves.filter((move) => game?.answers?.includes(move.do));
  return { answers, others: moves.filter((move) => !answers.includes(move)) };
}

/** Before the game: a seat is free, or players with a reserved seat have yet to come. */
function waiting(table: TableCard, words: Words, lang: Lang): string {
  const others = table.awaited.filter((seat) => seat !== table.you).map((seat) => seatName(table, seat, words));
  const free = table.seats.some(({ kind }) => kind === "open");
  return free || !others.length
    ? words.say("table.waiting")
    : words.say("table.theirs_many", { names: list(others, lang) });
}

function asking(now: AnyNow, table: TableCard, words: Words, lang: Lang, yours: boolean): string {
  if (yours) return words.say("table.yours");
  const names = now.asked.map((seat) => seatName(table, seat, words));
  if (now.asked.length !== 1) return words.say("table.theirs_many", { names: list(names, lang) });
  const kind = table.seats[now.asked[0] ?? 0]?.kind;
  return words.say(kind === "bot" || kind === "program" ? "table.thinking" : "table.theirs", { name: names[0] });
}
