/** Squares, and where they lie on the screen. A square is a number from 0 (a1, red's left corner) to 99 (j10). */

export const SIZE = 10;
/** The side of a square in the board's own units; it scales to any screen. */
export const UNIT = 100;

const COLUMNS = "abcdefghij";
export const LAKES: ReadonlySet<number> = new Set(["c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"].map(squareAt));

/** The name of a square: 0 is "a1". */
export function nameOf(square: number): string {
  return `${COLUMNS[square % SIZE]}${Math.floor(square / SIZE) + 1}`;
}

/** The square of a name such as "d4". Only for names known to be good. */
export function squareAt(name: string): number {
  return (Number(name.slice(1)) - 1) * SIZE + COLUMNS.indexOf(name[0] ?? "");
}

/** A side's forty squares, from its own back row, left to right as its owner sits. */
export function home(side: number): number[] {
  return Array.from({ length: 40 }, (_, i) => (side === 0 ? i : 99 - i));
}

/** The square on a spot of the screen, the viewer's own side at the bottom; blue sits opposite and sees it turned. */
export function squareOn(column: number, line: number, turned: boolean): number {
  return turned ? line * SIZE + (SIZE - 1 - column) : (SIZE - 1 - line) * SIZE + column;
}

/** Where a square is drawn: its column from the left and its line from the top. */
export function spotOf(square: number, turned: boolean): { column: number; line: number } {
  const column = square % SIZE;
  const row = Math.floor(square / SIZE);
  return turned ? { column: SIZE - 1 - column, line: row } : { column, line: SIZE - 1 - row };
}

/** The lines of the board as the viewer sees them, top to bottom; `from` leaves out those above. */
export function linesSeen(turned: boolean, from = 0): number[][] {
  return Array.from({ length: SIZE - from }, (_, line) =>
    Array.from({ length: SIZE }, (_, column) => squareOn(column, line + from, turned)),
  );
}

/** The squares beside one, in its row and its column. */
export function neighbours(square: number): number[] {
  const [column, row] = [square % SIZE, Math.floor(square / SIZE)];
  return [
    ...(row < SIZE - 1 ? [square + SIZE] : []),
    ...(column < SIZE - 1 ? [square + 1] : []),
    ...(row > 0 ? [square - SIZE] : []),
    ...(column > 0 ? [square - 1] : []),
  ];
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Where a key takes the cursor, staying on lines `from` to the bottom; null if the key is no such key. */
export function cursorAfter(key: string, square: number, turned: boolean, from = 0): number | null {
  const { column, line } = spotOf(square, turned);
  if (key === "Home") return squareOn(0, line, turned);
  if (key === "End") return squareOn(SIZE - 1, line, turned);
  const way = ARROWS[key];
  if (!way) return null;
  const clamp = (at: number, least: number) => Math.min(Math.max(at, least), SIZE - 1);
  return squareOn(clamp(column + way[0], 0), clamp(line + way[1], from), turned);
}

/** A step as players type it: "a4-a5", "a4xa5", "A4 a5"; null if it is none. */
export function readStep(text: string): { from: string; to: string } | null {
  const found = /^\s*([a-j])(10|[1-9])\s*[-x:> ]?\s*([a-j])(10|[1-9])\s*$/i.exec(text);
  return found ? { from: `${found[1]}${found[2]}`.toLowerCase(), to: `${found[3]}${found[4]}`.toLowerCase() } : null;
}
