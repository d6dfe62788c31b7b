/** From what may be played now to what can be chosen on the map. */
import type { Move } from "./wire";

/** The move for each department that may be chosen, in the order of their codes. */
export function choicesIn(legal: readonly Move[]): ReadonlyMap<string, Move> {
  return new Map(legal.flatMap((move) => ("code" in move ? [[move.code, move] as const] : [])).sort(([a], [b]) => order(a, b)));
}

/** Codes as they are printed: 01 to 95, then overseas. */
export const order = (a: string, b: string): number => Number(a) - Number(b);

/** The first code that begins with what was typed; an exact one before a longer one. */
export function jumpTo(typed: string, codes: readonly string[]): string | null {
  if (codes.includes(typed)) return typed;
  return codes.find((code) => code.startsWith(typed)) ?? null;
}

/** The code before or after one; round and round. */
export function neighbour(code: string | null, step: number, codes: readonly string[]): string | null {
  if (!codes.length) return null;
  const at = code === null ? -1 : codes.indexOf(code);
  // From a department that cannot be chosen, go to the next one that can.
  if (at < 0) {
    const after = codes.findIndex((other) => code !== null && order(other, code) > 0);
    const next = after < 0 ? 0 : after;
    return codes[(step > 0 ? next : next - 1 + codes.length) % codes.length] ?? null;
  }
  return codes[(at + step + codes.length) % codes.length] ?? null;
}
