/** From what may be played now to what can be chosen on the map. */
import type { Move } from "./protocol";

/** The move for each department that may be chosen, in the order of their codes. */
export function choicesIn(legal: readonly Move[]): ReadonlyMap<string, Move> {
  return new Map(
    legal.flatMap((move) => ("code" in move ? [[move.code, move] as const] : [])).sort(([a], [b]) => order(a, b)),
  );
}

/** The move that would choose a department, of the kind that others are chosen by now. */
export function pickOf(other: Move | undefined, code: string): Move {
  return other && "code" in other ? { ...other, code } : { do: "take", code };
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

/** Departments to choose from, with their voters. */
export type Voters = ReadonlyMap<string, number>;

/** What every amount is a multiple of. */
const UNIT = 50_000;

/** The voters of some departments together. */
export const sumOf = (voters: Voters, codes: Iterable<string>): number =>
  [...codes].reduce((sum, code) => sum + (voters.get(code) ?? 0), 0);

/** The departments that can be ticked besides those that are, so that the amount can still be made exactly. */
export function tickable(voters: Voters, ticked: readonly string[], amount: number): string[] {
  const left = amount - sumOf(voters, ticked);
  const others = [...voters.keys()].filter((code) => !ticked.includes(code));
  const known = new Map<number, boolean>();
  return others.filter((code) => {
    const mine = voters.get(code) ?? 0;
    if (!known.has(mine))
      known.set(
        mine,
        makes(
          others.flatMap((other) => (other === code ? [] : [voters.get(other) ?? 0])),
          left - mine,
        ),
      );
    return known.get(mine);
  });
}

/** Whether some of these numbers add up to a sum. */
function makes(numbers: readonly number[], sum: number): boolean {
  if (sum < 0) return false;
  const goal = BigInt(sum / UNIT);
  const found = numbers.reduce((sums, number) => sums | (sums << BigInt(number / UNIT)), 1n);
  return ((found >> goal) & 1n) === 1n;
}

/** Tick a department, or take the tick away. What is then left without a choice is ticked as well. */
export function toggled(voters: Voters, ticked: readonly string[], amount: number, code: string): string[] {
  if (ticked.includes(code)) return ticked.filter((other) => other !== code);
  const more = [...ticked, code];
  const rest = tickable(voters, more, amount);
  return sumOf(voters, [...more, ...rest]) === amount ? [...more, ...rest] : more;
}

/** The ticked departments that must be named: after them the rest is no choice, and the rules take it by themselves. */
export function toName(voters: Voters, ticked: readonly string[], amount: number): string[] {
  for (let count = 1; count < ticked.length; count++) {
    const named = ticked.slice(0, count);
    if (sumOf(voters, [...named, ...tickable(voters, named, amount)]) === amount) return named;
  }
  return [...ticked];
}
