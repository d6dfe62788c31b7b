/** The figures of rulebooks: what a game gives to draw them, and what is loaded for them. */
import type { Component } from "svelte";
import { scriptedTable } from "../learn/table";
import { fetchFigures } from "../lib/api";
import type { Lang, Words } from "../lib/i18n";
import { language } from "../lib/language.svelte";
import type { AnyEntry, AnyNow } from "../lib/socket.svelte";
import type { FigureView } from "../protocol/figures";
import type { TableCard } from "../protocol/messages";

/** What a game's figure is given. It fills its container, 20rem wide and as high as the figure says. */
export interface FigureProps {
  /** What of the moment is shown, as the game's figures.toml says it; each game types its own. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  show: any;
  table: TableCard;
  now: AnyNow;
  story: AnyEntry[];
  /** The game's words, then the shared ones. */
  words: Words;
  lang: Lang;
}

/** What `games/<game>/figure.ts` exports as its default. */
export interface FigureModule {
  Figure: Component<FigureProps>;
  /** Fetch what figures need, such as the game's box. */
  prepare?(): Promise<void>;
}

/** What draws the figures of a rulebook. */
export interface LoadedFigures {
  Figure: Component<FigureProps>;
  views: ReadonlyMap<string, FigureView>;
}

const modules = import.meta.glob<{ default: FigureModule }>("./*/figure.ts");
const loading = new Map<string, Promise<LoadedFigures | null>>();

/** Load what draws the figures of a game, once; null if it has none. */
export function loadFigures(game: string): Promise<LoadedFigures | null> {
  const known = loading.get(game);
  if (known) return known;
  const begun = load(game);
  loading.set(game, begun);
  begun.catch(() => loading.delete(game));
  return begun;
}

async function load(game: string): Promise<LoadedFigures | null> {
  const module = modules[`./${game}/figure.ts`];
  if (!module) return null;
  const [{ default: figure }, { figures }] = await Promise.all([
    module(),
    fetchFigures(game),
    language.loadBoard(game),
  ]);
  await figure.prepare?.();
  return { Figure: figure.Figure, views: new Map(figures.map((view) => [view.id, view])) };
}

/** The table of a figure. */
export const figureTable = (game: string, view: FigureView, words: Words): TableCard =>
  scriptedTable({ ...view, id: `figure-${game}-${view.id}`, game }, words.say("learn.pupil"));
