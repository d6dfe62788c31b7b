// Written by `script/types`; change the Python structs, not this file.

/** Options of a table: length, size of hands, and optional rules. */
export interface Options {
  /** Points that end the game. */
  target: number;
  clock: "minutes" | "rounds";
  /** With a clock that counts rounds: the most that are played. */
  rounds: number;
  /** With a clock that counts minutes: the longest time that the game lasts. */
  minutes: number;
  hand: number;
  /** Whether personal attacks are allowed. */
  personal: boolean;
  /** Whether defences may be lent. */
  lending: boolean;
  /** Whether there are mid-term elections, after three fifths of the time. */
  midterm: boolean;
}

/** A game of Politico as one seat (or a spectator) knows it. */
export interface Sight {
  seat: number | null;
  players: number;
  options: Options;
  question: number;
  /**
   * election, deal, event, draw, act, attack, form, invite, join, recruit, answer, lend, accept, counter, one of the
   * votes (investiture, censure, amendment, dispute), or over.
   */
  stage: string;
  asked: number[];
  /** The open questions, the present one last. */
  frames: FrameSight[];
  /** The viewer's own ballot, in a vote that goes on. */
  ballot: string | null;
  first: number | null;
  turn: number | null;
  /** Turns begun so far, this one included. */
  turns: number;
  deputies: number[];
  plaques: number[][];
  points: number[];
  hand: string[];
  /** How many trumps each seat holds. */
  counts: number[];
  /** Trumps that all have seen go back to a hand. */
  known: string[][];
  /** Trumps left in the pack. */
  pack: number;
  /** Trumps that were put back, by kind, in the order of the box. */
  discard: number[];
  /** The last card that was put back to draw two. */
  dropped: string | null;
  due: number[];
  exposed: string[][];
  /** The last event; None for a blank one. */
  event: string | null;
  government: GovernmentSight | null;
  /** Turns without a government. */
  vacant: number;
  /** Governments in a row that did not last a round. */
  short: number;
  /** Turns for which UNION NATIONALE still holds. */
  union: number;
  dissolved: boolean;
  election: string;
  changed: number[];
  bid: BidSight | null;
  assault: AssaultSight | null;
  pressure: Pressure | null;
  chances: number[];
  /** The last vote. */
  count: Count | null;
  amendment: Amendment | null;
  disputed: number;
  midterm: string;
  time: boolean;
  /** The bargains on offer and agreed, and how each seat has kept its word. */
  bargains: Bargains;
  outcome: Outcome | null;
}

/** A question on the stack: the seats it asks, and for a vote the weight of each. */
export interface FrameSight {
  kind: "reaction" | "turn" | "vote";
  what: string;
  seats: number[];
  waiting: number[];
  weights: number[];
}

/** A government in place: its head, all its members, the card that made it, how long it has lasted. */
export interface GovernmentSight {
  pm: number;
  members: number[];
  card: string;
  /** The turn in which it was formed: it scores at its head's turn once all others have played. */
  since: number;
  rounds: number;
  immune: number;
  /** Formed by HOMME PROVIDENTIEL without a vote. */
  providential: boolean;
  /** Its head has announced that they resign before the next player's turn. */
  resigning: boolean;
}

/** An attempt at forming a government. */
export interface BidSight {
  by: number;
  card: string;
  union: boolean;
  army: boolean;
  invited: number[];
  joined: number[];
  at_once: boolean;
}

/** An attack that awaits its answer. */
export interface AssaultSight {
  by: number;
  target: number;
  card: string;
  offers: number[];
}

/** PRESSION DE L'ARMÉE: its purpose, and the seats that have played one, in turn; none yet for a vote. */
export interface Pressure {
  purpose: string;
  by: number;
  laid: number[];
}

/** The last vote, counted. */
export interface Count {
  subject: string;
  ballots: string[];
  weights: number[];
  carried: boolean;
}

/** A change of the rules that was proposed, and in which turn. */
export interface Amendment {
  by: number;
  option: string;
  value: number;
  turn: number;
}

/** All bargains of a game that still matter, and how each seat has kept its word so far. */
export interface Bargains {
  /** How many promises each seat has kept. */
  kept: number[];
  /** How many promises each seat has broken. */
  broken: number[];
  /** How many bargains have been offered. */
  made: number;
  /** Those of this round, and those agreed earlier with a promise that is, or in this round was, pending. */
  entries: Bargain[];
}

