/** Whose turn it is, in a sentence. */
import type { AnyNow, GameModule, Lang, Outcome } from "../games/game";
import { list, seatName } from "../lib/names";
import type { Words } from "../lib/words";
import type { TableCard } from "../wire/table";

export interface Turn {
  kind: "yours" | "theirs" | "over";
  text: string;
}

/** How the game ended, or null: by agreement every game's sight says it. */
export function outcomeOf(now: AnyNow | null): Outcome | null {
  return (now?.sight as { outcome?: Outcome | null } | undefined)?.outcome ?? null;
}

export function turnOf(now: AnyNow | null, table: TableCard, game: GameModule | undefined, words: Words, lang: Lang): Turn {
  if (!now) return { kind: "theirs", text: words.say("table.waiting") };
  if (table.ended) return { kind: "over", text: words.say("vote.ended_short") };
  if (table.adjourned) return { kind: "theirs", text: words.say("vote.adjourned_short") };
  const said = game?.status?.(now, table, words);
  const outcome = outcomeOf(now);
  if (outcome) return { kind: "over", text: said ?? words.say(`outcome.${outcome.reason}`) };
  const yours = table.you !== null && now.asked.includes(table.you) && !table.seats[table.you]?.proxy;
  return { kind: yours ? "yours" : "theirs", text: said ?? asking(now, table, words, lang, yours) };
}

function asking(now: AnyNow, table: TableCard, words: Words, lang: Lang, yours: boolean): string {
  if (yours) return words.say("table.yours");
  const names = now.asked.map((seat) => seatName(table, seat, words));
  if (now.asked.length !== 1) return words.say("table.theirs_many", { names: list(names, lang) });
  const bot = table.seats[now.asked[0] ?? 0]?.kind === "bot";
  return words.say(bot ? "table.thinking" : "table.theirs", { name: names[0] });
}
