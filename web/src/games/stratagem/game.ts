/** Stratagem at the table. */
import "../../style/games/stratagem.css";
import type { GameModule } from "../game";
import { sentence, status } from "./sentences";
import Mat from "./Mat.svelte";

export default {
  Mat,
  sentence,
  status,
  // Denouncing has its button beside the other mat; watching with open cards where it is explained.
  onMat: ["denounce", "watch"],
  // The palace gates open, and programmes are unsealed.
  lastLook: 7_000,
} satisfies GameModule;
