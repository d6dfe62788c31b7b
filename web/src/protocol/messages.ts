// Written by `script/types`; change the Python structs, not this file.

/** At most so many moves in one message. */
export const MOVES_AT_ONCE = 64;

/** At most so many moves in one question why they are not allowed. */
export const MOVES_EXPLAINED = 16;

/** At most so many bytes in one message. */
export const FRAME_BYTES = 8192;

/** At most so many characters in a chat message. */
export const TEXT_LENGTH = 500;

/** What a player suggests: a move, why, the best alternatives, and the clause of the rulebook behind it. */
export interface Advice {
  move: unknown;
  /** One or two sentences. */
  reasons: Reason[];
  /** At most two other moves, best first. */
  alternatives: Alternative[];
  clause: string;
  /** The moves that complete a choice which is made as a whole, such as a set-up; the reasons are those of all. */
  rest: unknown[];
  /** What a search found about the move and others, where there was one. */
  searched: Searched | null;
}

/** A sentence for a player: its key in the words of the game, and what fills its blanks. */
export interface Reason {
  key: string;
  args: Record<string, unknown>;
}

/** Another move that was considered, and a short reason for it or against it. */
export interface Alternative {
  move: unknown;
  reason: Reason;
}

/** What a search knows: in how many imagined worlds it played, and the moves it compared, its choice first. */
export interface Searched {
  worlds: number;
  moves: SearchedMove[];
}

/** A move that a search compared, and its value to the seat: about its chance to win, from 0 to 1. */
export interface SearchedMove {
  move: unknown;
  value: number;
  /** The likeliest first choices of another seat after it, the likeliest first. */
  expected: ExpectedMove[];
}

/** What a search expects another seat to do, and in what share of the imagined worlds it did. */
export interface ExpectedMove {
  seat: number;
  move: unknown;
  share: number;
}

/**
 * Why a move is not allowed: the clause that forbids it, and the sentence to show.
 *
 * `reason` is a key under `refusal` in the game's words; `args` fill its placeholders.
 */
export interface Refusal {
  clause: string;
  reason: string;
  args: Record<string, string | number>;
}

/** Every seat has a bank of seconds for the whole game, and gains some with each answer. */
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

/**
 * The player of a seat: a `program` is an external one, a `bot` the server's; `open` waits for a player.
 *
 * Bots have names too, different ones at a table and the same for all viewers.
 */
export interface SeatCard {
  kind: "bot" | "human" | "open" | "program";
  name: string;
  level: string | null;
  /** Connected now (bots always are). */
  here: boolean;
  /** The level of the bot that plays for an absent player; None while the player plays. */
  proxy: string | null;
  /** For how many questions the player has taken advice. */
  advised: number;
}

/** A motion put to the vote. It is carried by more than half of `voters`; its mover withdraws it by a no. */
export interface MotionCard {
  number: number;
  kind: "adjourn" | "end" | "remove" | "resume";
  /** The player to be removed. */
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

/** A rematch of a finished game: its table, and the seat that asked for it first. */
export interface Rematch {
  table: string;
  by: number;
}

/** What is answered for you. It is sent to your seat alone. */
export interface StandingCard {
  /** The questions of the game, by their names, that have an answer which lets things be. */
  offered: string[];
  /** Those to which the server gives it for you, and how long. */
  given: Record<string, "game" | "turn">;
  /** The server also gives your answer where you have only one, unless seeing the question matters. */
  single: boolean;
}

/** A table as everyone with its link may know it, and which seat is yours. */
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
  /** Your speaker id in the table's chat, with or without a seat. */
  who: string | null;
  /** The code of your seat's claim link, `/t/{id}/claim/{code}`: everyone who has it can take your seat. */
  claim: string | null;
  /** You took your seat, and did not claim it: you may renew its claim link. */
  owner: boolean;
  /** When another browser last took your seat by its link, in milliseconds since 1970; None if none has. */
  claimed: number | null;
  adjourned: boolean;
  /** Why a game is over that the rules have not ended. */
  ended: "vote" | null;
  motion: MotionCard | null;
  origin: Origin | null;
  /** The id of its tournament, for players who have a seat. */
  evening: string | null;
  /** The seats whose player has not joined yet: the game waits for their nonce, which is sent with `join`. */
  awaited: number[];
  /** What your seat has added to the table's luck. */
  nonce: string | null;
  /** The rematch that a player has asked for, for players of this table, who join it with `rematch`, and screens. */
  rematch: Rematch | null;
  /** The id of the finished table that this one is the rematch of, for players who have a seat. */
  rematch_of: string | null;
  /** The pace of its bots. */
  pace: "at_once" | "fast" | "normal" | "slow";
  /** What is answered for you; None without a seat. */
  standing: StandingCard | null;
  /** Whether players may take advice: as its opener chose, else where only bots sit opposite one player. */
  hints: boolean;
  /** Whether a shared screen is open, which shows the room what spectators may know. */
  screen: boolean;
  /** The seats that are played on your device: several where it goes round; connect as each in turn. */
  yours: number[];
  /** Seconds that its bots of the level `master` think about a move at most; None where it has none. */
  thinking: number | null;
  /** Whether bots let people answer first, however long they take, before they end a question of theirs. */
  patient: boolean;
}

