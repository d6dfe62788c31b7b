// Written by `script/types`; change the Python structs, not this file.

/** At most so many moves in one message. */
export const MOVES_AT_ONCE = 64;

/** At most so many bytes in one message. */
export const FRAME_BYTES = 8192;

/** At most so many characters said at once. */
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

/** A game in words as its viewer sees it now. `seq` is the length of their story, as in socket messages. */
export interface TableText {
  seq: number;
  /** Sentences that belong together; empty before the game begins. */
  parts: string[][];
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

/** Report a chat line (`line`) or the player on a seat (`seat`) to the moderators: one of the two. */
export interface Report {
  why: string;
  /** The number of the chat line, among those you can read, from 1. */
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
  /** The text of the reported chat line; empty for a report about a seat. */
  said: string;
  /** Whether the chat line was posted in a private room, which the reporter could read. */
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

/** A deed: what a moderator did, and why. */
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

/** A moderator's desk: open reports, sanctions in force, latest deeds. */
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
