/** QR codes: text in byte mode, error correction level M, versions 1 to 10 (ISO/IEC 18004). */

/** For each version from 1 on: error correction codewords in a block, and how many blocks there are. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const LEVEL_M = 0b00;
const FORMAT_DIVISOR = 0b10100110111;
const FORMAT_MASK = 0b101010000010010;
const VERSION_DIVISOR = 0b1111100100101;
/** 1:1:3:1:1 beside four light modules, as a finder pattern has them: a reader must not meet it elsewhere. */
const FINDER_LIKE = ["10111010000", "00001011101"];

export type Matrix = boolean[][];

/** The modules of the QR code of a text, row by row, dark ones true; null if the text is too long. */
export function encodeQr(text: string): Matrix | null {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const codewords = withCorrection(dataCodewords(bytes, version), version);
  const size = 17 + 4 * version;
  const matrix: Matrix = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const reserved = drawPatterns(matrix, version);
  const places = dataPlaces(size, reserved);
  const masked = MASKS.map((mask, number) => {
    const copy = matrix.map((row) => [...row]);
    places.forEach(([row, column], bit) => {
      const dark = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
      copy[row]![column] = (dark === 1) !== mask(row, column);
    });
    drawFormat(copy, number);
    return copy;
  });
  const penalties = masked.map(penalty);
  return masked[penalties.indexOf(Math.min(...penalties))] ?? null;
}

/** An SVG path of all dark modules, one unit each. */
export function qrPath(matrix: Matrix): string {
  return matrix
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter(Boolean)
    .join("");
}

// --- codewords -------------------------------------------------------------------------------------------------------

function versionFor(length: number): number | null {
  for (let version = 1; version <= CORRECTION.length; version++) {
    if (headerBits(version) + 8 * length <= 8 * dataCapacity(version)) return version;
  }
  return null;
}

/** The bits before the text: the mode, and its length. */
const headerBits = (version: number) => 4 + (version < 10 ? 8 : 16);

const dataCapacity = (version: number) =>
  totalCodewords(version) - (CORRECTION[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0);

/** All codewords of a version: its modules without the patterns. */
export function totalCodewords(version: number): number {
  const alignments = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const alignmentModules = alignments ? (25 * alignments - 10) * alignments - 55 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - alignmentModules - (version < 7 ? 0 : 36)) / 8);
}

function dataCodewords(bytes: Uint8Array, version: number): number[] {
  const capacity = dataCapacity(version);
  const bits: number[] = [];
  const append = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  append(0b0100, 4);
  append(bytes.length, headerBits(version) - 4);
  bytes.forEach((byte) => append(byte, 8));
  append(0, Math.min(4, 8 * capacity - bits.length));
  append(0, (8 - (bits.length % 8)) % 8);
  const words = Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((word, bit) => 2 * word + bit, 0),
  );
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** The data in blocks with their error correction, interleaved. */
function withCorrection(data: number[], version: number): number[] {
  const count = BLOCKS[version - 1] ?? 1;
  const correction = CORRECTION[version - 1] ?? 0;
  const short = Math.floor(data.length / count);
  const blocks: number[][] = [];
  for (let i = 0, start = 0; i < count; i++) {
    const length = short + (i < count - (data.length % count) ? 0 : 1);
    blocks.push(data.slice(start, start + length));
    start += length;
  }
  const corrections = blocks.map((block) => remainder(block, correction));
  return [...interleave(blocks), ...interleave(corrections)];
}

function interleave(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => blocks.flatMap((block) => block.slice(i, i + 1))).flat();
}

/** Multiply in the field of 256 elements that QR codes use. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The Reed–Solomon error correction codewords of a block. */
export function remainder(block: number[], length: number): number[] {
  const divisor = [...Array<number>(length - 1).fill(0), 1];
  for (let i = 0, root = 1; i < length; i++, root = multiply(root, 2)) {
    for (let j = 0; j < length; j++) divisor[j] = multiply(divisor[j]!, root) ^ (divisor[j + 1] ?? 0);
  }
  const result = Array<number>(length).fill(0);
  for (const word of block) {
    const factor = word ^ result.shift()!;
    result.push(0);
    divisor.forEach((coefficient, i) => (result[i] = result[i]! ^ multiply(coefficient, factor)));
  }
  return result;
}

