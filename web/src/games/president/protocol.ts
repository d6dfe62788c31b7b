// Written by `script/types`; change the Python structs, not this file.

/** The length of the campaign. The rulebook leaves no choice: the short one is a house variant. */
export interface Options {
  campaign: "full" | "short";
}

/** A game as any seat knows it. What belongs to a side is listed by seats; allies have nothing of their own. */
export interface Sight {
  seat: number | null;
  players: number;
  question: number;
  /** lots, allot, roll, card, deal, take, challenge, rest, gain, lose, pay, spoils, defend or over. */
  stage: string;
  asked: number[];
  parties: string[];
  first: number | null;
  /** The seat whose turn it is; in a challenge others may be asked. */
  turn: number | null;
  round: number;
  /** For each seat, the seat it plays for: itself, or in the second round its candidate. */
  sides: number[];
  /** In a short campaign, the turns before the urn closes; 0 if it stays open. */
  closing: number;
  goal: number;
  votes: number[];
  urn: number;
  /** The departments of each side; all others are free. */
  held: string[][];
  /** Departments that cannot be challenged. */
  safe: string[];
  kept: string[][];
  /** Campaign cards that are owed, the oldest first. */
  debts: string[][];
  /** Campaign cards still to come, in no order. */
  deck: string[];
  talon: string[];
  roll: [string, string] | null;
  /** Campaign cards still due in this turn. */
  draws: number;
  /** The last campaign card of this turn. */
  card: string | null;
  duel: DuelSight | null;
  /** The departments that can be chosen now. */
  eligible: string[];
  /** The votes still to be made with them; 0 where one department is all that is asked. */
  amount: number;
  /** The units of all departments of this choice; their votes change hands when the last one is chosen. */
  made: number;
  /** The votes that come besides without a department; negative if there are not votes enough. */
  alone: number;
  /** The department that a player named last: two that lead to the same are told apart by their events. */
  named: string | null;
  /** When each side last won or lost votes, by the number of the question. */
  reached: number[];
  /** Turns that have ended with a full map, between two players. */
  full_turns: number;
  outcome: Outcome | null;
}

/** A challenge: its department, both seats, their cards (an ace as 1) and scores, and its result. */
export interface DuelSight {
  code: string;
  seat: number;
  owner: number;
  defence: number[];
  defence_score: number;
  stands: boolean;
  attack: number[];
  attack_score: number;
  result: "" | "lost" | "void" | "won";
}

/** The outcome of a game. `places[seat]` is 1 for the best; ties share a place; all first is a draw. */
export interface Outcome {
  places: number[];
  clause: string;
  reason: string;
  scores: number[] | null;
}

/** Take a free department: by the dice, or as part of the gain of a campaign card. */
export interface Take {
  do: "take";
  code: string;
}

/** Challenge the holder of a department. */
export interface Challenge {
  do: "challenge";
  code: string;
}

/** Make a department of one's own unchallengeable. */
export interface Protect {
  do: "protect";
  code: string;
}

/** Draw a campaign card. */
export interface Draw {
  do: "draw";
}

/** Give a department up, as part of the cost of a campaign card. */
export interface Release {
  do: "release";
  code: string;
}

/** Take a department from the loser of a challenge, as part of the stake. */
export interface Claim {
  do: "claim";
  code: string;
}

/** Draw one more challenge card. */
export interface Hit {
  do: "hit";
}

/** Draw no more challenge cards. */
export interface Stand {
  do: "stand";
}

/** Nature draws the party of each player, and the first player. */
export interface Lots {
  do: "lots";
  parties: string[];
  first: number;
}

/** Nature deals departments out before a short campaign: those of each player. */
export interface Allot {
  do: "allot";
  held: string[][];
}

/** Nature rolls the dice: 0 to 4 or a star, and 5 to 9 or a star. */
export interface Roll {
  do: "roll";
  low: string;
  high: string;
}

/** Nature turns up a campaign card. */
export interface Card {
  do: "card";
  card: string;
}

/** Nature deals challenge cards, an ace as 1: two to begin with, then one by one. */
export interface Deal {
  do: "deal";
  cards: number[];
}

/** A player drew a party. */
export interface Colours {
  did: "colours";
  seat: number;
  party: string;
}

/** Parties and the first player were drawn. */
export interface Started {
  did: "started";
  parties: string[];
  first: number;
}

/** A player was dealt departments before a short campaign. */
export interface Allotted {
  did: "allotted";
  seat: number;
  count: number;
  votes: number;
}

/** The urn of a short campaign closes: the round is over though departments are free. */
export interface Closed {
  did: "closed";
  round: number;
}

