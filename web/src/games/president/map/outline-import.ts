/** Imports the outlines of a published map: fewer points, one Corsica, and a spot for the number in each department.

It runs in a test alone, which keeps `outlines.ts` as it says. */

export type Point = readonly [x: number, y: number];
type Ring = readonly Point[];

/** A department as it is published: a path of `m` and relative points. */
export interface Published {
  id: string;
  path: string;
}

/** A department as we draw it. */
export interface Outline {
  code: string;
  path: string;
  x: number;
  y: number;
  room: number;
}

const key = ([x, y]: Point): string => `${x.toFixed(2)},${y.toFixed(2)}`;

/** The rings of a published path, without points that repeat the one before. */
export function ringsOf(path: string): Ring[] {
  const rings: Point[][] = [];
  let [x, y] = [0, 0];
  for (const part of path.split("m").slice(1)) {
    const ring: Point[] = [];
    for (const [, dx, dy] of part.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)) {
      [x, y] = [x + Number(dx), y + Number(dy)];
      const last = ring.at(-1);
      if (!last || key(last) !== key([x, y])) ring.push([x, y]);
    }
    const [first] = ring;
    if (first) {
      [x, y] = first;
      if (ring.length > 1 && key(ring.at(-1)!) === key(first)) ring.pop();
      rings.push(ring);
    }
  }
  return rings;
}

/** Points of different rings that mean the same place: published steps are rounded, and the errors add up along a ring. */
export class Places {
  private static readonly NEAR = 0.12;
  private readonly cells = new Map<string, Point[]>();

  /** The place at a point: one that was named before, if it is near enough. */
  at(point: Point): Point {
    const [column, row] = point.map((value) => Math.floor(value / Places.NEAR)) as [number, number];
    for (const i of [0, -1, 1]) {
      for (const j of [0, -1, 1]) {
        const near = this.cells
          .get(`${column + i},${row + j}`)
          ?.find(([x, y]) => Math.hypot(x - point[0], y - point[1]) < Places.NEAR);
        if (near) return near;
      }
    }
    const cell = this.cells.get(`${column},${row}`) ?? [];
    this.cells.set(`${column},${row}`, [...cell, point]);
    return point;
  }

  /** A ring from place to place. */
  along(ring: Ring): Ring {
    const placed = ring.map((point) => this.at(point));
    return placed.filter((place, i) => place !== placed[(i + 1) % placed.length]);
  }
}

/** How far a point lies from a segment. */
export function distance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length)) : 0;
  return Math.hypot(px - ax - along * dx, py - ay - along * dy);
}

/** The points of a line that matter (Ramer, Douglas and Peucker); both ends stay. */
export function thin(line: Ring, tolerance: number): Ring {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return line;
  let [far, at] = [0, 0];
  for (let i = 1; i < line.length - 1; i++) {
    const off = distance(line[i]!, first, last);
    if (off > far) [far, at] = [off, i];
  }
  if (far <= tolerance) return [first, last];
  return [...thin(line.slice(0, at + 1), tolerance).slice(0, -1), ...thin(line.slice(at), tolerance)];
}

/** A ring cut wherever its neighbours change, so that both sides of a border are thinned alike. */
function arcsOf(ring: Ring, owners: ReadonlyMap<string, ReadonlySet<string>>): Ring[] {
  const of = (i: number) => owners.get(key(ring[(i + ring.length) % ring.length]!))!;
  const within = (small: ReadonlySet<string>, large: ReadonlySet<string>) => [...small].every((one) => large.has(one));
  const isNode = (i: number) => of(i).size > 2 || !within(of(i), of(i - 1)) || !within(of(i), of(i + 1));
  const nodes = ring.flatMap((_, i) => (isNode(i) ? [i] : []));
  if (nodes.length < 2) nodes.splice(0, nodes.length, 0, Math.floor(ring.length / 2));
  return nodes.map((start, n) => {
    const end = nodes[n + 1] ?? nodes[0]! + ring.length;
    return Array.from({ length: end - start + 1 }, (_, i) => ring[(start + i) % ring.length]!);
  });
}

/** Thin a line, with the same result in both directions. */
function thinBothWays(arc: Ring, tolerance: number): Ring {
  const [first, last] = [key(arc[0]!), key(arc.at(-1)!)];
  return first <= last ? thin(arc, tolerance) : [...thin([...arc].reverse(), tolerance)].reverse();
}

