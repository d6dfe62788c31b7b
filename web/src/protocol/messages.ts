// Written by `script/types`; change the Python structs, not this file.

/** At most so many moves in one message. */
export const MOVES_AT_ONCE = 64;

/** At most so many bytes in one message. */
export const FRAME_BYTES = 8192;

/** At most so many characters in a chat message. */
export const TEXT_LENGTH = 500;

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

/** Everybody has a bank of seconds for the whole game, and gains some with each answer. */
export interface LiveClock {
  kind: "live";
  bank: number;
  increment?: number;
}

/** So many days for each answer. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** Who sits on a seat: a `program` came from outside, a `bot` is the house's; `open` awaits a friend. */
export interface SeatCard {
  kind: "bot" | "human" | "open" | "program";
  name: string;
  level: string | null;
  /** Connected now (bots always are). */
  here: boolean;
  /** The level of the bot that plays for somebody who has left; None while they play themselves. */
  proxy: string | null;
}

/** Something put to the vote. It is carried by more than half of `voters`; its mover withdraws it by a no. */
export interface MotionCard {
  number: number;
  kind: "adjourn" | "end" | "remove" | "resume";
  /** Whom a removal is about. */
  seat: number | null;
  by: number;
  voters: number[];
  yes: number[];
  no: number[];
}

/** The finished game that a table goes on from, and after how many of its moves. */
export interface Origin {
  table: string;
  move: number;
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
  public: boolean;
  clock: LiveClock | DaysClock | null;
  watch_delay: number;
  /** You opened it. */
  opener: boolean;
  /** What you are known by in the table's talk, with or without a seat. */
  who: string | null;
  /** The code of your seat's claim link, `/t/{id}/claim/{code}`: whoever has it has your seat. */
  claim: string | null;
  /** You sat down on your seat yourself, and did not claim it: you may renew its claim link. */
  owner: boolean;
  /** When another browser last took your seat by its link, in milliseconds since 1970; None if none has it so. */
  claimed: number | null;
  adjourned: boolean;
  /** Why a game is over that the rules have not ended. */
  ended: "vote" | null;
  motion: MotionCard | null;
  origin: Origin | null;
  /** The evening that it belongs to, for those who sit there. */
  evening: string | null;
  /** The seats kept for somebody who has yet to come: the game waits for their nonce, which is sent with `join`. */
  awaited: number[];
  /** What your seat has added to the table's luck. */
  nonce: string | null;
}

/**
 * Something that happened around the game, told to everybody in their own place in the story.
 *
 * A motion was `moved`, `carried` or `rejected`, a bot `stands_in` for somebody, who may be `back`, or is
 * `late`: their time was up. `seq` numbers the news from 1.
 */
export interface Notice {
  seq: number;
  at: number;
  /** How many entries your story had by then; of a finished game, how many moves. */
  after: number;
  kind: "back" | "carried" | "late" | "moved" | "rejected" | "stands_in";
  motion: "adjourn" | "end" | "remove" | "resume" | null;
  /** Whom it is about. */
  seat: number | null;
  /** Who moved it. */
  by: number | null;
}

/**
 * Play a move. `id` makes it safe to send again; `question` is the one being answered.
 *
 * Several moves are played all or none. They must be one choice of yours, such as a deployment, with nothing drawn,
 * shown or asked of others between them; otherwise the answer is `batch`, and none is played.
 */
export interface Play<M = unknown> {
  t: "play";
  id: string;
  question: number;
  moves: M[];
}

/** Say something: to the whole table, or to some seats only. `name` is for those who look on: they talk apart. */
export interface Say {
  t: "say";
  id: string;
  text: string;
  to?: number[] | null;
  name?: string | null;
}

/** Put something to the vote. `seat` says whom to remove: a bot then plays for them until they are back. */
export interface Propose {
  t: "propose";
  id: string;
  kind: "adjourn" | "end" | "remove" | "resume";
  seat?: number | null;
}

