import { expect, test } from "vitest";
import { MASKS, encodeQr, formatBits, qrPath, remainder, totalCodewords, versionBits, type Matrix } from "./qr";

test("error correction is that of the standard’s worked example", () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(remainder(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

test("format and version information are those of the standard’s tables", () => {
  expect([0, 5, 7].map((mask) => formatBits(mask).toString(2).padStart(15, "0"))).toEqual([
    "101010000010010",
    "100000011001110",
    "100101010100000",
  ]);
  expect([7, 8, 10].map((version) => versionBits(version).toString(2).padStart(18, "0"))).toEqual([
    "000111110010010100",
    "001000010110111100",
    "001010010011010011",
  ]);
});

test("versions have as many codewords as the standard’s table says", () => {
  const known = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346];
  expect(known.map((_, i) => totalCodewords(i + 1))).toEqual(known);
});

test("a text takes the smallest version that holds it", () => {
  const sizes = [14, 15, 62, 63, 106, 107, 213].map((length) => encodeQr("x".repeat(length))?.length);
  expect(sizes).toEqual([21, 25, 33, 37, 41, 45, 57]);
  expect(encodeQr("x".repeat(214))).toBeNull();
});

test.each(["https://ludotheque.example/t/89sfp65s2wjr", "http://127.0.0.1:8000/t/é", "x".repeat(150), "y".repeat(213)])(
  "%s is read back from its modules",
  (text) => {
    expect(read(encodeQr(text) ?? [])).toBe(text);
  },
);

test("finder patterns stand in three corners, and the path has every dark module", () => {
  const matrix = encodeQr("https://ludotheque.example") ?? [];
  const corner = (y: number, x: number) =>
    matrix.slice(y, y + 7).map((row) =>
      row
        .slice(x, x + 7)
        .map(Number)
        .join(""),
    );
  const finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  const far = matrix.length - 7;
  expect([corner(0, 0), corner(0, far), corner(far, 0)]).toEqual([finder, finder, finder]);
  expect(qrPath(matrix).split("M").length - 1).toBe(matrix.flat().filter(Boolean).length);
});

/** Read a matrix as a scanner does, written apart from the encoder: mask from the format, zigzag, blocks, bytes. */
function read(matrix: Matrix): string {
  const size = matrix.length;
  const version = (size - 17) / 4;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => Number(matrix[8]![column])).join("");
  const mask = MASKS[parseInt(format.slice(2, 5), 2) ^ 0b101]!;
  const middle = version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
  const near = (value: number, centre: number) => Math.abs(value - centre) <= 2;
  const isPattern = (row: number, column: number): boolean => {
    if (row === 6 || column === 6) return true;
    if ((row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9)) return true;
    if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
    if (version === 1) return false;
    return middle.some((y) =>
      middle.some((x) => {
        const corner = (y === 6 && x === 6) || (y === 6 && x === size - 7) || (y === size - 7 && x === 6);
        return !corner && near(row, y) && near(column, x);
      }),
    );
  };
  let bits = "";
  let up = true;
  for (const right of Array.from({ length: size }, (_, i) => size - 1 - i).filter((x) =>
    x > 6 ? x % 2 === 0 : x % 2 === 1,
  )) {
    for (let i = 0; i < size; i++) {
      const row = up ? size - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (!isPattern(row, column)) bits += Number(matrix[row]![column] !== mask(row, column));
      }
    }
    up = !up;
  }
  const words = bits.match(/.{8}/g)!.map((word) => parseInt(word, 2));
  const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5][version - 1]!;
  const data = [16, 28, 44, 64, 86, 108, 124, 154, 182, 216][version - 1]!;
  const short = Math.floor(data / blocks);
  const lengths = Array.from({ length: blocks }, (_, i) => short + Number(i >= blocks - (data % blocks)));
  const found: number[][] = lengths.map(() => []);
  let next = 0;
  for (let i = 0; i <= short; i++) lengths.forEach((length, block) => i < length && found[block]!.push(words[next++]!));
  const stream = found
    .flat()
    .map((word) => word.toString(2).padStart(8, "0"))
    .join("");
  const lengthBits = version < 10 ? 8 : 16;
  expect(stream.slice(0, 4)).toBe("0100");
  const length = parseInt(stream.slice(4, 4 + lengthBits), 2);
  const bytes = stream
    .slice(4 + lengthBits)
    .match(/.{8}/g)!
    .slice(0, length)
    .map((byte) => parseInt(byte, 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}