function ownersOf(departments: readonly { code: string; rings: Ring[] }[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { code, rings } of departments) {
    for (const point of rings.flat()) {
      const found = owners.get(key(point));
      if (found) found.add(code);
      else owners.set(key(point), new Set([code]));
    }
  }
  return owners;
}

/** Two neighbours as one: without the border between them. */
export function join(one: Ring, other: Ring): Ring {
  const shared = new Set(one.map(key).filter((point) => other.some((there) => key(there) === point)));
  const coast = (ring: Ring): Ring => {
    const start = ring.findIndex(
      (point, i) => shared.has(key(point)) && !shared.has(key(ring[(i + 1) % ring.length]!)),
    );
    const turned = [...ring.slice(start), ...ring.slice(0, start)];
    return turned.slice(0, turned.findIndex((point, i) => i > 0 && shared.has(key(point))) + 1);
  };
  return [...coast(one).slice(0, -1), ...coast(other).slice(0, -1)];
}

function inside([x, y]: Point, ring: Ring): boolean {
  let is = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) is = !is;
  });
  return is;
}

/** The spot of a ring that is farthest from its border, and how far it is. */
export function spotOf(ring: Ring): { x: number; y: number; room: number } {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const clear = (point: Point) =>
    inside(point, ring) ? Math.min(...ring.map((a, i) => distance(point, a, ring[(i + 1) % ring.length]!))) : -1;
  let best = { x: 0, y: 0, room: -1 };
  let [left, top] = [Math.min(...xs), Math.min(...ys)];
  let [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i <= 14; i++) {
      for (let j = 0; j <= 14; j++) {
        const [x, y] = [left + (width * i) / 14, top + (height * j) / 14];
        const room = clear([x, y]);
        if (room > best.room) best = { x, y, room };
      }
    }
    [width, height] = [width / 5, height / 5];
    [left, top] = [best.x - width / 2, best.y - height / 2];
  }
  return best;
}

const areaOf = (ring: Ring): number =>
  Math.abs(
    ring.reduce(
      (sum, [ax, ay], i) => sum + ax * ring[(i + 1) % ring.length]![1] - ring[(i + 1) % ring.length]![0] * ay,
      0,
    ),
  ) / 2;

/** A path with one digit after the point, each step from the point before as it is drawn. */
function pathOf(rings: Ring[], digits: number): string {
  const scale = 10 ** digits;
  return rings
    .map((ring) => {
      let [x, y] = [0, 0];
      const steps = ring.flatMap(([px, py], i) => {
        const [nx, ny] = [Math.round(px * scale), Math.round(py * scale)];
        const [dx, dy] = [nx - x, ny - y];
        [x, y] = [nx, ny];
        return i && !dx && !dy ? [] : [`${dx / scale},${dy / scale}`];
      });
      return `M${steps[0]}l${steps.slice(1).join(" ")}z`.replace(/ -/g, "-").replace(/,-/g, "-");
    })
    .join("");
}

/** Every department, thinned. The small ones around Paris keep more points: they are drawn magnified. */
export function importOutlines(published: readonly Published[], magnified: ReadonlySet<string>): Outline[] {
  const places = new Places();
  const read = published.map(({ id, path }) => ({ code: id, rings: ringsOf(path).map((ring) => places.along(ring)) }));
  const [south, north] = ["2A", "2B"].map((half) => read.find(({ code }) => code === half)!.rings[0]!);
  const departments = [
    ...read.filter(({ code }) => !code.startsWith("2A") && !code.startsWith("2B")),
    { code: "20", rings: [join(south!, north!)] },
  ].sort((a, b) => (a.code < b.code ? -1 : 1));
  const owners = ownersOf(departments);
  return departments.map(({ code, rings }) => {
    const small = magnified.has(code);
    const largest = rings.reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one));
    // Rocks in the sea that one could not click are left out.
    const drawn = rings
      .filter((ring) => ring === largest || areaOf(ring) > 3)
      .map((ring) =>
        arcsOf(ring, owners).flatMap((arc) => {
          const near =
            small ||
            arc.slice(1, -1).some((point) => [...owners.get(key(point))!].some((owner) => magnified.has(owner)));
          return thinBothWays(arc, near ? 0.12 : 0.9).slice(0, -1);
        }),
      );
    const { x, y, room } = spotOf(
      drawn[rings.filter((ring) => ring === largest || areaOf(ring) > 3).indexOf(largest)]!,
    );
    const round = (value: number) => Math.round(value * 10) / 10;
    return { code, path: pathOf(drawn, small ? 2 : 1), x: round(x), y: round(y), room: round(room) };
  });
}
