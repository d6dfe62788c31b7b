// Written by `script/types`; change the Python structs, not this file.

/** At most so many moves in one message. */
export const MOVES_AT_ONCE = 64;

/** At most so many bytes in one message. */
export const FRAME_BYTES = 8192;

/** At most so many characters said at once. */
export const TEXT_LENGTH = 500;

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

/** The player of a seat: a `program` is an external one, a `bot` the server's; `open` waits for a player. */
export interface SeatCard {
  kind: "bot" | "human" | "open" | "program";
  name: string;
  level: string | null;
  /** Connected now (bots always are). */
  here: boolean;
  /** The level of the bot that plays for an absent player; None while the player plays. */
  proxy: string | null;
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
}

/**
 * An event around the game, placed in the story of each viewer.
 *
 * A motion was `moved`, `carried` or `rejected`, a bot `stands_in` for a player, a player is `back`, or
 * `late`: their time was up. `seq` numbers the notices from 1.
 */
export interface Notice {
  seq: number;
  at: number;
  /** How many entries your story had by then; of a finished game, how many moves. */
  after: number;
  kind: "back" | "carried" | "late" | "moved" | "rejected" | "stands_in";
  motion: "adjourn" | "end" | "remove" | "resume" | null;
  /** The seat that it is about. */
  seat: number | null;
  /** The seat that moved it. */
  by: number | null;
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

/** The table's card has changed: a seat, a connection, a bot that plays for a player, or a motion. */
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
 * cards, and may not chat until the game is over), `muted` and `banned` (by the moderators, `until` a time).
 */
export interface Refused {
  t: "refused";
  id: string | null;
  code: string;
  refusal: Refusal | null;
  /** In milliseconds since 1970. */
  until: number | null;
}

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
}

/** The games that can be played. */
export interface Shelf {
  games: GameCard[];
}

