/** Reading a sight and its story: what every player may see. */
import type { Entry } from "../../protocol/messages";
import type { Count, Counted, Event as GameEvent, Move, Sight } from "./protocol";

export const VOTES = ["investiture", "censure", "amendment", "dispute"] as const;
export const isVote = (stage: string): boolean => (VOTES as readonly string[]).includes(stage);

/** Deputies that share one seat of the picture. */
export const PER_DOT = 5;

/** A player's dots in the hemicycle: at least one for any deputies. */
export const dotsFor = (deputies: number): number => (deputies > 0 ? Math.max(1, Math.round(deputies / PER_DOT)) : 0);

/** Half of some votes, plus one. */
export const majorityOf = (votes: number): number => Math.floor(votes / 2) + 1;

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Who sits on the government's side now: the government, or those who would be one. */
export function onTheBench({ government, bid }: Sight): number[] {
  if (bid) return [bid.by, ...bid.joined];
  return government?.members ?? [];
}

/** The vote that goes on: the weight of each seat, and whose ballot is missing. */
export function voteIn(sight: Sight): { weights: number[]; waiting: number[] } | null {
  const top = sight.frames.at(-1);
  return top?.kind === "vote" ? top : null;
}

/** Who has put the question that is open to the vote. */
export function moverIn(sight: Sight): number | null {
  if (sight.stage === "amendment") return sight.amendment?.by ?? null;
  if (sight.stage === "investiture") return sight.bid?.by ?? null;
  return sight.stage === "censure" ? (sight.frames.at(-2)?.seats[0] ?? null) : null;
}

/** How a vote came out, in numbers. */
export function tallyOf({ ballots, weights }: Pick<Count, "ballots" | "weights">): {
  yes: number;
  no: number;
  half: number;
} {
  const votes = (side: string) => sum(weights.filter((_, seat) => ballots[seat] === side));
  const [yes, no] = [votes("yes"), votes("no")];
  return { yes, no, half: (yes + no) / 2 };
}

/** A round without a government is as many turns as there are players: after two the man of the hour may come. */
export const isProvidentialHour = ({ vacant, short, players, government }: Sight): boolean =>
  !government && (vacant >= 2 * players || short >= 2);

/** The card that would help the target of the attack. */
export const wantedIn = (sight: Sight, defenceOf: (attack: string) => string | undefined): string | null =>
  (sight.assault && defenceOf(sight.assault.card)) ?? null;

/** All seats, most points first. */
export function ranking({ points }: Sight): number[] {
  return points.map((_, seat) => seat).sort((a, b) => (points[b] ?? 0) - (points[a] ?? 0));
}

/** What a player has just won or lost. */
export interface Change {
  seat: number;
  points: number;
  deputies: number;
}

/** What some events have changed, by seat. */
export function changesIn(events: readonly GameEvent[]): Change[] {
  const changes = new Map<number, Change>();
  for (const event of events) {
    if (event.did !== "scored" && event.did !== "moved") continue;
    const change = changes.get(event.seat) ?? { seat: event.seat, points: 0, deputies: 0 };
    if (event.did === "scored") change.points += event.points;
    else change.deputies += event.deputies;
    changes.set(event.seat, change);
  }
  return [...changes.values()].filter(({ points, deputies }) => points || deputies);
}

/** News shown over the hemicycle: a vote counted, an attack settled, a government formed or fallen. */
export interface Flash {
  seq: number;
  events: GameEvent[];
  cards: string[];
  count: Counted | null;
  changes: Change[];
}

const WORTH: ReadonlySet<GameEvent["did"]> = new Set([
  "counted",
  "answered",
  "suffered",
  "exposed",
  "fell",
  "formed",
  "settled",
  "elected",
  "amended",
]);

/** The last flash in some entries. */
export function flashIn(entries: readonly Entry<GameEvent>[]): Flash | null {
  const entry = entries.findLast(({ events }) => events.some(({ did }) => WORTH.has(did)));
  if (!entry) return null;
  const reported = entry.events.filter(({ did }) => WORTH.has(did));
  return {
    seq: entry.seq,
    events: reported.filter(({ did }) => did !== "counted"),
    cards: reported.flatMap((event) => (event.did === "answered" || event.did === "suffered" ? [event.card] : [])),
    count: reported.find((event) => event.did === "counted") ?? null,
    changes: changesIn(entry.events),
  };
}

/** Whether a flash is a big moment: a vote counted, a government formed or fallen. */
export const isBig = ({ count, events }: Flash): boolean =>
  count !== null || events.some(({ did }) => did === "formed" || did === "fell");

/** The event card of the turn: null before the first, `card` null for a blank one. */
export function eventIn(story: readonly Entry<GameEvent>[]): { seat: number; card: string | null } | null {
  for (const entry of story.toReversed()) {
    const event = entry.events.find(({ did }) => did === "happened");
    if (event?.did === "happened") return { seat: event.seat, card: event.event };
  }
  return null;
}

export type Amend = Extract<Move, { do: "amend" }>;

/** The changes of the rules that may be proposed, by option. */
export function amendmentsIn(free: readonly Move[]): { option: string; moves: Amend[] }[] {
  const moves = free.filter((move) => move.do === "amend");
  const options = [...new Set(moves.map(({ option }) => option))];
  return options.map((option) => ({ option, moves: moves.filter((move) => move.option === option) }));
}
