// Written by `script/types`; change the Python structs, not this file.

/** The length of the campaign, of which the short one is a house variant, and a help for beginners. */
export interface Options {
  campaign: "full" | "short";
  /** Whether the mats show irregular players; otherwise players must notice them. */
  show_irregular: boolean;
}

/** A game of Stratagem as one seat (or a spectator) knows it. For each theme -1 is nothing, 0 and 1 its options. */
export interface Sight {
  seat: number | null;
  options: Options;
  question: number;
  /** seating, party, programme, turn, card, offer, heir or over. */
  stage: string;
  asked: number[];
  numbers: number[];
  first: number | null;
  parties: string[];
  /** The viewer's own programme. */
  plan: number[];
  /** The programmes of all seats, for finished games and for those who are out and see all cards; empty otherwise. */
  programmes: number[][];
  shown: number[][];
  supports: string[][];
  /** The viewer's own secrets. */
  secrets: string[];
  /** The secrets of all seats, likewise. */
  open_secrets: string[][];
  secret_counts: number[];
  tokens: number[];
  laid: number[];
  skips: number[];
  /** The secret support that the viewer must show next. */
  owing: string | null;
  /** Whether each seat must show a secret support next. */
  owed: boolean[];
  alive: boolean[];
  /** The seats that owed more tokens than they had, and are out when the turn is over. */
  broke: number[];
  out: number[];
  resigned: number[];
  /** The seats that are out and see all cards. */
  watching: number[];
  /** Common cards still to come before a vote. */
  deck: number;
  fallen: string[];
  campaign: number;
  candidates: number[];
  turn: number | null;
  turns: number;
  /** Turns since a common card was last drawn, this one included; none in a crisis. */
  idle: number;
  /** Whether a common card must be drawn, because none was for a whole round. */
  must_draw: boolean;
  /** The last common card that all have seen, in this turn or before. */
  card: string | null;
  offer: OfferSight | null;
  crisis: Crisis | null;
  charge: Charge | null;
  /** The seats that each seat has denounced in this turn. */
  charged: [number, number][];
  /** Whether each seat is irregular, where the table has agreed to show it; empty otherwise. */
  irregular: boolean[];
  outcome: Outcome | null;
}

/** A support on offer. */
export interface OfferSight {
  card: string;
  drawer: number;
  seat: number;
}

/** A seizure of power. `action` is the last one launched, by `by`; its sequence has `left` rounds to go. */
export interface Crisis {
  action: string;
  by: number;
  left: number;
  /** The author of the coup. */
  author: number;
  strikers: number[];
  dictator: number;
  rebels: number[];
}

/** The last denunciation. */
export interface Charge {
  seat: number;
  target: number;
  right: boolean;
  turn: number;
}

/** The outcome of a game. `places[seat]` is 1 for the best; ties share a place; all first is a draw. */
export interface Outcome {
  places: number[];
  clause: string;
  reason: string;
  scores: number[] | null;
}

/** The first player chooses a party; the others follow around the mat. */
export interface Choose {
  do: "choose";
  party: string;
}

/** Put an OPTION into one's programme, one theme after the other. */
export interface Plan {
  do: "plan";
  option: string;
}

/** Put an OPTION on the mat: the one planned, or the other of its theme. */
export interface Show {
  do: "show";
  option: string;
}

/** Take an OPTION off the mat. */
export interface Withdraw {
  do: "withdraw";
  option: string;
}

/** Give a SUPPORT up. */
export interface Return {
  do: "return";
  card: string;
}

/** Play a SECRET, against a player where it needs one. */
export interface Secret {
  do: "secret";
  card: string;
  seat: number | null;
}

/** Launch an ACTION. */
export interface Launch {
  do: "launch";
  action: "coup" | "dictatorship" | "strike" | "uprising";
}

/** Draw a common card. */
export interface Draw {
  do: "draw";
}

/** Lose a turn, having nothing to play. */
export interface Pass {
  do: "pass";
}

/** Keep the SUPPORT that is offered. */
export interface Accept {
  do: "accept";
}

/** Refuse the SUPPORT that is offered. */
export interface Refuse {
  do: "refuse";
}

/** Name the player who inherits the tokens that cannot be shared. */
export interface Name {
  do: "name";
  seat: number;
}

/** Denounce a player who holds a SUPPORT without showing what it demands. */
export interface Denounce {
  do: "denounce";
  seat: number;
}

/** Leave the game. */
export interface Resign {
  do: "resign";
}

/** Once out of the game, see all cards, and write no more messages to those who play on. */
export interface Watch {
  do: "watch";
}

/** Nature draws the number of each player's card; the highest begins. */
export interface Seating {
  do: "seating";
  numbers: number[];
}

/** Nature turns up a common card. */
export interface Card {
  do: "card";
  card: string;
}

/** The numbers drawn, and the first player. */
export interface Seated {
  did: "seated";
  numbers: number[];
  first: number;
}

