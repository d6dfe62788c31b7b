/** What can be read off the open table: mats, supports, and who could still act in a crisis. */
import type { Entry } from "../../protocol/messages";
import type { Box } from "./box.svelte";
import type { Event as GameEvent, Move, Sight } from "./protocol";

export const PLAYERS = 4;
/** Tokens that stand for a support against a seizure of power; tokens that win the first vote. */
export const POPULAR = 40;
export const MAJORITY = 51;
const STRENGTHS = "CBA";

/** All seats as they are drawn: the viewer at the bottom, then clockwise: left, across, right. */
export function around(sight: Sight): number[] {
  const me = sight.seat ?? 0;
  return Array.from({ length: PLAYERS }, (_, i) => (me + i) % PLAYERS);
}

/** Whether a player's mat shows an option. */
export function shows(sight: Sight, seat: number, option: string, box: Box): boolean {
  const { theme } = box.plank(option);
  return box.side(theme, sight.shown[seat]?.[theme] ?? -1)?.id === option;
}

/** The demands of a support, and whether a player's mat shows them. */
export function demandsOf(
  card: string,
  sight: Sight,
  seat: number | null,
  box: Box,
): { option: string; met: boolean }[] {
  return box.card(card).demands.map((option) => ({ option, met: seat !== null && shows(sight, seat, option, box) }));
}

export interface Need {
  strength: string;
  /** The support that meets it, "popular" for forty tokens, null if nothing does. */
  by: string | null;
}

/** Whether a player shows all that a support on their mat demands: only then it counts towards an action. */
export const isEarned = (card: string, sight: Sight, seat: number, box: Box): boolean =>
  demandsOf(card, sight, seat, box).every(({ met }) => met);

/**
 * What an action takes, beside what a player's open mat has for it, strongest first. Of others all supports are taken to
 * count, unless the table shows who is irregular: noticing is the players' job.
 */
export function needsOf(action: string, sight: Sight, seat: number, box: Box): Need[] {
  const checked = seat === sight.seat || sight.options.show_irregular;
  const held = (sight.supports[seat] ?? []).filter((card) => !checked || isEarned(card, sight, seat, box));
  const have = held.map((card) => ({ by: card, strength: rank(box.card(card).strength) }));
  if ((action === "strike" || action === "uprising") && (sight.tokens[seat] ?? 0) >= POPULAR)
    have.push({ by: "popular", strength: 1 });
  have.sort((one, other) => other.strength - one.strength);
  const needs = [...box.action(action).supports].sort((one, other) => rank(other) - rank(one));
  return needs.map((strength, i) => ({
    strength,
    by: have[i] && have[i].strength >= rank(strength) ? have[i].by : null,
  }));
}

const rank = (strength: string | null) => (strength === null ? 0 : STRENGTHS.indexOf(strength) + 1);

/** The action that a player could take in a crisis, or null. */
export function reactionOf({ crisis, alive }: Sight, seat: number): string | null {
  if (!crisis || !alive[seat]) return null;
  const { action } = crisis;
  if (action === "coup" || action === "strike")
    return seat !== crisis.author && !crisis.strikers.includes(seat) ? "strike" : null;
  if (action === "window") return "dictatorship";
  return seat !== crisis.dictator && !crisis.rebels.includes(seat) ? "uprising" : null;
}

export type Readiness = "acted" | "author" | "can" | "maybe" | "cannot";

/** A player's readiness in a crisis, by open facts: secrets in hand may hold a support. */
export function readiness(sight: Sight, seat: number, box: Box): Readiness {
  const { crisis } = sight;
  const action = reactionOf(sight, seat);
  if (!crisis || action === null)
    return seat === crisis?.dictator || (crisis?.dictator === -1 && seat === crisis.author) ? "author" : "acted";
  const missing = needsOf(action, sight, seat, box).filter(({ by }) => by === null).length;
  return missing === 0 ? "can" : missing === 1 && (sight.secret_counts[seat] ?? 0) > 0 ? "maybe" : "cannot";
}

/** The bits of action cards that lie on the table, as their ids. */
export const laidBy = (sight: Sight, seat: number, box: Box): string[] =>
  box.data.actions.filter((_, i) => ((sight.laid[seat] ?? 0) >> i) & 1).map(({ id }) => id);

/** Moves of one kind among some. */
export function movesTo<D extends Move["do"]>(what: D, moves: readonly Move[]): Extract<Move, { do: D }>[] {
  return moves.filter((move): move is Extract<Move, { do: D }> => move.do === what);
}

/** Themes on which something may be shown or taken off now. */
export function openThemes(legal: readonly Move[], box: Box): ReadonlySet<number> {
  const moves = [...movesTo("show", legal), ...movesTo("withdraw", legal)];
  return new Set(moves.map(({ option }) => box.plank(option).theme));
}

/** The last event of one kind, in some entries. */
export function lastOf<D extends GameEvent["did"]>(
  what: D,
  entries: readonly Entry<GameEvent>[],
): Extract<GameEvent, { did: D }> | null {
  for (let i = entries.length - 1; i >= 0; i--) {
    const found = entries[i]!.events.findLast(({ did }) => did === what);
    if (found) return found as Extract<GameEvent, { did: D }>;
  }
  return null;
}

/** A vote: its campaign, the tokens of each seat, the candidates that go on, and the fines before it. */
export interface VoteReport {
  campaign: number;
  tokens: number[];
  candidates: number[];
  fined: { seat: number; fallen: string[] }[];
}

export function voteIn(entries: readonly Entry<GameEvent>[]): VoteReport | null {
  for (const { events } of [...entries].reverse()) {
    const counted = events.findLast(({ did }) => did === "counted");
    if (counted?.did === "counted")
      return { ...counted, fined: events.flatMap((event) => (event.did === "fined" ? [event] : [])) };
  }
  return null;
}
