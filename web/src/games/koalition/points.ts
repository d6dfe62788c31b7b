/** What a coalition would bring each player. The server scores; this shows beforehand what it will say. */
import type { Country } from "./box.svelte";
import { placeOf } from "./parties";
import type { Sight } from "./protocol";

/** The points of every seat, were a coalition of these blocs formed now: for leading, and for cards in it. */
export function pointsOf(
  labels: readonly string[],
  sight: Pick<Sight, "players" | "columns" | "blocs">,
  country: Country,
): number[] {
  const points = Array<number>(sight.players).fill(0);
  const add = (seat: number, more: number) => (points[seat] = (points[seat] ?? 0) + more);
  const blocs = sight.blocs.filter(({ label }) => labels.includes(label));
  // Equal votes have the same bonus, the next a step lower; shares of a leaderless party count as small parties.
  const ranks = [...new Set(blocs.filter(({ led }) => led).map(({ votes }) => votes))].sort((a, b) => b - a);
  const steps = [country.first, country.second, country.third];
  for (const bloc of blocs) {
    add(bloc.seat, (bloc.led ? steps[ranks.indexOf(bloc.votes)] : undefined) ?? country.further);
    for (const { seat } of sight.columns[placeOf(bloc.party)]?.cards ?? []) {
      if (bloc.led || seat === bloc.seat) add(seat, country.card);
    }
  }
  return points;
}
