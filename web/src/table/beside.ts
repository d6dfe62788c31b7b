/** Where a note stands beside a box of the page, so that neither covers the other nor leaves the window. */

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The distance to the box and to the edges of the window. */
const GAP = 8;

/** The corner of a note: under the box where there is room, above it otherwise, and as near its middle as possible. */
export function besideBox(box: Box, note: Pick<Box, "width" | "height">, width: number, height: number) {
  const middle = box.left + box.width / 2 - note.width / 2;
  const left = Math.max(GAP, Math.min(middle, width - note.width - GAP));
  const below = box.top + box.height + GAP;
  const above = box.top - note.height - GAP;
  const fits = below + note.height + GAP <= height;
  return { left, top: fits ? below : above >= GAP ? above : Math.max(GAP, height - note.height - GAP) };
}
