/** The sounds of Politico. */
import type { SoundName } from "../../settings/synth";
import type { Event as Happening } from "./protocol";

const SOUNDS: Partial<Record<Happening["did"], SoundName>> = {
  dealt: "card",
  happened: "card",
  discarded: "card",
  joined: "handshake",
  formed: "handshake",
  united: "handshake",
  bargainagreed: "handshake",
  moved: "move",
  scored: "move",
  attacked: "fight",
  fell: "fight",
  announced: "fight",
  dissolved: "fight",
  promisebroken: "fight",
  ended: "victory",
};

/** The sound of an event; null for a silent one. */
export const sound = (event: Happening): SoundName | null => SOUNDS[event.did] ?? null;
