// Written by `script/types`; change the Python structs, not this file.

import type { DaysClock, LiveClock } from "./messages";

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
  /** The names of the winners once it is over; that of an erased guest is empty. */
  winners: string[];
  starts_at: number | null;
  cancelled: boolean;
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
  /** When it begins, in milliseconds since 1970; not in the past when it is planned. Organisers begin its rounds. */
  starts_at?: number | null;
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

/** Cancel a tournament before its first round; `why` is a sentence for those who have entered. */
export interface CancelTournament {
  why?: string;
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
  /** Empty for an erased guest. */
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
  /** What the organiser told the entrants when it was cancelled, maybe nothing; None if it was not. */
  cancelled: string | null;
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
