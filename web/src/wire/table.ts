// Written by `python -m ludotheque.server.typescript`; change the Python structs, not this file.

/** At most so many moves in one message. */
export const MOVES_AT_ONCE = 64;

/** At most so many bytes in one message. */
export const FRAME_BYTES = 8192;

/** One table option: a choice among names, a number within bounds, or yes or no. */
export interface OptionCard {
  name: string;
  default: string | number | boolean;
  choices: string[] | null;
  least: number | null;
  most: number | null;
}

/**
 * Why a move is not allowed: the clause that forbids it, and which of its sentences to say.
 *
 * `reason` is a key under `refusal` in the game's words; `args` fill its blanks.
 */
export interface Refusal {
  clause: string;
  reason: string;
  args: Record<string, string | number>;
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
export interface Chair {
  kind: "bot" | "friend" | "me";
  level?: string | null;
}

/** Open a table. `by_lot` draws which chair becomes which seat. */
export interface OpenTable {
  game: string;
  name: string;
  nonce: string;
  chairs: Chair[];
  options?: Record<string, unknown>;
  by_lot?: boolean;
}

/** Take the first free seat. */
export interface Join {
  name: string;
  nonce: string;
}

/** Who sits on a seat; `open` while a friend is awaited. */
export interface SeatCard {
  kind: "bot" | "human" | "open";
  name: string;
  level: string | null;
  /** Connected now (bots always are). */
  here: boolean;
}

/** A table as anybody with its link may know it, and which seat is yours. */
export interface TableCard {
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: SeatCard[];
  you: number | null;
  started: boolean;
  over: boolean;
  /** SHA-256 of the secret behind this table's luck. */
  commitment: string;
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
export interface Trouble {
  code: string;
  detail: string;
}

/** Play moves, all or none. `id` makes it safe to send again; `question` is the one being answered. */
export interface Play<M = unknown> {
  t: "play";
  id: string;
  question: number;
  moves: M[];
}

/**
 * A move that was made, as far as you may know of it: who, when, and the events you saw.
 *
 * `seq` numbers the entries of your own story from 1: what you may not see leaves no gap in it.
 */
export interface Entry<E = unknown> {
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  seat: number;
  events: E[];
}

/** How things stand for you: all you know, who is asked, and what you may do. */
export interface Now<S = unknown, M = unknown> {
  sight: S;
  asked: number[];
  question: number;
  legal: M[];
  free: M[];
}

/** First message on a socket: the table, everything since the sequence number you named, and how things stand. */
export interface Welcome<S = unknown, M = unknown, E = unknown> {
  t: "welcome";
  table: TableCard;
  /** How many entries your story has. */
  seq: number;
  story: Entry<E>[];
  /** None until everybody sits. */
  now: Now<S, M> | null;
}

/** Something was played. */
export interface Progress<S = unknown, M = unknown, E = unknown> {
  t: "progress";
  /** How many entries your story has. */
  seq: number;
  story: Entry<E>[];
  now: Now<S, M>;
}

/** Somebody sat down, came or went. */
export interface Seats {
  t: "seats";
  table: TableCard;
}

/** Your moves are on record; your story then had `seq` entries. */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
}

/**
 * Your moves are not played, none of them. `refusal` is there when a rule forbids them (code `rule`).
 *
 * Other codes: `stale` (another question is put by now), `no_seat`, `not_started`, `garbled`,
 * `too_long`, `too_fast`, `not_saved` (send it again), `no_table` (the socket is closed then).
 */
export interface Refused {
  t: "refused";
  id: string | null;
  code: string;
  refusal: Refusal | null;
}

/** What a client sends over the socket. */
export type Incoming<M = unknown> = Play<M>;

/** What the server sends over the socket. */
export type Outgoing<S = unknown, M = unknown, E = unknown> = Welcome<S, M, E> | Progress<S, M, E> | Seats | Ack | Refused;
