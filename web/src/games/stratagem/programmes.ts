/** The programmes of all players, which the server reveals once a game is over. */
import { fetchReplay, ApiError } from "../../lib/api";
import type { Sight } from "./protocol";

/** Further than any game goes: the answer is only how long it was. */
const BEYOND = 1_000_000;

/** The last moment of a finished game with everything revealed; null while the server does not say. */
export async function fetchProgrammes(table: string): Promise<Sight | null> {
  try {
    const { moves } = await fetchReplay(table, "all", BEYOND);
    const { steps } = await fetchReplay(table, "all", moves);
    return (steps.at(-1)?.sight as Sight | undefined) ?? null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
