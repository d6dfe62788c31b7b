/** Long presses with a finger: some browsers send no `contextmenu` for them. */

/** How long a finger rests before it counts, and how far it may stray. */
const WAIT = 500;
const SLACK = 8;

export class LongPress {
  private fired = false;
  private ended: AbortController | null = null;

  /** Start at a pointer's press; `act` follows unless the finger moves or leaves before, and says if it did something. */
  press(event: PointerEvent, act: () => boolean): void {
    this.cancel();
    this.fired = false;
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const { clientX, clientY } = event;
    const ended = (this.ended = new AbortController());
    const listen = { signal: ended.signal };
    const timer = setTimeout(() => {
      this.cancel();
      this.fired = act();
    }, WAIT);
    ended.signal.addEventListener("abort", () => clearTimeout(timer));
    const stop = () => this.cancel();
    addEventListener("pointerup", stop, listen);
    addEventListener("pointercancel", stop, listen);
    addEventListener(
      "pointermove",
      (move) => {
        if (Math.hypot(move.clientX - clientX, move.clientY - clientY) > SLACK) stop();
      },
      listen,
    );
  }

  cancel(): void {
    this.ended?.abort();
    this.ended = null;
  }

  /** Whether the click that follows belongs to a long press, and is to be left alone. */
  swallowsClick(): boolean {
    const { fired } = this;
    this.fired = false;
    return fired;
  }
}
