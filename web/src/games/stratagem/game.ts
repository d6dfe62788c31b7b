/** Stratagem at the table. */
import type { GameModule } from "../game";
import { describe, sentence, status } from "./describe";
import Mat from "./Mat.svelte";

export default {
  Mat,
  describe,
  sentence,
  status,
  // One denounces beside the mat that one denounces.
  onMat: ["denounce"],
  // The palace gates open, and programmes are unsealed.
  lastLook: 7_000,
} satisfies GameModule;
