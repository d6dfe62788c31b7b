// Written by `script/types`; change the Python structs, not this file.

/** How many countries vote; all fifteen make the full game. */
export interface Options {
  countries: number;
}

/** A game of Koalition as one seat (or a spectator) knows it. Lists by party follow the order of the parties. */
export interface Sight {
  seat: number | null;
  players: number;
  options: Options;
  question: number;
  /** elect, lot, deal, country, lay, act, react, negotiate or over. */
  stage: string;
  asked: number[];
  /** Ballots for the first player: only the viewer's own until all have voted. */
  ballots: (number | null)[];
  starter: number | null;
  /** The viewer's own politicians and jokers. */
  hand: string[];
  /** How many of each action the viewer has. */
  actions: number[];
  /** How many cards dealt as politicians each seat holds. */
  card_counts: number[];
  /** How many cards dealt as actions and jokers each seat holds. */
  trump_counts: number[];
  /** Cards that all have seen go back to a hand. */
  known: string[][];
  /** Cards that have left play since the deal. */
  gone: string[];
  /** Actions that have been played since the deal. */
  used: number[];
  deals: number;
  /** Countries not yet turned up. */
  left: string[];
  country: string | null;
  number: number;
  lap: number;
  layer: number | null;
  columns: Column[];
  votes: number[];
  majority: number;
  blocs: BlocSight[];
  /** Coalitions that could be formed. */
  possible: string[][];
  proposals: ProposalSight[];
  /** Coalitions that have been proposed in this negotiation, with any result. */
  proposed: string[][];
  made: number;
  /** In an action round the seats still to be asked, in order; in a negotiation those that have spoken. */
  waiting: number[];
  /** In a negotiation the seats that have nothing to add. */
  silent: number[];
  /** How often each seat has renewed a proposal or its agreement in this negotiation. */
  renewed: number[];
  points: number[][];
  /** The points of each seat from the last country. */
  scores: number[];
  /** The result of the last vote. */
  result: Result | null;
  bonuses: number[];
  bargains: Bargains;
  outcome: Outcome | null;
}

/** A party in this vote: its cards in the order played, its leader, and the actions played on it. */
export interface Column {
  cards: InPlay[];
  leader: number | null;
  doubles: number;
  scandals: number;
  scandal_lap: number;
  /** The last leader to have been toppled, who may not lead it now. */
  toppled: number | null;
}

/** A card in play. */
export interface InPlay {
  seat: number;
  card: string;
  resigned: boolean;
  /** The lap in which it was last made to resign, 0 for never. */
  resigned_lap: number;
}

/** Votes that go together in a coalition. */
export interface BlocSight {
  label: string;
  party: string;
  seat: number;
  votes: number;
  led: boolean;
}

/** An open proposal. */
export interface ProposalSight {
  number: number;
  by: number;
  blocs: string[];
  needs: number[];
  agreed: number[];
  /** The seats that have withdrawn their agreement; to agree again is a renewal. */
  taken_back: number[];
}