/** The player wanted for a seat: the opener, a friend who gets the link, or a bot of a level. */
export interface SeatRequest {
  kind: "bot" | "friend" | "me";
  level?: string | null;
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
  /** The bots' level; the strongest if absent. */
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

/** One clause of a rulebook. */
export interface ClauseCard {
  id: string;
  kind: "component" | "printed" | "ruling";
  title: string;
  html: string;
}

/** A section of a rulebook. */
export interface SectionCard {
  title: string;
  clauses: ClauseCard[];
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

/** An error over HTTP: a code, for which the browser has a translation, and a sentence for programmers. */
export interface ErrorBody {
  code: string;
  detail: string;
  /** When the request will be possible, in milliseconds since 1970, if that is known. */
  until: number | null;
}

/** A passkey of yours. Times are in milliseconds since 1970. */
export interface PasskeyCard {
  id: string;
  name: string;
  created: number;
  used: number;
}

/** Your account. */
export interface AccountCard {
  name: string;
  created: number;
  passkeys: PasskeyCard[];
}

/** Who you are: a guest with or without an account, a moderator or not. */
export interface Me {
  /** None while you are a guest without one. */
  account: AccountCard | null;
  /** Whether you are a moderator. */
  moderator: boolean;
  /** Whether passkeys work at this address: they need a domain name, and HTTPS unless it is this machine. */
  passkeys: boolean;
}

/** WebAuthn's options for making a passkey, or for signing in by one, as JSON. */
export interface PasskeyChallenge {
  options: unknown;
}

/** A passkey that the browser just made. Without an account this creates one. */
export interface NewPasskey {
  credential: Record<string, unknown>;
  /** The name of the account, if one is created. */
  name: string;
  /** The name of the passkey, such as the device it is on. */
  key_name: string;
}

/** Sign in: the credential that the browser answers the challenge with. */
export interface SignIn {
  credential: Record<string, unknown>;
}

/** Sign out, here or everywhere. */
export interface SignOut {
  everywhere?: boolean;
}

/** Change the name of your account. Tables at which you have a seat keep the name that you took it with. */
export interface Rename {
  name: string;
}

/** Remove a passkey; not the last one. */
export interface RemovePasskey {
  id: string;
}

/** Erase your personal data. `sure` is a word that confirms it: “effacer” or “delete”. */
export interface EraseAccount {
  sure: string;
}

/** Report a chat message (`line`) or the player on a seat (`seat`) to the moderators: one of the two. */
export interface Report {
  why: string;
  /** The number of the chat message, among those you can read, from 1. */
  line?: number | null;
  seat?: number | null;
  /** Your name, if you are a spectator. */
  name?: string | null;
}

/** A report as a moderator reads it. Times are in milliseconds since 1970. */
export interface ReportCard {
  id: string;
  at: number;
  table: string;
  game: string;
  public: boolean;
  reporter: string;
  /** The name of the reported player or spectator. */
  name: string;
  /** An id that is the same in every report about the same guest. */
  person: string;
  /** The text of the reported chat message; empty for a report about a seat. */
  said: string;
  /** Whether the chat message was posted in a private room, which the reporter could read. */
  aside: boolean;
  why: string;
  /** The sanctions that the guest is under already. */
  sanctions: ("ban" | "mute")[];
}

/** A sanction in force: the guest may not chat (`mute`), or neither chat nor take a seat (`ban`). */
export interface SanctionCard {
  person: string;
  name: string;
  kind: "ban" | "mute";
  until: number;
}

/** An action of a moderator, and its reason. */
export interface ModeratorAction {
  at: number;
  moderator: string;
  kind: "ban" | "dismiss" | "hide" | "join" | "lift_ban" | "lift_mute" | "mute";
  /** The name of the guest that it was done to. */
  name: string;
  table: string;
  until: number | null;
  why: string;
}

/** The overview of a moderator: open reports, sanctions in force, latest actions. */
export interface ModerationOverview {
  you: string;
  reports: ReportCard[];
  sanctions: SanctionCard[];
  deeds: ModeratorAction[];
}

/**
 * A moderator's decision on a report.
 *
 * `dismiss` it; `mute` or `ban` the reported guest for so many hours; `hide` the table from the lobby.
 */
export interface Verdict {
  do: "ban" | "dismiss" | "hide" | "mute";
  why: string;
  hours?: number;
}

/** End a sanction before its time. */
export interface Lift {
  person: string;
  kind: "ban" | "mute";
  why: string;
}

/** Become a moderator: `code` is the code of the host's invitation. */
export interface Appointment {
  code: string;
}

/** Add a notification channel. With a `table` it reports the turns of all its players; only its opener may. */
export interface AddChannel {
  kind: "hook" | "mail";
  address: string;
  lang: "en" | "fr";
  /** At most one notification a day, instead of one in the interval that the host has set. */
  daily?: boolean;
  /** The format of a webhook's messages; guessed from its address if absent. */
  shape?: "discord" | "json" | "slack" | null;
  table?: string | null;
}

/** Remove a notification channel. */
export interface RemoveChannel {
  id: string;
}

/** A notification channel. `address` is shortened, enough to recognise it. */
export interface ChannelCard {
  id: string;
  kind: "hook" | "mail";
  address: string;
  shape: "discord" | "json" | "slack" | null;
  daily: boolean;
  /** Whether the link in the confirmation request was followed; an e-mail address gets no notification before. */
  confirmed: boolean;
  table: string | null;
}

/** The kinds of channels that this server offers besides push messages, and your own channels. */
export interface ChannelList {
  mail: boolean;
  hook: boolean;
  /** Seconds between two notifications at least, for channels that are not daily. */
  quiet: number;
  ways: ChannelCard[];
}

/** A channel that was added, and the secret that its messages are signed with, which is never shown again. */
export interface NewChannel {
  way: ChannelCard;
  secret: string | null;
}

/** Found a club, and become its first organiser. */
export interface OpenClub {
  title: string;
  /** The name of the organiser. */
  name: string;
  blurb?: string;
}

/** Become a member: `code` is the end of the club's invitation link. */
export interface JoinClub {
  name: string;
  code: string;
}

/** Make a member an organiser or not, or remove them. All members may remove themselves. */
export interface MemberChange {
  change: "member" | "organiser" | "remove";
}

/** A member of a club. */
export interface MemberCard {
  /** The id of the member in requests about this club. */
  id: string;
  name: string;
  organiser: boolean;
  you: boolean;
  /** The handle of their player page, if it is public. */
  page: string | null;
}

/** A tournament in the list of a club. */
export interface TournamentSummary {
  id: string;
  title: string;
  format: "match" | "round_robin" | "swiss";
  games: string[];
  state: "gathering" | "over" | "playing";
  people: number;
  at: number;
  /** The names of the winners once it is over; a bot's name is empty. */
  winners: string[];
}

/** A club. Only its members are shown its members and tournaments. */
export interface ClubCard {
  id: string;
  title: string;
  blurb: string;
  you: "member" | "organiser" | null;
  people: number;
  members: MemberCard[];
  evenings: TournamentSummary[];
  /** The code of its invitation link, `/c/{id}/join/{code}`, for members. */
  invitation: string | null;
}

/** A club of yours, in a list. */
export interface ClubSummary {
  id: string;
  title: string;
  organiser: boolean;
  people: number;
  /** How many of its tournaments are not over. */
  tonight: number;
}

/** Your clubs. */
export interface ClubList {
  clubs: ClubSummary[];
}

/** A game of a tournament, with its options. */
export interface TournamentGame {
  game: string;
  options?: Record<string, unknown>;
}

/** The plan of a tournament. Several games are played in turn, one in each round. */
export interface TournamentPlan {
  title: string;
  games: TournamentGame[];
  format: "match" | "round_robin" | "swiss";
  /** None: as recommended for the entrants of the first round. */
  rounds?: number | null;
  /** The wanted number of seats at a table, if the game leaves a choice. */
  seats?: number;
  clock?: LiveClock | DaysClock | null;
  /** Whether its tables are shown in the lobby to spectators. */
  public?: boolean;
  /** By how many moves spectators are behind. */
  watch_delay?: number;
}

/** Enter a tournament. `listed`: with a public player page, and on the ladders. */
export interface EnterTournament {
  name: string;
  listed?: boolean;
}

/** Enter a bot, for example to make the number of entrants even. */
export interface EnterBot {
  strength: "strong" | "weak";
}

/** Begin the round of this number, from 1; sent twice, it begins once. */
export interface BeginRound {
  round: number;
}

/** Withdraw an entrant, let a bot play for them, or let them return. */
export interface EntrantChange {
  change: "back" | "bot" | "drop";
}

/** A result entered by hand: the place of each seat, 1 for the best, shared or not. It replaces any other. */
export interface ManualResult {
  round: number;
  board: number;
  places: number[];
}

/** An entrant of a tournament. */
export interface EntrantCard {
  number: number;
  /** Empty for a bot. */
  name: string;
  /** The strength of the bot that plays: an entrant itself, or for an absent person. */
  bot: "strong" | "weak" | null;
  person: boolean;
  gone: boolean;
  /** The handle of their player page, if it is public. */
  page: string | null;
}

/** A pairing of a round: a table with its entrants. */
export interface BoardCard {
  round: number;
  board: number;
  game: string;
  table: string;
  /** The entrants at the table by number, in the order of their seats. */
  seats: number[];
  places: number[] | null;
  points: number[] | null;
  by_hand: boolean;
}

/** A round: its pairings, the entrants with a bye, and the points of a bye. */
export interface RoundCard {
  number: number;
  game: string;
  boards: BoardCard[];
  byes: number[];
  bye_points: number;
}

/** The place of an entrant in the standings. */
export interface Standing {
  entrant: number;
  place: number;
  points: number;
  played: number;
  /** First places, alone or shared, unless all share it. */
  wins: number;
  /** The mean of the opponents' points, over all meetings. */
  opposition: number;
  /** The points of the opponents placed behind, and half of those with the same place. */
  beaten: number;
}

/** A tournament as everyone with its link sees it, and which entrant you are. */
export interface TournamentCard {
  id: string;
  club: string;
  club_title: string;
  plan: TournamentPlan;
  state: "gathering" | "over" | "playing";
  rounds_planned: number;
  you: number | null;
  organiser: boolean;
  /** The table where you play now. */
  your_table: string | null;
  entrants: EntrantCard[];
  rounds: RoundCard[];
  standings: Standing[];
}

/** Your name, and whether you have a public player page and are on the ladders. */
export interface MyProfile {
  name: string;
  listed: boolean;
}

/** A rating after a game. */
export interface RatingPoint {
  at: number;
  shown: number;
  give: number;
}

/** The rating of a player at a game: `shown`, with the margin `give`. */
export interface RatingCard {
  game: string;
  games: number;
  shown: number;
  give: number;
  history: RatingPoint[];
}

/** A finished public game of a player. */
export interface PlayedGame {
  table: string;
  game: string;
  place: number;
  seats: number;
  at: number;
}

/** A player page. */
export interface PlayerCard {
  handle: string;
  name: string;
  you: boolean;
  listed: boolean;
  ratings: RatingCard[];
  played: PlayedGame[];
}

/** A player on a ladder. */
export interface LadderRow {
  place: number;
  handle: string;
  name: string;
  games: number;
  shown: number;
  give: number;
  you: boolean;
}

/** A bot on a ladder, for comparison. */
export interface LadderBot {
  level: string;
  games: number;
  shown: number;
  give: number;
}

/** The players of a game, ordered by their rating less its margin. */
export interface Ladder {
  game: string;
  lines: LadderRow[];
  bots: LadderBot[];
}

/** What a client sends over the socket. */
export type Incoming<M = unknown> = Play<M> | Say | Propose | Vote | TakeBackSeat | AddBot;

/** What the server sends over the socket. */
export type Outgoing<S = unknown, M = unknown, E = unknown> = Welcome<S, M, E> | Progress<S, M, E> | Seats | ChatMessages | NoticeMessage | Clocks | Ack | Refused;
