/** Reading a sight: what every player may see. */
import type { Entry } from "../../protocol/messages";
import type { Box } from "./box.svelte";
import { PARTIES, placeOf } from "./parties";
import type { Acted, Column, Event as GameEvent, Result, Scored, Sight } from "./protocol";

export interface Tally {
  /** The party's votes as they would be counted now. */
  total: number;
  /** Before doubling and halving. */
  plain: number;
  /** Each player's own votes in it, most first. */
  shares: { seat: number; votes: number }[];
}

/** The running total of a party. */
export function tallyOf(column: Column, box: Box): Tally {
  const shares = new Map<number, number>();
  for (const { seat, card, resigned } of column.cards) {
    shares.set(seat, (shares.get(seat) ?? 0) + (resigned ? 0 : box.face(card).votes));
  }
  const plain = [...shares.values()].reduce((sum, votes) => sum + votes, 0);
  return {
    plain,
    total: Math.floor((plain * 2 ** column.doubles) / 2 ** column.scandals),
    shares: [...shares].map(([seat, votes]) => ({ seat, votes })).sort((a, b) => b.votes - a.votes),
  };
}

/** The parties a player leads. */
export function ledBy(sight: Sight, seat: number): string[] {
  return PARTIES.filter((_, i) => sight.columns[i]?.leader === seat).map(({ id }) => id);
}

/** All the points of a player so far. */
export function totalOf(sight: Sight, seat: number): number {
  return (sight.points[seat] ?? []).reduce((sum, points) => sum + points, 0) + (sight.bonuses[seat] ?? 0);
}

/** All seats, the highest total first. */
export function ranking(sight: Sight): number[] {
  return Array.from({ length: sight.players }, (_, seat) => seat).sort((a, b) => totalOf(sight, b) - totalOf(sight, a));
}

const eventsOf = (story: readonly Entry<GameEvent>[]) => story.flatMap((entry) => entry.events);

/** The action that those asked may react to: the latest since a card was laid. */
export function latestAction(story: readonly Entry<GameEvent>[]): Acted | null {
  for (const event of eventsOf(story).reverse()) {
    if (event.did === "acted") return event;
    if (event.did === "laid" || event.did === "turnedup") return null;
  }
  return null;
}

/** How a vote came out, and what it brought. */
export interface VoteOutcome {
  /** The number of its entry in the story. */
  seq: number;
  result: Result;
  /** The votes of the coalition; 0 where none was found. */
  votes: number;
  scores: Scored[];
}

/** The result of a vote in some entries, the last one if there are several. */
export function outcomeIn(entries: readonly Entry<GameEvent>[], result: Result | null): VoteOutcome | null {
  const entry = entries.findLast(({ events }) => events.some(({ did }) => did === "formed" || did === "nocoalition"));
  if (!entry || !result) return null;
  const formed = entry.events.find((event) => event.did === "formed");
  const scores = entry.events.filter((event) => event.did === "scored");
  return { seq: entry.seq, result, votes: formed?.votes ?? 0, scores };
}

/** Votes that go together in a picture of the parliament. */
export interface Benches {
  label: string;
  party: string;
  /** Who speaks for them. */
  seat: number | null;
  votes: number;
}

/** The parliament of a vote that is over. Of several shares of leaderless parties only the sum is known by then. */
export function benchesOf({ result, votes }: VoteOutcome): Benches[] {
  const chosen = result.blocs.map((label) => {
    const [party = "", seat] = label.split(":");
    const place = placeOf(party);
    const share = seat !== undefined;
    return {
      label,
      party,
      share,
      seat: share ? Number(seat) : (result.leaders[place] ?? null),
      votes: share ? 0 : (result.votes[place] ?? 0),
    };
  });
  let rest = votes - chosen.reduce((sum, bloc) => sum + bloc.votes, 0);
  const shares = chosen.filter(({ share }) => share);
  shares.forEach((bloc, i) => {
    bloc.votes = Math.ceil(rest / (shares.length - i));
    rest -= bloc.votes;
  });
  const others = PARTIES.map(({ id }, i) => {
    const taken = chosen.filter(({ party }) => party === id).reduce((sum, bloc) => sum + bloc.votes, 0);
    return { label: `${id}-`, party: id, seat: null, votes: (result.votes[i] ?? 0) - taken };
  });
  return [...chosen, ...others.filter((bloc) => bloc.votes > 0)];
}

/** The parliament while it negotiates: the blocs, and the votes that no bloc has. */
export function benchesNow(sight: Sight): Benches[] {
  const rest = PARTIES.map(({ id }, i) => {
    const spoken = sight.blocs.filter(({ party }) => party === id).reduce((sum, bloc) => sum + bloc.votes, 0);
    return { label: `${id}-`, party: id, seat: null, votes: (sight.votes[i] ?? 0) - spoken };
  });
  return [...sight.blocs, ...rest.filter(({ votes }) => votes > 0)];
}