/** Vote on the motion of that number. */
export interface Vote {
  t: "vote";
  id: string;
  motion: number;
  yes: boolean;
}

/** Take one's seat back from the bot that plays there. */
export interface TakeBackSeat {
  t: "back";
  id: string;
}

/** Seat a bot on a free chair, before the start. The opener may, and whoever sits at the table. */
export interface AddBot {
  t: "fill";
  id: string;
  seat: number;
  level: string;
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

/** How things stand for you now, told to somebody who knows how they stood. */
export interface Change<S = unknown, M = unknown> {
  /** The fields of your sight that have changed, by name; the others are as they were. */
  sight: Partial<S>;
  asked: number[];
  question: number;
  legal: M[];
  free: M[];
}

/** Something that was said. `seq` numbers what you may read from 1. */
export interface ChatEntry {
  seq: number;
  at: number;
  /** None for somebody who looks on. */
  by: number | null;
  name: string;
  /** The same for everything the same guest says at this table, for muting them. */
  who: string;
  /** The seats that can read it, the speaker's among them; None for everybody. */
  to: number[] | null;
  text: string;
}

/** A seat's clock at the moment it is told. */
export interface ClockCard {
  left_ms: number;
  running: boolean;
}

/** Everybody's clocks, sent when one starts or stops. `at` is the server's time; bots have no clock. */
export interface Clocks {
  t: "clocks";
  at: number;
  seats: (ClockCard | null)[];
}

/** Something was said. `anew`: forget the lines you have, these are all there is to read. */
export interface ChatMessages {
  t: "talk";
  lines: ChatEntry[];
  anew: boolean;
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
  /** What was said since the line you named with `said`; the last 300 lines at most. */
  talk: ChatEntry[];
  clocks: Clocks | null;
  /** What happened around the game; the last 300 at most. */
  news: Notice[];
}

/** Something happened around the game. */
export interface NoticeMessage {
  t: "news";
  news: Notice[];
}

/** Something was played. */
export interface Progress<S = unknown, M = unknown, E = unknown> {
  t: "progress";
  /** How many entries your story has. */
  seq: number;
  story: Entry<E>[];
  now: Change<S, M>;
}

/** Somebody sat down, came or went; a bot took over or gave back; something is put to the vote, or was voted. */
export interface Seats {
  t: "seats";
  table: TableCard;
}

/** What you sent is on record; your story then had `seq` entries. */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
}

/**
 * What you sent is not done. `refusal` is there when a rule forbids your moves, all of them (code `rule`).
 *
 * Other codes: `stale` (another question, or motion, is put by now), `batch` (these moves are not one choice:
 * send them one by one), `no_seat`, `not_started`, `garbled`,
 * `too_long`, `too_fast`, `not_saved` (send it again), `no_table` (the socket is closed then),
 * `adjourned`, `over`, `proxied` (a bot plays for you: send “back” first), `no_name` (say who you are),
 * `nobody` (there is no such seat to talk to), `no_motion` (that cannot be put to the vote now),
 * `one_motion` (vote on the other first), `no_vote` (it is not yours to vote), `still_here` (they have not
 * left, or only just), `started`, `taken`, `no_level`, `all_seeing` (your seat sees all cards, and says
 * nothing until the game is over), `muted` and `banned` (by the moderators of the house, `until` some time).
 */
export interface Refused {
  t: "refused";
  id: string | null;
  code: string;
  refusal: Refusal | null;
  /** In milliseconds since 1970. */
  until: number | null;
}

/** What a client sends over the socket. */
export type Incoming<M = unknown> = Play<M> | Say | Propose | Vote | TakeBackSeat | AddBot;

/** What the server sends over the socket. */
export type Outgoing<S = unknown, M = unknown, E = unknown> = Welcome<S, M, E> | Progress<S, M, E> | Seats | ChatMessages | NoticeMessage | Clocks | Ack | Refused;
