// Written by `script/types`; change the Python structs, not this file.

import type { DaysClock, LiveClock, Notice } from "./messages";

/** One table option: a choice among names, a number within bounds, or yes or no. */
export interface OptionCard {
  name: string;
  default: string | number | boolean;
  choices: string[] | null;
  least: number | null;
  most: number | null;
}

/** An open box on the shelf. `levels` are its bots, weakest first. */
export interface GameCard {
  id: string;
  least_seats: number;
  most_seats: number;
  options: OptionCard[];
  levels: string[];
}

/** The boxes that are open. */
export interface Shelf {
  games: GameCard[];
}

/** Who is to sit on a seat: the opener, a friend who gets the link, or a bot of some level. */
export interface SeatRequest {
  kind: "bot" | "friend" | "me";
  level?: string | null;
}

/**
 * Open a table. `by_lot` draws which chair becomes which seat. Without a chair `me` the opener only watches.
 *
 * The answer has the commitment to the table's luck, and your seat is kept for you: take it with `join`, which
 * brings your nonce.
 */
export interface OpenTable {
  game: string;
  name: string;
  chairs: SeatRequest[];
  options?: Record<string, unknown>;
  by_lot?: boolean;
  /** Shown in the lobby; otherwise only its link leads to it. */
  public?: boolean;
  clock?: LiveClock | DaysClock | null;
  /** How many moves those who look on lag behind until the game is over. */
  watch_delay?: number;
  /** The opener is a program, and shown as one if it sits down. */
  program?: boolean;
  /** Not here: it is sent with `join`, once you know the commitment. */
  nonce?: string | null;
}

/**
 * Take the seat that is kept for you, or the first free one, and add a nonce to the table's luck.
 *
 * Where a seat is kept for you it keeps the name that it has.
 */
export interface Join {
  name: string;
  nonce: string;
  /** You are a program, and shown as one. Programs play and talk like anybody, but do not vote. */
  program?: boolean;
}

/** Take a seat of one's own from another browser: `code` is the end of its claim link. */
export interface Claim {
  code: string;
}

/** Open a new table that goes on from a finished one, after its first `move` moves, with bots around you. */
export interface Branch {
  name: string;
  move: number;
  seat: number;
  /** The bots' level; the strongest if it is not named. */
  level?: string | null;
  /** You are a program, and shown as one. */
  program?: boolean;
  /** Not here: it is sent with `join`, once you know the commitment. */
  nonce?: string | null;
}

/** Call this browser when it is your turn: its push subscription, as the browser gives it out. */
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
  lang: "en" | "fr";
}

/** Do not call this browser any more. */
export interface Unsubscribe {
  endpoint: string;
}

/** The key that browsers subscribe with: the house's, in base64url. */
export interface PushKey {
  key: string;
}

/** A push message: at some table it is your turn, or the game is over. Nobody but your browser can read it. */
export interface PushNotification {
  table: string;
  game: string;
  title: string;
  text: string;
}

/** A seat in a list of tables. */
export interface SeatSummary {
  kind: "bot" | "human" | "open" | "program";
  name: string;
  level: string | null;
}

/** A table in a list. */
export interface TableSummary {
  id: string;
  game: string;
  state: "adjourned" | "earlier" | "over" | "playing" | "waiting";
  public: boolean;
  seats: SeatSummary[];
  you: number | null;
  your_turn: boolean;
  /** When the next clock runs out, in milliseconds since 1970. */
  due: number | null;
  /** When something last happened, in milliseconds since 1970. */
  updated: number;
}

/** A page of tables; `more` if there are others after it. */
export interface TableList {
  tables: TableSummary[];
  more: boolean;
}

/** A moment of a finished game: after its first `move` moves, what the last of them brought, and what is seen. */
export interface Step<S = unknown, E = unknown> {
  move: number;
  at: number;
  /** Who moved; -1 for nature. */
  seat: number;
  events: E[];
  sight: S;
}

/** Something that was said during a finished game, after its first `after` moves. */
export interface ReplayChatMessage {
  after: number;
  at: number;
  /** None for somebody who looked on. */
  by: number | null;
  name: string;
  /** The seats that could read it; None for everybody. */
  to: number[] | null;
  text: string;
}

/**
 * A finished game through somebody's eyes, or a part of it. Moves of which nothing is seen are left out.
 *
 * The first step of all is the beginning, with no event. `next` is the `start` to ask for the rest with.
 */
export interface Replay<S = unknown, E = unknown> {
  table: string;
  game: string;
  players: string[];
  moves: number;
  steps: Step<S, E>[];
  /** What was said between these moves and could be read by those whose eyes these are. */
  talk: ReplayChatMessage[];
  /** What happened around them. */
  news: Notice[];
  next: number | null;
}

/** One clause of a rulebook. */
export interface ClauseCard {
  id: string;
  kind: "component" | "printed" | "ruling";
  title: string;
  html: string;
}

/** A chapter of a rulebook. */
export interface SectionCard {
  title: string;
  clauses: ClauseCard[];
}

/** A rulebook in one language. */
export interface RulebookCard {
  game: string;
  lang: string;
  title: string;
  /** What stands before the first chapter. */
  html: string;
  sections: SectionCard[];
}

/** An error over HTTP: a code the browser has words for, and a sentence for people with a terminal. */
export interface ErrorBody {
  code: string;
  detail: string;
  /** When it will be otherwise, in milliseconds since 1970, if that is known. */
  until: number | null;
}
