/** Reading the story: the last roll, the last card, the last challenge, and how the race went. */
import type { Entry } from "../../protocol/messages";
import type { Event as GameEvent, Rolled } from "./protocol";

type Story = readonly Pick<Entry<GameEvent>, "events">[];

/** The dice as they were thrown last; `number` tells one throw from the next. */
export interface Throw {
  number: number;
  seat: number;
  low: string;
  high: string;
}

/** A campaign card that was turned up, and how many throws ago. */
export interface Turned {
  number: number;
  seat: number;
  side: number;
  card: string;
  ago: number;
}

/** A challenge: the cards (an ace as 1) and scores of both, and how it ended. */
export interface Duel {
  number: number;
  code: string;
  voters: number;
  seat: number;
  owner: number;
  defence: number[];
  defenceScore: number;
  stands: boolean;
  attack: number[];
  attackScore: number;
  result: "" | "won" | "lost" | "void";
  /** What the challenger pays, having lost. */
  pays: number;
}

export interface LatestState {
  roll: Throw | null;
  card: Turned | null;
  duel: Duel | null;
  /** The departments that changed hands last. */
  moved: string[];
  /** The votes made so far of an amount that is made department by department. */
  made: number;
}

/** The latest state of the table, from the story. */
export function latestState(story: Story): LatestState {
  const now: LatestState = { roll: null, card: null, duel: null, moved: [], made: 0 };
  let number = 0;
  for (const { events } of story) for (const event of events) note(now, event, ++number);
  return now;
}

function note(now: LatestState, event: GameEvent, number: number): void {
  switch (event.did) {
    case "rolled":
      now.roll = rolled(event, number);
      now.made = 0;
      if (now.card) now.card = { ...now.card, ago: now.card.ago + 1 };
      break;
    case "drawn":
      now.card = { number, seat: event.seat, side: event.side, card: event.card, ago: 0 };
      now.made = 0;
      break;
    case "pays":
    case "lost":
      now.made = 0;
      break;
  }
  if (event.did === "took" || event.did === "released" || event.did === "claimed" || event.did === "won") {
    if (event.did !== "won") now.made += event.voters;
    now.moved = [...now.moved.filter((code) => code !== event.code), event.code].slice(-3);
  }
  now.duel = fought(now.duel, event, number);
}

const rolled = ({ seat, low, high }: Rolled, number: number): Throw => ({ number, seat, low, high });

/** A challenge after an event; `number` counts the events of the story. */
export function fought(duel: Duel | null, event: GameEvent, number: number): Duel | null {
  if (event.did === "challenged") {
    const { code, voters, seat, owner } = event;
    const empty = {
      defence: [],
      defenceScore: 0,
      stands: false,
      attack: [],
      attackScore: 0,
      result: "" as const,
      pays: 0,
    };
    return { number, code, voters, seat, owner, ...empty };
  }
  if (!duel || duel.result) return duel;
  switch (event.did) {
    case "dealt":
      if (event.seat === duel.owner)
        return { ...duel, defence: [...duel.defence, ...event.cards], defenceScore: event.score };
      return { ...duel, attack: [...duel.attack, ...event.cards], attackScore: event.score };
    case "stood":
      return { ...duel, stands: true };
    case "won":
    case "void":
      return { ...duel, result: event.did };
    case "lost":
      return { ...duel, result: event.did, pays: event.pays };
  }
  return duel;
}

/** The challenge as it stands after the first events of a story. */
export function duelAfter(events: readonly GameEvent[], count: number): Duel | null {
  let at = count - 1;
  while (at > 0 && events[at]?.did !== "challenged") at -= 1;
  return events
    .slice(Math.max(at, 0), count)
    .reduce((duel: Duel | null, event, i) => fought(duel, event, at + i + 1), null);
}

/** How the votes of one seat went, throw by throw, until it gave them back or the game was over. */
export interface RaceLine {
  seat: number;
  points: { turn: number; votes: number }[];
  until: number;
}

export interface Race {
  lines: RaceLine[];
  turns: number;
  /** The throw with which the second round began. */
  second: number | null;
}

/** The race of all seats from the first throw to now. */
export function raceOf(story: Story, players: number): Race {
  const lines = Array.from({ length: players }, (_, seat): RaceLine => ({
    seat,
    points: [{ turn: 0, votes: 0 }],
    until: 0,
  }));
  let [turns, second]: [number, number | null] = [0, null];
  const reach = (seat: number, votes: number) => {
    const points = lines[seat]?.points;
    if (points?.at(-1)?.turn === turns) points.pop();
    points?.push({ turn: turns, votes });
  };
  for (const event of story.flatMap((entry) => entry.events)) {
    if (event.did === "rolled") turns += 1;
    else if (event.did === "allotted") reach(event.seat, event.votes);
    else if (event.did === "took" || event.did === "kept" || event.did === "released") reach(event.side, event.total);
    else if (event.did === "won") {
      reach(event.side, event.total);
      reach(event.owner, event.left);
    } else if (event.did === "alone") {
      reach(event.side, event.total);
      if (event.rival !== null) reach(event.rival, event.left);
    } else if (event.did === "claimed") {
      reach(event.seat, event.total);
      reach(event.side, event.left);
    } else if (event.did === "secondround") {
      second = turns;
      for (const line of lines) if (event.sides[line.seat] !== line.seat) line.until = turns;
    }
  }
  return { lines: lines.map((line) => ({ ...line, until: line.until || turns })), turns, second };
}
