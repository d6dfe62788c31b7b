/** Where to put something beside a square of the whole board, in per cent of the board's picture. */
import { SIZE, spotOf, UNIT } from "./geometry";

/** The frame around the squares, in the board's own units. */
export const FRAME = 31;
const WHOLE = SIZE * UNIT + 2 * FRAME;

const percent = (units: number) => `${(100 * (FRAME + units)) / WHOLE}%`;

/** The edges of a square as custom properties, for style sheets. */
export function edgesOf(square: number, turned: boolean): string {
  const { column, line } = spotOf(square, turned);
  return [
    `--square-left: ${percent(column * UNIT)}`,
    `--square-right: ${percent((column + 1) * UNIT)}`,
    `--square-top: ${percent(line * UNIT)}`,
    `--square-bottom: ${percent((line + 1) * UNIT)}`,
    `--square-size: ${(100 * UNIT) / WHOLE}%`,
  ].join("; ");
}

/** On which sides of a square there is more room. */
export function roomBeside(square: number, turned: boolean): { right: boolean; below: boolean } {
  const { column, line } = spotOf(square, turned);
  return { right: column < SIZE / 2, below: line < SIZE / 2 };
}
