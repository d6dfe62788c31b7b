/** The story of a finished battle: the strength of both armies move by move, and its turning point. */
import type { Entry } from "../../protocol/messages";
import { squareAt } from "./geometry";
import { kindsIn, type Army } from "./pieces";
import type { Event as GameEvent, Fought, Sight } from "./protocol";
import { sideOf } from "./sight";

/** The worth of a piece as a fighter; those of equal kind count the same all game long. */
const WORTH: Record<string, number> = {
  L: 46,
  K: 31,
  J: 20,
  I: 13,
  H: 8.5,
  G: 5.5,
  F: 3.5,
  E: 6,
  D: 3,
  C: 11,
  B: 5,
  M: 0,
};
const worthOf = (letter: string) => WORTH[letter] ?? 0;

/** Both armies after a move, each as a share of its strength at the start. */
export interface Point {
  move: number;
  strength: [red: number, blue: number];
}

export interface BattleStory {
  points: Point[];
  moves: number;
  /** How many pieces each side has taken. */
  taken: [red: number, blue: number];
  /** The fight that brought the winner, or in a draw either side, the most; if none did, the one for the flag. */
  turning: { move: number; fight: Fought } | null;
}

/** What each side lost in a fight, as letters: the attacker's and the defender's. */
function fallen(fight: Fought): { attacker: string; defender: string } {
  return {
    attacker: fight.result === "lost" || fight.result === "both" ? fight.attacker : "",
    defender: fight.result === "lost" ? "" : fight.defender,
  };
}

export function tellBattle(story: Entry<GameEvent>[], army: Army, winner: number | null): BattleStory {
  const whole = kindsIn(army).reduce((sum, kind) => sum + kind[army] * worthOf(kind.letter), 0);
  const strength: [number, number] = [whole, whole];
  const taken: [number, number] = [0, 0];
  const points: Point[] = [{ move: 0, strength: [1, 1] }];
  let [moves, most] = [0, 0];
  let turning: BattleStory["turning"] = null;
  for (const event of story.flatMap((entry) => entry.events)) {
    if (event.did !== "moved" && event.did !== "fought") continue;
    moves += 1;
    if (event.did === "moved") continue;
    const { attacker, defender } = fallen(event);
    const [by, foe] = event.seat === 0 ? ([0, 1] as const) : ([1, 0] as const);
    strength[by] -= worthOf(attacker);
    strength[foe] -= worthOf(defender);
    if (defender) taken[by] += 1;
    if (attacker) taken[foe] += 1;
    const gain = worthOf(defender) - worthOf(attacker);
    const swing = winner === null ? Math.abs(gain) : winner === by ? gain : -gain;
    if (swing > most || (event.result === "flag" && !turning)) [most, turning] = [swing, { move: moves, fight: event }];
    points.push({ move: moves, strength: [strength[0] / whole, strength[1] / whole] });
  }
  points.push({ move: moves, strength: points.at(-1)?.strength ?? [1, 1] });
  return { points, moves, taken, turning };
}

/** Where the flags stood at the end, red's first; a flag that was taken, where it was taken. */
export function flagSquares(sight: Sight, story: Entry<GameEvent>[]): [number | null, number | null] {
  const flags: [number | null, number | null] = [null, null];
  sight.squares.forEach((id, square) => {
    if (id && sight.letters[id - 1] === "M") flags[sideOf(id)] = square;
  });
  const events = story.flatMap((entry) => entry.events);
  const taken = events.find((event) => event.did === "fought" && event.result === "flag");
  if (taken?.did === "fought") flags[1 - taken.seat] = squareAt(taken.to);
  return flags;
}
