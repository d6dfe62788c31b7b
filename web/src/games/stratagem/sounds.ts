/** The sounds of Stratagem. */
import type { SoundName } from "../../settings/synth";
import type { Event as Happening } from "./protocol";

const SOUNDS: Partial<Record<Happening["did"], SoundName>> = {
  chosen: "card",
  shown: "card",
  withdrawn: "card",
  returned: "card",
  drawn: "card",
  played: "card",
  revealed: "card",
  accepted: "handshake",
  swayed: "move",
  launched: "fight",
  fallen: "fight",
  defeated: "fight",
  out: "fight",
  ended: "victory",
};

/** The sound of an event; null for a silent one. */
export const sound = (event: Happening): SoundName | null => SOUNDS[event.did] ?? null;
