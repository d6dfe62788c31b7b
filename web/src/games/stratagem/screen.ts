/** Stratagem on a shared screen: votes, seizures of power, charges and eliminations are scenes. */
import type { AnyEntry } from "../../lib/socket.svelte";
import type { Words } from "../../lib/i18n";
import type { Moment, ScreenModule } from "../screens";
import type { Sight } from "./protocol";
import { READING, sceneIn, type Scene } from "./scenes";
import ScreenStage from "./ScreenStage.svelte";

export interface StageMoment extends Moment {
  scene: Scene;
}

export default {
  momentsIn: (fresh: readonly AnyEntry[]): StageMoment[] =>
    fresh.flatMap((entry) => {
      const scene = sceneIn([entry]);
      return scene ? [{ lasts: READING[scene.kind], scene }] : [];
    }),
  Scene: ScreenStage,
  score: ({ tokens, turns }: Sight, seat: number, words: Words) =>
    turns ? words.say("mat.tokens.percent", { tokens: tokens[seat] ?? 0 }) : null,
} satisfies ScreenModule;
