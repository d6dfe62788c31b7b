/** The geometry of a parliament: benches in half rings around a rostrum, one spot for each vote. */

export const WIDTH = 240;
export const HEIGHT = 132;
export const CENTRE = { x: WIDTH / 2, y: 118 };
export const INNER = 42;
export const OUTER = 94;

export interface Spot {
  x: number;
  y: number;
  /** From 0 at the far left to 1 at the far right. */
  turn: number;
}

export interface Chamber {
  /** From the left to the right. */
  spots: Spot[];
  /** Of a spot. */
  radius: number;
}

/** A point of the half circle. */
export function pointAt(turn: number, radius: number): { x: number; y: number } {
  const angle = Math.PI * (1 - turn);
  return { x: CENTRE.x + radius * Math.cos(angle), y: CENTRE.y - radius * Math.sin(angle) };
}

/** The spots for a number of votes, on as many rings as make the gaps about equal in every direction. */
export function chamber(votes: number): Chamber {
  if (votes <= 0) return { spots: [], radius: 0 };
  const rings = ringsFor(votes);
  const gap = rings > 1 ? (OUTER - INNER) / (rings - 1) : OUTER - INNER;
  const radii = Array.from({ length: rings }, (_, ring) => OUTER - ring * gap);
  const spots = share(votes, radii).flatMap((count, ring) =>
    Array.from({ length: count }, (_, i) => {
      const turn = count === 1 ? 0.5 : i / (count - 1);
      return { turn, ...pointAt(turn, radii[ring] ?? OUTER) };
    }),
  );
  // Equal turns: the outer bench first, so that a party's votes are a clean slice.
  spots.sort((a, b) => a.turn - b.turn || b.y - a.y);
  const along = (Math.PI * radii.reduce((sum, radius) => sum + radius, 0)) / votes;
  return { spots, radius: Math.min(6.5, 0.44 * Math.min(gap, along)) };
}

function ringsFor(votes: number): number {
  let best = 1;
  let least = Infinity;
  for (let rings = 1; rings <= 12; rings++) {
    const gap = rings > 1 ? (OUTER - INNER) / (rings - 1) : OUTER - INNER;
    const along = (rings * Math.PI * (INNER + OUTER)) / 2 / votes;
    if (Math.abs(gap - along) < least) [best, least] = [rings, Math.abs(gap - along)];
  }
  return Math.min(best, votes);
}

/** A number divided in proportion to some weights, in whole parts. */
function share(total: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let [seen, given] = [0, 0];
  return weights.map((weight) => {
    seen += weight;
    const part = Math.round((total * seen) / sum) - given;
    given += part;
    return part;
  });
}

/** Where the line of the majority runs: between the last vote that is needed and the next. */
export function majorityTurn(spots: readonly Spot[], majority: number): number {
  const last = spots[majority - 1]?.turn ?? 0.5;
  return (last + (spots[majority]?.turn ?? last)) / 2;
}

export interface Slice<B> {
  bloc: B;
  chosen: boolean;
  from: number;
  to: number;
  /** Where its sign stands: in the middle of the slice, or a little aside where slices are thin. */
  turn: number;
}

/** Signs closer than this would hide one another. */
const APART = 0.062;

/** Turns moved as little as is needed to stand apart. */
export function spread(turns: readonly number[]): number[] {
  const found: number[] = [];
  for (const turn of turns) found.push(Math.max(turn, (found.at(-1) ?? -APART) + APART));
  for (let i = found.length - 1, most = 1; i >= 0; i--, most -= APART) found[i] = Math.min(found[i]!, most);
  return found;
}

/** The slice of each group: the coalition from the left, the others after it. */
export function slices<B extends { label: string; votes: number }>(
  blocs: readonly B[],
  chosen: readonly string[],
  spots: readonly Spot[],
): Slice<B>[] {
  const isIn = ({ label }: B) => chosen.includes(label);
  let from = 0;
  const found = [...blocs.filter(isIn), ...blocs.filter((bloc) => !isIn(bloc))].map((bloc) => {
    const to = from + bloc.votes;
    const here = spots.slice(from, to);
    const turn = here.reduce((sum, spot) => sum + spot.turn, 0) / (here.length || 1);
    const slice = { bloc, chosen: isIn(bloc), from, to, turn };
    from = to;
    return slice;
  });
  const turns = spread(found.map(({ turn }) => turn));
  return found.map((slice, i) => ({ ...slice, turn: turns[i] ?? slice.turn }));
}
