// Written by `script/types`; change the Python structs, not this file.

/** The options; the defaults are the rulebook's. */
export interface Options {
  army: "full" | "training";
  shuttle: "classic" | "isf" | "off" | "seed";
  no_fight: number;
  max_moves: number;
}

/**
 * A game of Stratego as one seat (or a spectator) knows it.
 *
 * Tokens 1 to 40 are red's and 41 to 80 blue's, numbered by where they were deployed. A token's letter is `?`
 * while its rank is hidden from the seat, and `A` where there is no such token; its mark is 1 if it has moved,
 * 2 if the enemy knows its rank, 3 for both.
 */
export interface Sight {
  seat: number | null;
  options: Options;
  question: number;
  /** The side to move; None while deploying and once over. */
  turn: number | null;
  /** Whether each side has completed its set-up. */
  ready: [boolean, boolean];
  /** How many of the viewer's own squares are settled. */
  placed: number;
  /** The token on each square from a1 to j10, 0 for none. */
  squares: number[];
  /** The letter of each token, from token 1. */
  letters: string;
  /** The mark of each token, from token 1. */
  marks: string;
  ply: number;
  /** Moves since the last attack. */
  quiet: number;
  trips: [Trips | null, Trips | null];
  /** For each side, the moves of the chase it is in since its first threat. */
  chases: [string[], string[]];
  /** Whether the viewer has offered a draw with the move to come. */
  offering: boolean;
  /** The side whose offer is open. */
  offer: number | null;
  /** The number of the move from which each side may offer a draw. */
  offer_from: [number, number];
  outcome: Outcome | null;
}

/** The token a side moved last, and how often in a row it crossed each border of that move. */
export interface Trips {
  token: number;
  crossed: [number, number][];
}

/** The outcome of a game. `places[seat]` is 1 for the best; ties share a place; all first is a draw. */
export interface Outcome {
  places: number[];
  clause: string;
  reason: string;
  scores: number[] | null;
}

/** Deploy: name the piece (a letter, A for none) for one's next square, from the back row, left to right. */
export interface Place {
  do: "place";
  piece: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M";
}

/** Move a piece to an empty square, or attack the enemy on it. */
export interface Step {
  do: "step";
  from: string;
  to: string;
}

/** Offer a draw with the move that follows. */
export interface Offer {
  do: "offer";
}

/** Accept the draw offered. */
export interface Accept {
  do: "accept";
}

/** Refuse the draw offered; moving on refuses it too. */
export interface Decline {
  do: "decline";
}

/** Take back one's own draw offer, before the move that goes with it or before the answer. */
export interface Withdraw {
  do: "withdraw";
}

/** Resign the game. */
export interface Resign {
  do: "resign";
}

/** A piece was deployed, which only its owner knows. */
export interface Placed {
  did: "placed";
  seat: number;
  square: string;
  piece: string;
}

/** A side has completed its set-up. */
export interface Deployed {
  did: "deployed";
  seat: number;
}

/** Both set-ups are complete: the game begins, red to move. */
export interface Began {
  did: "began";
}

/** A piece moved to an empty square. */
export interface Moved {
  did: "moved";
  seat: number;
  from: string;
  to: string;
}

/** A piece attacked another, and both were shown. */
export interface Fought {
  did: "fought";
  seat: number;
  from: string;
  to: string;
  attacker: string;
  defender: string;
  result: "both" | "flag" | "lost" | "won";
}

/** A draw was offered. */
export interface Offered {
  did: "offered";
  seat: number;
}

/** The draw offered was refused. */
export interface Declined {
  did: "declined";
  seat: number;
}

/** The draw offered was taken back. */
export interface Withdrawn {
  did: "withdrawn";
  seat: number;
}

/** The game is over; `winner` is None for a draw. */
export interface Ended {
  did: "ended";
  winner: number | null;
  reason: string;
  clause: string;
}

/** Something a seat does. */
export type Move = Place | Step | Offer | Accept | Decline | Withdraw | Resign;

/** A fact that a move brought about. */
export type Event = Placed | Deployed | Began | Moved | Fought | Offered | Declined | Withdrawn | Ended;
