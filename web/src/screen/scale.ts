/** The size of things on a shared screen: it is laid out as a small window, and enlarged. */

/** A plain text of a screen is so many pixels high on one of 1920 × 1080: it is read from three metres. */
const TEXT = 28;
/** The smallest text of a mat, in pixels, and as high as that becomes there. */
const [SMALLEST, READABLE] = [12, 20];
const [WIDE, HIGH] = [1920, 1080];
/** The size of plain text in style sheets, in pixels. */
const PLAIN = 16;
/** Windows narrower than this are no screen for a room: nothing is enlarged there. */
const NARROW = 900;

/** How much of the screen's enlargement a mat has, in a window of this width. */
export const matScaleOf = (width: number): number => (width < NARROW ? 1 : READABLE / SMALLEST / (TEXT / PLAIN));

/** How much a window of this size is enlarged: the same share of every screen. */
export function scaleOf(width: number, height: number): number {
  return width < NARROW ? 1 : (Math.min(width / WIDE, height / HIGH) * TEXT) / PLAIN;
}
