/** Stratagem at the table. */
import type { GameModule } from "../game";
import { sentence, status } from "./sentences";
import Mat from "./Mat.svelte";

export default {
  Mat,
  sentence,
  status,
  // One denounces beside the mat that one denounces, and watches with open cards where it is explained.
  onMat: ["denounce", "watch"],
  // The palace gates open, and programmes are unsealed.
  lastLook: 7_000,
} satisfies GameModule;
