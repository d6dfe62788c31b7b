/** Gestures on the map: one finger or the mouse moves it, two fingers make it larger or smaller, two taps larger. */
import { MOST, shifted, viewBox, WHOLE, zoomed, type View } from "./view";

interface Spot {
  x: number;
  y: number;
}

/** So far a finger may slip, in pixels, and it is still a tap. */
const SLIP = 7;
/** So quickly two taps are one gesture, in milliseconds. */
const DOUBLE = 320;

export class Gestures {
  view = $state.raw<View>(WHOLE);
  readonly box = $derived(viewBox(this.view));
  private readonly fingers = new Map<number, Spot>();
  private from: Spot | null = null;
  private dragged = false;
  private lastTap = { at: 0, x: 0, y: 0 };

  /** `toBoard` says which point of the board lies under a point of the screen. */
  constructor(private readonly toBoard: (spot: Spot) => Spot) {}

  /** Whether the pointer that just left has moved the map instead of choosing on it. */
  get moved(): boolean {
    return this.dragged;
  }

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.fingers.set(event.pointerId, spotOf(event));
    if (this.fingers.size === 1) {
      this.from = spotOf(event);
      this.dragged = false;
    } else this.dragged = true;
  };

  move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = spotOf(event);
    const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    if (other) this.pinch(before, now, other);
    else if (!this.drag(before, now, event)) return;
    this.fingers.set(event.pointerId, now);
  };

  up = (event: PointerEvent): void => {
    const tapped = this.fingers.delete(event.pointerId) && !this.dragged && event.pointerType === "touch";
    if (tapped && event.type === "pointerup") this.tap(spotOf(event));
  };

  /** Trackpads pinch by wheel and control key; the plain wheel scrolls the page. */
  wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.view = zoomed(this.view, Math.exp(-event.deltaY / 120), this.toBoard(spotOf(event)));
  };

  private drag(before: Spot, now: Spot, event: PointerEvent): boolean {
    const slipped = this.from && Math.hypot(now.x - this.from.x, now.y - this.from.y) < SLIP;
    if (!this.dragged && (slipped || this.view.times === 1)) return false;
    if (!this.dragged && event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    this.dragged = true;
    const [a, b] = [this.toBoard(before), this.toBoard(now)];
    this.view = shifted(this.view, a.x - b.x, a.y - b.y);
    return true;
  }

  private pinch(before: Spot, now: Spot, other: Spot): void {
    const spread = (spot: Spot) => Math.max(20, Math.hypot(spot.x - other.x, spot.y - other.y));
    const centre = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.view = zoomed(this.view, spread(now) / spread(before), this.toBoard(centre));
  }

  private tap(spot: Spot): void {
    const near = Math.hypot(spot.x - this.lastTap.x, spot.y - this.lastTap.y) < 30;
    const again = near && performance.now() - this.lastTap.at < DOUBLE;
    this.lastTap = { at: again ? 0 : performance.now(), ...spot };
    if (again) this.view = this.view.times >= MOST ? WHOLE : zoomed(this.view, 2.2, this.toBoard(spot));
  }
}

const spotOf = (event: MouseEvent): Spot => ({ x: event.clientX, y: event.clientY });
