// Written by `script/types`; change the Python structs, not this file.

/** How long, how many cards, and which of the rules that a table may do without. */
export interface Options {
  /** Points that end the game. */
  target: number;
  clock: "minutes" | "rounds";
  /** With a clock that counts rounds: how many are played at most. */
  rounds: number;
  /** With a clock that counts minutes: how long the game lasts at most. */
  minutes: number;
  hand: number;
  /** Personal attacks may be made. */
  personal: boolean;
  /** Defences may be lent. */
  lending: boolean;
  /** Mid-term elections, after three fifths of the time. */
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
  /** One's own, in a vote that goes on. */
  ballot: string | null;
  first: number | null;
  turn: number | null;
  /** Turns begun so far, this one included. */
  turns: number;
  deputies: number[];
  plaques: number[][];
  points: number[];
  hand: string[];
  /** How many trumps everybody holds. */
  counts: number[];
  /** Trumps that everybody has seen go back to a hand. */
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
  outcome: Outcome | null;
}

/** A question that is put, or waits below another: whom it asks, and for a vote what everybody weighs. */
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
  /** The turn in which it was formed: it scores at its head's turn once everybody else has played. */
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

/** PRESSION DE L'ARMÉE: what for, and who has laid one, in turn. None yet: a vote that may be annulled. */
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

/** How a game ended. `places[seat]` is 1 for the best; ties share a place; all first is a draw. */
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

/** Lay a PREMIER MINISTRE, with UNION NATIONALE or with PRESSION DE L'ARMÉE besides. */
export interface Form {
  do: "form";
  card: "pm" | "providential";
  union: boolean;
  army: boolean;
}

/** Invite somebody into the government that is being formed. */
export interface Invite {
  do: "invite";
  seat: number;
}

/** Everybody who is to be invited is. */
export interface Ready {
  do: "ready";
}

/** Accept an invitation. */
export interface Join {
  do: "join";
}

/** Turn an invitation, or every offer, down. */
export interface Decline {
  do: "decline";
}

/** Vote, with as many votes as one has deputies. */
export interface Vote {
  do: "vote";
  ballot: "abstain" | "no" | "yes";
}

/** Lay a red card before somebody. */
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

/** Ask the others for a defence. */
export interface Plead {
  do: "plead";
}

/** Take an attack as it comes. */
export interface Suffer {
  do: "suffer";
}

/** Offer the defence that is wanted. */
export interface Offer {
  do: "offer";
}

/** Take the defence that somebody offers. */
export interface Accept {
  do: "accept";
  seat: number;
}

/** Lay a MOTION DE CENSURE. */
export interface Censure {
  do: "censure";
}

/** Lay a PRESSION DE L'ARMÉE on one's turn: to enter the government, or to bring it down. */
export interface Army {
  do: "army";
  purpose: "enter" | "topple";
}

/** Lay a PRESSION DE L'ARMÉE against what has just happened: a vote, or another one. */
export interface Counter {
  do: "counter";
}

/** Lay UNION NATIONALE. */
export interface Union {
  do: "union";
}

/** Leave the government. */
export interface Leave {
  do: "leave";
}

/** The Premier Ministre resigns, on their turn. */
export interface Resign {
  do: "resign";
}

/** The Premier Ministre announces that they resign before the next player's turn. */
export interface Announce {
  do: "announce";
}

/** The Premier Ministre puts somebody out of the government. */
export interface Expel {
  do: "expel";
  seat: number;
}

/** The Premier Ministre asks somebody into the government. */
export interface Recruit {
  do: "recruit";
  seat: number;
}

/** The Premier Ministre dissolves the Assembly. */
export interface Dissolve {
  do: "dissolve";
}

/** Do nothing. */
export interface Pass {
  do: "pass";
}

/** Propose another rule, to be voted a round later. */
export interface Amend {
  do: "amend";
  option: string;
  value: number;
}