/** An offer and what became of it. */
export interface Bargain {
  number: number;
  by: number;
  to: number;
  terms: string;
  /** The round in which it was offered. */
  round: number;
  state: "agreed" | "cancelled" | "lapsed" | "open" | "refused";
  /** Once it is agreed: the promise of `to`, then the promise of `by`. */
  promises: Promise[];
}

/** What one seat has promised another. */
export interface Promise {
  by: number;
  to: number;
  kind: string;
  /** The number of the round in which it is to be kept, as the game counts rounds; 0 if that is not fixed. */
  due: number;
  state: "broken" | "kept" | "pending" | "void";
}

/** The outcome of a game. `places[seat]` is 1 for the best; ties share a place; all first is a draw. */
export interface Outcome {
  places: number[];
  clause: string;
  reason: string;
  scores: number[] | null;
}

/** Draw one trump. */
export interface Draw {
  do: "draw";
}

/** Put a card back, and draw two. */
export interface Discard {
  do: "discard";
  card: string;
}

/** Play a PREMIER MINISTRE, with UNION NATIONALE or PRESSION DE L'ARMÉE besides. */
export interface Form {
  do: "form";
  card: "pm" | "providential";
  union: boolean;
  army: boolean;
}

/** Invite a seat into the government that is being formed. */
export interface Invite {
  do: "invite";
  seat: number;
}

/** End the invitations. */
export interface Ready {
  do: "ready";
}

/** Accept an invitation. */
export interface Join {
  do: "join";
}

/** Decline an invitation, or every offer. */
export interface Decline {
  do: "decline";
}

/** Vote, with as many votes as one has deputies. */
export interface Vote {
  do: "vote";
  ballot: "abstain" | "no" | "yes";
}

/** Play an attack against a seat. */
export interface Attack {
  do: "attack";
  card: string;
  seat: number;
}

/** Answer an attack: with the matching green card, BARAKA, or PRESSION DE L'ARMÉE. */
export interface Answer {
  do: "answer";
  card: string;
}

/** Ask the other seats for a defence. */
export interface Plead {
  do: "plead";
}

/** Leave an attack unanswered. */
export interface Suffer {
  do: "suffer";
}

/** Offer the defence that is wanted. */
export interface Offer {
  do: "offer";
}

/** Accept the defence that a seat offers. */
export interface Accept {
  do: "accept";
  seat: number;
}

/** Play a MOTION DE CENSURE. */
export interface Censure {
  do: "censure";
}

/** Play a PRESSION DE L'ARMÉE on one's turn: to enter the government, or to bring it down. */
export interface Army {
  do: "army";
  purpose: "enter" | "topple";
}

/** Play a PRESSION DE L'ARMÉE against a vote, or against another one. */
export interface Counter {
  do: "counter";
}

/** Play UNION NATIONALE. */
export interface Union {
  do: "union";
}

/** Leave the government. */
export interface Leave {
  do: "leave";
}

/** Resign as Premier Ministre, on one's turn. */
export interface Resign {
  do: "resign";
}

/** Announce as Premier Ministre that one resigns before the next player's turn. */
export interface Announce {
  do: "announce";
}

/** Remove a seat from the government, as Premier Ministre. */
export interface Expel {
  do: "expel";
  seat: number;
}

/** Ask a seat to enter the government, as Premier Ministre. */
export interface Recruit {
  do: "recruit";
  seat: number;
}

/** Dissolve the Assembly, as Premier Ministre. */
export interface Dissolve {
  do: "dissolve";
}

/** Do nothing. */
export interface Pass {
  do: "pass";
}

/** Propose an amendment of the rules, to be voted on a round later. */
export interface Amend {
  do: "amend";
  option: string;
  value: number;
}

/** Ask for a vote on ending the game here. */
export interface Dispute {
  do: "dispute";
}

/** Offer a bargain to another seat, on terms that the game has ready. */
export interface OfferBargain {
  do: "offerbargain";
  to: number;
  terms: string;
}

/** Agree to a bargain that is offered. */
export interface AcceptBargain {
  do: "acceptbargain";
  number: number;
}

/** Refuse a bargain that is offered. */
export interface RefuseBargain {
  do: "refusebargain";
  number: number;
}

/** Cancel one's own offer before it is answered. */
export interface CancelBargain {
  do: "cancelbargain";
  number: number;
}

