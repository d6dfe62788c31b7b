/** Random set-ups that make sense: a guarded flag, ranks on the rows they prefer, nothing walled in.
 *
 * The same families of set-ups as the strategist's (`bots/deployment.py`), drawn here: a set-up that is not
 * settled yet is nobody's business but its owner's, not even the server's.
 */
import { EMPTY, type Army } from "./pieces";
import { inBox, type Letters } from "./setups";

/** A flag's square, then those of the bombs around it; 0 to 9 is the back row, 30 to 39 the front. */
type Camp = readonly [number, ...number[]];
type Random = () => number;

const LEFT_CAMPS: Record<Army, readonly Camp[]> = {
  full: [
    [0, 1, 10],
    [0, 1, 10],
    [1, 0, 2, 11],
    [1, 0, 2, 11],
    [2, 1, 3, 12],
    [3, 2, 4, 13],
    [4, 3, 5, 14],
    [0, 1, 2, 10, 11],
    [10, 0, 11, 20],
  ],
  // Two bombs close only a corner. Elsewhere a miner stays on the back row beside the flag.
  training: [
    [0, 1, 10],
    [0, 1, 10],
    [0, 1, 10],
    [1, 2, 11],
    [2, 3, 12],
  ],
};
/** Pairs of bombs that look as if they guarded something. */
const DECOYS: readonly Camp[] = [
  [0, 10],
  [9, 19],
  [1, 11],
  [8, 18],
  [4, 14],
  [5, 15],
  [6, 16],
  [3, 13],
];
/** How much a kind likes each row, from the back to the front, in the order in which kinds are placed. */
const PREFERENCES: readonly (readonly [string, readonly [number, number, number, number]])[] = [
  ["B", [2, 6, 5, 0]],
  ["L", [0, 4, 6, 3]],
  ["K", [0, 4, 6, 4]],
  ["J", [1, 5, 6, 5]],
  ["C", [1, 6, 5, 0]],
  ["I", [1, 4, 6, 5]],
  ["H", [1, 3, 5, 6]],
  ["E", [8, 4, 2, 1]],
  ["D", [2, 4, 3, 9]],
  ["G", [1, 3, 5, 6]],
  ["F", [4, 5, 3, 2]],
];
/** The front squares that no lake faces, where a game is opened. */
export const LANES: readonly number[] = [30, 31, 34, 35, 38, 39];
const HEAVY = new Set(["L", "K"]);
const FIXED = new Set(["B", "M"]);

/** The squares next to one, from the back. */
export function neighbours(square: number): number[] {
  const column = square % 10;
  const beside = [square - 10, column ? square - 1 : -1, column < 9 ? square + 1 : -1, square + 10];
  return beside.filter((other) => other >= 0 && other < 40);
}

/** Whether a square that flag and bombs leave, with these bombs too, has no way out to the middle of the board. */
export function wallsIn(letters: Letters, bombs: readonly number[] = []): boolean {
  const fixed = new Set(bombs);
  letters.forEach((letter, square) => {
    if (FIXED.has(letter)) fixed.add(square);
  });
  const edge = LANES.filter((square) => !fixed.has(square));
  const reached = new Set(edge);
  for (let square = edge.pop(); square !== undefined; square = edge.pop()) {
    for (const other of neighbours(square)) {
      if (fixed.has(other) || reached.has(other)) continue;
      reached.add(other);
      edge.push(other);
    }
  }
  return fixed.size + reached.size < 40;
}

/** A set-up of the whole army, drawn at random; the first `settled` letters stay as they are. */
export function randomSetup(letters: Letters, army: Army, settled = 0, random: Random = Math.random): Letters {
  const drawn = letters.map((letter, square) => (square < settled ? letter : EMPTY));
  const box = inBox(drawn, army);
  const left = (letter: string) => box.get(letter) ?? 0;
  const free = new Set([...drawn.keys()].filter((square) => square >= settled));
  const put = (letter: string, square: number) => {
    drawn[square] = letter;
    box.set(letter, left(letter) - 1);
    free.delete(square);
  };

  if (left("M") > 0) placeFlag(drawn, army, free, left("B"), put, random);
  const flag = drawn.indexOf("M");
  for (const square of neighbours(flag)) if (free.has(square) && left("B") > 0) put("B", square);
  for (const square of neighbours(flag)) if (free.has(square) && left("E") > 0) put("E", square);

  if (left("B") >= 2 && random() < 2 / 3) {
    const beside = new Set(neighbours(flag));
    const decoys = DECOYS.filter(
      (pair) => pair.every((square) => free.has(square) && !beside.has(square)) && !wallsIn(drawn, pair),
    );
    for (const square of pick(decoys, random) ?? []) put("B", square);
  }
  for (const [letter] of PREFERENCES) {
    while (left(letter) > 0) put(letter, chooseSquare(letter, drawn, free, random));
  }
  return drawn;
}

/** Place the flag and the bombs of its camp; too late for a camp, the flag goes as far back as it still can. */
function placeFlag(
  drawn: Letters,
  army: Army,
  free: ReadonlySet<number>,
  bombs: number,
  put: (letter: string, square: number) => void,
  random: Random,
): void {
  const right = LEFT_CAMPS[army].map((camp) => camp.map((square) => square - 2 * (square % 10) + 9));
  const camps = [...LEFT_CAMPS[army], ...right].filter(([flag = -1, ...guards]) => {
    const open = guards.filter((square) => free.has(square));
    return free.has(flag) && open.length <= bombs && guards.every((at) => free.has(at) || drawn[at] === "B");
  });
  const [flag = Math.min(...free), ...guards] = pick(camps, random) ?? [];
  put("M", flag);
  for (const square of guards) if (free.has(square)) put("B", square);
}

/** A square for a piece, drawn by its preferences; for a bomb one that walls nothing in, if there is any. */
function chooseSquare(letter: string, drawn: Letters, free: ReadonlySet<number>, random: Random): number {
  const careful = letter === "B" && !wallsIn(drawn);
  const squares = [...free].filter((square) => !(careful && wallsIn(drawn, [square])));
  const weights = squares.map((square) => preference(letter, square, drawn));
  let drawnAt = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, weight] of weights.entries()) {
    drawnAt -= weight;
    if (drawnAt < 0) return squares[i]!;
  }
  return pick(squares, random) ?? pick([...free], random)!;
}

/** How much a kind likes a square: by its row, then by what stands around. */
function preference(letter: string, square: number, drawn: Letters): number {
  const rows = PREFERENCES.find(([kind]) => kind === letter)?.[1] ?? [0, 0, 0, 0];
  const onWing = (kinds: ReadonlySet<string>) =>
    drawn.some((other, at) => kinds.has(other) && at % 10 < 5 === square % 10 < 5);
  let weight = rows[Math.floor(square / 10)] ?? 0;
  if (HEAVY.has(letter) && onWing(HEAVY)) weight /= 12; // marshal and general on different wings
  if (letter === "C" && neighbours(square).some((at) => HEAVY.has(drawn[at] ?? ""))) weight *= 4;
  if (letter === "J" && onWing(new Set("J"))) weight /= 4;
  if (letter === "B" && LANES.includes(square + 10)) weight /= 3; // it would block our own pieces
  if (LANES.includes(square) && (letter === "E" || letter === "F")) weight /= 4;
  return weight;
}

function pick<Thing>(things: readonly Thing[], random: Random): Thing | undefined {
  return things[Math.floor(random() * things.length)];
}
