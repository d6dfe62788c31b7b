/** Dragging a card to a party or a card on the table. */
import { Dragging } from "../dragging.svelte";
import type { Taken } from "./choosing";

/** What is under the pointer, somewhere on the table. */
export interface Over {
  card: string | null;
  party: string | null;
}

/** A press that goes no further than this is a click. */
const SLACK = 8;

function under(x: number, y: number): Over | null {
  const found = document.elementFromPoint(x, y);
  const near = (mark: string) => found?.closest<HTMLElement>(`[data-${mark}]`)?.dataset[mark] ?? null;
  return near("table") === null ? null : { card: near("card"), party: near("party") };
}

export class Drag extends Dragging<Taken, Over> {
  constructor(lift: (taken: Taken) => void, drop: (taken: Taken, over: Over) => void) {
    super(SLACK, under, drop, lift);
  }
}