/** Nature deals plaques, by seat; `first` begins the game, where it is the first election. */
export interface Election {
  do: "election";
  plaques: number[][];
  first: number | null;
}

/** Nature deals trumps, by seat. */
export interface Deal {
  do: "deal";
  cards: string[][];
}

/** Nature turns up an event; None is a blank one. */
export interface Happen {
  do: "happen";
  event: string | null;
}

/** The clock: mid-term elections are due at the end of this turn. */
export interface Midterm {
  do: "midterm";
}

/** The clock: the game ends with this turn. */
export interface TimeUp {
  do: "timeup";
}

/** An election: the plaques and deputies of each seat, and the first player if it is the first election. */
export interface Elected {
  did: "elected";
  reason: "dissolution" | "first" | "midterm";
  plaques: number[][];
  deputies: number[];
  first: number | null;
}

/** Trumps dealt to a seat, which alone sees them. */
export interface Dealt {
  did: "dealt";
  seat: number;
  count: number;
  cards: string[] | null;
}

/** The discarded trumps make a new pack. */
export interface Reshuffled {
  did: "reshuffled";
  cards: number;
}

/** A turn began. */
export interface Began {
  did: "began";
  seat: number;
  turn: number;
}

/** An event was drawn. */
export interface Happened {
  did: "happened";
  seat: number;
  event: string | null;
}

/** A card was put back, to draw two. */
export interface Discarded {
  did: "discarded";
  seat: number;
  card: string;
}

/** A seat tries to form a government. */
export interface Bid {
  did: "bid";
  seat: number;
  card: string;
  union: boolean;
  army: boolean;
}

/** A seat was invited. */
export interface Invited {
  did: "invited";
  seat: number;
  by: number;
}

/** A seat accepted an invitation. */
export interface Joined {
  did: "joined";
  seat: number;
}

/** A seat declined an invitation. */
export interface Declined {
  did: "declined";
  seat: number;
}

/** A vote began: its subject, the proposer, and the weight of each seat. */
export interface VoteOpened {
  did: "voteopened";
  subject: string;
  seat: number;
  weights: number[];
}

/** A seat voted. Its ballot is secret until all have voted. */
export interface Voted {
  did: "voted";
  seat: number;
  ballot: string | null;
}

/** A vote was counted, and all ballots shown. */
export interface Counted {
  did: "counted";
  subject: string;
  ballots: string[];
  weights: number[];
  yes: number;
  no: number;
  carried: boolean;
}

/** A government was formed. */
export interface Formed {
  did: "formed";
  pm: number;
  members: number[];
  providential: boolean;
}

/** Cards went back to a hand, seen by all. */
export interface TakenBack {
  did: "takenback";
  seat: number;
  cards: string[];
}

/** The government fell: by an attack, a motion, the army, an event, or the resignation of its head. */
export interface Fell {
  did: "fell";
  pm: number;
  reason: "army" | "attack" | "censure" | "event" | "resigned";
  by: number | null;
}

/** Points won or lost, and the reason. */
export interface Scored {
  did: "scored";
  seat: number;
  points: number;
  total: number;
  why: string;
}

/** Deputies won or lost, and the reason. */
export interface Moved {
  did: "moved";
  seat: number;
  deputies: number;
  total: number;
  why: string;
}

/** A seat was attacked. */
export interface Attacked {
  did: "attacked";
  seat: number;
  target: number;
  card: string;
}

/** An attack was answered; `lender` is the seat whose card it was, if not the target's own. */
export interface Answered {
  did: "answered";
  seat: number;
  card: string;
  lender: number | null;
}

/** The target has no answer, and asked for help. */
export interface Pleaded {
  did: "pleaded";
  seat: number;
}

/** A seat offered the defence. */
export interface Offered {
  did: "offered";
  seat: number;
}

/** A seat did not react. */
export interface Silent {
  did: "silent";
  seat: number;
}

/** An attack hit. */
export interface Suffered {
  did: "suffered";
  seat: number;
  card: string;
}

/** A card stays exposed before a seat. */
export interface Exposed {
  did: "exposed";
  seat: number;
  card: string;
}

/** Cards that were exposed before a seat went back. */
export interface Lifted {
  did: "lifted";
  seat: number;
  cards: string[];
}

/** A motion of censure was played. */
export interface Motion {
  did: "motion";
  seat: number;
}

