/** Dragging a piece from anywhere to any element marked as a spot. */
import { Dragging } from "../dragging.svelte";

/** Where a piece is taken from or put: a square of the board, a kind in the tray, or the tray itself. */
export type Spot = { square: number } | { tray: string };

interface Carried {
  from: Spot;
  letter: string;
  side: number;
}

/** A press that goes no further than this is a click. */
const SLACK = 6;

/** Reads the spot an element stands for, from `data-square` or `data-tray`. */
function spotUnder(x: number, y: number): Spot | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement | SVGElement>("[data-square], [data-tray]");
  if (!found) return null;
  const { square, tray } = found.dataset;
  return square !== undefined ? { square: Number(square) } : { tray: tray ?? "" };
}

export class Drag extends Dragging<Carried, Spot> {
  constructor(drop: (from: Spot, to: Spot) => void) {
    super(SLACK, spotUnder, (piece, to) => drop(piece.from, to));
  }

  /** The square a carried piece comes from, to show it as lifted. */
  get lifted(): number | null {
    const from = this.carried?.from;
    return from && "square" in from ? from.square : null;
  }

  /** The square under a carried piece. */
  get above(): number | null {
    return this.over && "square" in this.over ? this.over.square : null;
  }
}
