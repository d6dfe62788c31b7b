/** The paces of bots that people choose from; programs may also order `at_once`. */
import { readStored } from "../lib/storage";
import type { TableCard } from "../protocol/messages";

export type Pace = TableCard["pace"];

export const PACES: readonly Pace[] = ["slow", "normal", "fast"];

/** The pace that was chosen last on this device. */
export function lastPace(): Pace {
  return PACES.find((pace) => pace === readStored("pace")) ?? "normal";
}