/** An army was played, for or against something. */
export interface Pressed {
  did: "pressed";
  seat: number;
  purpose: string;
  /** How many lie there now: an even number cancels out. */
  number: number;
}

/** No seat counters any more: whether the pressure works. */
export interface Settled {
  did: "settled";
  seat: number;
  purpose: string;
  works: boolean;
}

/** UNION NATIONALE was played: no attacks for a round. */
export interface United {
  did: "united";
  seat: number;
}

/** UNION NATIONALE ended. */
export interface Parted {
  did: "parted";
}

/** A member left the government, or was expelled. */
export interface Left {
  did: "left";
  seat: number;
  expelled: boolean;
}

/** The prime minister will resign at the end of this turn. */
export interface Announced {
  did: "announced";
  seat: number;
}

/** A seat was asked to enter the government. */
export interface Recruited {
  did: "recruited";
  seat: number;
  by: number;
}

/** A seat entered the government in place. */
export interface Entered {
  did: "entered";
  seat: number;
}

/** The Assembly was dissolved. */
export interface Dissolved {
  did: "dissolved";
  seat: number;
}

/** A seat passed. */
export interface Passed {
  did: "passed";
  seat: number;
}

/** An amendment was proposed, to be voted on a round later. */
export interface Proposed {
  did: "proposed";
  seat: number;
  option: string;
  value: number;
}

/** A rule was changed. */
export interface Amended {
  did: "amended";
  option: string;
  value: number;
}

/** A seat asked to end the game here. */
export interface Disputed {
  did: "disputed";
  seat: number;
}

/** The clock reached the mid-term elections, or the end. */
export interface Clock {
  did: "clock";
  what: "end" | "midterm";
}

/** The game ended, with these points. */
export interface Ended {
  did: "ended";
  reason: string;
  points: number[];
}

/** A bargain was offered. */
export interface BargainOffered {
  did: "bargainoffered";
  number: number;
  by: number;
  to: number;
  terms: string;
}

/** The seat to which a bargain was offered agreed: both have promised something. */
export interface BargainAgreed {
  did: "bargainagreed";
  number: number;
  by: number;
  to: number;
  terms: string;
}

/** The seat to which a bargain was offered refused. */
export interface BargainRefused {
  did: "bargainrefused";
  number: number;
  by: number;
  to: number;
  terms: string;
}

/** An offer was cancelled before it was answered. */
export interface BargainCancelled {
  did: "bargaincancelled";
  number: number;
  by: number;
  to: number;
  terms: string;
}

/** An offer ended without an answer. */
export interface BargainLapsed {
  did: "bargainlapsed";
  number: number;
  by: number;
  to: number;
  terms: string;
}

/** A promise was kept. `number` is that of its bargain. */
export interface PromiseKept {
  did: "promisekept";
  number: number;
  by: number;
  to: number;
  kind: string;
}

/** A promise was broken. */
export interface PromiseBroken {
  did: "promisebroken";
  number: number;
  by: number;
  to: number;
  kind: string;
}

/** A promise ended though it was neither kept nor broken. */
export interface PromiseVoid {
  did: "promisevoid";
  number: number;
  by: number;
  to: number;
  kind: string;
}

/** Something a seat does. */
export type Move = Draw | Discard | Form | Invite | Ready | Join | Decline | Vote | Attack | Answer | Plead | Suffer | Offer | Accept | Censure | Army | Counter | Union | Leave | Resign | Announce | Expel | Recruit | Dissolve | Pass | Amend | Dispute | OfferBargain | AcceptBargain | RefuseBargain | CancelBargain | Election | Deal | Happen | Midterm | TimeUp;

/** A fact that a move brought about. */
export type Event = Elected | Dealt | Reshuffled | Began | Happened | Discarded | Bid | Invited | Joined | Declined | VoteOpened | Voted | Counted | Formed | TakenBack | Fell | Scored | Moved | Attacked | Answered | Pleaded | Offered | Silent | Suffered | Exposed | Lifted | Motion | Pressed | Settled | United | Parted | Left | Announced | Recruited | Entered | Dissolved | Passed | Proposed | Amended | Disputed | Clock | Ended | BargainOffered | BargainAgreed | BargainRefused | BargainCancelled | BargainLapsed | PromiseKept | PromiseBroken | PromiseVoid;
