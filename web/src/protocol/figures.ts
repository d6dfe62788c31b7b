// Written by `script/types`; change the Python structs, not this file.

import type { Entry, Now } from "./messages";

/** A figure of a rulebook: a moment of a game as its viewer sees it, and what is shown of that. */
export interface FigureView<S = unknown, M = unknown, E = unknown> {
  id: string;
  /** What is shown of the moment, for the figures of the game. */
  show: Record<string, unknown>;
  /** The seat that looks on; None for a spectator. */
  seat: number | null;
  players: string[];
  options: Record<string, unknown>;
  story: Entry<E>[];
  now: Now<S, M>;
}

/** The figures of a game's rulebook, in the order of their file. */
export interface FigureList<S = unknown, M = unknown, E = unknown> {
  game: string;
  figures: FigureView<S, M, E>[];
}