/**
 * An event around the game, placed in the story of each viewer.
 *
 * A motion was `moved`, `carried` or `rejected`, a bot `stands_in` for a player, a player is `back`, or
 * `late`: their time was up; or a player has changed the bots' pace (`paced`), or taken advice (`advised`).
 * `seq` numbers the notices from 1.
 */
export interface Notice {
  seq: number;
  at: number;
  /** How many entries your story had by then; of a finished game, how many moves. */
  after: number;
  kind: "advised" | "back" | "carried" | "late" | "moved" | "paced" | "rejected" | "stands_in";
  motion: "adjourn" | "end" | "remove" | "resume" | null;
  /** The seat that it is about. */
  seat: number | null;
  /** The seat that moved it, or changed the pace. */
  by: number | null;
  /** The new pace of the bots. */
  pace: "at_once" | "fast" | "normal" | "slow" | null;
}

/**
 * Play a move. `id` makes it safe to send again; `question` is the number of the question that it answers.
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

/**
 * Ask why moves of yours are not allowed now: those that a card or a place on the board stands for.
 *
 * Each is judged by itself, as `play` would, and none is played. The answer is `allowed` if one of them is;
 * otherwise `refused`, with the refusal that most of them share.
 */
export interface WhyNot<M = unknown> {
  t: "why";
  id: string;
  question: number;
  moves: M[];
}

/** Post in the chat: to the whole table, or to some seats only. Spectators give a `name`; only those read it. */
export interface Say {
  t: "say";
  id: string;
  text: string;
  to?: number[] | null;
  name?: string | null;
}

/** Put a motion to the vote. `seat` is the player to remove: a bot then plays for them until they return. */
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

/** Take your seat back from the bot that plays there. */
export interface TakeBackSeat {
  t: "back";
  id: string;
}

/** Seat a bot on a free seat, before the start. The opener may do so, and the players of the table. */
export interface AddBot {
  t: "fill";
  id: string;
  seat: number;
  level: string;
}

/** Change the pace of the bots, during the game. Every person who plays may do so. */
export interface SetPace {
  t: "pace";
  id: string;
  pace: "at_once" | "fast" | "normal" | "slow";
}

/**
 * Have a question answered for you from now on, by the answer that lets things be; `until` null ends that.
 *
 * No other seat learns of it: the answer comes after a random time, as if you gave it.
 */
export interface StandingAnswer {
  t: "standing";
  id: string;
  question: string;
  until: "game" | "turn" | null;
}

/** Have questions answered for you, or not, to which you have only one answer. They are, to begin with. */
export interface SingleAnswers {
  t: "single";
  id: string;
  given: boolean;
}

/**
 * Ask the coach for advice on the question of that number. The answer is `advice`, to this connection alone.
 *
 * All learn that you have taken advice, once for each question.
 */
export interface Advise {
  t: "advise";
  id: string;
  question: number;
}

/**
 * A move that was made, as far as you may know it: the seat, the time, and the events that you saw.
 *
 * `seq` numbers the entries of your own story from 1: what you may not see leaves no gap in it.
 */
export interface Entry<E = unknown> {
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  seat: number;
  events: E[];
  /** It is a move of yours that the server made for you. */
  automatic?: boolean;
}

/** The present state as you may know it: your sight, the seats that are asked, and your legal moves. */
export interface Now<S = unknown, M = unknown> {
  sight: S;
  asked: number[];
  question: number;
  legal: M[];
  free: M[];
}

/** The present state, for a client that has the one before. */
export interface Change<S = unknown, M = unknown> {
  /** The fields of your sight that have changed, by name; the others are as they were. */
  sight: Partial<S>;
  asked: number[];
  question: number;
  legal: M[];
  free: M[];
}

