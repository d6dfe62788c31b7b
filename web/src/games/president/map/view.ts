/** The part of the board that is seen: all of it, or less of it but larger. */
import { BOARD } from "./geography";

export interface View {
  x: number;
  y: number;
  /** How much larger than the whole. */
  times: number;
}

export const WHOLE: View = { x: BOARD.x, y: BOARD.y, times: 1 };
export const MOST = 5;

/** A view that stays on the board. */
export function kept({ x, y, times }: View): View {
  const larger = Math.max(1, Math.min(MOST, times));
  const [width, height] = [BOARD.width / larger, BOARD.height / larger];
  return {
    x: Math.max(BOARD.x, Math.min(BOARD.x + BOARD.width - width, x)),
    y: Math.max(BOARD.y, Math.min(BOARD.y + BOARD.height - height, y)),
    times: larger,
  };
}

/** Larger or smaller by a factor, while a point of the board stays where it is on the screen. */
export function zoomed(view: View, factor: number, at: { x: number; y: number }): View {
  const times = Math.max(1, Math.min(MOST, view.times * factor));
  const shrink = view.times / times;
  return kept({ x: at.x - (at.x - view.x) * shrink, y: at.y - (at.y - view.y) * shrink, times });
}

/** Moved by a way on the board. */
export function shifted(view: View, dx: number, dy: number): View {
  return kept({ ...view, x: view.x + dx, y: view.y + dy });
}

/** The middle of what is seen. */
export function middle({ x, y, times }: View): { x: number; y: number } {
  return { x: x + BOARD.width / times / 2, y: y + BOARD.height / times / 2 };
}

/** The same view, moved if it must be so that a spot is well in it. */
export function showing(view: View, spot: { x: number; y: number }): View {
  const [width, height] = [BOARD.width / view.times, BOARD.height / view.times];
  const [dx, dy] = [spot.x - view.x, spot.y - view.y];
  const near = dx > width * 0.1 && dx < width * 0.9 && dy > height * 0.1 && dy < height * 0.9;
  return near ? view : kept({ ...view, x: spot.x - width / 2, y: spot.y - height / 2 });
}

export const viewBox = ({ x, y, times }: View): string => `${x} ${y} ${BOARD.width / times} ${BOARD.height / times}`;
