/** Carrying a piece with the pointer, mouse and finger alike, from anywhere to any element marked as a spot. */

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

export class Drag {
  /** The piece in the air, once it has left its place. */
  carried = $state<Carried | null>(null);
  x = $state(0);
  y = $state(0);
  over = $state<Spot | null>(null);

  constructor(private readonly drop: (from: Spot, to: Spot) => void) {}

  /** The square a carried piece comes from, to show it as lifted. */
  get lifted(): number | null {
    const from = this.carried?.from;
    return from && "square" in from ? from.square : null;
  }

  /** The square under a carried piece. */
  get above(): number | null {
    return this.over && "square" in this.over ? this.over.square : null;
  }

  /** A pointer goes down on a piece: follow it until it is let go. */
  press(event: PointerEvent, piece: Carried): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const { clientX, clientY, pointerId } = event;
    const ended = new AbortController();
    const listen = { signal: ended.signal };
    // Not to scroll the page while carrying: browsers heed `touch-action` on HTML, not inside a drawing.
    event.currentTarget?.addEventListener("touchmove", (touch) => touch.preventDefault(), { ...listen, passive: false });
    const mine = (handle: (move: PointerEvent) => void) => (move: PointerEvent) => {
      if (move.pointerId === pointerId) handle(move);
    };
    addEventListener("pointermove", mine((move) => {
      const far = Math.hypot(move.clientX - clientX, move.clientY - clientY) > SLACK;
      if (!this.carried && !far) return;
      this.carried ??= piece;
      this.x = move.clientX;
      this.y = move.clientY;
      this.over = spotUnder(move.clientX, move.clientY);
    }), listen);
    const end = (put: boolean) => mine(() => {
      const { carried, over } = this;
      ended.abort();
      this.carried = this.over = null;
      if (put && carried && over) this.drop(carried.from, over);
    });
    addEventListener("pointerup", end(true), listen);
    addEventListener("pointercancel", end(false), listen);
  }
}