/** The party of each seat. */
export interface Chosen {
  did: "chosen";
  seat: number;
  parties: string[];
}

/** An option was put into a programme, which only its owner knows. */
export interface Planned {
  did: "planned";
  seat: number;
  option: string | null;
}

/** A programme is complete. */
export interface Ready {
  did: "ready";
  seat: number;
}

/** A turn began. */
export interface Began {
  did: "began";
  seat: number;
  turn: number;
}

/** A player loses a turn. */
export interface Skipped {
  did: "skipped";
  seat: number;
  /** Whether a card ordered it; otherwise the player has nothing to play. */
  ordered: boolean;
}

/** An OPTION was put on the mat; only its player knows whether it was the one planned. */
export interface Shown {
  did: "shown";
  seat: number;
  option: string;
}

/** An OPTION was taken off the mat. */
export interface Withdrawn {
  did: "withdrawn";
  seat: number;
  option: string;
}

/** A SUPPORT was given up. */
export interface Returned {
  did: "returned";
  seat: number;
  card: string;
}

/** A common card was drawn; a SECRET is known to its drawer, and to those who are out and see all cards. */
export interface Drawn {
  did: "drawn";
  seat: number;
  family: string;
  card: string | null;
  watching: number[];
}

/** A SUPPORT is offered to a player. */
export interface Offered {
  did: "offered";
  seat: number;
  card: string;
}

/** A SUPPORT was accepted. */
export interface Accepted {
  did: "accepted";
  seat: number;
  card: string;
}

/** A SUPPORT was refused, or could not be kept. */
export interface Refused {
  did: "refused";
  seat: number;
  card: string;
  could: boolean;
}

/** A card fell. */
export interface Fallen {
  did: "fallen";
  card: string;
}

/** A SECRET was played. */
export interface Played {
  did: "played";
  seat: number;
  card: string;
  target: number | null;
}

/** A SOUTIEN SECRET was put on the mat. */
export interface Revealed {
  did: "revealed";
  seat: number;
  card: string;
}

/** Tokens changed hands: so many per cent per adversary, and the tokens of each seat afterwards. */
export interface Swayed {
  did: "swayed";
  seat: number;
  percent: number;
  moved: number;
  tokens: number[];
  why: string;
}

/** A player will lose their next turn. */
export interface Halted {
  did: "halted";
  seat: number;
}

/** An ACTION was launched: three rounds begin. */
export interface Launched {
  did: "launched";
  seat: number;
  action: string;
  /** Whether popular support counted. */
  popular: boolean;
}

/** A round of a sequence ended; so many are left. */
export interface Ticked {
  did: "ticked";
  action: string;
  left: number;
}

/** A coup was defeated by two strikes, or a dictator by two uprisings. */
export interface Defeated {
  did: "defeated";
  seat: number;
  action: string;
}

/** The crisis ended: all ACTION cards return to their owners. */
export interface Restored {
  did: "restored";
}

/** A player was denounced as irregular, rightly or not; the SUPPORTs that fall. */
export interface Denounced {
  did: "denounced";
  seat: number;
  target: number;
  right: boolean;
  fallen: string[];
}

/** A player was found irregular at a vote. */
export interface Fined {
  did: "fined";
  seat: number;
  fallen: string[];
}

/** A vote: the tokens of each seat, and the candidates of the second round, where nobody is elected. */
export interface Counted {
  did: "counted";
  campaign: number;
  tokens: number[];
  candidates: number[];
}

/** A player was eliminated, or left. */
export interface Out {
  did: "out";
  seat: number;
  reason: "dictatorship" | "resigned" | "tokens";
}

/** A player who is out sees all cards from now on. */
export interface Watching {
  did: "watching";
  seat: number;
}

/** The tokens of a player who is out were shared among the others; the rest goes to one of them. */
export interface Shared {
  did: "shared";
  seat: number;
  each: number;
  rest: number;
  heir: number | null;
  tokens: number[];
}

/** A candidate who is out was replaced. */
export interface Replaced {
  did: "replaced";
  seat: number;
}

/** The end: the winner, the reason, and the place of each seat. */
export interface Ended {
  did: "ended";
  seat: number;
  party: string;
  reason: string;
  places: number[];
}

/** Something a seat does. */
export type Move = Choose | Plan | Show | Withdraw | Return | Secret | Launch | Draw | Pass | Accept | Refuse | Name | Denounce | Resign | Watch | Seating | Card;

/** A fact that a move brought about. */
export type Event = Seated | Chosen | Planned | Ready | Began | Skipped | Shown | Withdrawn | Returned | Drawn | Offered | Accepted | Refused | Fallen | Played | Revealed | Swayed | Halted | Launched | Ticked | Defeated | Restored | Denounced | Fined | Counted | Out | Watching | Shared | Replaced | Ended;