/** Ask for a vote on ending the game here. */
export interface Dispute {
  do: "dispute";
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

/** The clock: half-way elections are due at the end of this turn. */
export interface Midterm {
  do: "midterm";
}

/** The clock: the game ends with this turn. */
export interface TimeUp {
  do: "timeup";
}

/** An election: everybody's plaques, and so their deputies; who begins, at the first. */
export interface Elected {
  did: "elected";
  reason: "dissolution" | "first" | "midterm";
  plaques: number[][];
  deputies: number[];
  first: number | null;
}

/** Trumps for somebody; which, only they see. */
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

/** Somebody's turn begins. */
export interface Began {
  did: "began";
  seat: number;
  turn: number;
}

/** An event was turned up. */
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

/** Somebody tries to form a government. */
export interface Bid {
  did: "bid";
  seat: number;
  card: string;
  union: boolean;
  army: boolean;
}

/** Somebody is invited. */
export interface Invited {
  did: "invited";
  seat: number;
  by: number;
}

/** Somebody accepts. */
export interface Joined {
  did: "joined";
  seat: number;
}

/** Somebody does not. */
export interface Declined {
  did: "declined";
  seat: number;
}

/** A vote begins: on what, on whose proposal, and what everybody weighs. */
export interface VoteOpened {
  did: "voteopened";
  subject: string;
  seat: number;
  weights: number[];
}

/** Somebody has voted; how, only they know until all have. */
export interface Voted {
  did: "voted";
  seat: number;
  ballot: string | null;
}

/** A vote is counted, and everybody's ballot shown. */
export interface Counted {
  did: "counted";
  subject: string;
  ballots: string[];
  weights: number[];
  yes: number;
  no: number;
  carried: boolean;
}

/** A government is formed. */
export interface Formed {
  did: "formed";
  pm: number;
  members: number[];
  providential: boolean;
}

/** Cards go back to a hand, seen by all. */
export interface TakenBack {
  did: "takenback";
  seat: number;
  cards: string[];
}

/** The government falls: by an attack, a motion, the army, an event, or because its head resigns. */
export interface Fell {
  did: "fell";
  pm: number;
  reason: "army" | "attack" | "censure" | "event" | "resigned";
  by: number | null;
}

/** Points won or lost, and for what. */
export interface Scored {
  did: "scored";
  seat: number;
  points: number;
  total: number;
  why: string;
}

/** Deputies won or lost, and for what. */
export interface Moved {
  did: "moved";
  seat: number;
  deputies: number;
  total: number;
  why: string;
}

/** A red card lies before somebody. */
export interface Attacked {
  did: "attacked";
  seat: number;
  target: number;
  card: string;
}

/** An attack is answered; `lender` says whose card it was. */
export interface Answered {
  did: "answered";
  seat: number;
  card: string;
  lender: number | null;
}

/** The target has no answer, and asks for help. */
export interface Pleaded {
  did: "pleaded";
  seat: number;
}

/** Somebody offers the defence. */
export interface Offered {
  did: "offered";
  seat: number;
}

/** Somebody does nothing about it. */
export interface Silent {
  did: "silent";
  seat: number;
}

/** An attack hits. */
export interface Suffered {
  did: "suffered";
  seat: number;
  card: string;
}

/** A card stays before somebody. */
export interface Exposed {
  did: "exposed";
  seat: number;
  card: string;
}

/** Cards that were exposed before somebody go back. */
export interface Lifted {
  did: "lifted";
  seat: number;
  cards: string[];
}

/** A motion of censure. */
export interface Motion {
  did: "motion";
  seat: number;
}

/** The army: what for, or against what. */
export interface Pressed {
  did: "pressed";
  seat: number;
  purpose: string;
  /** How many lie there now: an even number has cancelled itself out. */
  number: number;
}

/** Nobody counters any more: whether the pressure works. */
export interface Settled {
  did: "settled";
  seat: number;
  purpose: string;
  works: boolean;
}

/** UNION NATIONALE lies: no attack for a round. */
export interface United {
  did: "united";
  seat: number;
}

/** UNION NATIONALE is over. */
export interface Parted {
  did: "parted";
}

/** Somebody leaves the government, of their own accord or not. */
export interface Left {
  did: "left";
  seat: number;
  expelled: boolean;
}

/** The head of government will resign when this turn is over. */
export interface Announced {
  did: "announced";
  seat: number;
}

/** Somebody is asked into the government. */
export interface Recruited {
  did: "recruited";
  seat: number;
  by: number;
}

/** Somebody enters the government in place. */
export interface Entered {
  did: "entered";
  seat: number;
}

/** The Assembly is dissolved. */
export interface Dissolved {
  did: "dissolved";
  seat: number;
}

/** Somebody does nothing. */
export interface Passed {
  did: "passed";
  seat: number;
}

/** A change of the rules is proposed: it is voted in a round. */
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

/** Somebody wants to end the game here. */
export interface Disputed {
  did: "disputed";
  seat: number;
}

/** The clock says: mid-term elections, or the end. */
export interface Clock {
  did: "clock";
  what: "end" | "midterm";
}

/** The end, and everybody's points. */
export interface Ended {
  did: "ended";
  reason: string;
  points: number[];
}

/** Something a seat does. */
export type Move = Draw | Discard | Form | Invite | Ready | Join | Decline | Vote | Attack | Answer | Plead | Suffer | Offer | Accept | Censure | Army | Counter | Union | Leave | Resign | Announce | Expel | Recruit | Dissolve | Pass | Amend | Dispute | Election | Deal | Happen | Midterm | TimeUp;

/** A fact that a move brought about. */
export type Event = Elected | Dealt | Reshuffled | Began | Happened | Discarded | Bid | Invited | Joined | Declined | VoteOpened | Voted | Counted | Formed | TakenBack | Fell | Scored | Moved | Attacked | Answered | Pleaded | Offered | Silent | Suffered | Exposed | Lifted | Motion | Pressed | Settled | United | Parted | Left | Announced | Recruited | Entered | Dissolved | Passed | Proposed | Amended | Disputed | Clock | Ended;
