/** The positions of the pawns on the track. */

export interface Way {
  /** Points that are written along it. */
  marks: number[];
  /** Where so many points are, in percent from the left. */
  at: (points: number) => number;
}

/** A track from the lowest score, or nothing, to the target, or the highest score beyond it. */
export function scale(points: readonly number[], target: number): Way {
  const step = target > 1200 ? 500 : target > 600 ? 200 : target > 150 ? 100 : 50;
  const least = Math.min(0, ...points.map((score) => Math.floor(score / 50) * 50));
  const most = Math.max(target, ...points);
  const marks: number[] = [];
  for (let mark = 0 - Math.floor(-least / step) * step; mark < target - step / 2; mark += step) marks.push(mark);
  return { marks: [...marks, target], at: (score) => (100 * (score - least)) / (most - least) };
}

export interface Pawn {
  at: number;
  lane: number;
}

const LANES = 2;

/** Pawns nearer than `near` percent would hide one another: they stand in lanes, and where those are full, a little aside. */
export function lanes(places: readonly number[], near: number): Pawn[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const last = Array<number>(LANES).fill(-Infinity);
  const pawns: Pawn[] = places.map((at) => ({ at, lane: 0 }));
  for (const i of order) {
    const pawn = pawns[i]!;
    const free = last.findIndex((at) => pawn.at - at >= near);
    pawn.lane = free >= 0 ? free : last.indexOf(Math.min(...last));
    if (free < 0) pawn.at = last[pawn.lane]! + near;
    last[pawn.lane] = pawn.at;
  }
  return pawns;
}