/** The dice were rolled. */
export interface Rolled {
  did: "rolled";
  seat: number;
  low: string;
  high: string;
}

/** A free department was taken. `side` holds it: in the second round the candidate that the seat plays for. */
export interface Took {
  did: "took";
  seat: number;
  side: number;
  code: string;
  voters: number;
  /** The votes that the side then has. */
  total: number;
}

/** A department became unchallengeable. */
export interface Protected {
  did: "protected";
  seat: number;
  code: string;
}

/** No department that the dice allow can be taken, challenged or protected. */
export interface Blocked {
  did: "blocked";
  seat: number;
}

/** A seat was challenged for a department. */
export interface Challenged {
  did: "challenged";
  seat: number;
  owner: number;
  code: string;
  voters: number;
}

/** Challenge cards were dealt to a seat, with its new score. */
export interface Dealt {
  did: "dealt";
  seat: number;
  cards: number[];
  score: number;
}

/** The challenged player stands. */
export interface Stood {
  did: "stood";
  seat: number;
  score: number;
}

/** The challenger won the department and its votes. */
export interface Won {
  did: "won";
  seat: number;
  side: number;
  owner: number;
  code: string;
  voters: number;
  /** The votes that the challenger's side then has. */
  total: number;
  /** The votes that the owner then has. */
  left: number;
}

/** The challenger lost: the department is unchallengeable, and `pays` of its votes will be paid for it. */
export interface Lost {
  did: "lost";
  seat: number;
  owner: number;
  code: string;
  voters: number;
  pays: number;
}

/** 21 against 21: nothing changes hands. */
export interface Void {
  did: "void";
  seat: number;
  owner: number;
  code: string;
}

/** The challenged player took a department from the challenger's side. */
export interface Claimed {
  did: "claimed";
  seat: number;
  side: number;
  code: string;
  voters: number;
  /** The votes that the challenged player then has. */
  total: number;
  /** The votes that the challenger's side then has. */
  left: number;
}

/** A campaign card was turned up. */
export interface Drawn {
  did: "drawn";
  seat: number;
  side: number;
  card: string;
  kind: string;
  amount: number;
}

/** Votes without a department; the card is kept. */
export interface Kept {
  did: "kept";
  seat: number;
  side: number;
  card: string;
  amount: number;
  total: number;
}

/** The amount cannot be made exactly with the departments there are; `made` is paid instead. */
export interface Rounded {
  did: "rounded";
  seat: number;
  amount: number;
  made: number;
}

/**
 * Votes without a department, where no departments make the amount: `gain` and `lose` with the urn, `spoils`
 * from the side of the loser of a challenge.
 */
export interface Alone {
  did: "alone";
  kind: string;
  side: number;
  rival: number | null;
  amount: number;
  /** The votes that the side then has. */
  total: number;
  /** The votes that the rival then has, 0 if there is none. */
  left: number;
}

/** A loss larger than the votes held became a debt. */
export interface Owes {
  did: "owes";
  side: number;
  card: string;
  amount: number;
}

/** A debt is paid now. */
export interface Pays {
  did: "pays";
  seat: number;
  side: number;
  card: string;
  amount: number;
}

/** A department was given up; its votes go back to the urn. */
export interface Released {
  did: "released";
  seat: number;
  side: number;
  code: string;
  voters: number;
  total: number;
}

/** The played campaign cards make a new pack. */
export interface Reshuffled {
  did: "reshuffled";
  cards: number;
}

/** A side reached thirteen million votes. */
export interface Announced {
  did: "announced";
  side: number;
  votes: number;
}

/**
 * The first round is over and nobody is elected: two candidates remain. `sides` has the candidate of each seat.
 *
 * `one` is the candidate with more votes and `other` the one with fewer, each with an ally; the first of three
 * has none.
 */
export interface SecondRound {
  did: "secondround";
  sides: number[];
  votes: number[];
  one: number;
  other: number;
  one_ally: number | null;
  other_ally: number;
  players: number;
}

/** The end: the elected side (none in a tie), the reason, the votes and the places. */
export interface Elected {
  did: "elected";
  side: number | null;
  reason: string;
  votes: number[];
  places: number[];
}

/** Something a seat does. */
export type Move = Take | Challenge | Protect | Draw | Release | Claim | Hit | Stand | Lots | Allot | Roll | Card | Deal;

/** A fact that a move brought about. */
export type Event = Colours | Started | Allotted | Closed | Rolled | Took | Protected | Blocked | Challenged | Dealt | Stood | Won | Lost | Void | Claimed | Drawn | Kept | Rounded | Alone | Owes | Pays | Released | Reshuffled | Announced | SecondRound | Elected;
