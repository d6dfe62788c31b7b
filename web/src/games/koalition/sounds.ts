/** The sounds of Koalition. */
import type { SoundName } from "../../settings/synth";
import type { Event as Happening } from "./protocol";

const SOUNDS: Partial<Record<Happening["did"], SoundName>> = {
  dealt: "card",
  turnedup: "card",
  laid: "card",
  acted: "card",
  proposed: "move",
  accepted: "handshake",
  formed: "handshake",
  scored: "move",
  ended: "victory",
};

/** The sound of an event; null for a silent one. */
export const sound = (event: Happening): SoundName | null => SOUNDS[event.did] ?? null;