/** A chat message. `seq` numbers the messages that you may read from 1. */
export interface ChatEntry {
  seq: number;
  at: number;
  /** None for a spectator. */
  by: number | null;
  name: string;
  /** The speaker id: the same for all messages of a guest at this table, for muting them. */
  who: string;
  /** The seats that can read it, the speaker's among them; None for all. */
  to: number[] | null;
  text: string;
}

/** A seat's clock at the moment it is sent. */
export interface ClockCard {
  left_ms: number;
  running: boolean;
}

/** The clocks of all seats, sent when one starts or stops. `at` is the server's time; bots have no clock. */
export interface Clocks {
  t: "clocks";
  at: number;
  seats: (ClockCard | null)[];
}

/**
 * How long bots still wait for your answer before theirs may end the question; sent when that changes.
 *
 * `at` is the server's time. `left_ms` is 0 when they no longer wait; `whole_ms` is the time you have in all.
 */
export interface ReactionTime {
  t: "reaction";
  at: number;
  left_ms: number;
  whole_ms: number;
}

/** New chat messages. `anew`: they replace all earlier ones. */
export interface ChatMessages {
  t: "talk";
  lines: ChatEntry[];
  anew: boolean;
}

/** First message on a socket: the table, the story since the number you gave, and the present state. */
export interface Welcome<S = unknown, M = unknown, E = unknown> {
  t: "welcome";
  table: TableCard;
  /** How many entries your story has. */
  seq: number;
  story: Entry<E>[];
  /** None until the game has begun. */
  now: Now<S, M> | null;
  /** The chat since the message you gave with `said`; the last 300 messages at most. */
  talk: ChatEntry[];
  clocks: Clocks | null;
  /** The notices; the last 300 at most. */
  news: Notice[];
}

/** New notices. */
export interface NoticeMessage {
  t: "news";
  news: Notice[];
}

/** New entries of your story, and the changed state. */
export interface Progress<S = unknown, M = unknown, E = unknown> {
  t: "progress";
  /** How many entries your story has. */
  seq: number;
  story: Entry<E>[];
  now: Change<S, M>;
}

/** The table's card has changed: a seat, a connection, a bot that plays for a player, a motion, or a rematch. */
export interface Seats {
  t: "seats";
  table: TableCard;
}

/** Your message is saved; your story then had `seq` entries. */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
}

/** One of the moves that you asked about with `why` is allowed now. It was not played. */
export interface Allowed {
  t: "allowed";
  id: string;
}

/**
 * Your message is refused. `refusal` is set when a rule forbids your moves, all of them (code `rule`).
 *
 * Other codes: `stale` (there is another question, or motion, by now), `batch` (these moves are not one choice:
 * send them one by one), `no_seat`, `not_started`, `garbled`,
 * `too_long`, `too_fast`, `not_saved` (send it again), `no_table` (the socket is closed then),
 * `adjourned`, `over`, `proxied` (a bot plays for you: send “back” first), `no_name` (give your name),
 * `nobody` (there is no such seat to write to), `no_motion` (that cannot be put to the vote now),
 * `one_motion` (vote on the other first), `no_vote` (you have no vote), `still_here` (the player
 * is connected, or was a moment ago), `started`, `taken`, `no_level`, `all_seeing` (your seat sees all
 * cards, and may not chat until the game is over), `muted` and `banned` (by the moderators, `until` a time),
 * `no_standing` (that question has no standing answer), `no_hints` (advice is not allowed at this table),
 * `not_asked` (you are not asked now), `no_advice` (the coach did not answer in time).
 */
export interface Refused {
  t: "refused";
  id: string | null;
  code: string;
  refusal: Refusal | null;
  /** In milliseconds since 1970. */
  until: number | null;
}

/**
 * The coach's advice on a question, for you alone: a move, why, the best alternatives, and the clause behind it.
 *
 * Reasons are sentences of the game's words, by their keys. It is saved that you have taken advice.
 */
export interface AdviceMessage {
  t: "advice";
  id: string;
  question: number;
  advice: Advice;
}

/** What a client sends over the socket. */
export type Incoming<M = unknown> = Play<M> | WhyNot<M> | Say | Propose | Vote | TakeBackSeat | AddBot | SetPace | StandingAnswer | SingleAnswers | Advise;

/** What the server sends over the socket. */
export type Outgoing<S = unknown, M = unknown, E = unknown> = Welcome<S, M, E> | Progress<S, M, E> | Seats | ChatMessages | NoticeMessage | Clocks | ReactionTime | Ack | Allowed | Refused | AdviceMessage;
