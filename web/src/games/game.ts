/** The interface between the shared components and a game, and the list of games. */
import type { Component } from "svelte";
import type Bargains from "../bargains/Bargains.svelte";
import type { Lang, Words } from "../lib/i18n";
import { language } from "../lib/language.svelte";
import type { AnyEntry, AnyNow } from "../lib/socket.svelte";
import type { Ack, Refused, TableCard } from "../protocol/messages";
import type { SoundName } from "../settings/synth";
import { loadCover } from "./covers.svelte";

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
  /** Have a question answered for the player each time; not in a replay. */
  setStanding?: (question: string, until: "turn" | "game" | null) => Promise<Ack | Refused>;
  /** Say beside an element why none of the moves that it stands for is allowed now; not in a replay. */
  whyNot?: ((moves: any[], at: Element) => void) | undefined;
  /** Open the rulebook, at a clause if one is named. */
  openRules: (clause?: string) => void;
  /** On a shared screen: there are no controls, and the screen itself shows the big moments. */
  screen?: boolean;
  /** A move to point at: the coach's. */
  pointAt?: any;
  /** The moves that go with it, where a choice is advised as a whole. */
  pointAlso?: readonly any[] | undefined;
  /** The mat still shows the end of the game step by step, or no longer does: the result waits for it. */
  holdResult?: (held: boolean) => void;
  /** The game's words, then the shared ones. */
  words: Words;
  lang: Lang;
}

/** What a game's preparation before the start is given. */
export type PreparationProps = Pick<MatProps, "table" | "words" | "lang">;

/** What `games/<game>/game.ts` exports as its default. */
export interface GameModule {
  Mat: Component<MatProps>;
  /** Load what a phone shows in place of the mat while a shared screen shows the board: the player's own cards, pieces
   * and questions. */
  loadHand?(): Promise<{ default: Component<MatProps> }>;
  /** What a seated player can prepare, in this browser alone, while others are awaited. */
  Preparation?: Component<PreparationProps>;
  /** Fetch what the mat needs to be shown at its full size, such as the game's box. */
  prepare?(): Promise<void>;
  /** Make ready, in this browser, what a player would prepare at a table, such as an army, for a game in one click. */
  prepareQuickGame?(table: string): Promise<void>;
  /** A line for the log; null for an event that is not worth one. */
  sentence(event: any, table: TableCard, words: Words): string | null;
  /** What is asked now, in one sentence for the status bar; without it the bar only says whose turn it is. */
  status?(now: AnyNow, table: TableCard, words: Words): string | null;
  /** Where the viewer stands, what wins and how far it is, for the goal strip; null where there is nothing to say. */
  goal?(sight: any, table: TableCard, words: Words): Goal | null;
  /** What the question is called under `what_for` in the words; without it, the `stage` of the sight. */
  stage?(sight: any): string;
  /** A move in short, where the mat does not show what is about to be played. */
  moveText?(move: any): string | null;
  /** A move in words, with names of players, where the words under `move` are not enough. */
  moveSentence?(move: any, table: TableCard, words: Words): string;
  /** The sound of an event; null for a silent one. */
  sound?(event: any): SoundName | null;
  /** Free moves, by what they do, that the mat offers itself; the others get a button beside it. */
  onMat?: readonly string[];
  /** Free moves, by what they do, that answer something another has put: they stay at hand. */
  answers?: readonly string[];
  /** The colour token of a seat where the game has its own, such as a party's; null until it is known. */
  seatColour?(sight: any, seat: number): string | null;
  /** What decided the places, for a seat, where that is not its scores; the result then shows it instead. */
  finalText?(sight: any, seat: number, words: Words): string;
  /** The scores at the beginning, where there are scores: the result then shows how they went. */
  firstScores?(seats: number): readonly number[];
  /** The scores after an event, given those before it. */
  scoresAfter?(event: any, scores: readonly number[]): readonly number[];
  /** The panel of bargains, in games that have them: the others do without its code. */
  Bargains?: typeof Bargains;
  /** The number of the present round, in games with bargains: what is promised falls due in one. */
  roundOf?(sight: any): number;
  /** The story of a finished game in a few sentences, where there are no scores. */
  endStory?(sight: any, story: readonly AnyEntry[], table: TableCard, words: Words): string[];
  /** The seat that leads the side of a seat, where players win together: their own if they play alone. */
  sideOf?(sight: any, seat: number): number;
  /** Whether play has begun, so that a replay opens on something: the first such moment. */
  begun?(sight: any): boolean;
  /** Whether the mat itself asks the question of the moment: a narrow screen does not repeat it above. */
  asks?(sight: any): boolean;
  /** Whether the mat itself offers standing answers, where it asks; otherwise they are offered above it. */
  offersStanding?: boolean;
  /** How long the end is looked at before the result covers it, in milliseconds. */
  lastLook?: number;
}

/** The goal strip: one line of two short texts. */
export interface Goal {
  /** What wins. */
  wins: string;
  /** Where the viewer stands; of a spectator, who is ahead. */
  stand: string;
  /** How much of the way is behind them, from 0 to 1, where that can be said. */
  share?: number | undefined;
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

/** Load the module of a game with its box, the words of its board and its cover; undefined if there is no such game. */
export async function loadGame(id: string): Promise<GameModule | undefined> {
  const load = modules[`./${id}/game.ts`];
  if (!load) return undefined;
  const [game] = await Promise.all([prepare(load()), language.loadBoard(id), loadCover(id)]);
  return game;
}

async function prepare(loading: Promise<{ default: GameModule }>): Promise<GameModule> {
  const { default: game } = await loading;
  await game.prepare?.();
  return game;
}
