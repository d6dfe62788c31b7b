/** Drag and drop on a mat, with mouse, pen or finger. */

export class Dragging<Thing, Place> {
  /** What is being dragged, once the pointer has moved far enough. */
  carried = $state.raw<Thing | null>(null);
  x = $state(0);
  y = $state(0);
  /** The drop target under the pointer, or null. */
  over = $state.raw<Place | null>(null);

  /** A press that goes no further than `slack` pixels is a click; `under` finds the place at a point of the screen. */
  constructor(
    private readonly slack: number,
    private readonly under: (x: number, y: number) => Place | null,
    private readonly drop: (thing: Thing, place: Place) => void,
    private readonly lift: (thing: Thing) => void = () => undefined,
  ) {}

  /** Start at a pointer's press, and follow it until its release. */
  press(event: PointerEvent, thing: Thing): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const { clientX, clientY, pointerId } = event;
    const ended = new AbortController();
    const listen = { signal: ended.signal };
    const mine = (handle: (move: PointerEvent) => void) => (move: PointerEvent) => {
      if (move.pointerId === pointerId) handle(move);
    };
    // Not to scroll the page while dragging: browsers heed `touch-action` on HTML, not inside a drawing.
    if (event.currentTarget instanceof SVGElement) {
      event.currentTarget.addEventListener("touchmove", (touch) => touch.preventDefault(), {
        ...listen,
        passive: false,
      });
    }
    addEventListener(
      "pointermove",
      mine((move) => {
        const far = Math.hypot(move.clientX - clientX, move.clientY - clientY) > this.slack;
        if (!this.carried && !far) return;
        if (!this.carried) {
          this.carried = thing;
          this.lift(thing);
        }
        this.x = move.clientX;
        this.y = move.clientY;
        this.over = this.under(move.clientX, move.clientY);
      }),
      listen,
    );
    const end = (put: boolean) =>
      mine(() => {
        const { carried, over } = this;
        ended.abort();
        this.carried = this.over = null;
        if (put && carried && over) this.drop(carried, over);
      });
    addEventListener("pointerup", end(true), listen);
    addEventListener("pointercancel", end(false), listen);
  }
}
