/** The interface between the shared components and a game, and the list of games. */
import type { Component } from "svelte";
import type { Lang, Words } from "../lib/i18n";
import type { AnyEntry, AnyNow } from "../lib/socket.svelte";
import type { Ack, Refused, TableCard } from "../protocol/messages";

// Sights, moves and events are `any` here; each game types its own.
/* eslint-disable @typescript-eslint/no-explicit-any */

/** What a game's mat is given. It fills its container. */
export interface MatProps {
  table: TableCard;
  now: AnyNow;
  /** Everything that happened, oldest first. */
  story: AnyEntry[];
  /** The entries of the latest message, to be animated; empty on arrival. */
  fresh: AnyEntry[];
  /** Play moves, all or none. The table's page shows a refusal; the mat has only to put its pieces back. */
  play: (moves: any[]) => Promise<Ack | Refused>;
  /** Open the rulebook, at a clause if one is named. */
  openRules: (clause?: string) => void;
  /** The game's words, then the shared ones. */
  words: Words;
  lang: Lang;
}

/** What `games/<game>/game.ts` exports as its default. */
export interface GameModule {
  Mat: Component<MatProps>;
  /** A line for the log; null for an event that is not worth one. */
  sentence(event: any, table: TableCard, words: Words): string | null;
  /** What is asked now, in one sentence for the status bar; without it the bar only says whose turn it is. */
  status?(now: AnyNow, table: TableCard, words: Words): string | null;
  /** Free moves, by what they do, that the mat offers itself; the others get a button beside it. */
  onMat?: readonly string[];
  /** Free moves, by what they do, that answer something another has put: they stay at hand. */
  answers?: readonly string[];
  /** How long the end is looked at before the result covers it, in milliseconds. */
  lastLook?: number;
}

/** How a game ended: every game's sight carries it as `outcome`. */
export interface Outcome {
  /** 1 for the best; ties share a place; all first is a draw. */
  places: number[];
  clause: string;
  reason: string;
  scores?: number[] | null;
}

const modules = import.meta.glob<{ default: GameModule }>("./*/game.ts");

/** Load the module of a game; undefined if there is no such game. */
export async function loadGame(id: string): Promise<GameModule | undefined> {
  return (await modules[`./${id}/game.ts`]?.())?.default;
}

const covers = import.meta.glob<Component>("./*/Cover.svelte", { eager: true, import: "default" });

/** The covers of all games: a folder with a `Cover.svelte` is a game. */
export const COVERS: ReadonlyMap<string, Component> = new Map(
  Object.entries(covers).map(([path, cover]) => [path.split("/")[1] ?? "", cover]),
);
