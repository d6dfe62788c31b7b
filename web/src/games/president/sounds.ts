/** The sounds of Le Jeu du Président. */
import type { SoundName } from "../../settings/synth";
import type { Event as Happening } from "./protocol";

const SOUNDS: Partial<Record<Happening["did"], SoundName>> = {
  rolled: "dice",
  took: "move",
  protected: "move",
  claimed: "move",
  released: "move",
  challenged: "fight",
  dealt: "card",
  drawn: "card",
  won: "handshake",
  elected: "victory",
};

/** The sound of an event; null for a silent one. */
export const sound = (event: Happening): SoundName | null => SOUNDS[event.did] ?? null;
