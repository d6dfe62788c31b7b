/** The programmes of all players, which the server reveals once a game is over. */
import { fetchReplay, ApiError } from "../../lib/api";
import type { Sight } from "./protocol";

/** Beyond the end of any game: the answer says only how many moves there were. */
const BEYOND = 1_000_000;

/** The end of a finished game with all programmes revealed; null if the server refuses. */
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
