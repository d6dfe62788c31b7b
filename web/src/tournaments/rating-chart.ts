/** The geometry of a rating chart. */
import type { RatingPoint } from "../protocol/tournaments";

export interface Spot {
  x: number;
  y: number;
  high: number;
  low: number;
}

export interface Frame {
  points: Spot[];
  least: number;
  most: number;
  marks: { value: number; y: number }[];
}

const MARGIN = 15;
const STEP = 200;

/** The points of a curve in a frame of some size; one game alone is a short line. */
export function frame(history: RatingPoint[], width: number, height: number): Frame {
  const known = history.length === 1 ? [history[0]!, history[0]!] : history;
  const least = Math.min(...known.map(({ shown, give }) => shown - give / 2), 1400);
  const most = Math.max(...known.map(({ shown, give }) => shown + give / 2), 1600);
  const y = (value: number) => MARGIN + (1 - (value - least) / (most - least)) * (height - 2 * MARGIN);
  const x = (place: number) => MARGIN + (place / Math.max(1, known.length - 1)) * (width - 2 * MARGIN);
  const points = known.map(({ shown, give }, place) => ({
    x: x(place),
    y: y(shown),
    high: y(shown + give / 2),
    low: y(shown - give / 2),
  }));
  const first = Math.ceil(least / STEP) * STEP;
  const marks = Array.from(
    { length: Math.max(0, Math.floor((most - first) / STEP) + 1) },
    (_, place) => first + place * STEP,
  );
  return {
    points,
    least: Math.round(least),
    most: Math.round(most),
    marks: marks.map((value) => ({ value, y: y(value) })),
  };
}

const path = (spots: [number, number][]) =>
  spots.map(([x, y], place) => `${place ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

export const line = (points: Spot[]) => path(points.map(({ x, y }) => [x, y]));
export const band = (points: Spot[]) =>
  `${path([...points.map(({ x, high }): [number, number] => [x, high]), ...points.toReversed().map(({ x, low }): [number, number] => [x, low])])}Z`;
