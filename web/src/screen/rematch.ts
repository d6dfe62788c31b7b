/** The way of a screen from a finished game to its rematch. */
import { ApiError, fetchTable } from "../lib/api";

/** Between two questions for a table that is being opened, in milliseconds. */
const AGAIN = 1000;

/** Calls once a table is open: its players learn of a rematch a moment before that. Returns what ends the waiting. */
export function whenOpen(table: string, go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  async function ask() {
    try {
      await fetchTable(table);
      if (!ended) go();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!ended) timer = setTimeout(() => void ask(), AGAIN);
    }
  }

  void ask();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