// --- modules ---------------------------------------------------------------------------------------------------------

/** Draw all that does not depend on the text; the modules that the text may not use. */
function drawPatterns(matrix: Matrix, version: number): Matrix {
  const size = matrix.length;
  const reserved: Matrix = matrix.map((row) => row.map(() => false));
  const set = (row: number, column: number, dark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    matrix[row]![column] = dark;
    reserved[row]![column] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const centres = alignmentCentres(version);
  const last = centres.length - 1;
  centres.forEach((row, i) =>
    centres.forEach((column, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      square(2, (dy, dx) => set(row + dy, column + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1));
    }),
  );
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(4, (dy, dx) => {
      const ring = Math.max(Math.abs(dy), Math.abs(dx));
      set(row + dy, column + dx, ring !== 2 && ring !== 4);
    });
  }
  for (let i = 0; i < 9; i++) {
    reserved[8]![i] = reserved[i]![8] = true;
    if (i < 8) reserved[8]![size - 1 - i] = reserved[size - 1 - i]![8] = true;
  }
  if (version >= 7) {
    const bits = versionBits(version);
    for (let i = 0; i < 18; i++) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(near, far, ((bits >> i) & 1) === 1);
      set(far, near, ((bits >> i) & 1) === 1);
    }
  }
  return reserved;
}

function square(radius: number, draw: (dy: number, dx: number) => void): void {
  for (let dy = -radius; dy <= radius; dy++) for (let dx = -radius; dx <= radius; dx++) draw(dy, dx);
}

function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const size = 17 + 4 * version;
  return version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
}

/** A number with the bits that protect it behind. */
function protectedBits(value: number, divisor: number, length: number): number {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit--) if ((rest >> bit) & 1) rest ^= divisor << (bit - length);
  return (value << length) | rest;
}

export const formatBits = (mask: number): number =>
  protectedBits((LEVEL_M << 3) | mask, FORMAT_DIVISOR, 10) ^ FORMAT_MASK;
export const versionBits = (version: number): number => protectedBits(version, VERSION_DIVISOR, 12);

function drawFormat(matrix: Matrix, mask: number): void {
  const size = matrix.length;
  const bits = formatBits(mask);
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    // Around the first finder pattern, past the timing patterns; and once more beside the other two.
    if (i < 8) matrix[i < 6 ? i : i + 1]![8] = dark;
    else matrix[8]![i === 8 ? 7 : 14 - i] = dark;
    if (i < 8) matrix[8]![size - 1 - i] = dark;
    else matrix[size - 15 + i]![8] = dark;
  }
  matrix[size - 8]![8] = true;
}

/** The places of the bits of the codewords: up and down in columns of two, from the right. */
export function dataPlaces(size: number, reserved: Matrix): [number, number][] {
  const places: [number, number][] = [];
  for (let right = size - 1, upward = true; right > 0; right -= 2, upward = !upward) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const row = upward ? size - 1 - i : i;
      for (const column of [right, right - 1]) if (!reserved[row]![column]) places.push([row, column]);
    }
  }
  return places;
}

// --- masks -----------------------------------------------------------------------------------------------------------

export const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** How hard a matrix is to read: long runs, blocks of one colour, false finder patterns, too much of one colour. */
export function penalty(matrix: Matrix): number {
  const size = matrix.length;
  const rows = matrix.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
  const columns = rows.map((_, i) => rows.map((row) => row[i]).join(""));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const pattern of FINDER_LIKE) {
      for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + 1)) sum += 40;
    }
  }
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const same = new Set([matrix[y]![x], matrix[y]![x + 1], matrix[y + 1]![x], matrix[y + 1]![x + 1]]);
      if (same.size === 1) sum += 3;
    }
  }
  const dark = matrix.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}
