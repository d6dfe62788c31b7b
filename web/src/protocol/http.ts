// Written by `script/types`; change the Python structs, not this file.

import type { Advice, DaysClock, LiveClock, Notice } from "./messages";

/** One table option: a choice among names, a number within bounds, or yes or no. */
export interface OptionCard {
  name: string;
  default: string | number | boolean;
  choices: string[] | null;
  least: number | null;
  most: number | null;
}

/** A game that can be played. `levels` are its bots, weakest first. */
export interface GameCard {
  id: string;
  least_seats: number;
  most_seats: number;
  options: OptionCard[];
  levels: string[];
  /** The level of the bots in a first game. */
  first_level: string;
  /** The number of players of a first game against bots. */
  first_players: number;
  /** How much there is to learn before a first game. */
  difficulty: "easy" | "hard" | "medium";
  /** How long a game takes, by the number of players from `least_seats` on; empty if it was not measured. */
  minutes: number[];
  /** How many lessons teach it; they begin at `/learn/` and its id. */
  lessons: number;
  /** After how many minutes a newcomer has learnt it and played a short game; 0 where there are no lessons. */
  learnt: number;
}

/** The games that can be played. */
export interface Shelf {
  games: GameCard[];
}

/**
 * The player wanted for a seat: the opener, a friend who gets the link, or a bot of a level.
 *
 * `here` is a player of a `name` who shares the opener's device, which goes round: connect as each in turn.
 */
export interface SeatRequest {
  kind: "bot" | "friend" | "here" | "me";
  level?: string | null;
  name?: string | null;
}

/**
 * Open a table. `chairs` are its seats; `by_lot` shuffles them. Without a `me` the opener only watches.
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
  /** Whether it is shown in the lobby; otherwise only its link leads to it. */
  public?: boolean;
  clock?: LiveClock | DaysClock | null;
  /** By how many moves spectators are behind until the game is over. */
  watch_delay?: number;
  /** Whether the opener is a program; it is shown as one if it takes a seat. */
  program?: boolean;
  /** Refused here: it is sent with `join`, once you know the commitment. */
  nonce?: string | null;
  /** The pace of its bots; `pace` over the socket changes it during the game. */
  pace?: "at_once" | "fast" | "normal" | "slow";
  /** Whether players may take advice (`advise`); None: where only bots sit opposite one player. */
  hints?: boolean | null;
  /** Whether bots let people answer first, however long they take, before they end a question of theirs. */
  patient?: boolean;
}

/**
 * Take the seat that is kept for you, or the first free one, and add a nonce to the table's luck.
 *
 * Where a seat is kept for you it keeps the name that it has.
 */
export interface Join {
  name: string;
  nonce: string;
  /** Whether you are a program; it is shown as one. Programs play and chat as people do, but do not vote. */
  program?: boolean;
  /** Which of the seats that are played on your device it is for; None for your own. */
  seat?: number | null;
}

/** Take your own seat from another browser: `code` is the end of its claim link. */
export interface Claim {
  code: string;
}

/** Open a new table that goes on from a finished one, after its first `move` moves, against bots. */
export interface Branch {
  name: string;
  move: number;
  seat: number;
  /** The bots' level; “strong” if absent. */
  level?: string | null;
  /** Whether you are a program; it is shown as one. */
  program?: boolean;
  /** Refused here: it is sent with `join`, once you know the commitment. */
  nonce?: string | null;
}

/** Send push messages to this browser: its push subscription, as the browser has created it. */
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
  lang: "en" | "fr";
}

/** Send no more push messages to this browser. */
export interface Unsubscribe {
  endpoint: string;
}

/** The public key of the server that browsers subscribe with, in base64url. */
export interface PushKey {
  key: string;
}

/** A push message: at some table it is your turn, or the game is over. Only your browser can read it. */
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
  /** When the last event was, in milliseconds since 1970. */
  updated: number;
}

/** A page of tables; `more` if there are others after it. */
export interface TableList {
  tables: TableSummary[];
  more: boolean;
}

/** A moment of a finished game: what a viewer saw after `move` moves, and the events of the last. */
export interface Step<S = unknown, E = unknown> {
  move: number;
  at: number;
  /** The seat that moved; -1 for nature. */
  seat: number;
  events: E[];
  sight: S;
}

/** A chat message of a finished game, posted after its first `after` moves. */
export interface ReplayChatMessage {
  after: number;
  at: number;
  /** None for a spectator. */
  by: number | null;
  name: string;
  /** The seats that could read it; None for all. */
  to: number[] | null;
  text: string;
}

/**
 * A finished game as one viewer saw it, or a part of it. Moves of which the viewer saw nothing are left out.
 *
 * The very first step is the beginning, with no event. `next` is the `start` of the next part.
 */
export interface Replay<S = unknown, E = unknown> {
  table: string;
  game: string;
  players: string[];
  moves: number;
  steps: Step<S, E>[];
  /** The chat between these moves, as far as the viewer could read it. */
  talk: ReplayChatMessage[];
  /** The notices between these moves. */
  news: Notice[];
  next: number | null;
}

/** A game in words as its viewer sees it now. `seq` is the length of their story, as in socket messages. */
export interface TableText {
  seq: number;
  /** Sentences that belong together; empty before the game begins. */
  parts: string[][];
}

/** A figure under a clause: what a page needs to know before it draws it. */
export interface FigureCard {
  id: string;
  caption: string;
  /** How high it is where it is 320 wide. */
  height: number;
}

/** One clause of a rulebook. */
export interface ClauseCard {
  id: string;
  kind: "component" | "printed" | "ruling";
  title: string;
  html: string;
  figures: FigureCard[];
}

/** A section of a rulebook. */
export interface SectionCard {
  title: string;
  clauses: ClauseCard[];
}

/** A decision of yours in a finished game, and what the coach would have done, from what you knew then. */
export interface Moment {
  /** After so many moves: the step of the replay at which it was asked. */
  move: number;
  played: unknown;
  advice: Advice;
  /** By how much the coach values its move higher, in its own units; None where it does not compare them so. */
  swing: number | null;
}

/** The decisions of your seat in a finished game that the coach would have changed most, the largest first. */
export interface Moments {
  table: string;
  seat: number;
  moments: Moment[];
  /** Whether the whole game was judged; a very long one only as far as there was time. */
  whole: boolean;
}

/** A rulebook in one language. */
export interface RulebookCard {
  game: string;
  lang: string;
  title: string;
  /** The text before the first section. */
  html: string;
  sections: SectionCard[];
}

/** Where other devices on the home network reach the server. */
export interface Network {
  /** The address of its machine, such as 192.168.1.20, without scheme and port; null if only that machine can. */
  address: string | null;
}

/** An error over HTTP: a code, for which the browser has a translation, and a sentence for programmers. */
export interface ErrorBody {
  code: string;
  detail: string;
  /** When the request will be possible, in milliseconds since 1970, if that is known. */
  until?: number | null;
}
