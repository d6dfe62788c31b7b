/** Carrying a card with the pointer, mouse and finger alike, to a party or a card on the table. */
import type { Taken } from "./choosing";

/** What is under the pointer. */
export interface Over {
  card: string | null;
  party: string | null;
  /** Somewhere on the table at all. */
  table: boolean;
}

/** A press that goes no further than this is a click. */
const SLACK = 8;
const NOWHERE: Over = { card: null, party: null, table: false };

function under(x: number, y: number): Over {
  const found = document.elementFromPoint(x, y);
  const near = (mark: string) => found?.closest<HTMLElement>(`[data-${mark}]`)?.dataset[mark] ?? null;
  return { card: near("card"), party: near("party"), table: near("table") !== null };
}

export class Drag {
  /** The card in the air, once it has left its place. */
  carried = $state.raw<Taken | null>(null);
  x = $state(0);
  y = $state(0);
  over = $state.raw<Over>(NOWHERE);

  constructor(
    private readonly lift: (taken: Taken) => void,
    private readonly drop: (taken: Taken, over: Over) => void,
  ) {}

  /** A pointer goes down on a card: follow it until it is let go. */
  press(event: PointerEvent, taken: Taken): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const { clientX, clientY, pointerId } = event;
    const ended = new AbortController();
    const listen = { signal: ended.signal };
    const mine = (handle: (move: PointerEvent) => void) => (move: PointerEvent) => {
      if (move.pointerId === pointerId) handle(move);
    };
    addEventListener("pointermove", mine((move) => {
      const far = Math.hypot(move.clientX - clientX, move.clientY - clientY) > SLACK;
      if (!this.carried && !far) return;
      if (!this.carried) {
        this.carried = taken;
        this.lift(taken);
      }
      this.x = move.clientX;
      this.y = move.clientY;
      this.over = under(move.clientX, move.clientY);
    }), listen);
    const end = (put: boolean) => mine(() => {
      const { carried, over } = this;
      ended.abort();
      this.carried = null;
      this.over = NOWHERE;
      if (put && carried && over.table) this.drop(carried, over);
    });
    addEventListener("pointerup", end(true), listen);
    addEventListener("pointercancel", end(false), listen);
  }
}
