/** Where everything lies on the board: the map itself, Paris under a magnifying glass, and boxes for the islands. */
import { OUTLINES } from "./outlines";

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The whole board, in the units of the outlines. */
export const BOARD: Frame = { x: -8, y: -8, width: 632, height: 560 };

/** The magnifying glass over Paris, and what it shows. */
export const GLASS = { x: 69, y: 69, radius: 66, over: { x: 315.9, y: 144.4 }, times: 5.45 };
/** What is seen in the glass besides, though it is chosen on the map. */
export const AROUND_PARIS: readonly string[] = ["78", "91", "95", "77"];
const MAGNIFIED: ReadonlySet<string> = new Set(["75", "92", "93", "94"]);

export const BOXES: readonly (Frame & { code: string })[] = [
  { code: "971", x: -2, y: 372, width: 104, height: 54 },
  { code: "972", x: -2, y: 432, width: 104, height: 54 },
  { code: "974", x: -2, y: 492, width: 104, height: 54 },
  { code: "20", x: 556, y: 432, width: 62, height: 114 },
];

/** Outlines drawn for this game: each on a board of its own, with a spot for its number. */
const ISLANDS: Readonly<Record<string, { path: string; at: [x: number, y: number]; spot: [x: number, y: number] }>> = {
  "971": {
    path: "M18 3l4 3 2 6 3 3-1 5-4 6-6 3-4-4-1-8 2-5 3-3zM27 13l5-6 4-4 1 4 7 4 8 1 2 2-9 1-6 5-7 2-5-3zM38 28l5-1 2 4-3 4-4-2z",
    at: [4, 386],
    spot: [78, 404],
  },
  "972": {
    path: "M8 2l7 1 4 6 6 2-2 5 6 3-1 5 6 3 1 6-5 2-5-3-7 1-2-4 4-3-8-5-5-7-2-6zM44 22l9 2 6 6-1 8-5 3-11 1-3-7 3-6z",
    at: [2, 440],
    spot: [78, 464],
  },
  "974": {
    path: "M10 6l9-4 12 1 9 5 8 9 2 9-7 6-11 1-12-5-8-7-5-9z",
    at: [4, 500],
    spot: [78, 524],
  },
};
const CORSICA_TO = { x: -4, y: -52 };

export interface Place {
  code: string;
  path: string;
  /** From the outline to where it is drawn. */
  transform: string;
  /** The spot for its number on the board, and the room around it. */
  x: number;
  y: number;
  room: number;
  zone: "main" | "glass" | "box";
}

function onTheMap([code, path, x, y, room]: (typeof OUTLINES)[number]): Place {
  if (MAGNIFIED.has(code)) {
    const { over, times } = GLASS;
    const [left, top] = [GLASS.x - over.x * times, GLASS.y - over.y * times];
    const transform = `translate(${left} ${top}) scale(${times})`;
    return { code, path, transform, x: x * times + left, y: y * times + top, room: room * times, zone: "glass" };
  }
  if (code !== "20") return { code, path, transform: "", x, y, room, zone: "main" };
  const { x: right, y: down } = CORSICA_TO;
  return { code, path, transform: `translate(${right} ${down})`, x: x + right, y: y + down, room, zone: "box" };
}

/** Every department and territory, in the order of the codes. */
export const PLACES: readonly Place[] = [
  ...OUTLINES.map(onTheMap),
  ...Object.entries(ISLANDS).map(
    ([
      code,
      {
        path,
        at: [left, top],
        spot: [x, y],
      },
    ]) => ({
      code,
      path,
      transform: `translate(${left} ${top})`,
      x,
      y,
      room: 20,
      zone: "box" as const,
    }),
  ),
];

const byCode = new Map(PLACES.map((place) => [place.code, place]));
export const placeOf = (code: string): Place | undefined => byCode.get(code);

/** Outlines at their own place, for what is seen but not chosen. */
const plain = new Map(OUTLINES.map(([code, path]) => [code, path]));
export const outlineOf = (code: string): string => plain.get(code) ?? byCode.get(code)?.path ?? "";

/** The frame around an outline: paths here are made of moves and relative lines alone. */
export function boundsOf(path: string): Frame {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const ring of path.split("M").slice(1)) {
    let [x, y] = [0, 0];
    const numbers = ring.match(/-?[\d.]+/g)?.map(Number) ?? [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      [x, y] = [x + numbers[i]!, y + numbers[i + 1]!];
      xs.push(x);
      ys.push(y);
    }
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