/** The result of a vote, without blocs if no coalition was formed. */
export interface Result {
  country: string;
  votes: number[];
  leaders: (number | null)[];
  majority: number;
  blocs: string[];
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

/** Vote for the first player. */
export interface Elect {
  do: "elect";
  seat: number;
}

/** Play a politician, or a joker for a party announced. */
export interface Lay {
  do: "lay";
  card: string;
  party: string | null;
}

/** DOPPLER on a party. */
export interface Double {
  do: "double";
  party: string;
}

/** STURZ: a party's leader loses office. */
export interface Topple {
  do: "topple";
  party: string;
}

/** RÜCKTRITT: a politician in play loses all votes. */
export interface Retire {
  do: "retire";
  card: string;
}

/** PARTEI-SKANDAL: a party loses half its votes. */
export interface Scandal {
  do: "scandal";
  party: string;
}

/** WEISSE WESTE: a RÜCKTRITT (of a card) or a SKANDAL (of a party) is cancelled. */
export interface Clean {
  do: "clean";
  card: string | null;
  party: string | null;
}

/** Play no action. */
export interface Pass {
  do: "pass";
}

/** Propose a coalition: parties, or in a party without a leader one's own share of it, as in `roses:2`. */
export interface Propose {
  do: "propose";
  blocs: string[];
}

/** Agree to a proposal. */
export interface Accept {
  do: "accept";
  number: number;
}

/** Decline a proposal. */
export interface Decline {
  do: "decline";
  number: number;
}

/** Withdraw one's agreement to a proposal. */
export interface TakeBack {
  do: "takeback";
  number: number;
}

/** Close the negotiation for oneself. */
export interface Close {
  do: "close";
}

/** Nature settles an election that is tied. */
export interface Lot {
  do: "lot";
  seat: number;
}

/** Nature deals: for each seat its politicians and jokers, and how many of each action. */
export interface Deal {
  do: "deal";
  cards: string[][];
  actions: number[][];
}

/** Nature turns up a country. */
export interface TurnUp {
  do: "turnup";
  country: string;
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

/** A seat voted for the first player; its ballot is secret until all have voted. */
export interface Voted {
  did: "voted";
  seat: number;
  choice: number | null;
}

/** The first player was elected, by the ballots or by lot among those tied. */
export interface Elected {
  did: "elected";
  seat: number;
  votes: number[];
  lot: boolean;
}

/** The election is tied between these seats. */
export interface Tied {
  did: "tied";
  votes: number[];
  seats: number[];
}

/** A seat was dealt a hand, which it alone sees. */
export interface Dealt {
  did: "dealt";
  seat: number;
  deal: number;
  cards: string[];
  actions: number[];
}

/** A country was turned up. */
export interface TurnedUp {
  did: "turnedup";
  country: string;
  number: number;
}

/** A card was played for a party. */
export interface Laid {
  did: "laid";
  seat: number;
  card: string;
  party: string;
}

/** An action was played on a party or on a card. */
export interface Acted {
  did: "acted";
  seat: number;
  action: string;
  party: string;
  card: string | null;
  /** The new leader of the party, after a STURZ. */
  leader: number | null;
}

/** A seat played no action. */
export interface Passed {
  did: "passed";
  seat: number;
}

/** The votes of each party, and the majority. */
export interface Counted {
  did: "counted";
  votes: number[];
  leaders: (number | null)[];
  majority: number;
}

/** A coalition was proposed. */
export interface Proposed {
  did: "proposed";
  seat: number;
  number: number;
  blocs: string[];
}

/** A seat agreed to a proposal. */
export interface Accepted {
  did: "accepted";
  seat: number;
  number: number;
}

/** A proposal was declined. */
export interface Declined {
  did: "declined";
  seat: number;
  number: number;
}

/** A seat withdrew its agreement. */
export interface TookBack {
  did: "tookback";
  seat: number;
  number: number;
}

/** A seat has nothing to add. */
export interface Silent {
  did: "silent";
  seat: number;
}

/** A coalition was formed, or one party won alone, which is named whole whether it has a leader or not. */
export interface Formed {
  did: "formed";
  blocs: string[];
  votes: number;
  majority: number;
  alone: boolean;
}

/** No coalition was formed: politicians go back to their hands. */
export interface NoCoalition {
  did: "nocoalition";
  country: string;
}

/** The points of a seat from a country: for leading, and for cards. */
export interface Scored {
  did: "scored";
  seat: number;
  leading: number;
  cards: number;
}

/** The Europe bonus of one party: its points, the bonus, the seats that share it, and the share of each. */
export interface Bonus {
  did: "bonus";
  party: string;
  points: number;
  bonus: number;
  seats: number[];
  each: number;
}

/** The game is over. */
export interface Ended {
  did: "ended";
  totals: number[];
  winners: number[];
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
export type Move = Elect | Lay | Double | Topple | Retire | Scandal | Clean | Pass | Propose | Accept | Decline | TakeBack | Close | Lot | Deal | TurnUp | OfferBargain | AcceptBargain | RefuseBargain | CancelBargain;

/** A fact that a move brought about. */
export type Event = Voted | Elected | Tied | Dealt | TurnedUp | Laid | Acted | Passed | Counted | Proposed | Accepted | Declined | TookBack | Silent | Formed | NoCoalition | Scored | Bonus | Ended | BargainOffered | BargainAgreed | BargainRefused | BargainCancelled | BargainLapsed | PromiseKept | PromiseBroken | PromiseVoid;
