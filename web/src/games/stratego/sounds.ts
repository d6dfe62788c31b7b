/** The sounds of Stratego. */
import type { SoundName } from "../../settings/synth";
import type { Event as Happening } from "./protocol";

const SOUNDS: Partial<Record<Happening["did"], SoundName>> = {
  deployed: "move",
  moved: "move",
  fought: "fight",
  ended: "victory",
};

/** The sound of an event; null for a silent one. */
export const sound = (event: Happening): SoundName | null => SOUNDS[event.did] ?? null;
